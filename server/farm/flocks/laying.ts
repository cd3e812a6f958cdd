import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Laid } from '#shared/contracts/houses.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock, flockSum } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { stockOf } from './held-flocks.ts'
import { dayZeroOf, isRecorded, lossesTold } from './losses.ts'

/** What the records say of the last days with eggs, as columns of `flock_sum`. */
export const eggsTold = {
  eggsOn: sql<string | null>`${flockSum.eggsOn}::text`,
  eggs: sql<number | null>`${flockSum.eggs}`,
  left: sql<number | null>`${flockSum.lastLeft}`,
  eggsBeforeOn: sql<string | null>`${flockSum.eggsBeforeOn}::text`,
  eggsBefore: sql<number | null>`${flockSum.eggsBefore}`,
  leftBefore: sql<number | null>`${flockSum.leftBefore}`,
}
type EggsTold = {
  [Figure in keyof typeof eggsTold]: (typeof eggsTold)[Figure]['_']['type']
}

/** The eggs of the last day with eggs that is over, and the hens of that morning; null without either. */
export function lastLaid(
  told: EggsTold,
  alive: number | null,
  today: string,
): Pick<Laid, 'day' | 'eggs' | 'hens'> | null {
  const isSoFar = told.eggsOn !== null && told.eggsOn >= today
  const [day, eggs, left] = isSoFar
    ? [told.eggsBeforeOn, told.eggsBefore, told.leftBefore]
    : [told.eggsOn, told.eggs, told.left]
  const hens = alive === null || left === null ? null : alive + left
  return day !== null && eggs !== null && hens ? { day, eggs, hens } : null
}

/** The same of the present flocks of these houses, by house. */
export async function laidInHouses(
  db: Db,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, Laid | null>> {
  if (houseIds.length === 0) return new Map()
  const rows = await db
    .select({
      row: flock,
      told: { ...lossesTold, ...eggsTold },
      timeZone: sql<string>`coalesce(${house.timeZone}, ${office.timeZone})`,
    })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(flockSum, eq(flockSum.flockId, flock.id))
    .where(and(inArray(flock.houseId, [...houseIds]), isNull(flock.endedOn), isNull(flock.deletedAt)))
  return new Map(
    rows.map(({ row, told, timeZone }) => {
      const laid = lastLaid(told, stockOf(row, told).females, dateIn(timeZone, new Date()))
      const age = laid && daysBetween(dayZeroOf(row), laid.day)
      return [row.houseId, laid && { ...laid, age: age ?? 0, isSure: isRecorded({ row, told }) }]
    }),
  )
}
