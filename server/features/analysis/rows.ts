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
import { daysAfter } from '#shared/zone-time.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { holds } from '../../platform/http/holds.ts'
import type { Asking as AskingCard } from './cards.ts'
import { monthAfter, monthOf, type Period, periodOf } from './period.ts'

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

/**
 * A page of rows, newest first, each with the total. Names are looked up only for the page: `named` is what to select from
 * it and from the `farm` at `of`.
 */
async function pageOf<R>(
  db: Db,
  { rows, named, of }: { rows: SQL; named: SQL; of: SQL },
  page: number,
): Promise<Rows<R>> {
  const { rows: found } = await db.execute<{ at: string; total: number }>(sql`
    with page as (
      select *, (count(*) over ())::int as total from (${rows}) each
      order by at desc, id limit ${ROWS_SHOWN} offset ${(page - 1) * ROWS_SHOWN}
    )
    select page.id, page.at, page.total, ${named} from page join office farm on ${of} order by page.at desc, page.id`)
  const items = found.map(({ total: _, ...row }) => ({ ...row, at: new Date(row.at).toISOString() }))
  return { total: found[0]?.total ?? 0, items: items as R[] }
}

/** When customers came, became formal and left, as `analysis_rows` of the database counts them. */
const moves: Readonly<Record<CustomerMove, { at: SQL; from: SQL }>> = {
  new: { at: sql`c.created_at`, from: sql`customer c where c.approval = 'passed'` },
  converted: {
    at: sql`h.at`,
    from: sql`customer_change h join customer c on c.office_path = h.office_path
      where h.item = 'stage' and h.after = '"formal"' and h.before = '"trial"'`,
  },
  lost: { at: sql`least(c.disabled_at, c.deleted_at)`, from: sql`customer c where c.approval = 'passed'` },
}

/** The customers behind a count, from the lists the requester may read. */
export async function movedCustomers(call: Asking<{ move: CustomerMove }>): Promise<Rows<MovedCustomer>> {
  const { db, viewer, language, query } = call
  const listed: Stage[] = stages.filter(stage => holds(viewer, contractOf[stage].list.access))
  const { at, from } = moves[query.move]
  return pageOf<MovedCustomer>(
    db,
    {
      rows: sql`select c.office_id as id, c.stage, c.deleted_at is not null as "isDeleted", ${at} as at from ${from}
        and c.stage = any(${sql.param(listed)}::text[]) and ${isIn(at, await periodOf(db, query))}`,
      named: sql`page.stage, page."isDeleted", ${nameIn(language, farm)} as name`,
      of: sql`farm.id = page.id`,
    },
    query.page,
  )
}

/** Tells of a whole order, before its lines are taken apart; nothing can be told so of lines without a good. */
const hasGood = (good: string) =>
  good === '' ? sql`true` : sql`o.lines @> ${JSON.stringify([{ goodId: good }])}::jsonb`

/** The orders behind the count of a good. */
export async function orderedGoods(call: Asking<{ good: string }>): Promise<Rows<OrderedGood>> {
  const { db, language, query } = call
  return pageOf<OrderedGood>(
    db,
    {
      rows: sql`select o.id, o.number, o.made_at as at, coalesce(o.farm_path, o.office_path) as path,
          sum((l ->> 'quantity')::bigint)::int as pieces
        from customer_order o, jsonb_array_elements(o.lines) l
        where o.withdrawn_at is null and coalesce(l ->> 'goodId', '') = ${query.good} and ${hasGood(query.good)}
          and ${isIn(sql`o.made_at`, await periodOf(db, query))}
        group by o.id`,
      named: sql`page.number, page.pieces, ${nameIn(language, farm)} as name`,
      of: sql`farm.path = page.path`,
    },
    query.page,
  )
}

/** The devices behind the rate in the period, longest offline first. */
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

/** The first day with data per device; null while there is none. */
async function devicesKnownSince(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    select min(month + i - 1)::text as since from device_month, generate_subscripts(known, 1) i
    where month = (select min(month) from device_month) and known[i] > 0`)
  return rows[0]?.since ?? null
}

/**
 * How long each device was online, as counted: all devices for viewers of all customers, those of their departments for
 * others. Without a page, all of them.
 */
export async function devicesUsedIn(
  db: Db,
  { customers }: Scope,
  { from, to }: Pick<Period, 'from' | 'to'>,
  language: Language,
  page?: number,
): Promise<Rows<UsedDevice>> {
  const [first, last] = [monthOf(from), monthOf(to)]
  const isWhole = sql`month between ${first === from ? first : monthAfter(from)}::date
    and ${monthAfter(to) === daysAfter(to, 1) ? last : monthOf(daysAfter(last, -1))}::date`
  const days = sql`greatest(1, ${from}::date - month + 1) : least(cardinality(known), ${to}::date - month + 1)`
  // A whole month is read by its sums, which are in the index.
  const { rows } = await db.execute<UsedDevice & { total: number }>(sql`
    with each as (
      select device_serial, office_path, sum(known_in_all) as known, sum(online_in_all) as online
      from device_month where ${isWhole} group by 1, 2
      union all
      select device_serial, office_path, part.known, part.online
      from device_month, lateral (select sum(k) as known, sum(o) as online from unnest(known[${days}], online[${days}]) d (k, o)) part
      where month in (${first}::date, ${last}::date) and not (${isWhole})
    ), used as (
      select device_serial, o.farm_path, sum(known)::int as known, sum(online)::int as online
      from (select device_serial, office_path, sum(known) as known, sum(online) as online from each group by 1, 2) summed
        join office o on o.path = summed.office_path
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
