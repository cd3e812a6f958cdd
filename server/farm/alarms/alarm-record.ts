import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type AlarmSource, type EndReason, isGrave } from '#shared/alarms.ts'
import { REPEAT_MS } from '#shared/limits.ts'
import type { Severity } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { device } from '../../platform/database/tables/farms.ts'
import type { ToldAlarm } from '../../platform/events.ts'
import type { Calls } from './receivers.ts'
import type { Change } from './write-queue.ts'

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
  /** The controller holds it though its trouble is over. */
  isLatched?: boolean
  /** For a farm's own rule: whom to tell, and by which additional ways. */
  calls?: Calls
}

/** An active alarm. */
export type Standing = Pick<ToldAlarm, 'code' | 'level' | 'source' | 'houseIds' | 'raisedAt'> &
  Watched & { farmPath: string; isLatched?: boolean }

/** What happened to an alarm, and as what it is announced. */
export type AlarmChange = Change & { about: Standing } & (
    | { what: 'raised'; alarm: NewAlarm }
    /** Back so soon that it was never recorded as cleared: it comes and goes. */
    | { what: 'flipped'; alarm: NewAlarm }
    /** Its trouble is over, but its controller holds it until it is reset at the panel. */
    | { what: 'latched'; at: number }
    /** Its trouble is back while its controller held it. */
    | { what: 'relapsed'; alarm: NewAlarm }
    | { what: 'cleared'; at: number; reason: EndReason | null }
    /** To the level it is announced with; without figures those of its beginning stay. With the level it has, only they change. */
    | { what: 'escalated'; figures: Pick<NewAlarm, 'value' | 'limit'> | null }
  )
type Of<W extends AlarmChange['what']> = Extract<AlarmChange, { what: W }>

/** A change that was recorded: others had been recorded before. */
export interface Recorded {
  id: string
  change: AlarmChange
  /** People are to be told, now or later. */
  rings: boolean
}

/** Only what was quiet for this long has truly come back; before that it flips. ms */
export const QUIET_MS = 60_000
/** What flips rings at growing distances, doubling from the first to the longest. */
const FIRST_DISTANCE = sql`interval '2 minutes'`
const MOST_DOUBLINGS = 3
/** An alarm reported later than this can no longer be acted on: it is filed and not put up for handling. ms */
export const FILED_MS = 24 * 3_600_000
const KEPT = sql`now() - interval '3 years'`

/** Alarms of one rule on one device. */
export const of = ({ subjectId, rule }: Watched) => and(eq(alarm.subjectId, subjectId), eq(alarm.rule, rule))
const stands = ne(alarm.condition, 'cleared')

/** Records changes, each of another alarm, in one transaction and few statements. Repeated ones change nothing. */
export const recordChanges = (store: Store, changes: readonly AlarmChange[]): Promise<Recorded[]> =>
  store.transaction(SYSTEM, async db => [
    ...(await recordRaised(db, only(changes, 'raised'))),
    ...(await recordFlipped(db, [...only(changes, 'flipped'), ...only(changes, 'relapsed')])),
    ...(await recordLatched(db, only(changes, 'latched'))),
    ...(await recordEscalated(db, only(changes, 'escalated'))),
    ...(await recordCleared(db, only(changes, 'cleared'))),
  ])

const only = <W extends AlarmChange['what']>(changes: readonly AlarmChange[], what: W) =>
  changes.filter((change): change is Of<W> => change.what === what)

/** Whether people are told of it at all. */
const isTold = ({ level, calls }: NewAlarm): boolean =>
  isGrave(level) || (calls !== undefined && calls.receivers !== 'nobody')

type Known = Awaited<ReturnType<typeof knownOf>>[number]

