import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { AlarmMark, Charted } from '#shared/contracts/houses.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import { shownMetric } from '#web/components/metric.ts'
import { type ScreenAddress, ScreenContext } from '#web/components/screen-context.tsx'
import { live } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import texts from './en-US.json' with { type: 'json' }
import { HouseChart } from './house-chart.tsx'
import { panelsOf } from './panels.ts'
import type { Drawn } from './use-house-chart.ts'
import '../../app/theme.css'
import '../../app/base.css'
import './charts.css'

const HOUR = 3_600_000
const NOW = Date.now()
const TEMPERATURE = 'Climate/Temp/Avg'
const english = { language: 'en-US', units: 'metric' } as const
const CO = { name: 'Cellar/CO', unit: 'mg/m³', low: 0, high: 500, decimals: 1 }
const house: Charted = {
  id: 'h1',
  name: 'North',
  customer: null,
  type: 'layer',
  timeZone: 'Asia/Shanghai',
  breed: null,
  dayAge: 40,
  standardAge: 40,
  flockStartedOn: null,
  state: 'normal',
  lastMessageAt: NOW,
  reportIntervalS: 5,
  metrics: [CO],
  devices: [],
  iotId: 'd',
  mainId: 'd',
}
/** Four hours of means, the last of them live. */
const drawn = (isLive = true): Drawn => ({
  from: NOW - 4 * HOUR,
  to: NOW,
  isLive,
  metrics: [TEMPERATURE, CO.name],
  chart: {
    resolution: '15m',
    stepMs: HOUR,
    at: [4, 3, 2, 1].map(hours => NOW - hours * HOUR),
    series: [
      { metric: TEMPERATURE, low: [20, 20, null, 21], mean: [21, 21, null, 22], high: [22, 22, null, 23] },
      { metric: CO.name, low: [1, 1, 1, 2], mean: [1.5, 1.5, 1.5, 2], high: [2, 2, 2, 2] },
    ],
  },
})
const panels = panelsOf([shownMetric(TEMPERATURE, undefined, english), shownMetric(CO.name, CO, english)])
const alarm: AlarmMark = {
  id: 'a1',
  code: 'HighTemp',
  level: 'critical',
  condition: 'cleared',
  handling: 'new',
  raisedAt: new Date(NOW - 2 * HOUR).toISOString(),
  clearedAt: new Date(NOW - HOUR).toISOString(),
}
const tell = (values: Record<string, [number, number]>, heardAt = Date.now()) =>
  live.take({ dataType: 'DEVICE_DATA', iotId: 'd', chickenHouseId: 'h1', heardAt, values })

let opened: string[] = []
let asked: unknown[] = []
const screen: ScreenAddress = {
  tab: 't',
  path: '/deviceChart',
  search: {},
  exists: () => true,
  titleOf: () => '',
  frame: () => document.body,
  setSearch: () => undefined,
  nameTab: () => undefined,
  open: href => void opened.push(href),
}
const draw = (shown = drawn(), alarms: AlarmMark[] = []) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ScreenContext value={screen}>
        <HouseChart
          {...{ house, panels, drawn: shown, alarms, deeds: [], hasBand: true, isBusy: false }}
          remove={name => asked.push(['remove', name])}
          add={() => asked.push('add')}
          zoom={range => asked.push(range)}
        />
      </ScreenContext>
    </QueryClientProvider>,
  )

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-US', resources: { 'en-US': { components, charts: texts } } })
  prefer({ language: 'en-US' })
  document.documentElement.dataset.theme = 'dark'
})
beforeEach(() => {
  live.clear()
  opened = []
  asked = []
})

test('every line shows its last value with the range behind it, a foreign one in its own unit', async () => {
  const { container } = await draw(drawn(false))
  const [temperature, co] = container.querySelectorAll('.chart-chip')
  expect(temperature).toHaveTextContent('Average temperature22.0 °C (21.0–23.0)')
  expect(co).toHaveTextContent('Cellar/CO2.0 mg/m³')
  expect(container.querySelectorAll('.chart-panel canvas')).toHaveLength(1)
})

test('the current value stands at the end of its line, even if unchanged', async () => {
  const { container } = await draw()
  tell({ [TEMPERATURE]: [27.4, Date.now()], [CO.name]: [3.5, NOW - HOUR] })
  const chip = (place: number) => container.querySelectorAll('.chart-chip')[place]?.textContent
  await expect.poll(() => chip(0)).toContain('27.4')
  expect(chip(1)).toContain('3.5')
})

test('keys move the cursor through the times of all lines, zoom, and let go', async () => {
  const { container, getByRole } = await draw(drawn(false))
  const moment = () => container.querySelector('.chart-moment')?.textContent
  const first = () => container.querySelector('.chart-chip')?.textContent
  ;(getByRole('group', { name: /Chart of North/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(first).toContain('21.0')
  expect(moment()).toMatch(/\d\d:\d\d:\d\d$/)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(first).toContain('–')
  expect(first()).not.toContain('°C')
  await userEvent.keyboard('{+}{-}')
  expect(asked).toEqual([{ from: expect.any(Number), to: expect.any(Number) }, null])
  await userEvent.keyboard('{Escape}')
  await expect.poll(moment).toBe('Latest')
})

test.each([1440, 1024, 700, 390])(
  'the values at the cursor never move the chart, %i px wide',
  async width => {
    await page.viewport(width, 844)
    const some = drawn(false)
    const { chart } = some
    const [temperature, co] = chart.series
    if (!temperature || !co) throw new Error('two lines are drawn')
    const shown = {
      ...some,
      chart: {
        ...chart,
        series: [
          {
            ...temperature,
            low: [-20.4, 21, null, 22],
            mean: [21, 21, null, 22],
            high: [122.6, 21, null, 22],
          },
          co,
        ],
      },
    }
    const { container, getByRole } = await draw(shown)
    const first = () => container.querySelector('.chart-chip')?.textContent
    const top = () => container.querySelector('.chart-board')?.getBoundingClientRect().top
    const before = top()
    ;(getByRole('group', { name: /Chart of North/ }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}')
    await expect.poll(first).toContain('20.4–122.6)')
    expect(top()).toBe(before)
  },
)

test('an alarm is a mark with level, name and duration, and leads to the alarm', async () => {
  const { getByRole } = await draw(drawn(false), [alarm])
  const mark = getByRole('button', { name: /^Critical · High temperature · .* · 1 hr$/ })
  await mark.click()
  expect(opened).toEqual(['/house-alarm?alarm=a1'])
})

test('a line can be removed and another added', async () => {
  const { getByRole } = await draw(drawn(false))
  await getByRole('button', { name: 'Remove Cellar/CO' }).click()
  await getByRole('button', { name: 'Choose metrics' }).click()
  expect(asked).toEqual([['remove', 'Cellar/CO'], 'add'])
})
