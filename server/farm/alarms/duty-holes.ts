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
type PlacedHouse = Awaited<ReturnType<typeof placedHouses>>[number]

/** A duty covers a house that it concerns and whose alarms its person hears. */
const covers = (duty: Duty, { id, officePath }: PlacedHouse): boolean =>
  concerns(duty, { officePath, houseIds: [id] }) && officePath.startsWith(duty.personPath)

/**
 * When nobody is on call on a number of days from a first one, and for which houses (names; null: all of them). `duties` are
 * those of people who hear alarms.
 */
export function holesByHouse(
  duties: readonly Duty[],
  houses: readonly PlacedHouse[],
  first: string,
  days: number,
): (DutyHole & { houses: string[] | null })[] {
  if (houses.length === 0) return holesOf(duties, first, days).map(hole => ({ ...hole, houses: null }))
  const found = new Map<string, DutyHole & { houses: string[] }>()
  for (const each of houses)
    for (const hole of holesOf(
      duties.filter(duty => covers(duty, each)),
      first,
      days,
    )) {
      const key = `${hole.day} ${hole.fromClock} ${hole.untilClock}`
      const known = found.get(key)
      if (known) known.houses.push(each.name)
      else found.set(key, { ...hole, houses: [each.name] })
    }
  return [...found.values()]
    .map(hole => (hole.houses.length === houses.length ? { ...hole, houses: null } : hole))
    .toSorted((a, b) => (`${a.day} ${a.fromClock}` < `${b.day} ${b.fromClock}` ? -1 : 1))
}
