import { and, asc, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { FILED_MS, type NewAlarm, of, type Watched } from './alarm-record.ts'

/** An alarm reported afterwards. `end`: by when it had cleared, null when unknown. */
export interface PastAlarm extends Omit<NewAlarm, 'houseIds' | 'since'> {
  end: number | null
}

/**
 * Files a past alarm with its own time, for the house the device served then, alerting nobody. If nothing ended it before
 * an alarm already known, it is that alarm, which has been active since then.
 */
export async function recordPast(store: Store, past: PastAlarm): Promise<void> {
  const raisedAt = new Date(past.at)
  await store.transaction(SYSTEM, async db => {
    if (await isKnown(db, past, raisedAt)) return
    if (await reachesInto(db, past, raisedAt)) return
    const end = await endBefore(db, past, raisedAt)
    const served = await db
      .select({ id: houseDevice.houseId })
      .from(houseDevice)
      .where(
        and(
          eq(houseDevice.deviceId, past.subjectId),
          lte(houseDevice.from, raisedAt),
          or(isNull(houseDevice.to), gt(houseDevice.to, raisedAt)),
        ),
      )
    if (served.length === 0) return
    await db
      .insert(alarm)
      .values({
        id: newId(),
        source: past.source,
        code: past.code,
        level: past.level,
        rule: past.rule,
        subjectId: past.subjectId,
        officePath: past.officePath,
        farmPath: past.farmPath,
        houseIds: served.map(({ id }) => id),
        raisedAt,
        value: past.value,
        limit: past.limit,
        target: past.target,
        condition: 'cleared' as const,
        live: false,
        clearedAt: end,
        handling: handlingOf(past.at),
      })
      .onConflictDoNothing()
  })
}

/** By when a past alarm had cleared: before the next of its kind began, which may have been reported earlier. */
async function endBefore(db: Db, { end, ...watched }: PastAlarm, at: Date): Promise<Date | null> {
  const [next] = await db
    .select({ raisedAt: alarm.raisedAt })
    .from(alarm)
    .where(and(of(watched), gt(alarm.raisedAt, at)))
    .orderBy(asc(alarm.raisedAt))
    .limit(1)
  const known = [end, next?.raisedAt.getTime() ?? null].filter(each => each !== null)
  return known.length === 0 ? null : new Date(Math.min(...known))
}

/** What is reported long after it happened can no longer be acted on. */
const handlingOf = (at: number) => (Date.now() - at > FILED_MS ? ('solved' as const) : ('new' as const))

/** Whether a known alarm was active at this time. */
async function isKnown(db: Db, watched: Watched, at: Date): Promise<boolean> {
  const stoodThen = or(gt(alarm.clearedAt, at), and(ne(alarm.condition, 'cleared'), isNull(alarm.clearedAt)))
  const [known] = await db
    .select({ id: alarm.id })
    .from(alarm)
    .where(and(of(watched), lte(alarm.raisedAt, at), stoodThen))
    .limit(1)
  return known !== undefined
}

/**
 * Notes on the next live alarm that it was active since then, while its gateway was away: a device reports changes, and
 * nothing in between says that it cleared. `recordPastEnd` undoes this when something does.
 */
async function reachesInto(
  db: Db,
  { end, ...watched }: Watched & Pick<PastAlarm, 'end'>,
  at: Date,
): Promise<boolean> {
  const [next] = await db
    .select({ id: alarm.id, live: alarm.live, raisedAt: alarm.raisedAt })
    .from(alarm)
    .where(and(of(watched), gt(alarm.raisedAt, at), lte(alarm.raisedAt, new Date(at.getTime() + FILED_MS))))
    .orderBy(asc(alarm.raisedAt))
    .limit(1)
  // The newest value before that alarm says that it had cleared.
  if (!next?.live || (end !== null && end < next.raisedAt.getTime())) return false
  await db
    .update(alarm)
    .set({ since: sql`least(${alarm.since}, ${at})` })
    .where(eq(alarm.id, next.id))
  return true
}

/** Records the end of a past alarm, reported after its beginning; the earliest reported end counts. */
export async function recordPastEnd(store: Store, watched: Watched, at: number): Promise<void> {
  const end = new Date(at)
  await store.transaction(SYSTEM, async db => {
    if (await splitOff(db, watched, end)) return
    const [last] = await db
      .select({ id: alarm.id, clearedAt: alarm.clearedAt })
      .from(alarm)
      .where(and(of(watched), eq(alarm.live, false), lte(alarm.raisedAt, end)))
      .orderBy(desc(alarm.raisedAt))
      .limit(1)
    if (!last || (last.clearedAt !== null && last.clearedAt <= end)) return
    await db.update(alarm).set({ clearedAt: end }).where(eq(alarm.id, last.id))
  })
}

/** Splits off the earlier part of a live alarm: it was an alarm of its own, and ended here. */
async function splitOff(db: Db, watched: Watched, end: Date): Promise<boolean> {
  const [later] = await db
    .select()
    .from(alarm)
    .where(
      and(
        of(watched),
        eq(alarm.source, 'controller'),
        eq(alarm.live, true),
        lte(alarm.since, end),
        gt(alarm.raisedAt, end),
      ),
    )
  if (!later?.since) return false
  await db.update(alarm).set({ since: null }).where(eq(alarm.id, later.id))
  const { source, code, level, rule, subjectId, houseIds, officePath, farmPath, since } = later
  await db
    .insert(alarm)
    .values({
      source,
      code,
      level,
      rule,
      subjectId,
      houseIds,
      officePath,
      farmPath,
      id: newId(),
      raisedAt: since,
      clearedAt: end,
      condition: 'cleared' as const,
      live: false,
      handling: handlingOf(since.getTime()),
    })
    .onConflictDoNothing()
  return true
}
