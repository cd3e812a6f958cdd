import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { startTexts } from '#web/app/i18n.ts'
import { useConnection } from '#web/data/live/live.ts'
import { hideWaiting, useWaiting } from '#web/data/offline/waiting.ts'
import { queries } from '#web/data/queries.ts'
import { setReachable } from '#web/data/reachable.ts'
import { ShellBars } from './shell-bars.tsx'
import '../app/theme.css'
import '../app/base.css'

beforeAll(() => startTexts())
beforeEach(() => page.viewport(390, 844))
afterEach(() => {
  hideWaiting()
  setReachable(true)
  useConnection.setState({ connected: true, times: 1, nextTryAt: null })
})

const ended = { kind: 'contractEnded', endsOn: '2026-11-30', readUntil: '2026-12-14' } as const
const record = { at: 1 } as never
const repair = { at: 2 } as never
const stopped = { at: 3, stopped: 'refused' } as never

/** What could have a bar of its own, one after the other. */
const reasons = [
  { name: 'nothing else', records: [], repairs: [], standing: null },
  { name: 'a record waiting', records: [record], repairs: [], standing: null },
  { name: 'a record refused', records: [stopped], repairs: [], standing: null },
  { name: 'records and repairs waiting', records: [record], repairs: [repair], standing: null },
  { name: 'a contract that ended', records: [], repairs: [], standing: ended },
  { name: 'all of it', records: [record, stopped], repairs: [repair, stopped], standing: ended },
]

const draw = (standing: typeof ended | null) =>
  render(
    <QueryClientProvider client={queries}>
      <App>
        <ShellBars user={{ isSilent: false, standing }} open={() => undefined} />
      </App>
    </QueryClientProvider>,
  )
const bars = (within: Element) => [...within.querySelectorAll<HTMLElement>('.notice-bar')]

test.each(reasons)(
  'without a connection one grey bar stands, with $name',
  async ({ standing, ...waiting }) => {
    useWaiting.setState(waiting)
    useConnection.setState({ connected: false, times: 1, nextTryAt: null })
    setReachable(false)
    const drawn = await draw(standing)
    await expect
      .poll(() => bars(drawn.container).map(bar => bar.dataset.kind), { timeout: 8_000 })
      .toEqual(['offline'])
    const [bar] = bars(drawn.container)
    const grey = document.createElement('i')
    grey.style.background = 'var(--off-bg)'
    document.body.append(grey)
    expect(bar && getComputedStyle(bar).backgroundColor).toBe(getComputedStyle(grey).backgroundColor)
    grey.remove()
    // What waits is said in it, and none of it is cut off.
    for (const [kept, word] of [
      [waiting.records, 'record'],
      [waiting.repairs, 'repair request'],
    ] as const)
      if (kept.length > 0) expect(bar?.textContent).toContain(`${kept.length} ${word}`)
    const says = bar?.querySelector('[role]')
    expect(says?.scrollWidth).toBeLessThanOrEqual(says?.clientWidth ?? 0)
  },
)
