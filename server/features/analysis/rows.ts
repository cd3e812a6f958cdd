import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  type AnalysisPeriod,
  type CustomerMove,
  type MovedCustomer,
  type OrderedGood,
  ROWS_SHOWN,
} from '#shared/contracts/analysis.ts'
import { contractOf } from '#shared/contracts/customers.ts'
import { type Stage, stages } from '#shared/customers.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
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
