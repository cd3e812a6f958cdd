import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import { sameBirds } from '#shared/alarm-advice.ts'
import { causeOf, type LikelyCause, TOGETHER_MS } from '#shared/alarm-cause.ts'
import { alarmCodesLike, conditionFilters, handlings, isGrave, metricOfAlarm } from '#shared/alarms.ts'
import type { Alarm, AlarmCounts, AlarmDetail, AlarmFilter, alarms } from '#shared/contracts/alarms.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { type Doubts, doubtOf } from '#shared/probe-doubts.ts'
import type { Language } from '#shared/text.ts'
import { birdsIn } from '../../farm/alarms/birds-in.ts'
import { FARM_RULE } from '../../farm/alarms/farm-rules.ts'
import { type AlarmLog, logOf } from '../../farm/alarms/log-steps.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import { isProvenOnSite } from '../../people/notices/take-back.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import { customerNames, isOfOffice } from '../../platform/database/customers-seen.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm, alarmEvent, alarmStep } from '../../platform/database/tables/alarms.ts'
import { house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, gravityOf, orderOf, skipped, totalOf } from '../../platform/http/lists.ts'
import type { Seen } from '../../platform/http/viewing.ts'
import type { Services } from '../../platform/services.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { chainOf } from './chain-now.ts'

type List = z.output<typeof alarms.list.query>
type Narrowing = z.output<typeof alarms.counts.query>
export type AlarmRow = typeof alarm.$inferSelect
type Names = Record<'houses' | 'customers', ReadonlyMap<string, string>> & {
  /** What is not believed now, by device. */
  doubts: ReadonlyMap<string, Doubts>
  /** Alarms where somebody says to be on site, and nobody has proven it. */
  unproven: ReadonlySet<string>
  /** Alarms whose chain runs, of which the viewer has said nothing as they are now. */
  owed: ReadonlySet<string>
}
/** Whose rights and language an answer uses; files are made without current device values. */
export type Asking = {
  db: Db
  viewer: Viewer
  language: Language
  services?: Pick<Services, 'store' | 'config'> & { devices: Pick<DeviceSide, 'latest'> }
}

const SIMILAR_DAYS = 90
const SIMILAR_SHOWN = 5
const DAY_MS = 86_400_000

/** The code of a farm's rule without its state and its condition, as `ruleCodes` have it; any other as it is. */
const bareCode = sql`split_part(split_part(${alarm.code}, '|', 1), '=', 1)`
const isSolved = sql`(${alarm.handling} = 'solved')`
const sortable = { raisedAt: alarm.raisedAt, code: alarm.code, level: gravityOf(alarm.level) }

function narrowed(
  db: Db,
  { search, houseId, officeId, level, alarmCode, cause, from, to }: Narrowing,
): SQL | undefined {
  const named = (text: string) => {
    const houses = db
      .select({ ids: sql`coalesce(array_agg(${house.id}), '{}')` })
      .from(house)
      .where(ilike(house.name, anywhere(text)))
    const codes = alarmCodesLike(text)
    return or(sql`${alarm.houseIds} && (${houses})`, codes.length > 0 ? inArray(bareCode, codes) : undefined)
  }
  return and(
    search ? named(search) : undefined,
    houseId === undefined ? undefined : sql`${alarm.houseIds} @> ${sql.param([houseId])}::text[]`,
    officeId === undefined ? undefined : isOfOffice(alarm.officePath, officeId),
    level && eq(alarm.level, level),
    alarmCode === undefined ? undefined : eq(alarm.code, alarmCode),
    cause && (cause === 'none' ? isNull(alarm.cause) : eq(alarm.cause, cause)),
    from === undefined ? undefined : gte(alarm.raisedAt, new Date(from)),
    to === undefined ? undefined : lt(alarm.raisedAt, new Date(to)),
  )
}

/** Those of these alarms where nobody has proven to be on site. */
export const unprovenAmong = (db: Db, ids: readonly string[]) =>
  db
    .select({ id: alarm.id })
    .from(alarm)
    .where(and(inArray(alarm.id, [...ids]), sql`not ${isProvenOnSite(sql`${alarm}`)}`))

