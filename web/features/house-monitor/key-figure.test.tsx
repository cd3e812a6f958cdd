import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { aHouse } from '#web/components/testing/a-house.ts'
import { cached } from '#web/components/testing/cached.tsx'
import { useConnection } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import { mainFigures } from './figures.ts'
import { KeyFigure } from './key-figure.tsx'
import { connectAnew, startTexts, tellAlarms, tellReadings } from './testing/live.ts'

const METRIC = 'Climate/Temp/Avg'
const temperature = mainFigures.find(({ metric }) => metric === METRIC) ?? { metric: METRIC }
const house = aHouse()
const tell = (value: number | null) => tellReadings({ [METRIC]: value })

beforeAll(startTexts)
beforeEach(connectAnew)

test('a temperature shows with its unit and its target, and moves with the next message', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />, cached())
  tellReadings({ 'Climate/Temp/Target': 22 })
  tell(22.46)
  await expect.element(screen.getByText(/^22\.5/)).toBeVisible()
  await expect.element(screen.getByText(/target 22\.0/)).toBeVisible()
  expect(screen.container.textContent).not.toContain('ago')
  tell(23.1)
  await expect.element(screen.getByText(/^23\.1/)).toBeVisible()
})

test('after choosing other units, value, target and range show in them at once', async () => {
  const pressure = mainFigures.find(({ metric }) => metric === 'Air/Pressure/S1') ?? temperature
  const screen = await render(
    <>
      <KeyFigure house={house} figure={temperature} />
      <KeyFigure house={house} figure={pressure} />
    </>,
    cached(),
  )
  tellReadings({ [METRIC]: 22.46, 'Climate/Temp/Target': 22, 'Air/Pressure/S1': 25 })
  await expect.element(screen.getByText(/^22\.5/)).toBeVisible()
  prefer({ units: 'imperial' })
  await expect.element(screen.getByText('72.4°F')).toBeVisible()
  await expect.element(screen.getByText('target 71.6\u202f°F')).toBeVisible()
  await expect.element(screen.getByText('0.100inWG')).toBeVisible()
  await expect.element(screen.getByText('0.04–0.18\u202finWG')).toBeVisible()
  prefer({ units: 'metric' })
  await expect.element(screen.getByText('25Pa')).toBeVisible()
})

test('a temperature far from its target calls for a look, in words too', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />, cached())
  tell(34)
  await expect.element(screen.getByText('Watch')).toBeInTheDocument()
})

test('a temperature the controller warns about is an alarm, in words too', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />, cached())
  tellReadings({ [METRIC]: 34 })
  tellAlarms([{ code: 'HighTemp', level: 'critical' }])
  await expect.element(screen.getByText('Alarm')).toBeInTheDocument()
})

test('so is one a rule of the platform warns about', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />, cached())
  tellReadings({ [METRIC]: 34 })
  tellAlarms([{ code: 'TemperatureHigh', level: 'critical' }])
  await expect.element(screen.getByText('Alarm')).toBeInTheDocument()
})

test.each([
  ['Air/CO2/S1', 3_400, 5_105],
  ['Air/NH3/S1', 22, 26],
])('%s a little above its limit asks for a look, far above it is an alarm', async (metric, above, far) => {
  const figure = mainFigures.find(known => known.metric === metric) ?? { metric }
  const screen = await render(<KeyFigure house={house} figure={figure} />, cached())
  tellReadings({ [metric]: above })
  await expect.element(screen.getByText('Watch')).toBeInTheDocument()
  tellReadings({ [metric]: far })
  await expect.element(screen.getByText('Alarm')).toBeInTheDocument()
})

test('without a connection no number looks fresh, and its age is shown', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />, cached())
  tell(34)
  await expect.element(screen.getByText('Watch')).toBeInTheDocument()
  useConnection.setState({ connected: false })
  await expect.element(screen.getByText('Watch')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/\ds ago/)).toBeVisible()
  expect(screen.container.querySelector('.figure')).toHaveAttribute('data-stale')
})

test('an offline house shows its last number grey with its age, and warns about nothing', async () => {
  const screen = await render(
    <KeyFigure house={aHouse({ state: 'offline' })} figure={temperature} />,
    cached(),
  )
  tell(34)
  await expect.element(screen.getByText(/\ds ago/)).toBeVisible()
  await expect.element(screen.getByText('Watch')).not.toBeInTheDocument()
  expect(screen.container.querySelector('.figure')).toHaveAttribute('data-stale')
})

test('a dead sensor shows no number', async () => {
  const screen = await render(<KeyFigure house={house} figure={temperature} />, cached())
  tell(null)
  await expect.element(screen.getByText(/no value/)).toBeVisible()
  await expect.element(screen.getByText('—')).toBeVisible()
})
