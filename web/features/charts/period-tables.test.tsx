import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { shownMetric } from '#web/components/metric.ts'
import { prefer } from '#web/data/preferences.ts'
import texts from './en-US.json' with { type: 'json' }
import { panelsOf } from './panels.ts'
import { FiguresTable } from './period-tables.tsx'

const TEMPERATURE = 'Climate/Temp/Avg'
const HOUR = 3_600_000
const NOW = Date.UTC(2026, 4, 6)
const house = { type: 'layer', standardAge: null, flockStartedOn: null, timeZone: 'Asia/Shanghai' } as const
const drawnOf = (values: number[]) => ({
  from: NOW,
  to: NOW + values.length * HOUR,
  isLive: false,
  metrics: [TEMPERATURE],
  chart: {
    resolution: '15m' as const,
    stepMs: HOUR,
    at: values.map((_, hour) => NOW + hour * HOUR),
    series: [{ metric: TEMPERATURE, low: values, mean: values, high: values }],
  },
})
const draw = (values: number[]) =>
  render(
    <FiguresTable
      house={house}
      panels={panelsOf([shownMetric(TEMPERATURE, undefined, { language: 'en-US', units: 'metric' })])}
      drawn={drawnOf(values)}
    />,
  )

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { charts: texts } } })
  prefer({ language: 'en-US', units: 'metric' })
})

test('the figures stay as measured; one that cannot be is marked and says why', async () => {
  const screen = await draw([20, 125, 20, 35])
  const cells = [...screen.container.querySelectorAll('tbody td')].map(cell => cell.textContent)
  expect(cells.slice(0, 4)).toEqual(['20.0', '50.0', '▲ 125.0', '35.0'])
  await expect
    .element(screen.getByRole('img', { name: /possible values, −40\.0.°C to 90\.0.°C/ }))
    .toBeVisible()
})

test('figures that can be have no mark', async () => {
  const screen = await draw([20, 46, -12])
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
})