async function namesOf(
  asking: Asking,
  rows: readonly Pick<
    AlarmRow,
    'id' | 'houseIds' | 'farmPath' | 'condition' | 'subjectId' | 'handling' | 'level' | 'chainAt'
  >[],
): Promise<Names> {
  const { id, name } = house
  const ids = [...new Set(rows.flatMap(({ houseIds }) => houseIds))]
  const active = rows.filter(({ condition }) => asking.services && condition !== 'cleared')
  const onSite = rows.filter(wantsProof).map(row => row.id)
  const ringing = rows.filter(isRinging).map(row => row.id)
  const [found, customers, doubts, unproven, owed] = await Promise.all([
    ids.length === 0 ? [] : asking.db.select({ id, name }).from(house).where(inArray(id, ids)),
    customerNames(
      asking.db,
      asking,
      rows.flatMap(({ farmPath }) => farmPath ?? []),
    ),
    doubtsNow(asking.db, [...new Set(active.map(({ subjectId }) => subjectId))]),
    onSite.length === 0 ? [] : unprovenAmong(asking.db, onSite),
    ringing.length === 0 || asking.viewer.kind !== CUSTOMER ? [] : owedAmong(asking, ringing),
  ])
  return {
    houses: new Map(found.map(({ id, name }) => [id, name])),
    customers,
    doubts,
    unproven: new Set(unproven.map(row => row.id)),
    owed: new Set(owed.map(row => row.id)),
  }
}

/** Whether the chain of an alarm may still tell somebody. */
const isRinging = ({ condition, handling, chainAt }: Pick<AlarmRow, 'condition' | 'handling' | 'chainAt'>) =>
  condition !== 'cleared' && handling !== 'solved' && chainAt !== null

/** Those of these alarms of which the viewer has said nothing since their chain began. */
const owedAmong = ({ db, viewer }: Asking, ids: readonly string[]) =>
  db
    .select({ id: alarm.id })
    .from(alarm)
    .where(
      and(
        inArray(alarm.id, [...ids]),
        sql`not exists (select from ${alarmEvent} e where e.alarm_id = ${alarm}.id and e.kind = 'answer'
          and e.account_id = ${viewer.accountId} and e.chain_from is not distinct from ${alarm}.chain_from)`,
      ),
    )

/** Whether somebody says to be on site, or what is wrong there while it still is. */
const wantsProof = ({ handling, condition, level }: Pick<AlarmRow, 'handling' | 'condition' | 'level'>) =>
  handling === 'on_site' || (handling === 'cause_found' && condition !== 'cleared' && isGrave(level))

/** A house that was erased or is out of scope has no name. */
const housesOf = ({ houseIds }: { houseIds: string[] }, { houses }: Names) =>
  houseIds.map(id => ({ id, name: houses.get(id) ?? '—' }))

