import { expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { alarmFarm, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const HOUR = 60 * MINUTE

/** A house of hens whose air is well; what is told stands until it is told anew. */
async function henHouse() {
  const house = await farm.controller()
  await farm.start()
  farm.report(house, { 'Climate/Temp/Target': 21, 'Climate/Temp/Outdoor': 12, 'Bird/Count': 20_000 })
  return house
}
async function activeAfter(house: Awaited<ReturnType<typeof henHouse>>, ms: number) {
  farm.pass(ms, 30 * SECOND)
  await farm.settled()
  const alarms = await farm.alarmsOf(house)
  return alarms.flatMap(({ code, condition }) => (condition === 'active' ? [code] : [])).toSorted()
}

// A sensor in doubt may be right: what it says of harm goes on ringing.
test.each<[said: string, values: Record<string, MetricValue>, ms: number, rings: string, doubt: string]>([
  [
    'a corner that is hot since its fan stopped',
    { 'Climate/Temp/S1': 21, 'Climate/Temp/S2': 21.4, 'Climate/Temp/S3': 20.8, 'Climate/Temp/S4': 37 },
    9 * HOUR,
    'TemperatureAbsolute',
    'ProbeWrong.apart:Climate/Temp/S4',
  ],
  [
    'a silo that stands still because it is empty',
    { 'Climate/Temp/S1': 21, 'Feed/Silo1/Weight': 0 },
    24 * HOUR,
    'FeedRunsOut',
    'ProbeWrong.still:Feed/Silo1/Weight',
  ],
])('%s rings on while its sensor is in doubt', async (_, values, ms, rings, doubt) => {
  const house = await henHouse()
  farm.report(house, values)
  expect(await activeAfter(house, HOUR)).toContain(rings)
  expect(await activeAfter(house, ms)).toEqual(expect.arrayContaining([rings, doubt]))
})

test('gas that kills rings on a sensor that read too little before', async () => {
  const house = await henHouse()
  farm.report(house, { 'Climate/Temp/S1': 21, 'Air/CO2/S1': 300 })
  expect(await activeAfter(house, 12 * HOUR)).toEqual(['ProbeWrong.thin:Air/CO2/S1'])
  farm.report(house, { 'Air/CO2/S1': 9_000 })
  expect(await activeAfter(house, HOUR)).toEqual(['CarbonDioxideHigh', 'ProbeWrong.thin:Air/CO2/S1'])
})
