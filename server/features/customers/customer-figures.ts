import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CustomerSummary, Place } from '#shared/contracts/customers.ts'
import type { CustomerStatus, Stage } from '#shared/customers.ts'
import { customer } from '../../database/tables/customers.ts'
import { countedBy } from '../../http/lists.ts'
import { ending, statusOf } from './customer-filters.ts'
import { type Asking, conditionOf, type Filter, nameOf } from './customers.queries.ts'

type Counted = Pick<Asking, 'db' | 'viewer'>

/** How many customers there are in each status, or of each approval, under the other filters. */
export async function countCustomers(
  { db, viewer }: Counted,
  stage: Stage,
  { by, ...filter }: Filter & { by: 'status' | 'approval' },
): Promise<Record<string, number>> {
  const condition = conditionOf(stage, filter, viewer)
  if (by === 'approval') return countedBy(db, customer, customer.approval, condition)
  const rows = await db
    .select({ status: statusOf, rows: count() })
    .from(customer)
    .where(condition)
    .groupBy(sql`1`)
  return Object.fromEntries(rows.map(({ status, rows }) => [status, rows]))
}

/** A contract is worth talking about for longer than a trial. Days */
const SOON = { formal: 90, trial: 7 } as const

/** What the sentence above a list counts. */
export async function summaryOf(
  { db, viewer }: Counted,
  stage: Stage,
): Promise<z.output<typeof CustomerSummary>> {
  const among = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [row] = await db
    .select({
      customers: sql<number>`count(*)::int`,
      online: among(sql`${statusOf} = 'ONLINE'`),
      pending: among(eq(customer.approval, 'pending')),
      ended: among(ending(stage, 'over', viewer)),
      endingSoon: among(ending(stage, SOON[stage], viewer)),
      houses: sql<number>`(select count(*)::int from house h join office o on o.id = h.office_id
        where h.deleted_at is null and o.farm_path = any(array(
          select c.office_path from customer c where c.deleted_at is null and c.stage = ${stage})))`,
    })
    .from(customer)
    .where(and(eq(customer.stage, stage), isNull(customer.deletedAt)))
  if (!row) throw new Error('A count without a row')
  return row
}

/** Names that one mark of the map says. */
const NAMED = 8

/** Degrees: customers of one cell are one mark, a few pixels of a map of the world. */
const CELL = 1

/** The customers under these filters as marks of a map, those of a cell together. */
export async function placesOf(
  { db, viewer, language }: Asking,
  stage: Stage,
  filter: Filter,
): Promise<{ places: Place[]; withoutPlace: number }> {
  const condition = conditionOf(stage, filter, viewer)
  const { longitude, latitude, officeId } = customer
  const name = nameOf(customer, language)
  const cell = [sql`floor(${longitude} / ${CELL})`, sql`floor(${latitude} / ${CELL})`] as const
  const rows = await db
    .select({
      key: sql<string>`concat(${cell[0]}, ' ', ${cell[1]})`,
      ...{ status: statusOf, count: sql<number>`count(*)::int` },
      longitudes: sql<number>`sum(${longitude})`,
      latitudes: sql<number>`sum(${latitude})`,
      named: sql<{ id: string; name: string }[]>`to_jsonb((array_agg(
        jsonb_build_object('id', ${officeId}, 'name', ${name}) order by ${name}))[1:${sql.raw(String(NAMED))}])`,
    })
    .from(customer)
    .where(and(condition, isNotNull(longitude)))
    .groupBy(sql`1`, sql`2`)
  const places = [...Map.groupBy(rows, ({ key }) => key).values()].map(placeOf)
  const withoutPlace = await db.$count(customer, and(condition, isNull(longitude)))
  return { places, withoutPlace }
}

interface Group {
  status: CustomerStatus
  count: number
  longitudes: number
  latitudes: number
  named: { id: string; name: string }[]
}

/** Customers of one cell, by status, as one mark in their middle. */
function placeOf(groups: readonly Group[]): Place {
  const sum = (of: 'count' | 'longitudes' | 'latitudes') => groups.reduce((all, group) => all + group[of], 0)
  const all = sum('count')
  const named = groups.flatMap(({ named, status }) => named.map(one => ({ ...one, status })))
  return {
    ...{ count: all, longitude: sum('longitudes') / all, latitude: sum('latitudes') / all },
    statuses: Object.fromEntries(groups.map(({ status, count }) => [status, count])),
    customers: named.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, NAMED),
  }
}