/** What is known of these alarms and may be the same, with what ended elsewhere since. */
function knownOf(db: Db, raised: readonly NewAlarm[]) {
  const { subjectId, rule } = alarm
  const earliest = new Date(Math.min(...raised.map(({ at }) => at)) - REPEAT_MS)
  const [subjects, rules] = [raised.map(one => one.subjectId), raised.map(one => one.rule)]
  const moments = raised.map(({ at }) => new Date(at).toISOString())
  return db
    .select()
    .from(alarm)
    .where(
      sql`(${subjectId}, ${rule}) in (select * from unnest(${sql.param(subjects)}::text[], ${sql.param(rules)}::text[]))
        and (${stands} or ${alarm.clearedAt} is null or ${alarm.clearedAt} >= ${earliest}
          or ${alarm.raisedAt} = any(${sql.param(moments)}::timestamptz[]))`,
    )
}

/**
 * Records active alarms. One that is back within a quarter of an hour is the same, counted again; what its device brought
 * along from another house begins here, once it has ended there.
 */
async function recordRaised(db: Db, changes: readonly Of<'raised'>[]): Promise<Recorded[]> {
  if (changes.length === 0) return []
  const rows = await knownOf(
    db,
    changes.map(change => change.alarm),
  )
  const known = Map.groupBy(rows, keyOf)
  const fresh: { change: Of<'raised'>; at: number }[] = []
  const back: { change: Of<'raised'>; last: Known }[] = []
  for (const change of changes) {
    const ofIt = known.get(keyOf(change.alarm)) ?? []
    if (ofIt.some(({ condition }) => condition !== 'cleared')) continue
    const here = ofIt.filter(row => isHere(row, change.alarm))
    const last = lastOf(here, change.alarm)
    if (last) back.push({ change, last })
    else fresh.push({ change, at: beginOf(ofIt, here, change.alarm) })
  }
  return [...(await insertFresh(db, fresh)), ...(await reopen(db, back))]
}

/** Whether a known alarm is of the place where its device is now: on the way to another house it stays behind. */
const isHere = (row: Known, { houseIds, officePath }: NewAlarm): boolean =>
  row.officePath === officePath && row.houseIds.some(id => houseIds.includes(id))

/**
 * The alarm that has just cleared or was recorded at this same moment; or one that was reported late and never ended, which
 * has been active ever since.
 */
const lastOf = (rows: readonly Known[], { at }: NewAlarm): Known | undefined =>
  rows
    .filter(row => isSame(row, at))
    .toSorted((a, b) => b.raisedAt.getTime() - a.raisedAt.getTime())
    .at(0)

function isSame({ raisedAt, clearedAt, live, handling }: Known, at: number): boolean {
  const raised = raisedAt.getTime()
  if (raised === at) return true
  if (handling === 'solved' || raised > at) return false
  return live
    ? clearedAt !== null && clearedAt.getTime() >= at - REPEAT_MS
    : clearedAt === null && raised >= at - FILED_MS
}

/** When an alarm began here: not before its device left the house where it stood. */
function beginOf(known: readonly Known[], here: readonly Known[], { at }: NewAlarm): number {
  const elsewhere = known.filter(row => !here.includes(row)).map(({ clearedAt }) => clearedAt?.getTime() ?? 0)
  return Math.max(at, ...elsewhere.map(until => until + 1))
}

async function insertFresh(
  db: Db,
  fresh: readonly { change: Of<'raised'>; at: number }[],
): Promise<Recorded[]> {
  if (fresh.length === 0) return []
  const rows = fresh.map(({ change, at }) => {
    const { calls: _, since, isLatched, ...raised } = change.alarm
    const rings = isTold(change.alarm)
    return {
      ...raised,
      id: newId(),
      condition: 'active' as const,
      live: true,
      raisedAt: new Date(at),
      since: since === null ? null : new Date(since),
      latchedAt: isLatched ? new Date(at) : null,
      ring: rings ? ('raised' as const) : null,
      ringAt: rings ? sql`now()` : null,
      rungAt: rings ? null : sql`now()`,
    }
  })
  const made = await db.insert(alarm).values(rows).onConflictDoNothing().returning(found)
  return recorded(
    made,
    fresh.map(({ change }) => change),
  )
}

function rings(change: AlarmChange): boolean {
  if (change.what === 'cleared' || change.what === 'latched') return false
  return change.what === 'escalated' ? isGrave(change.about.level) : isTold(change.alarm)
}

