import { and, desc, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  FlockRecord,
  FlockRecordRow,
  flockRecords,
  RecordSheet,
} from '#shared/contracts/flock-records.ts'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { mortalityOf } from '#shared/flock-figures/stock.ts'
import { eggsOf, recordNumberNames } from '#shared/flocks.ts'
import { tidied, tidy } from '#shared/numbers.ts'
import type { Language } from '#shared/text.ts'
import { underWayOn } from '#shared/withdrawal.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { baseOf, withdrawalNow } from '../../farm/flocks/flock-course.ts'
import { OWN_DAYS } from '../../farm/flocks/flock-rules.ts'
import {
  type FoundFlock,
  flocksWhere,
  ownStandardOf,
  type RecordRow,
  recordsOf,
  zoneOf,
} from '../../farm/flocks/flocks.queries.ts'
import { measuredOn } from '../../farm/flocks/measured.ts'
import { feedStocks } from '../../farm/house-entries/feed-course.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flock, flockRecord, flockRecordPast } from '../../platform/database/tables/flocks.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { skipped, totalOf } from '../../platform/http/lists.ts'
import { confirmedOn, contextOf } from './day-context.ts'
import { stockBefore } from './record-rules.ts'

export type RecordFilter = Omit<z.output<(typeof flockRecords.list)['query']>, 'page' | 'size' | 'sort'>

/** The record as the API shows it. */
export function shownRecord(row: RecordRow): FlockRecord {
  const { officePath: _, farmPath: __, accountId: ___, soFar: ____, actorName, changedAt, ...columns } = row
  return { ...columns, by: actorName, changedAt: changedAt.toISOString() }
}

/** All versions of a day's record, newest first. */
export async function trailOf(db: Db, flockId: string, day: string): Promise<FlockRecord[]> {
  const isOfDay = and(eq(flockRecord.flockId, flockId), eq(flockRecord.day, day))
  const [now] = await db.select().from(flockRecord).where(isOfDay)
  if (!now) return []
  const past = await db
    .select()
    .from(flockRecordPast)
    .where(eq(flockRecordPast.recordId, now.id))
    .orderBy(desc(flockRecordPast.version))
  const columns = Object.entries(getTableColumns(flockRecord))
  const before = past.map(({ told, version, accountId, actorName, changedAt }): RecordRow => {
    const kept = columns.flatMap(([name, column]) =>
      column.name in told ? [[name, told[column.name]] as const] : [],
    )
    return { ...now, ...Object.fromEntries(kept), version, accountId, actorName, changedAt }
  })
  return [now, ...before].map(shownRecord)
}

const fedOn = ({ feed, feedMales }: RecordRow): number => (feed ?? 0) + (feedMales ?? 0)

/** The data of the entry form of a flock's day. */
export async function sheetOf(
  db: Db,
  viewer: Viewer,
  found: FoundFlock,
  asked: string | undefined,
): Promise<RecordSheet> {
  const { row, houseRow, customerName } = found
  const zone = zoneOf(found)
  const today = dateIn(zone, new Date())
  const day = asked ?? row.endedOn ?? [today, row.placedOn].sort().at(-1) ?? today
  const records = await recordsOf(db, [row.id])
  const base = baseOf(row)
  const before = ledgerOf(
    base,
    records.filter(each => each.day < day),
  )
  const age = daysBetween(base.dayZero, day)
  const own = records.find(each => each.day === day)
  return {
    flockId: row.id,
    houseId: row.houseId,
    houseName: houseRow.name,
    customer: customerName,
    type: row.type,
    breed: row.breed,
    standard: ownStandardOf(found),
    day,
    today,
    timeZone: zone,
    placedOn: row.placedOn,
    endedOn: row.endedOn,
    dayAge: age + row.placementDay,
    age,
    aliveAtStart: stockBefore(day, { base, others: records }),
    ...contextOf(found, day, { before, confirmed: confirmedOn(records) }),
    feedStock: tidied(
      (await feedStocks(db, row.houseId, new Map([[day, own ? fedOn(own) : 0]]))).get(day) ?? null,
    ),
    withdrawal: await withdrawalNow(db, viewer.scope, found, records, day),
    underWay: underWayOn(day, records),
    ...(await measuredOn(db, row.houseId, day, zone)),
    record: own ? shownRecord(own) : null,
    mayChange: own ? await mayChange(db, viewer, own, today) : mayTellLate(viewer, row, day, today),
  }
}

/** Whether a viewer may change a record: one's own of the last days, or any with the right to edit flocks. */
export async function mayChange(db: Db, viewer: Viewer, record: RecordRow, today: string): Promise<boolean> {
  if (viewer.grants.has('chicken_batch:edit')) return true
  if (daysBetween(record.day, today) > OWN_DAYS || record.accountId !== viewer.accountId) return false
  const others = and(
    eq(flockRecordPast.recordId, record.id),
    sql`${flockRecordPast.accountId} is distinct from ${viewer.accountId}`,
  )
  return (await db.$count(flockRecordPast, others)) === 0
}

