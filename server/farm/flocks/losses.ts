import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CountedLosses, HouseOnMonitor } from '#shared/contracts/houses.ts'
import { dayZero } from '#shared/flock.ts'
import type { LossesLacking } from '#shared/flock-figures/grown.ts'
import { LONGEST_GAP } from '#shared/flock-figures/ledger.ts'
import { openingOf, startedWith } from '#shared/opening.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { flock, flockSum } from '../../platform/database/tables/flocks.ts'
import { stockTold } from './held-flocks.ts'

type FlockRow = typeof flock.$inferSelect

/** What the records say of a flock's losses, as columns of `flock_sum`. */
export const lossesTold = {
  ...stockTold,
  lastOn: sql<string | null>`${flockSum.lastOn}::text`,
  firstOn: sql<string | null>`${flockSum.firstOn}::text`,
  lossesOn: sql<string | null>`${flockSum.lossesOn}::text`,
  gap: sql<number | null>`${flockSum.gap}`,
}
type LossesTold = {
  [Figure in keyof typeof lossesTold]: (typeof lossesTold)[Figure]['_']['type']
}

/** The day from which the standard's age of a flock counts. */
export const dayZeroOf = ({
  type,
  placedOn,
  hatchedOn,
}: Pick<FlockRow, 'type' | 'placedOn' | 'hatchedOn'>): string =>
  dayZero({ type, flockStartedOn: placedOn, flockHatchedOn: hatchedOn }) ?? placedOn

/** Whether losses are known since the placement: there is a record, and up to none had nobody entered any for more than a week. */
export function isRecorded({
  row,
  told,
}: {
  row: Pick<FlockRow, 'placedOn'>
  told: Pick<LossesTold, 'lastOn' | 'firstOn' | 'gap'>
}): boolean {
  if (told.lastOn === null) return false
  return Math.max(told.gap ?? 0, daysBetween(row.placedOn, told.firstOn ?? told.lastOn)) <= LONGEST_GAP
}

/** The day from which losses count: the placement, of birds that were taken over their first one, else their day 0. */
export function countedSince(row: FlockRow): string {
  const opening = openingOf(row)
  return opening ? (opening.placedOn ?? row.hatchedOn ?? row.placedOn) : row.placedOn
}

/**
 * What the survival of a flock counts; null where its losses are not known. Of one whose losses nobody enters it counts what
 * was before: its house may count on.
 */
export function lossesOf(row: FlockRow, told: LossesTold): CountedLosses | null {
  const started = startedWith(row.placedCount, openingOf(row))
  const isBegun = told.firstOn !== null
  if (started === null || (isBegun && !isRecorded({ row, told }))) return null
  return {
    isBegun,
    birds: started + told.movedIn,
    lost: told.dead + told.culled + (row.openingLost ?? 0),
    moved: told.sold + row.soldUndated + told.movedIn + told.movedOut + (row.openingSold ?? 0),
    from: countedSince(row),
  }
}

/** Why the survival of a flock is not known; null where it is, or nobody said how many were placed. */
export function survivalLacks(row: FlockRow, told: LossesTold): LossesLacking | null {
  if (row.placedCount === null || row.placedCount === 0) return null
  if (startedWith(row.placedCount, openingOf(row)) === null) return 'opening'
  if (told.lastOn === null) return 'unrecorded'
  if (told.firstOn === null) return 'untold'
  return isRecorded({ row, told }) ? null : 'losses'
}

export interface HouseLosses {
  shown: Pick<HouseOnMonitor, 'losses' | 'lossesLack'>
  /** Nobody knows how many birds there are: losses were not entered all the time. */
  isUncounted: boolean
}

/** The same of the present flocks of these houses, by house. */
export async function lossesOfHouses(
  db: Db,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, HouseLosses>> {
  if (houseIds.length === 0) return new Map()
  const rows = await db
    .select({ row: flock, told: lossesTold })
    .from(flock)
    .leftJoin(flockSum, eq(flockSum.flockId, flock.id))
    .where(and(inArray(flock.houseId, [...houseIds]), isNull(flock.endedOn), isNull(flock.deletedAt)))
  return new Map(
    rows.map(({ row, told }) => [
      row.houseId,
      {
        shown: { losses: lossesOf(row, told), lossesLack: survivalLacks(row, told) },
        isUncounted: told.lastOn !== null && !isRecorded({ row, told }),
      },
    ]),
  )
}
