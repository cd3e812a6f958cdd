import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, not, or, sql } from 'drizzle-orm'
import { type AlarmSource, type EndReason, isGrave } from '#shared/alarms.ts'
import { REPEAT_MS } from '#shared/limits.ts'
import type { Severity } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { type Calls, writeNotices } from './receivers.ts'
import type { MessageText } from './titles.ts'

/** What is watched: one rule on one device. */
export interface Watched {
  subjectId: string
  rule: string
}

/** Identifies a rule on a device among everything that is watched. */
export const keyOf = ({ subjectId, rule }: Watched) => `${subjectId} ${rule}`

/** An alarm to be recorded. Times in ms since 1970. */
export interface NewAlarm extends Watched {
  source: AlarmSource
  code: string
  level: Severity
  houseIds: string[]
  officePath: string
  farmPath: string
  at: number
  since: number | null
  value: number | null
  limit: number | null
  target: number | null
  /** For a farm's own rule: whom to tell, and by which additional ways. */
  calls?: Calls
  /** The message to people. */
  text: MessageText
}

export interface Recorded {
  id: string
  /** Accounts that received a message. */
  told: string[]
}

/** An alarm reported later than this can no longer be acted on: it is filed and not put up for handling. ms */
export const FILED_MS = 24 * 3_600_000
const KEPT = sql`now() - interval '3 years'`

/** Alarms of one rule on one device. */
export const of = ({ subjectId, rule }: Watched) => and(eq(alarm.subjectId, subjectId), eq(alarm.rule, rule))
const stands = ne(alarm.condition, 'cleared')

/**
 * Records an active alarm, with a message to people if it is grave, in one transaction. Repeated reports change nothing;
 * back within a quarter of an hour it is the same alarm, and people are told again. Null when it was active
 * already.
 */
export function recordRaised(store: Store, raised: NewAlarm): Promise<Recorded | null> {
  const { source, code, level, text, calls } = raised
  return store.transaction(SYSTEM, async db => {
    const [known] = await db
      .select({ id: alarm.id })
      .from(alarm)
      .where(and(of(raised), stands))
    if (known) return null
    const again = await reopen(db, raised)
    const notice = (alarmId: string) =>
      isGrave(level) || (calls && calls.receivers !== 'nobody')
        ? writeNotices(db, raised, { alarmId, level, text, calls })
        : []
    if (again) return { id: again, told: await notice(again) }
    const [made] = await db
      .insert(alarm)
      .values({
        id: newId(),
        source,
        code,
        level,
        rule: raised.rule,
        subjectId: raised.subjectId,
        houseIds: raised.houseIds,
        officePath: raised.officePath,
        farmPath: raised.farmPath,
        value: raised.value,
        limit: raised.limit,
        target: raised.target,
        condition: 'active' as const,
        live: true,
        raisedAt: await beginHere(db, raised),
        since: raised.since === null ? null : new Date(raised.since),
      })
      .onConflictDoNothing()
      .returning({ id: alarm.id })
    if (!made) return null
    return { id: made.id, told: await notice(made.id) }
  })
}

/** Whether an alarm is of the place where its device is now: on the way to another house it stays behind. */
const isHere = ({ houseIds, officePath }: NewAlarm) =>
  sql`(${alarm.officePath} = ${officePath} and ${alarm.houseIds} && ${sql.param(houseIds)}::text[])`

/** What its device brought along from another house begins here once it has ended there. */
async function beginHere(db: Db, raised: NewAlarm): Promise<Date> {
  const [elsewhere] = await db
    .select({ until: sql`max(${alarm.clearedAt})`.mapWith(alarm.clearedAt) })
    .from(alarm)
    .where(and(of(raised), not(isHere(raised))))
  return new Date(Math.max(raised.at, (elsewhere?.until?.getTime() ?? 0) + 1))
}

/**
 * Reactivates the alarm that has just cleared or was recorded at this same moment; one that was reported late and never
 * ended has been active ever since.
 */
