import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CustomerSummary, MapCell, Place } from '#shared/contracts/customer-records.ts'
import type { CustomerStatus, Stage } from '#shared/customers.ts'
import { dateIn } from '#shared/zone-time.ts'
import { statusOf } from '../../people/customers/status.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { countedBy } from '../../platform/http/lists.ts'
import type { Filter } from './customer-filters.ts'
import { ending, maintained } from './customer-filters.ts'
import { type Asking, conditionOf, nameOf } from './customers.queries.ts'

type Counted = Pick<Asking, 'db' | 'viewer'>

/** Number of customers by status, or by approval, under the other filters. */
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

/** The end of a contract matters earlier than that of a trial. Days */
const SOON = { formal: 90, trial: 7 } as const

/** The counts in the sentence above a list. */
export async function summaryOf(
  { db, viewer }: Counted,
  stage: Stage,
): Promise<z.output<typeof CustomerSummary>> {
  const among = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`
  const today = dateIn(viewer.timeZone, new Date())
  // Customers that wait, were refused or have finished are not on trial.
  const counted = (of: 'customer' | 'c') =>
    stage === 'formal'
      ? sql`true`
      : sql`(${sql.identifier(of)}.approval = 'passed' and coalesce(${sql.identifier(of)}.trial_ends_on >= ${today}, true))`
  const [row] = await db
    .select({
      customers: among(counted('customer')),
      online: among(and(counted('customer'), sql`${statusOf} = 'ONLINE'`)),
      pending: among(eq(customer.approval, 'pending')),
      ended: among(ending(stage, 'over', viewer)),
      endingSoon: among(ending(stage, SOON[stage], viewer)),
      maintenanceDue: among(maintained('due', viewer)),
      // Joined by equal paths: a comparison with each of 100,000 would take minutes.
      houses: sql<number>`(select count(*)::int from house h join office o on o.id = h.office_id
        join customer c on c.office_path = o.farm_path
        where h.deleted_at is null and c.deleted_at is null and c.stage = ${stage} and ${counted('c')})`,
    })
    .from(customer)
    .where(and(eq(customer.stage, stage), isNull(customer.deletedAt)))
  if (!row) throw new Error('A count without a row')
  return row
}

/** The customers under these filters as marks of a map, those of a cell together. */
export async function placesOf(
  { db, viewer, language }: Asking,
  stage: Stage,
  { cell, ...filter }: Filter & { cell: MapCell },
): Promise<{ places: Place[]; withoutPlace: number }> {
  const { longitude, latitude, officeId } = customer
  const condition = and(conditionOf(stage, filter, viewer), isNotNull(longitude))
  // A literal: the planner would not recognize equal parameters as equal.
  const side = sql.raw(String(cell))
  const anywhere = { ...filter, west: undefined, south: undefined, east: undefined, north: undefined }
  const [groups, withoutPlace] = await Promise.all([
    db
      .select({
        west: sql<number>`floor((${longitude} + 180) / ${side}) * ${side} - 180`,
        south: sql<number>`floor((${latitude} + 90) / ${side}) * ${side} - 90`,
        status: statusOf,
        count: sql<number>`count(*)::int`,
        longitudes: sql<number>`sum(${longitude})`,
        latitudes: sql<number>`sum(${latitude})`,
        anyId: sql<string>`min(${officeId})`,
      })
      .from(customer)
      .where(condition)
      .groupBy(sql`1`, sql`2`, sql`3`),
    db.$count(customer, and(conditionOf(stage, anywhere, viewer), isNull(longitude))),
  ])
  const marks = [...Map.groupBy(groups, ({ west, south }) => `${west} ${south}`).values()].map(of =>
    markOf(of, cell),
  )
  const alone = marks.flatMap(({ onlyId }) => onlyId ?? [])
  const rows =
    alone.length === 0
      ? []
      : await db
          .select({ id: officeId, name: nameOf(customer, language) })
          .from(customer)
          .where(inArray(officeId, alone))
  const named = new Map(rows.map(row => [row.id, row]))
  return {
    places: marks.map(({ onlyId, ...mark }) => ({ ...mark, only: named.get(onlyId ?? '') ?? null })),
    withoutPlace,
  }
}

interface Group {
  west: number
  south: number
  status: CustomerStatus
  count: number
  longitudes: number
  latitudes: number
  anyId: string
}

/** Customers of one cell, by status, as one mark in its middle. */
function markOf(groups: readonly Group[], cell: MapCell) {
  const sum = (of: 'count' | 'longitudes' | 'latitudes') => groups.reduce((all, group) => all + group[of], 0)
  const [count, first] = [sum('count'), groups[0]]
  const { west = 0, south = 0 } = first ?? {}
  // The map's edge belongs to its last cell.
  const beyond = (edge: number, most: number) => (edge + cell > most ? undefined : edge + cell)
  return {
    box: { west, south, east: beyond(west, 180), north: beyond(south, 90) },
    count,
    longitude: sum('longitudes') / count,
    latitude: sum('latitudes') / count,
    statuses: Object.fromEntries(groups.map(({ status, count }) => [status, count])),
    onlyId: count === 1 ? first?.anyId : undefined,
  }
}
