import { and, asc, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { FILED_MS, type NewAlarm, of, type Watched } from './alarm-record.ts'

/** An alarm a device tells of afterwards. `end`: by when it had passed, null where nobody knows. */
export interface PastAlarm
  extends Omit<NewAlarm, 'houseIds' | 'text' | 'since' | 'value' | 'limit' | 'target'> {
  end: number | null
}

/**
 * Files an alarm of the past with its own time, for the house the device served then. Nobody is alerted. One that
 * nothing ended before an alarm which is known already is that alarm: it stood since then.
 */
export async function recordPast(store: Store, past: PastAlarm): Promise<void> {
  const raisedAt = new Date(past.at)
  await store.transaction(SYSTEM, async db => {
    if (await isKnown(db, past, raisedAt)) return
    if (await reachesInto(db, past, raisedAt)) return
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
        condition: 'cleared' as const,
        live: false,
        clearedAt: past.end === null ? null : new Date(past.end),
        handling: handlingOf(past.at),
      })
      .onConflictDoNothing()
  })
}

/** What is told long after it happened is beyond helping. */
const handlingOf = (at: number) => (Date.now() - at > FILED_MS ? ('solved' as const) : ('new' as const))

/** Whether an alarm is known that stood at this time. */
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
 * Notes at the next alarm that was told live that it stood since then already, while its gateway was away: a device
 * tells changes, and nothing in between says that it had passed. `recordPastEnd` takes it back when something does.
 */
async function reachesInto(db: Db, { end, ...watched }: PastAlarm, at: Date): Promise<boolean> {
  const [next] = await db
    .select({ id: alarm.id, live: alarm.live, raisedAt: alarm.raisedAt })
    .from(alarm)
    .where(and(of(watched), gt(alarm.raisedAt, at), lte(alarm.raisedAt, new Date(at.getTime() + FILED_MS))))
    .orderBy(asc(alarm.raisedAt))
    .limit(1)
  // The newest value before that alarm says that it had passed.
  if (!next?.live || (end !== null && end < next.raisedAt.getTime())) return false
  await db
    .update(alarm)
    .set({ since: sql`least(${alarm.since}, ${at})` })
    .where(eq(alarm.id, next.id))
  return true
}

/** The end of an alarm of the past, told after its beginning; the earliest that is told holds. */
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

/** What a live alarm seemed to have stood since was one of its own, and ended here. */
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