type Found = { id: string; subjectId: string; rule: string }
const found = { id: alarm.id, subjectId: alarm.subjectId, rule: alarm.rule }

/** The changes of these rows. */
function recorded(rows: readonly Found[], changes: readonly AlarmChange[]): Recorded[] {
  const ofAlarm = new Map(changes.map(change => [change.key, change]))
  return rows.flatMap(row => {
    const change = ofAlarm.get(keyOf(row))
    if (!change) return []
    return [{ id: row.id, change, rings: rings(change) }]
  })
}

/** Rows for a statement that changes many alarms, each in its way. */
const each = (rows: readonly object[], columns: SQL): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(${columns})`

/** Where and with which figures an alarm stands now. */
const asNow = ({ level, houseIds, value, limit, target, isLatched = false, at }: NewAlarm) => ({
  latched_at: isLatched ? new Date(at) : null,
  level,
  house_ids: houseIds,
  value,
  limit,
  target,
})
const NOW = sql`latched_at timestamptz, level text, house_ids text[], value double precision, "limit" double precision, target double precision`
const takesOver = sql`condition = 'active', cleared_at = null, end_reason = null, level = t.level, house_ids = t.house_ids,
  value = t.value, "limit" = t."limit", target = t.target, latched_at = t.latched_at`

/** What comes back soon after people were told is told later, and less often each time. */
const nextRing = sql`greatest(now(), a.rung_at + ${FIRST_DISTANCE} * 2 ^ least(greatest(a.rings - 1, 0), ${MOST_DOUBLINGS}))`
const ringsAgain = sql`ring = case when t.tells then coalesce(a.ring, t.ring) else a.ring end,
  ring_at = case when not t.tells then a.ring_at when t.flips then least(a.ring_at, coalesce(${nextRing}, now())) else now() end,
  rung_at = case when t.tells then a.rung_at else now() end,
  rings = case when t.flips then a.rings else 0 end`

async function reopen(db: Db, back: readonly { change: Of<'raised'>; last: Known }[]): Promise<Recorded[]> {
  if (back.length === 0) return []
  const rows = back.map(({ change, last: { id, live, clearedAt } }) => ({
    ...asNow(change.alarm),
    id,
    again: live ? 1 : 0,
    tells: isTold(change.alarm),
    ring: live ? 'again' : 'raised',
    flips: live && clearedAt !== null && change.alarm.at - clearedAt.getTime() < QUIET_MS,
  }))
  const columns = sql`id text, again integer, tells boolean, ring text, flips boolean, ${NOW}`
  // Another process may have been first.
  const { rows: reopened } = await db.execute<Found>(sql`
    update ${alarm} a set ${takesOver}, live = true, repeats = a.repeats + t.again,
      flipping = a.flipping and t.flips, ${ringsAgain}
    from ${each(rows, columns)} where a.id = t.id and a.condition = 'cleared'
    returning a.id, a.subject_id as "subjectId", a.rule`)
  return recorded(
    reopened,
    back.map(({ change }) => change),
  )
}

/** Counts alarms that stand, and went and came meanwhile; what comes back while it was held is told at once. */
async function recordFlipped(
  db: Db,
  changes: readonly (Of<'flipped'> | Of<'relapsed'>)[],
): Promise<Recorded[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ alarm, what }) => ({
    ...asNow(alarm),
    subject_id: alarm.subjectId,
    rule: alarm.rule,
    tells: isTold(alarm),
    ring: 'again',
    flips: what === 'flipped',
  }))
  const columns = sql`subject_id text, rule text, tells boolean, ring text, flips boolean, ${NOW}`
  const { rows: counted } = await db.execute<Found>(sql`
    update ${alarm} a set ${takesOver}, repeats = a.repeats + 1, flipping = a.flipping or t.flips, ${ringsAgain}
    from ${each(rows, columns)} where a.subject_id = t.subject_id and a.rule = t.rule and a.condition <> 'cleared'
    returning a.id, a.subject_id as "subjectId", a.rule`)
  return recorded(counted, changes)
}

/** Records that controllers hold alarms whose trouble is over. */
async function recordLatched(db: Db, changes: readonly Of<'latched'>[]): Promise<Recorded[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ about, at }) => ({
    subject_id: about.subjectId,
    rule: about.rule,
    at: new Date(at),
  }))
  const columns = sql`subject_id text, rule text, at timestamptz`
  const { rows: held } = await db.execute<Found>(sql`
    update ${alarm} a set latched_at = greatest(a.raised_at, t.at)
    from ${each(rows, columns)} where a.subject_id = t.subject_id and a.rule = t.rule and a.condition <> 'cleared'
    returning a.id, a.subject_id as "subjectId", a.rule`)
  return recorded(held, changes)
}

/** A deleted device serves no house either. */
const endReason = sql`case when t.reason = 'moved' and exists (select from ${device} d
  where d.id = a.subject_id and d.deleted_at is not null) then 'deleted' else t.reason end`
/** What is over, or has been seen, is not told later. */
const noLater = (column: SQL) =>
  sql`case when a.ring = 'again' and a.ring_at > now() then null else ${column} end`

/** What a step of somebody's handling changes besides: who acts on an alarm knows that it comes and goes. */
export const WITHOUT_LATER_RING = {
  ring: sql`case when ${alarm.ringAt} > now() then null else ${alarm.ring} end`,
  ringAt: sql`case when ${alarm.ringAt} > now() then null else ${alarm.ringAt} end`,
}

/** Records that alarms have cleared. */
async function recordCleared(db: Db, changes: readonly Of<'cleared'>[]): Promise<Recorded[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ about, at, reason }) => ({
    subject_id: about.subjectId,
    rule: about.rule,
    at: new Date(at),
    reason,
  }))
  const columns = sql`subject_id text, rule text, at timestamptz, reason text`
  const { rows: cleared } = await db.execute<Found>(sql`
    update ${alarm} a set condition = 'cleared', latched_at = null, cleared_at = greatest(a.raised_at, t.at), end_reason = ${endReason},
      ring = ${noLater(sql`a.ring`)}, ring_at = ${noLater(sql`a.ring_at`)}
    from ${each(rows, columns)} where a.subject_id = t.subject_id and a.rule = t.rule and a.condition <> 'cleared'
    returning a.id, a.subject_id as "subjectId", a.rule`)
  return recorded(cleared, changes)
}

/** Records that alarms got worse; people are told of those that are grave now, and of new figures alone nobody. */
async function recordEscalated(db: Db, changes: readonly Of<'escalated'>[]): Promise<Recorded[]> {
  if (changes.length === 0) return []
  const rows = changes.map(({ about: { subjectId, rule, level }, figures }) => ({
    subject_id: subjectId,
    rule,
    level,
    tells: isGrave(level),
    measured: figures !== null,
    ...figures,
  }))
  const columns = sql`subject_id text, rule text, level text, tells boolean, measured boolean, value double precision,
    "limit" double precision`
  const { rows: worse } = await db.execute<Found>(sql`
    update ${alarm} a set level = t.level, value = case when t.measured then t.value else a.value end,
      "limit" = case when t.measured then t."limit" else a."limit" end, ring = case when t.tells then 'worse' else a.ring end,
      ring_at = case when t.tells then now() else a.ring_at end
    from ${each(rows, columns)}
    where a.subject_id = t.subject_id and a.rule = t.rule and a.condition <> 'cleared' and a.level <> t.level
    returning a.id, a.subject_id as "subjectId", a.rule`)
  await recordFigures(
    db,
    rows.filter(({ measured }) => measured),
    columns,
  )
  return recorded(worse, changes)
}

/** Records what alarms that keep their level are about now. */
async function recordFigures(db: Db, rows: readonly object[], columns: SQL): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`
    update ${alarm} a set value = t.value, "limit" = t."limit" from ${each(rows, columns)}
    where a.subject_id = t.subject_id and a.rule = t.rule and a.condition <> 'cleared' and a.level = t.level
      and (a.value, a."limit") is distinct from (t.value, t."limit")`)
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
      farmPath: alarm.farmPath,
      raisedAt: alarm.raisedAt,
      latchedAt: alarm.latchedAt,
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
