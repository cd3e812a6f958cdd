import type { Page } from '@playwright/test'
import { expect } from './farm.ts'

/** The cumulative layout shift from which a page is no longer "good". */
const MOST = 0.1

interface Shift {
  value: number
  /** ms */
  at: number
  /** What moved, and how far. */
  moved: string[]
}

/** Notes every shift that nobody's tap or key explains; runs in each page before its first program. */
export function noteShifts(): void {
  const shifts: Shift[] = []
  Object.assign(globalThis, { shifts })
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  new PerformanceObserver(list => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as Entry[])
      if (!hadRecentInput)
        shifts.push({
          value,
          at: startTime,
          moved: sources.map(({ node, previousRect: before, currentRect: now }) => {
            const name = node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName
            return `${name} ${before.x},${before.y} to ${now.x},${now.y}`
          }),
        })
  }).observe({ type: 'layout-shift', buffered: true })
}

const GAP_MS = 1_000
const WINDOW_MS = 5_000

/** The worst run of shifts: less than a second apart, no longer than five. */
function worstOf(shifts: readonly Shift[]): number {
  let [worst, sum, began, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  for (const { value, at } of shifts) {
    if (at - last > GAP_MS || at - began > WINDOW_MS) [sum, began] = [0, at]
    sum += value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}

/** Nothing that is read has moved while the page loaded. */
export async function expectCalm(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as never as { shifts: Shift[] }).shifts)
  const said = shifts.map(({ value, at, moved }) => `${value.toFixed(3)} at ${at}: ${moved.join(' | ')}`)
  expect(worstOf(shifts), said.join('\n')).toBeLessThanOrEqual(MOST)
}
