import { and, gte, inArray, or, sql } from 'drizzle-orm'
import { isHens, TREATMENT_DAYS, WITHDRAWAL_DAYS } from '#shared/flocks.ts'
import { type Withdrawal, type Withheld, withheldOn } from '#shared/withdrawal.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockRecord } from '../../platform/database/tables/flocks.ts'
import { carriedMedicine } from './carried-medicine.ts'
import { todayOf } from './flock-course.ts'
import type { FoundFlock } from './flocks.queries.ts'

/** Days for which medicine can bind at all. */
const BINDS = WITHDRAWAL_DAYS + TREATMENT_DAYS

/** What may not be sold of these flocks today, by flock: of what they were given here, and before they came. */
export async function withheldNow(
  db: Db,
  scope: Scope,
  flocks: readonly FoundFlock[],
): Promise<ReadonlyMap<string, Record<keyof Withdrawal, Withheld | null>>> {
  const ids = flocks.map(({ row }) => row.id)
  if (ids.length === 0) return new Map()
  const since = daysAfter(flocks.map(todayOf).toSorted()[0] ?? '', -BINDS)
  const { flockId, day, treatments, movedIn, movedInMales } = flockRecord
  const rows = await db
    .select({ flockId, day, treatments, movedIn, movedInMales })
    .from(flockRecord)
    .where(
      and(
        inArray(flockId, ids),
        gte(day, since),
        or(sql`${treatments} <> '[]'::jsonb`, sql`${movedIn} > 0`, sql`${movedInMales} > 0`),
      ),
    )
  const byFlock = Map.groupBy(rows, row => row.flockId)
  const found = new Map<string, Record<keyof Withdrawal, Withheld | null>>()
  for (const flock of flocks) {
    const { row } = flock
    const own = byFlock.get(row.id) ?? []
    // What birds had before they came long ago binds nothing any more.
    const came = row.placedOn >= since || own.some(each => each.movedIn || each.movedInMales)
    const carried = came ? await carriedMedicine(db, scope, row, own) : []
    found.set(row.id, withheldOn(todayOf(flock), [...own, ...carried], { lays: isHens(row) }))
  }
  return found
}
