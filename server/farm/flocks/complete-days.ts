import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { fieldsOfType } from '#shared/flocks.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { houseZone } from '../houses/placed-houses.ts'
import { measuredOn } from './measured.ts'
import { refreshCarried } from './moves/carried.ts'

/** Records at a time: reports must not notice. */
const AT_ONCE = 10
/** The last readings of a day are rolled up by this long after it. */
const ROLLED_UP = sql`interval '20 minutes'`

/**
 * Completes records that were made before their day was over: the meters have counted the whole day now, and feed and water
 * that nobody entered are what they counted. What somebody entered stays. Returns whether there may be more.
 */
export async function completeDays(store: Store): Promise<boolean> {
  const db = store.scoped(SYSTEM)
  const zone = houseZone
  const due = await db
    .select({
      id: flockRecord.id,
      flockId: flockRecord.flockId,
      version: flockRecord.version,
      day: flockRecord.day,
      feed: flockRecord.feed,
      water: flockRecord.water,
      measured: flockRecord.measured,
      houseId: flock.houseId,
      type: flock.type,
      timeZone: zone,
    })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .innerJoin(house, eq(house.id, flock.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .where(
      and(
        eq(flockRecord.soFar, true),
        isNull(flock.deletedAt),
        sql`${flockRecord.day} < ((now() - ${ROLLED_UP}) at time zone ${zone})::date`,
      ),
    )
    .orderBy(asc(flockRecord.day))
    .limit(AT_ONCE)
  for (const { id, version, houseId, day, timeZone, type, ...record } of due) {
    const { measured } = await measuredOn(db, houseId, day, timeZone)
    const fields = fieldsOfType(type)
    const counted = (figure: 'feed' | 'water') =>
      record[figure] ?? (fields.includes(figure) ? (measured[figure] ?? null) : null)
    await db
      .update(flockRecord)
      .set({
        measured: { ...record.measured, ...measured },
        feed: counted('feed'),
        water: counted('water'),
        soFar: false,
      })
      // Whoever changes it at this moment completes it.
      .where(and(eq(flockRecord.id, id), eq(flockRecord.version, version)))
  }
  const flockIds = [...new Set(due.map(({ flockId }) => flockId))]
  if (flockIds.length > 0) await store.transaction(SYSTEM, db => refreshCarried(db, SYSTEM, flockIds))
  return due.length === AT_ONCE
}