/** The device's current value of the metric it warns about; null once the alarm has passed. */
function valueNow({ condition, code, subjectId }: AlarmRow, services: Asking['services']): number | null {
  if (condition === 'cleared') return null
  const value = services?.devices.latest(subjectId)?.readings.get(metricOfAlarm(code) ?? '')?.value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function shown(row: AlarmRow, names: Names, { services }: Pick<Asking, 'services'> = {}): Alarm {
  const { id, code, source, level, condition, value, limit, target, repeats, live, handling, cause } = row
  const now = valueNow(row, services)
  const doubt = now === null ? undefined : doubtOf(names.doubts.get(row.subjectId), metricOfAlarm(code) ?? '')
  return {
    id,
    code,
    source,
    level,
    condition,
    value,
    limit,
    target,
    repeats,
    live,
    handling,
    cause,
    iotId: row.subjectId,
    customer: names.customers.get(row.farmPath ?? '') ?? null,
    houses: housesOf(row, names),
    valueNow: now,
    doubtNow: doubt ?? null,
    raisedAt: row.raisedAt.toISOString(),
    clearedAt: row.clearedAt?.toISOString() ?? null,
    latchedAt: row.latchedAt?.toISOString() ?? null,
    endReason: row.endReason,
    flipping: row.flipping,
    since: row.since?.toISOString() ?? null,
    metric: metricOfAlarm(code),
    handledBy: row.handledBy,
    handledAt: row.handledAt?.toISOString() ?? null,
    isUnproven: names.unproven.has(id),
    isOwed: names.owed.has(id),
    shelf: shelfOf(row),
  }
}

/** Until when nobody is told of it, by whom and why; null once that is over. */
const shelfOf = ({ shelvedUntil, shelvedBy, shelvedWhy }: AlarmRow): Alarm['shelf'] =>
  shelvedUntil && shelvedUntil.getTime() > Date.now()
    ? { until: shelvedUntil.toISOString(), by: shelvedBy, why: shelvedWhy }
    : null

type Filter = z.output<typeof AlarmFilter>

const filtered = (db: Db, query: Filter) =>
  and(
    narrowed(db, query),
    query.condition === 'latched'
      ? isNotNull(alarm.latchedAt)
      : query.condition && eq(alarm.condition, query.condition),
    query.handling && eq(alarm.handling, query.handling),
    query.open === undefined ? undefined : eq(isSolved, query.open === 'solved'),
  )
const stands = sql`(${alarm.condition} <> 'cleared')`
/** Open ones first; among those, unseen ones, then the most severe; then the newest. */
const byUrgency = [
  isSolved,
  desc(stands),
  sql`case when ${stands} then ${alarm.handling} = 'new' end desc nulls last`,
  sql`case when ${stands} then ${gravityOf(alarm.level)} end desc nulls last`,
  desc(alarm.raisedAt),
  desc(alarm.id),
]

const ordered = (sort: string | undefined) =>
  sort ? orderOf(sort, sortable, '-raisedAt', alarm.id) : byUrgency

/** Ids of all alarms that match a filter, in its order. */
export async function alarmIds(db: Db, query: Filter & { sort?: string | undefined }): Promise<string[]> {
  const rows = await db
    .select({ id: alarm.id })
    .from(alarm)
    .where(filtered(db, query))
    .orderBy(...ordered(query.sort))
  return rows.map(({ id }) => id)
}

/** The alarms of these ids as a file shows them, in no order. */
export async function alarmsById(
  asking: Asking,
  ids: readonly string[],
): Promise<(Alarm & { log: AlarmLog })[]> {
  const rows = await asking.db
    .select()
    .from(alarm)
    .where(inArray(alarm.id, [...ids]))
  const names = await namesOf(asking, rows)
  const logged = await logOf(asking.db, ids)
  return rows.map(row => ({ ...shown(row, names), log: logged(row.id) }))
}

/** One page of the alarms, the most urgent first. `seen`: whose they are. */
export async function listAlarms(asking: Asking, query: List) {
  const { db } = asking
  const where = filtered(db, query)
  const order = ordered(query.sort)
  const total = db.$count(alarm, where)
  const rows = await db
    .select({ ...getTableColumns(alarm), total })
    .from(alarm)
    .where(where)
    .orderBy(...order)
    .limit(query.size)
    .offset(skipped(query))
  const names = await namesOf(asking, rows)
  const items = rows.map(row => shown(row, names, asking))
  return { total: await totalOf(rows, total), items, seen: rows.map(({ farmPath }) => ({ farmPath })) }
}

/** What is logged when somebody is shown alarms: the first house of each. */
export async function seenOf(db: Db, rows: readonly AlarmRow[]): Promise<Seen[]> {
  const { id, name, officePath } = house
  const firsts = rows.map(({ houseIds }) => houseIds[0] ?? '')
  const found = await db.select({ id, name, officePath }).from(house).where(anyOf(id, firsts))
  const known = new Map(found.map(each => [each.id, each]))
  return rows.map(({ farmPath, houseIds }) => ({ farmPath, house: known.get(houseIds[0] ?? '') }))
}

const zeroes = <T extends string>(keys: readonly T[]) =>
  Object.fromEntries(keys.map(key => [key, 0])) as Record<T, number>

/** How many alarms there are on each axis. */
export async function countAlarms(db: Db, scope: Scope, query: Narrowing): Promise<AlarmCounts> {
  const { condition, handling, latchedAt } = alarm
  const [rows, notShared] = await Promise.all([
    db
      .select({ condition, handling, latched: count(latchedAt), count: count() })
      .from(alarm)
      .where(narrowed(db, query))
      .groupBy(condition, handling),
    customersNotShared(db, scope),
  ])
  const counts = {
    condition: zeroes(conditionFilters),
    handling: zeroes(handlings),
    total: 0,
    open: 0,
    unseen: 0,
    notShared,
  }
  for (const row of rows) {
    counts.condition[row.condition] += row.count
    counts.condition.latched += row.latched
    counts.handling[row.handling] += row.count
    counts.total += row.count
    if (row.handling !== 'solved') counts.open += row.count
    if (row.handling === 'new' && row.condition !== 'cleared') counts.unseen += row.count
  }
  return counts
}

/** The alarm; refused when the viewer may not see it. */
export async function findAlarm(db: Db, id: string): Promise<AlarmRow> {
  const [row] = await db.select().from(alarm).where(eq(alarm.id, id))
  if (!row) throw refuse.notFound()
  return row
}

/** Like `findAlarm`, each once and in this order, locked against handling by others. */
export async function lockAlarms(db: Db, ids: readonly string[]): Promise<AlarmRow[]> {
  // Always in the same order, so that two callers with overlapping lines do not deadlock.
  const query = db
    .select()
    .from(alarm)
    .where(inArray(alarm.id, [...ids]))
  const rows = await query.orderBy(alarm.id).for('update')
  return [...new Set(ids)].map(id => {
    const row = rows.find(known => known.id === id)
    if (!row) throw refuse.notFound()
    return row
  })
}

/** The alarm with its handling, and earlier and later occurrences of it. */
export async function alarmDetail(asking: Asking, row: AlarmRow): Promise<AlarmDetail> {
  const { db } = asking
  const since = new Date(row.raisedAt.getTime() - SIMILAR_DAYS * DAY_MS)
  const alike = and(
    eq(alarm.code, row.code),
    ne(alarm.id, row.id),
    gte(alarm.raisedAt, since),
    sql`${alarm.houseIds} && ${sql.param(row.houseIds)}::text[]`,
  )
  const [steps, similar, [counted], places, likelyCause, chained, ownAction] = await Promise.all([
    db.select().from(alarmStep).where(eq(alarmStep.alarmId, row.id)).orderBy(alarmStep.at, alarmStep.id),
    db.select().from(alarm).where(alike).orderBy(desc(alarm.raisedAt)).limit(SIMILAR_SHOWN),
    db.select({ total: count() }).from(alarm).where(alike),
    placesOf(db, row),
    likelyCauseOf(db, row),
    chainOf(asking, row),
    ownActionOf(db, row),
  ])
  const names = await namesOf(asking, [row, ...similar])
  return {
    ...shown(row, names, asking),
    steps: [
      { step: 'new', at: row.raisedAt.toISOString(), by: null, via: null, note: null },
      ...steps.map(({ step, at, actorName, via, note }) => ({
        step,
        at: at.toISOString(),
        by: actorName,
        via,
        note,
      })),
    ],
    similar: similar.map(other => shown(other, names)),
    ...chained,
    similarTotal: counted?.total ?? 0,
    ownAction,
    timeZone: places[0]?.timeZone ?? 'UTC',
    birds: sameBirds(
      places.map(place => birdsIn(place, asking.services?.devices.latest(place.deviceId ?? ''))),
    ),
    likelyCause,
  }
}

/** What the farm wants done when its rule rings. */
async function ownActionOf(db: Db, { rule }: AlarmRow): Promise<string | null> {
  if (!rule.startsWith(FARM_RULE)) return null
  const [found] = await db
    .select({ action: alarmRule.action })
    .from(alarmRule)
    .where(eq(alarmRule.id, rule.slice(FARM_RULE.length)))
  return found?.action || null
}

/** The cause of an alarm, among those open in its houses when it was raised, or still open. */
async function likelyCauseOf(db: Db, row: AlarmRow): Promise<LikelyCause | null> {
  const { code, raisedAt, since, houseIds, clearedAt } = alarm
  const stood = and(
    lte(raisedAt, new Date(row.raisedAt.getTime() + TOGETHER_MS)),
    or(ne(alarm.condition, 'cleared'), gte(clearedAt, row.raisedAt)),
  )
  const others = await db
    .select({ code, raisedAt, since })
    .from(alarm)
    .where(and(ne(alarm.id, row.id), sql`${houseIds} && ${sql.param(row.houseIds)}::text[]`, stood))
  return causeOf(others.map(sinceOf), [sinceOf(row)])
}

const sinceOf = ({ code, raisedAt, since }: Pick<AlarmRow, 'code' | 'raisedAt' | 'since'>) => ({
  code,
  since: (since ?? raisedAt).getTime(),
})

/** The houses of an alarm in its order, each with its zone, flock and main controller. */
async function placesOf(db: Db, { houseIds }: AlarmRow) {
  const { id, type } = house
  const { flockStartedOn, flockHatchedOn, litter } = houseNow
  const isMain = and(eq(houseDevice.houseId, id), isNull(houseDevice.to), houseDevice.main)
  const { deviceId } = houseDevice
  const zones = { own: house.timeZone, office: office.timeZone }
  const found = await db
    .select({ id, type, flockStartedOn, flockHatchedOn, litter, deviceId, ...zones })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .innerJoin(houseNow, eq(houseNow.houseId, id))
    .leftJoin(houseDevice, isMain)
    .where(inArray(id, houseIds))
  return found
    .map(({ own, office, ...place }) => ({ ...place, timeZone: own ?? office }))
    .toSorted((a, b) => houseIds.indexOf(a.id) - houseIds.indexOf(b.id))
}
