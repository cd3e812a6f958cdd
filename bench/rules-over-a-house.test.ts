import { expect, test } from 'vitest'
import { demoCustomers } from '#server/demo/seed/demo-farms.ts'
import type { HouseType } from '#shared/signals.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { HouseSpec } from '#simulator/fleet.ts'
import { rulesOverAHouse } from './rules-over-a-house.ts'

const DAY = 86_400_000
/** Days of the demonstration's past. */
const DAYS = 21
const TODAY = Date.parse('2026-11-27T00:00:00Z')

/** The houses of the demonstration's customers as the simulator plays them, without faults. */
const houses = demoCustomers.flatMap(({ sites, timeZone, key }) =>
  sites.flatMap(({ houses, latitude, longitude }) =>
    Object.entries(houses).map(([code, { ageDays, cage: _, ...house }]) => {
      const placedOn = new Date(TODAY - ageDays * DAY).toISOString().slice(0, 10)
      const place = { latitude, longitude, timeZone }
      const spec: HouseSpec = { ...house, ...place, placedOn, seed: 7, faults: 0 }
      return { key, code, ageDays, spec }
    }),
  ),
)
const grave = ['critical', 'emergency']

/** Frost, the dry spring, the heat and the autumn; an age of each time of the birds' life. */
const months = ['2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15']
const ages: Record<HouseType, number[]> = {
  broiler: [1, 10, 20, 35],
  layer: [200],
  pullet: [5, 60],
  breeder: [20, 250],
}
const places = [...new Map(houses.map(each => [`${each.key} ${each.spec.type}`, each])).values()]
const seasons = places.flatMap(({ key, spec }) =>
  months.flatMap(month => ages[spec.type].map(age => ({ key, type: spec.type, month, age, spec }))),
)
test.each(seasons)(
  'no rule rings for a healthy $type house of $key with birds of day $age from $month on',
  ({ month, age, spec }) => {
    const from = Date.parse(`${month}T00:00:00Z`)
    const placedOn = daysAfter(month, -age)
    expect(rulesOverAHouse({ ...spec, placedOn }, from, from + 2 * DAY)).toEqual([])
  },
)

test.each(houses.filter(({ key, ageDays }) => key === 'siam' && ageDays < 60))(
  'the broilers of $code in the tropics raise nothing grave on any of their days',
  ({ spec }) => {
    const found = rulesOverAHouse(spec, TODAY - DAYS * DAY, TODAY)
    expect(found.filter(({ level }) => grave.includes(level))).toEqual([])
  },
)

test('chicks heated to a target that somebody set five degrees too high ring as an emergency', () => {
  const [chicks] = houses.filter(({ spec, ageDays }) => spec.type === 'broiler' && ageDays <= 10)
  if (!chicks) throw new Error('the demonstration has no chicks')
  const from = TODAY - chicks.ageDays * DAY
  const hotter = (readings: Record<string, unknown>, metric: string) => Number(readings[metric]) + 5
  const found = rulesOverAHouse(chicks.spec, from, from + DAY, {
    says: readings => ({
      ...readings,
      'Climate/Temp/Avg': hotter(readings, 'Climate/Temp/Avg'),
      'Climate/Temp/Target': hotter(readings, 'Climate/Temp/Target'),
    }),
  })
  expect(found.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['TemperatureAbsolute', 'TemperatureHigh', 'TargetUnlikely']),
  )
})