async function reopen(db: Db, raised: NewAlarm): Promise<string | undefined> {
  const { level } = raised
  const at = new Date(raised.at)
  const [last] = await db
    .select({ id: alarm.id, wasTold: alarm.live })
    .from(alarm)
    .where(
      and(
        of(raised),
        isHere(raised),
        or(
          eq(alarm.raisedAt, at),
          and(
            eq(alarm.live, true),
            ne(alarm.handling, 'solved'),
            lte(alarm.raisedAt, at),
            gte(alarm.clearedAt, new Date(raised.at - REPEAT_MS)),
          ),
          and(
            eq(alarm.live, false),
            isNull(alarm.clearedAt),
            ne(alarm.handling, 'solved'),
            lte(alarm.raisedAt, at),
            gte(alarm.raisedAt, new Date(raised.at - FILED_MS)),
          ),
        ),
      ),
    )
    .orderBy(desc(alarm.raisedAt))
    .limit(1)
  if (!last) return undefined
  await db
    .update(alarm)
    .set({
      condition: 'active' as const,
      clearedAt: null,
      endReason: null,
      live: true,
      level,
      repeats: sql`${alarm.repeats} + ${last.wasTold ? 1 : 0}`,
    })
    .where(eq(alarm.id, last.id))
  if (isGrave(level)) await unsee(db, last.id)
  return last.id
}

/** Having seen it before it cleared is not having seen it come back; whoever is on the way still is. */
const unsee = (db: Db, id: string) =>
  db
    .update(alarm)
    .set({ handling: 'new', handledBy: null, handledAt: null })
    .where(and(eq(alarm.id, id), eq(alarm.handling, 'seen')))

/** A deleted device serves no house either. */
const movedOrDeleted = sql`case when exists (select from ${device}
  where ${device.id} = ${alarm.subjectId} and ${device.deletedAt} is not null) then 'deleted' else 'moved' end`

/** Records that an alarm has cleared. Null when none was active. */
export async function recordCleared(
  store: Store,
  watched: Watched,
  at: number,
  reason?: EndReason,
): Promise<string | null> {
  const [row] = await store
    .scoped(SYSTEM)
    .update(alarm)
    .set({
      condition: 'cleared',
      clearedAt: sql`greatest(${alarm.raisedAt}, ${new Date(at)})`,
      endReason: reason === 'moved' ? movedOrDeleted : (reason ?? null),
    })
    .where(and(of(watched), stands))
    .returning({ id: alarm.id })
  return row?.id ?? null
}

/** Records that an alarm got worse, and tells people if it is grave now. Null when no milder one is active. */
export function recordEscalated(
  store: Store,
  {
    level,
    text,
    figures,
    ...watched
  }: Watched & {
    level: Severity
    text: MessageText
    figures?: Pick<NewAlarm, 'value' | 'limit'> | undefined
  },
): Promise<Recorded | null> {
  return store.transaction(SYSTEM, async db => {
    const [row] = await db
      .update(alarm)
      .set({ level, ...(figures && { value: figures.value, limit: figures.limit }) })
      .where(and(of(watched), stands, ne(alarm.level, level)))
      .returning()
    if (!row) return null
    const told = isGrave(level)
      ? await writeNotices(db, row, { alarmId: row.id, level, text }, { isWorse: true })
      : []
    return { id: row.id, told }
  })
}

/** Active alarms in the database, of some houses or of all. */
export function standingAlarms(db: Db, houseIds?: readonly string[]) {
  return db
    .select({
      id: alarm.id,
      subjectId: alarm.subjectId,
      rule: alarm.rule,
      source: alarm.source,
      code: alarm.code,
      level: alarm.level,
      houseIds: alarm.houseIds,
      raisedAt: alarm.raisedAt,
    })
    .from(alarm)
    .where(and(stands, houseIds && sql`${alarm.houseIds} && ${sql.param(houseIds)}::text[]`))
}

/** Deletes alarms past their retention. */
export async function forgetOldAlarms(store: Store): Promise<void> {
  const db = store.scoped(SYSTEM)
  const old = db
    .select({ id: alarm.id })
    .from(alarm)
    .where(and(lt(alarm.raisedAt, KEPT), eq(alarm.condition, 'cleared')))
    .limit(5_000)
  await db.delete(alarm).where(inArray(alarm.id, old))
}
