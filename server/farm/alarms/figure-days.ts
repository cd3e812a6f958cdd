import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import type { Db } from '../../platform/database/store.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { baseOf } from '../flocks/flock-course.ts'
import { recordsOf } from '../flocks/flocks.queries.ts'
import { ownStandardNamed } from '../flocks/own-standards.ts'
import type { FlockDays } from './figure-standing.ts'

type FlockRow = typeof flock.$inferSelect

/** Flocks that are or were in these houses since a day, YYYY-MM-DD; without one only those that are. */
export const flocksIn = (db: Db, houseIds: readonly string[], since?: string): Promise<FlockRow[]> =>
  db
    .select()
    .from(flock)
    .where(
      and(
        inArray(flock.houseId, [...houseIds]),
        isNull(flock.deletedAt),
        since === undefined
          ? isNull(flock.endedOn)
          : or(isNull(flock.endedOn), sql`${flock.endedOn} >= ${since}`),
      ),
    )
    .orderBy(flock.placedOn)

/** Open flocks of these houses with a day recorded or corrected since. */
export const flocksRecorded = (db: Db, houseIds: readonly string[], since: Date): Promise<FlockRow[]> =>
  db
    .selectDistinct({ row: flock })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(
      and(
        sql`${flockRecord.changedAt} >= ${since}`,
        inArray(flock.houseId, [...houseIds]),
        isNull(flock.endedOn),
        isNull(flock.deletedAt),
      ),
    )
    .then(rows => rows.map(({ row }) => row))

/** The recorded days of a flock, with what follows from all of them. */
export async function daysOf(db: Db, row: FlockRow): Promise<FlockDays> {
  return {
    breed: row.breed,
    standard: await ownStandardNamed(db, row.standardId),
    days: ledgerOf(baseOf(row), await recordsOf(db, [row.id])),
  }
}
