import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Profiler } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { houses } from '#shared/contracts/houses.ts'
import { soon } from '#shared/testing/soon.ts'
import { aHouse } from '#web/components/testing/a-house.ts'
import { useConnection } from '#web/data/live/live.ts'
import { flockMetrics } from '../flock-day.ts'
import { connectAnew, startTexts, tellReadings } from '../testing/live.ts'
import { DrawingCard } from './drawing-card.tsx'

const announced = [
  'Climate/Temp/S1',
  'Climate/Temp/S2',
  'Fan/G01/State',
  'Fan/G02/State',
  'Inlet/Side1/Position',
]
const readings = Object.fromEntries(announced.map(metric => [metric, [0, 0]])) as HouseOnMonitor['readings']
let drawn = 0

beforeAll(startTexts)
beforeEach(async () => {
  connectAnew()
  drawn = 0
  await page.viewport(900, 800)
})

/** The card with the server's answer: two relays that drive fan groups. */
async function draw(change: Partial<HouseOnMonitor> = {}, drives: number[] | null = [1, 2]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const device = { id: 'd', code: 'EC-1', name: 'EC-1', status: 'ONLINE' }
  queries.setQueryData([houses.controllers.path, 'h1', 1], {
    remoteControlEndsOn: null,
    devices: [
      { ...device, statusSince: '2026-01-01T00:00:00Z', settingsVersion: 1, drives, levelSettings: null },
    ],
  })
  queries.setQueryData([houses.chart.path, 'h1', flockMetrics, 1], {
    chart: { resolution: '15m', stepMs: 900_000, at: [], series: [] },
    to: 0,
  })
  const screen = await render(
    <QueryClientProvider client={queries}>
      <Profiler id="drawing" onRender={() => (drawn += 1)}>
        <DrawingCard house={aHouse({ readings, ...change })} />
      </Profiler>
    </QueryClientProvider>,
  )
  const part = (selector: string) => screen.container.querySelector(selector)
  return { screen, part, fan: (group: number) => part(`[data-group="${group}"]`)?.getAttribute('data-state') }
}

test('fans run, stop and fail with the messages of the house', async () => {
  const { fan } = await draw()
  tellReadings({ 'Fan/G01/State': 1, 'Fan/G02/State': 0 })
  await soon(() => expect([fan(1), fan(2)]).toEqual(['on', 'off']))
  tellReadings({ 'Alarm/FanGroupFault2': true })
  await soon(() => expect(fan(2)).toBe('fault'))
})

test('values reach the drawing without a React render', async () => {
  const { screen, part, fan } = await draw()
  tellReadings({ 'Fan/G01/State': 0, 'Climate/Temp/S1': 21 })
  await expect.element(screen.getByText(/Not live/)).not.toBeInTheDocument()
  await soon(() => expect(part('[data-probe="T1"] .pill-value')?.textContent).toBe('21.0°'))
  const before = drawn
  for (let value = 0; value < 5; value += 1)
    tellReadings({ 'Climate/Temp/S1': 22 + value, 'Fan/G01/State': 1 })
  await soon(() => expect(part('[data-probe="T1"] .pill-value')?.textContent).toBe('26.0°'))
  expect(fan(1)).toBe('on')
  expect(drawn).toBe(before)
})

test('a group no relay drives is not drawn', async () => {
  const { fan } = await draw({}, [2])
  tellReadings({ 'Fan/G01/State': 1, 'Fan/G02/State': 1 })
  await soon(() => expect(fan(2)).toBe('on'))
  expect(fan(1)).toBeUndefined()
})

test('a dead probe shows a dash and no warmth of its own', async () => {
  const { part } = await draw()
  tellReadings({ 'Climate/Temp/S1': null, 'Climate/Temp/S2': 22 })
  await soon(() => expect(part('[data-probe="T1"] .pill-value')?.textContent).toBe('—'))
  expect(part('[data-probe="T1"]')).toHaveAttribute('data-state', 'broken')
})

test('without a connection the drawing says that it is not live', async () => {
  const { screen, part } = await draw()
  tellReadings({ 'Fan/G01/State': 1 })
  await expect.element(screen.getByText(/Not live/)).not.toBeInTheDocument()
  useConnection.setState({ connected: false })
  await expect.element(screen.getByText(/Not live/)).toBeVisible()
  expect(part('.drawing-card')).toHaveAttribute('data-stale')
  const blades = part('[data-group="1"] .fan-blades')
  expect(blades && getComputedStyle(blades).animationName).toBe('none')
})

test('a house never heard says so, without a time', async () => {
  const { part } = await draw({ state: 'offline' })
  await soon(() =>
    expect(part('.drawing-stale')?.textContent).toBe('Not live. This house has not reported yet.'),
  )
})

test('an offline house’s equipment stands still, however recent its last message', async () => {
  const { screen } = await draw({ state: 'offline' })
  tellReadings({ 'Fan/G01/State': 1 })
  await expect.element(screen.getByText(/Not live/)).toBeVisible()
})

test('on a phone the house stands upright, and the section shows the end near the fans', async () => {
  await page.viewport(390, 800)
  const { screen, part } = await draw()
  await soon(() => {
    const drawing = part('.drawing-place .drawing')
    expect(Number(drawing?.getAttribute('height'))).toBeGreaterThan(Number(drawing?.getAttribute('width')))
  })
  await screen.getByRole('button', { name: 'Cross-section' }).click()
  await expect.element(screen.getByRole('img', { name: /Cross-section of House 1/ })).toBeVisible()
  expect(part('[data-probe="T2"]')).not.toBeNull()
  expect(part('[data-probe="T1"]')).toBeNull()
})

test('who does not see the fans is told how many run, and the state of each group as it changes', async () => {
  const { screen } = await draw()
  tellReadings({ 'Fan/G01/State': 1, 'Fan/G02/State': 3 })
  const said = () => [
    screen.getByText(/^\d of \d fan groups/).element().textContent,
    ...screen
      .getByRole('list', { name: 'Fans' })
      .getByRole('listitem')
      .elements()
      .map(li => li.textContent),
  ]
  await soon(() =>
    expect(said()).toEqual(['1 of 2 fan groups runs', 'Fan group 1: running', 'Fan group 2: pausing']),
  )
  tellReadings({ 'Alarm/FanGroupFault1': true, 'Fan/G02/State': 1 })
  await soon(() => expect(said().slice(1)).toEqual(['Fan group 1: alarm', 'Fan group 2: running']))
})
