import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import components from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { aHouse } from '#web/components/testing/a-house.ts'
import { cached } from '#web/components/testing/cached.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { useWorstFirst } from '#web/components/use-worst-first.ts'
import { live } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import { Attention } from './attention.tsx'
import texts from './en-US.json' with { type: 'json' }
import { FarmSays } from './farm-says.tsx'
import { HouseTiles } from './house-tiles.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, workplace: texts } },
  })
  prefer({ language: 'en-US' })
})
beforeEach(() => live.clear())

const AT = Date.parse('2026-05-06T11:56:00Z')
const empty = { flockStartedOn: null, dayAge: null, iotId: null }
const heardNever = { id: 'd1', code: 'D1', name: 'D1', type: 'controller', status: 'OFFLINE' } as const
const houses = [
  aHouse({ id: 'h0', name: 'Without a controller', state: 'offline', ...empty }),
  aHouse({ id: 'h1', name: 'Never heard', state: 'offline', ...empty, devices: [heardNever] }),
  ...['h2', 'h3'].map(id => aHouse({ id, name: `Fine ${id}` })),
  aHouse({
    id: 'h4',
    name: 'In danger',
    state: 'offline',
    stateSince: '2026-05-06T11:57:00Z',
    iotId: 'e',
    alarms: [
      { code: 'TemperatureAbsolute', level: 'emergency', iotId: 'e' },
      { code: 'Offline', level: 'critical', iotId: 'e' },
    ],
    readings: { 'Climate/Temp/Avg': [44.2, AT] },
  }),
  aHouse({
    id: 'h5',
    name: 'Mute for long',
    state: 'offline',
    iotId: 'f',
    alarms: [{ code: 'Offline', level: 'critical', iotId: 'f' }],
  }),
]

function Workplace() {
  const sorted = useWorstFirst(houses)
  return (
    <ScreenContext value={screenAt('/dashboard/workplace')}>
      <FarmSays houses={sorted} />
      <ScreenContext value={{ ...screenAt('/dashboard/workplace'), exists: () => true }}>
        <Attention houses={sorted} flocks={[]} of={[]} />
      </ScreenContext>
      <HouseTiles houses={sorted} />
    </ScreenContext>
  )
}

test('a silent house in an emergency leads the workplace as an emergency, and the sentence counts it as an alarm', async () => {
  live.takeSnapshot(houses)
  const drawn = await render(<Workplace />, cached())
  await expect
    .element(drawn.getByRole('status'))
    .toHaveTextContent('2 houses in alarm, 1 offline. The other 2 are normal.')
  const lines = drawn.getByRole('listitem').elements()
  expect(lines.map(line => [line.querySelector('strong')?.textContent, line.dataset.state])).toEqual([
    ['Temperature above the absolute limit', 'emergency'],
    ['No data from the house', 'alarm'],
    ['No data from the house', 'offline'],
  ])
  expect(lines[0]?.textContent).toMatch(
    /In danger · Offline since .*19:57 · 44\.2\s?°C at .*19:56 · 1 more alarm/,
  )
  expect(drawn.container.textContent).toContain('1 house has no controller')
  expect(lines[0]?.querySelector('a')?.getAttribute('href')).toBe(
    '/house-alarm?houseId=h4&open=open&first=TemperatureAbsolute',
  )
  const tiles = drawn
    .getByRole('link', { name: /In danger|Mute|Fine|Never/ })
    .elements()
    .filter(link => !lines.some(line => line.contains(link)))
  expect(tiles[0]?.dataset.state).toBe('emergency')
  expect(tiles[0]?.textContent).toContain('No data')
  expect(tiles[0]?.textContent).not.toContain('44.2')
})

test('a tile shows the temperature of a house that tells only its probes, worked out without the one in doubt', async () => {
  const house = aHouse({
    id: 'h6',
    iotId: 'g',
    alarms: [{ code: 'ProbeWrong.stuck:Climate/Temp/S3', level: 'warning', iotId: 'g' }],
    readings: { 'Climate/Temp/S1': [21, AT], 'Climate/Temp/S2': [22, AT], 'Climate/Temp/S3': [35, AT] },
  })
  live.takeSnapshot([house])
  const drawn = await render(
    <ScreenContext value={screenAt('/dashboard/workplace')}>
      <HouseTiles houses={[house]} />
    </ScreenContext>,
    cached(),
  )
  await expect.poll(() => drawn.container.textContent).toContain('21.5')
  expect(drawn.container.textContent).toContain('Worked out from the 2 probes that are believed')
})
