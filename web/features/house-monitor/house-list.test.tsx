import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { aHouse } from '#web/components/testing/a-house.ts'
import { screenAt } from '#web/components/testing/screen.ts'
import { useWorstFirst } from '#web/components/use-worst-first.ts'
import { live } from '#web/data/live/live.ts'
import { HouseHead } from './house-head.tsx'
import { HouseList } from './house-list.tsx'
import { connectAnew, startTexts } from './testing/live.ts'

beforeAll(startTexts)
beforeEach(connectAnew)

const AT = Date.parse('2026-05-06T11:56:00Z')
const houses = [
  aHouse({ id: 'h1', name: 'Fine' }),
  aHouse({
    id: 'h3',
    name: 'Never heard',
    state: 'offline',
    iotId: null,
    flockStartedOn: null,
    dayAge: null,
  }),
  aHouse({
    id: 'h2',
    name: 'In danger',
    state: 'offline',
    stateSince: '2026-05-06T11:57:00Z',
    iotId: 'e',
    alarms: [
      { code: 'TemperatureAbsolute', level: 'emergency', iotId: 'e' },
      { code: 'Offline', level: 'critical', iotId: 'e' },
    ],
    lastMessageAt: AT,
    readings: { 'Climate/Temp/Avg': [44.2, AT] },
  }),
]

function List() {
  const sorted = useWorstFirst(houses)
  const [first] = sorted
  return (
    <ScreenContext value={screenAt('/screen/index')}>
      <QueryClientProvider client={new QueryClient()}>
        {first && <HouseHead house={first} />}
        <HouseList houses={sorted} selected="" select={() => undefined} />
      </QueryClientProvider>
    </ScreenContext>
  )
}

test('a silent house in an emergency leads, with the sign of its alarm, and counts as alarm and as offline', async () => {
  live.takeSnapshot(houses)
  const drawn = await render(<List />)
  const entries = drawn.getByRole('listitem')
  await expect.element(entries.first()).toBeVisible()
  const [first] = entries.elements()
  expect(entries.elements().map(entry => entry.querySelector('strong')?.textContent)).toEqual([
    'In danger',
    'Never heard',
    'Fine',
  ])
  expect(first?.querySelector('.state-mark')).toHaveAttribute('data-state', 'emergency')
  expect(first?.querySelector('.monitor-entry')).toHaveAttribute('data-state', 'alarm')
  expect(first?.textContent).toMatch(/Emergency.*Offline.*—/)
  for (const name of ['All 3', 'Alarm 1', 'Offline 2'])
    await expect.element(drawn.getByRole('button', { name, exact: true })).toBeVisible()
})

test('its head says both: since when it is silent, and what was wrong when it was last heard', async () => {
  live.takeSnapshot(houses)
  const drawn = await render(<List />)
  const head = drawn.getByRole('banner')
  await expect.element(head).toBeVisible()
  expect(head.element().textContent).toMatch(/Offline\s*since .*19:57/)
  expect(head.element().textContent).toMatch(
    /Emergency: Temperature above the absolute limit · 44\.2\s?°C at .*19:56/,
  )
})
