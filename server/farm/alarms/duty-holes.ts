import { and, isNull, type SQL } from 'drizzle-orm'
import { type DutyHole, holesOf } from '#shared/duties.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { concerns, type dutiesOf, holderOf } from './on-call.ts'

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

/** The people of a farm who hear its alarms, with the path of their office: they hear those of that office and below. */
export type Hearing = ReadonlyMap<string, string>

/** A duty covers a house that it concerns and whose alarms its person hears, or the stand-in in their place. */
function covers(duty: Duty, hearing: Hearing, { id, officePath }: PlacedHouse): boolean {
  const hears = (accountId: string) => {
    const path = hearing.get(accountId)
    return path !== undefined && officePath.startsWith(path)
  }
  return concerns(duty, { officePath, houseIds: [id] }) && holderOf(duty, hears) !== undefined
}

/** When nobody is on call on a number of days from a first one, for each house. */
export function houseHoles(
  duties: readonly Duty[],
  hearing: Hearing,
  houses: readonly PlacedHouse[],
  first: string,
  days: number,
): HouseHole[] {
  if (houses.length === 0) {
    const held = duties.filter(duty => holderOf(duty, id => hearing.has(id)) !== undefined)
    return holesOf(held, first, days).map(hole => ({ ...hole, house: null }))
  }
  return houses.flatMap(house =>
    holesOf(
      duties.filter(duty => covers(duty, hearing, house)),
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
  hearing: Hearing,
  houses: readonly PlacedHouse[],
  first: string,
  days: number,
): ReturnType<typeof holesByHours> =>
  holesByHours(houseHoles(duties, hearing, houses, first, days), houses.length)
