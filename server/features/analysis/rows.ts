import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  type AnalysisPeriod,
  type CustomerMove,
  type MovedCustomer,
  type OrderedGood,
  ROWS_SHOWN,
  type UsedDevice,
} from '#shared/contracts/analysis.ts'
import { contractOf } from '#shared/contracts/customers.ts'
import { type Stage, stages } from '#shared/customers.ts'
import type { Language } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { holds } from '../../platform/http/holds.ts'
import type { Asking as AskingCard } from './cards.ts'
import { type Period, periodOf } from './period.ts'

type Asking<Q> = Omit<AskingCard, 'query'> & { query: AnalysisPeriod & { page: number } & Q }
interface Rows<R> {
  total: number
  items: R[]
}

const farm = alias(office, 'farm')

/** Within the days of a period, by the provider's calendar. */
const isIn = (at: SQL, { from, to, timeZone }: Period) =>
  sql`${at} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`

/** A page of rows that each say how many there are in all. */
async function pageOf<R>(db: Db, rows: SQL, page: number): Promise<Rows<R>> {
  const { rows: found } = await db.execute<{ at: string; total: number }>(sql`
    select *, (count(*) over ())::int as total from (${rows}) each
    order by at desc, id limit ${ROWS_SHOWN} offset ${(page - 1) * ROWS_SHOWN}`)
  const items = found.map(({ total: _, ...row }) => ({ ...row, at: new Date(row.at).toISOString() }))
  return { total: found[0]?.total ?? 0, items: items as R[] }
}

/** When customers came, became formal and left, as `analysis_rows` of the database counts them. */
const moves: Readonly<Record<CustomerMove, SQL>> = {
  new: sql`select office_id, created_at as at from customer where approval = 'passed'`,
  converted: sql`select c.office_id, h.at from customer_change h join customer c on c.office_path = h.office_path
    where h.item = 'stage' and h.after = '"formal"' and h.before = '"trial"'`,
  lost: sql`select office_id, least(disabled_at, deleted_at) as at from customer where approval = 'passed'`,
}

/** The customers behind a count, of the lists that whoever asks may read. */
export async function movedCustomers(call: Asking<{ move: CustomerMove }>): Promise<Rows<MovedCustomer>> {
  const { db, viewer, language, query } = call
  const listed: Stage[] = stages.filter(stage => holds(viewer, contractOf[stage].list.access))
  return pageOf<MovedCustomer>(
    db,
    sql`select c.office_id as id, ${nameIn(language, farm)} as name, c.stage, c.deleted_at is not null as "isDeleted", moved.at
      from (${moves[query.move]}) moved join customer c on c.office_id = moved.office_id join office farm on farm.id = c.office_id
      where c.stage = any(${sql.param(listed)}::text[]) and ${isIn(sql`moved.at`, await periodOf(db, query))}`,
    query.page,
  )
}

/** The orders behind the count of a good. */
export async function orderedGoods(call: Asking<{ good: string }>): Promise<Rows<OrderedGood>> {
  const { db, language, query } = call
  return pageOf<OrderedGood>(
    db,
    sql`select o.id, o.number, o.made_at as at, min(${nameIn(language, farm)}) as name, sum((l ->> 'quantity')::bigint)::int as pieces
      from customer_order o join office farm on farm.path = coalesce(o.farm_path, o.office_path), jsonb_array_elements(o.lines) l
      where o.withdrawn_at is null and coalesce(l ->> 'goodId', '') = ${query.good}
        and ${isIn(sql`o.made_at`, await periodOf(db, query))}
      group by o.id`,
    query.page,
  )
}

/** The devices behind the rate in the period, those that were away longest first. */
export async function usedDevices(
  call: Asking<object>,
): Promise<Rows<UsedDevice> & { since: string | null }> {
  const { db, viewer, language, query } = call
  const period = await periodOf(db, query)
  const [rows, since] = await Promise.all([
    devicesUsedIn(db, viewer.scope, period, language, query.page),
    devicesKnownSince(db),
  ])
  return { ...rows, since }
}

/** The first day of which devices are known one by one; null while none is. */
async function devicesKnownSince(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    select min(month + i - 1)::text as since from device_month, generate_subscripts(known, 1) i
    where month = (select min(month) from device_month) and known[i] > 0`)
  return rows[0]?.since ?? null
}

/**
 * For how long each device was there, as it was counted: of who sees all customers all devices, of who sees those of departments
 * these. Without a page all of them.
 */
export async function devicesUsedIn(
  db: Db,
  { customers }: Scope,
  { from, to }: Pick<Period, 'from' | 'to'>,
  language: Language,
  page?: number,
): Promise<Rows<UsedDevice>> {
  const days = sql`greatest(1, ${from}::date - month + 1) : least(cardinality(known), ${to}::date - month + 1)`
  const secondsOf = (column: 'known' | 'online') => sql`sum(case
    when month >= ${from}::date and month + cardinality(known) - 1 <= ${to}::date then ${sql.raw(column)}_in_all
    else (select sum(s) from unnest(${sql.raw(column)}[${days}]) s) end)`
  const { rows } = await db.execute<UsedDevice & { total: number }>(sql`
    with each as (
      select device_serial, office_path, ${secondsOf('known')} as known, ${secondsOf('online')} as online from device_month
      where month between date_trunc('month', ${from}::date)::date and ${to}::date group by 1, 2
    ), used as (
      select device_serial, o.farm_path, sum(known)::int as known, sum(online)::int as online
      from each join office o on o.path = each.office_path
      ${customers === 'all' ? sql`` : sql`where o.care_path is not null`}
      group by 1, 2 having sum(known) > 0
    ), shown as (
      select *, (count(*) over ())::int as total from used order by known - online desc, known desc, device_serial, farm_path
      ${page === undefined ? sql`` : sql`limit ${ROWS_SHOWN} offset ${(page - 1) * ROWS_SHOWN}`}
    )
    select case when d.id is not null then jsonb_build_object('id', d.id, 'code', d.code, 'name', d.name,
        'isDeleted', d.deleted_at is not null) end as device,
      ${nameIn(language, farm)} as customer, shown.known, shown.online, total
    from shown left join device d on d.serial = shown.device_serial left join office farm on farm.path = shown.farm_path
    order by shown.known - shown.online desc, shown.known desc, shown.device_serial, shown.farm_path`)
  return { total: rows[0]?.total ?? 0, items: rows.map(({ total: _, ...row }) => row) }
}
