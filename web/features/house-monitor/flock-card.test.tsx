import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { aHouse } from '#web/components/testing/a-house.ts'
import { serverNow } from '#web/data/clock.ts'
import { FlockCard } from './flock-card.tsx'
import { flockMetrics } from './flock-day.ts'
import { ofDay, toldOf } from './testing/flock-past.ts'
import { connectAnew, startTexts, tellReadings } from './testing/live.ts'

const HOUR = 3_600_000

beforeAll(startTexts)
beforeEach(connectAnew)

/** A time zone in which it is past noon right now. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date(serverNow()).getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
const timeZone = zoneAtNoon()

/** The card of a layer house with stored counters: this much by noon of each day. */
async function draw(byNoon: Record<string, number>, change: Partial<HouseOnMonitor> = {}) {
  const stored = Object.entries(byNoon).map(
    ([metric, sum]) => [metric, (hour: number) => sum * Math.min(ofDay(hour) / 11, 1)] as const,
  )
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const past = toldOf(Object.fromEntries(stored), serverNow(), timeZone)
  queries.setQueryData([houses.chart.path, 'h1', {}, flockMetrics, 1], past)
  const layers = { type: 'layer', breed: 'hyline-brown', dayAge: 214, flockStartedOn: '2026-04-20' } as const
  return render(
    <QueryClientProvider client={queries}>
      <FlockCard house={aHouse({ ...layers, timeZone, ...change })} />
    </QueryClientProvider>,
  )
}

test('the day so far is compared with yesterday at the same time, and moves with the next message', async () => {
  const screen = await draw({ 'Water/Today': 4_000, 'Feed/Today': 2_000, 'Egg/Today': 20_000 })
  tellReadings({ 'Water/Today': 4_400, 'Feed/Today': 2_000, 'Egg/Today': 19_000, 'Bird/Count': 29_700 })
  await expect.element(screen.getByRole('heading', { name: /^Today until 1[23]:/ })).toBeVisible()
  const row = (name: RegExp) => screen.getByRole('row', { name })
  await expect.element(row(/^Water 4,400 \/ 4,000\sL \+10\.0\s%$/)).toBeVisible()
  await expect.element(row(/^Feed 2,000 \/ 2,000\skg 0\.0\s%$/)).toBeVisible()
  await expect.element(row(/^Eggs 19,000 \/ 20,000 \u22125\.0\s%$/)).toBeVisible()
  await expect.element(row(/^Water:feed ratio 2\.00 \//)).toBeVisible()
  tellReadings({ 'Water/Today': 4_800 })
  await expect.element(row(/^Water 4,800 \/ 4,000\sL \+20\.0\s%$/)).toBeVisible()
})

test('a silent house’s figures are of the time it was last heard, and look stale', async () => {
  const screen = await draw({ 'Water/Today': 4_000 }, { state: 'offline' })
  tellReadings({ 'Water/Today': 4_000 }, serverNow() - HOUR)
  await expect.element(screen.getByRole('heading', { name: /^Today until 1[12]:/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /^Water 4,000 \/ 4,000\sL 0\.0\s%$/ })).toBeVisible()
  expect(screen.container.querySelector('table')).toHaveAttribute('data-stale')
})

test('a house not heard today has no day so far', async () => {
  const screen = await draw({ 'Water/Today': 4_000 }, { state: 'offline' })
  tellReadings({ 'Water/Today': 4_000, 'Bird/Count': 29_000 }, serverNow() - 20 * HOUR)
  await expect.element(screen.getByText('Alive')).toBeVisible()
  await expect.element(screen.getByText(/^Today/)).not.toBeInTheDocument()
})

test('live birds are as the controller counts them, with their stocking density', async () => {
  const screen = await draw({})
  tellReadings({ 'Bird/Count': 27_000, 'Bird/WeightAvg': 2_000 })
  await expect.element(screen.getByText('Alive')).toBeVisible()
  await expect.element(screen.getByRole('definition').first()).toHaveTextContent('27,000 of 30,000 placed')
  await expect.element(screen.getByText(/15\.0\sbirds\/m² · 30\.0\skg\/m²/)).toBeVisible()
})

test('birds that the controller counts otherwise than they are recorded are a doubt, which says whom to check', async () => {
  const screen = await draw({}, { isRecorded: true, aliveCount: 28_000 })
  tellReadings({ 'Bird/Count': 27_000 })
  await expect.element(screen.getByText('The controller counts 27,000. Check which is right.')).toBeVisible()
  await expect.element(screen.getByText(/^28,000 of 30,000 placed/)).toBeVisible()
  // Within one in a hundred nobody need look.
  tellReadings({ 'Bird/Count': 27_900 })
  await expect.element(screen.getByText(/The controller counts/)).not.toBeInTheDocument()
})

test('uncounted birds are called placed, and without meters there is no day so far', async () => {
  const screen = await draw({})
  await expect.element(screen.getByText('Placed')).toBeVisible()
  await expect.element(screen.getByText('Alive')).not.toBeInTheDocument()
  await expect.element(screen.getByText(/^16\.7\sbirds\/m²/)).toBeVisible()
  await expect.element(screen.getByText(/^Today/)).not.toBeInTheDocument()
})

test('an empty house says so and shows no bird figures', async () => {
  const screen = await draw({ 'Water/Today': 40 }, { dayAge: null, flockCount: null, flockStartedOn: null })
  tellReadings({ 'Water/Today': 44, 'Bird/Count': 0 })
  await expect.element(screen.getByText('No flock in this house.')).toBeVisible()
  expect(screen.container.querySelector('table, dl')).toBeNull()
})

test('a planned flock shows the days until it comes', async () => {
  const screen = await draw({}, { dayAge: null, standardAge: null, placedInDays: 5 })
  await expect.element(screen.getByText('No flock yet: birds arrive in 5 days.')).toBeVisible()
})

test('birds sold are neither alive nor dead', async () => {
  const screen = await draw({}, { flockSold: 5_000 })
  tellReadings({ 'Bird/Count': 24_500 })
  const alive = screen.getByRole('definition').first()
  await expect.element(alive).toHaveTextContent('24,500 of 30,000 placed, 5,000 sold')
  await expect.element(screen.getByRole('row', { name: /^Survival 98\.3/ })).toBeVisible()
})

test('a standard is named with publisher, edition and confidence where figures are compared with it', async () => {
  const parents = { type: 'breeder', breed: 'cobb500-ps' } as const
  const screen = await draw({ 'Feed/Today': 4_000 }, parents)
  const source = screen.getByRole('region', { name: 'Source of the standard' })
  const said = source.getByText(/Cobb-Vantress.*Jan 2020 \(L-011-01-20\)\. Confidence: high\./)
  await expect.element(said).toBeVisible()
  await expect.element(source.getByText(/read as g a bird and week/)).toBeVisible()
})