/** Whether a viewer may still tell a day of a flock that has no record: of a closed one those without that right the last days. */
export const mayTellLate = (
  viewer: Viewer,
  { endedOn }: Pick<FoundFlock['row'], 'endedOn'>,
  day: string,
  today: string,
): boolean =>
  endedOn === null || viewer.grants.has('chicken_batch:edit') || daysBetween(day, today) <= OWN_DAYS

const matching = ({ flockId, houseId, firstDay, lastDay }: RecordFilter) =>
  and(
    flockId === undefined ? undefined : eq(flockRecord.flockId, flockId),
    houseId === undefined ? undefined : eq(flock.houseId, houseId),
    firstDay === undefined ? undefined : gte(flockRecord.day, firstDay),
    lastDay === undefined ? undefined : lte(flockRecord.day, lastDay),
  )

/** Ids of all records that match a filter, and a condition, newest first. */
export async function recordIds(db: Db, filter: RecordFilter, only?: SQL): Promise<string[]> {
  const rows = await db
    .select({ id: flockRecord.id })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(and(matching(filter), only))
    .orderBy(desc(flockRecord.day), flockRecord.id)
  return rows.map(({ id }) => id)
}

/** Birds dead and culled on the day of these records, in % of those alive that morning, by the record's id. */
async function mortalityOn(db: Db, rows: readonly RecordRow[]): Promise<ReadonlyMap<string, number>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const flockIds = [...new Set(rows.map(({ flockId }) => flockId))]
  const change = sql`coalesce(r.moved_in, 0) - coalesce(r.dead, 0) - coalesce(r.culled, 0) - coalesce(r.sold, 0) - coalesce(r.moved_out, 0)`
  const told = await db.execute<{ id: string; birds: number | null; lost: number | null }>(sql`
    select id, birds::int, lost from (
      select r.id, r.day, coalesce(r.dead, r.culled) + case when r.dead is null then 0 else coalesce(r.culled, 0) end as lost,
        f.placed_count - f.sold_undated + coalesce(sum(${change}) over (
          partition by r.flock_id order by r.day rows between unbounded preceding and 1 preceding), 0) as birds
      from flock_record r join flock f on f.id = r.flock_id where ${inArray(sql`r.flock_id`, flockIds)}
    ) each where ${inArray(sql`id`, ids)}`)
  return new Map(
    told.rows.flatMap(({ id, birds, lost }) =>
      lost === null || !birds || birds <= 0 ? [] : [[id, tidy(mortalityOf(lost, birds))] as const],
    ),
  )
}

async function withFlocks(db: Db, scope: Scope, language: Language, rows: readonly RecordRow[]) {
  const ids = [...new Set(rows.map(({ flockId }) => flockId))]
  const found = ids.length === 0 ? [] : await flocksWhere(db, scope, language, inArray(flock.id, ids))
  const flocks = new Map(found.map(each => [each.row.id, each]))
  const mortality = await mortalityOn(db, rows)
  const items = rows.flatMap((row): FlockRecordRow[] => {
    const of = flocks.get(row.flockId)
    if (!of) return []
    const { number, type } = of.row
    const eggs = eggsOf(Object.fromEntries(recordNumberNames.map(name => [name, row[name]])))
    return [
      {
        ...shownRecord(row),
        number,
        type,
        houseName: of.houseRow.name,
        customer: of.customerName,
        eggs,
        mortality: mortality.get(row.id) ?? null,
      },
    ]
  })
  return { items, found }
}

/** The records of these ids, in no order, with the farms they belong to. */
export async function recordsById(db: Db, scope: Scope, language: Language, ids: readonly string[]) {
  const rows = await db
    .select()
    .from(flockRecord)
    .where(inArray(flockRecord.id, [...ids]))
  return withFlocks(db, scope, language, rows)
}

export async function listRecords(
  db: Db,
  scope: Scope,
  language: Language,
  query: RecordFilter & { page: number; size: number },
) {
  const total = db.$count(
    db
      .select({ id: flockRecord.id })
      .from(flockRecord)
      .innerJoin(flock, eq(flock.id, flockRecord.flockId))
      .where(matching(query))
      .as('matching'),
  )
  const rows = await db
    .select({ record: flockRecord, total })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(matching(query))
    .orderBy(desc(flockRecord.day), flockRecord.id)
    .limit(query.size)
    .offset(skipped(query))
  const { items, found } = await withFlocks(
    db,
    scope,
    language,
    rows.map(({ record }) => record),
  )
  return { total: await totalOf(rows, total), items, found }
}
