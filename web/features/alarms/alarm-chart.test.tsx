import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { TimeLeft } from '#shared/contracts/what-if.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { AlarmChart } from './alarm-chart.tsx'
import '#web/app/theme.css'
import texts from './en-US.json' with { type: 'json' }
import zhTexts from './zh-CN.json' with { type: 'json' }

beforeAll(async () => {
  document.documentElement.dataset.theme = 'dark'
  prefer({ language: 'en-US' })
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    ns: ['alarms'],
    resources: { 'en-US': { alarms: texts }, 'zh-CN': { alarms: zhTexts } },
  })
})

const now = () => new Date().toISOString()
const hot = (): AlarmDetail => ({
  id: 'a',
  code: 'PowerFail',
  source: 'controller',
  level: 'emergency',
  condition: 'active',
  live: true,
  customer: null,
  iotId: 'd',
  houses: [{ id: 'h', name: 'House 3' }],
  raisedAt: now(),
  clearedAt: null,
  latchedAt: null,
  endReason: null,
  since: now(),
  metric: null,
  value: null,
  valueNow: null,
  doubtNow: null,
  limit: null,
  target: null,
  repeats: 0,
  flipping: false,
  handling: 'new',
  handledBy: null,
  isUnproven: false,
  isOwed: false,
  handledAt: null,
  cause: null,
  shelf: null,
  steps: [],
  events: [],
  chain: null,
  similar: [],
  ownAction: null,
  similarTotal: 0,
  likelyCause: null,
  birds: null,
  timeZone: 'Asia/Shanghai',
})

afterAll(() => {
  delete document.documentElement.dataset.theme
  useSession.setState({ user: null, grants: new Set() })
})

test('an alarm about a flock leads to the flock instead of showing two hours of a house', async () => {
  const alarm: AlarmDetail = { ...hot(), code: 'LossesHigh', source: 'platform', iotId: 'flock 1' }
  const opened: string[] = []
  const screen = {
    ...screenAt('/house-alarm'),
    exists: () => true,
    open: (to: string) => void opened.push(to),
  }
  const drawn = await render(
    <ScreenContext value={screen}>
      <QueryClientProvider client={new QueryClient()}>
        <AlarmChart alarm={alarm} />
      </QueryClientProvider>
    </ScreenContext>,
  )
  await drawn.getByRole('link', { name: 'Open the flock' }).click()
  expect(opened).toEqual([expect.stringMatching(/id=flock(\+|%20)1/)])
  await expect.element(drawn.getByText(/whole days of the flock/)).toBeVisible()
})

const MINUTE = 60_000

/** The chart of a house that was at 24 °C and warms: 35 °C are passed in 25 minutes. */
async function drawForeseen(language: Language, left: Partial<TimeLeft> = {}) {
  await i18next.changeLanguage(language)
  prefer({ language })
  useSession.setState({ user: { kind: CUSTOMER } as never, grants: new Set(['chicken_home_manage:query']) })
  const alarm = hot()
  const at = Date.parse(alarm.raisedAt)
  const past = Array.from({ length: 60 }, (_, i) => at - (60 - i) * MINUTE)
  const known = past.map((_, i) => (i < 50 ? 24 : 24 + (i - 50) / 2))
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const curve = { at: past, mean: known, low: known, high: known }
  queries.setQueryData([houses.chart.path, 'alarm', alarm.id, null], curve)
  queries.setQueryData([settings.timeLeft.path, 'h'], {
    kind: 'hot',
    limit: 35,
    afterMin: 25,
    at: Date.parse('2026-11-29T19:20:00Z'),
    birds: 37_000,
    course: {
      at: Array.from({ length: 26 }, (_, i) => at + i * MINUTE),
      values: Array.from({ length: 26 }, (_, i) => 28.5 + i / 4),
    },
    withoutPower: true,
    ...left,
  } satisfies TimeLeft)
  return render(
    <ScreenContext value={screenAt('/house-alarm')}>
      <QueryClientProvider client={queries}>
        <AlarmChart alarm={alarm} isPhone />
      </QueryClientProvider>
    </ScreenContext>,
  )
}

/** What is drawn in the part of the chart that is still ahead: how many of its columns have ink of the curve. */
function inkAhead(container: Element): number {
  const canvas = container.querySelector('canvas')
  if (!canvas) throw new Error('no chart')
  const over = container.querySelector('.u-over') as HTMLElement
  const ratio = devicePixelRatio
  const [left, width] = [over.offsetLeft * ratio, over.offsetWidth * ratio]
  const from = Math.round(left + width * 0.6)
  const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
    from,
    0,
    Math.round(left + width) - from,
    Math.round((over.offsetTop + over.offsetHeight) * ratio),
  )
  const columns = new Set<number>()
  const wide = Math.round(left + width) - from
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(i, i + 4)
    // The curve has a colour, its grid none.
    if (alpha > 150 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60)
      columns.add((i / 4) % wide)
  }
  return columns.size
}

test.each([
  [
    'en-US',
    /If nothing happens 35\s°C at about 03:20/,
    '37,000 birds',
    /Shut and without power, .* in about 25 min/,
  ],
  ['zh-CN', /如果不处理 03:20 左右升到 35\s°C/, '舍内 37,000 只', /断电且门窗关闭，约 25 分钟后/],
] as const)(
  'what comes if nothing happens stands above the curve, by the house’s clock, with the birds at stake, and goes on dotted (%s)',
  async (language, headline, birds, says) => {
    const screen = await drawForeseen(language)
    const head = screen.container.querySelector('.alarm-foreseen')
    expect(head?.textContent).toMatch(headline)
    expect(head?.textContent).toContain(birds)
    expect(head?.textContent).toMatch(says)
    await expect.element(screen.getByRole('img')).toBeVisible()
    await expect.poll(() => inkAhead(screen.container)).toBeGreaterThan(10)
  },
)

test('what air does is said, but not drawn among temperatures', async () => {
  const screen = await drawForeseen('en-US', { kind: 'co2', limit: 8_000, withoutPower: false })
  await expect.element(screen.getByText(/8,000\sppm of CO2 at about 03:20/)).toBeVisible()
  await expect.element(screen.getByText(/^By the model of this house, in about 25 min/)).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: /±2 hours/ })).toBeVisible()
})
