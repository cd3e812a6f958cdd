import { and, isNull, type SQL } from 'drizzle-orm'
import { type DutyHole, holesOf } from '#shared/duties.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { concerns, type dutiesOf } from './on-call.ts'

/** Houses in scope, by name, with the office they belong to. */
export const placedHouses = (db: Db, where?: SQL) =>
  db
    .select({ id: house.id, name: house.name, officePath: house.officePath })
    .from(house)
    .where(and(isNull(house.deletedAt), where))
    .orderBy(house.name)

type Duty = Awaited<ReturnType<typeof dutiesOf>>[number]
export type PlacedHouse = Awaited<ReturnType<typeof placedHouses>>[number]

/** When nobody is on call for a house; null: for a farm that has none yet. */
export interface HouseHole extends DutyHole {
  house: PlacedHouse | null
}

/** A duty covers a house that it concerns and whose alarms its person hears. */
const covers = (duty: Duty, { id, officePath }: PlacedHouse): boolean =>
  concerns(duty, { officePath, houseIds: [id] }) && officePath.startsWith(duty.personPath)

/** When nobody is on call on a number of days from a first one, for each house. `duties` are those of people who hear alarms. */
export function houseHoles(
  duties: readonly Duty[],
  houses: readonly PlacedHouse[],
  first: string,
  days: number,
): HouseHole[] {
  if (houses.length === 0) return holesOf(duties, first, days).map(hole => ({ ...hole, house: null }))
  return houses.flatMap(house =>
    holesOf(
      duties.filter(duty => covers(duty, house)),
      first,
      days,
    ).map(hole => ({ ...hole, house })),
  )
}

/** The same hours of several houses as one hole, with their names; null: all of the farm's `count`. */
export function holesByHours(
  holes: readonly HouseHole[],
  count: number,
): (DutyHole & { houses: string[] | null })[] {
  const keyOf = ({ day, fromClock, untilClock }: DutyHole) => `${day} ${fromClock} ${untilClock}`
  return [...Map.groupBy(holes, keyOf).values()]
    .map(([hole, ...more]) => {
      const { day, fromClock, untilClock } = hole as HouseHole
      const houses = [hole as HouseHole, ...more].flatMap(({ house }) => house?.name ?? [])
      return { day, fromClock, untilClock, houses: houses.length === count ? null : houses }
    })
    .toSorted((a, b) => (`${a.day} ${a.fromClock}` < `${b.day} ${b.fromClock}` ? -1 : 1))
}

/** When nobody is on call on a number of days from a first one, and for which houses; see {@link houseHoles}. */
export const holesByHouse = (
  duties: readonly Duty[],
  houses: readonly PlacedHouse[],
  first: string,
  days: number,
): ReturnType<typeof holesByHours> => holesByHours(houseHoles(duties, houses, first, days), houses.length)
