import { and, desc, eq, ilike, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AgentTotals, OwnCustomer } from '#shared/contracts/agent-area.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import { normal } from '#shared/money.ts'
import { maintenanceIn } from '../../people/customers/maintenance-words.ts'
import { statusOf } from '../../people/customers/status.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, orderOf, skipped, totalOf } from '../../platform/http/lists.ts'

type Asking = Pick<AnyCall, 'language'> & { db: Db; viewer: Viewer }

/** The customers in the viewer's scope, except the viewer's own farm. */
const isOthers = ({ scope }: Viewer): SQL | undefined =>
  and(isNull(customer.deletedAt), ne(customer.officePath, scope.farm))

/** Number of rows of a table in the customer's subtree. */
const below = (table: 'house' | 'device' | 'customer_order' | 'inquiry', condition: SQL) =>
  sql<number>`(select count(*)::int from ${sql.identifier(table)} t
    where t.office_path >= ${customer}.office_path and t.office_path < left(${customer}.office_path, -1) || '/' and ${condition})`

const inUse = sql`t.deleted_at is null`
const isOnline = sql`${inUse} and t.status = 'ONLINE'`
/** Orders and inquiries belong to the farm, whoever there made them. */
const isOpenOrder = sql`t.state <> 'completed' and t.withdrawn_at is null`
const isWaiting = sql`t.waits_since is not null`
const shares = sql<boolean>`coalesce(${customer.farmAccessUntil} > now(), false)`
/** The policy of alarms shows only those of farms that share. */
const alarms = sql<number | null>`case when ${shares} then (select count(*)::int from alarm a
  where a.farm_path = ${customer}.office_path and a.condition <> 'cleared') end`

const columnsFor = (language: Asking['language']) => ({
  id: customer.officeId,
  name: nameIn(language, customer),
  stage: customer.stage,
  approval: customer.approval,
  refusedBecause: customer.refusedBecause,
  status: statusOf,
  contact: customer.contact,
  phone: customer.phone,
  city: customer.city,
  country: customer.country,
  endsOn: sql<
    string | null
  >`case ${customer.stage} when 'formal' then ${customer.contractEndsOn} else ${customer.trialEndsOn} end`,
  timeZone: sql<string>`(select o.time_zone from office o where o.id = ${customer}.office_id)`,
  nextMaintenanceOn: customer.nextMaintenanceOn,
  nextMaintenance: maintenanceIn(language),
  houses: below('house', inUse),
  devices: below('device', inUse),
  devicesOnline: below('device', isOnline),
  orders: below('customer_order', isOpenOrder),
  inquiries: below('inquiry', isWaiting),
  shares,
  alarms,
})

type Query = z.output<typeof PageQuery> & { search?: string | undefined }

/** An agent's customers: their contracts, what they have, what they are waiting for. */
export async function ownCustomers({ db, viewer, language, query }: Asking & { query: Query }) {
  const { search } = query
  const named = [customer.chineseName, customer.englishName, customer.contact, customer.city]
  const condition = and(
    isOthers(viewer),
    search ? or(...named.map(column => ilike(column, anywhere(search)))) : undefined,
  )
  const columns = columnsFor(language)
  const total = db.$count(customer, condition)
  const sortable = {
    name: columns.name,
    endsOn: columns.endsOn,
    nextMaintenanceOn: columns.nextMaintenanceOn,
    devices: columns.devices,
    alarms: sql`coalesce(${alarms}, -1)`,
  }
  const rows: (OwnCustomer & { total: number })[] = await db
    .select({ ...columns, total })
    .from(customer)
    .where(condition)
    .orderBy(...orderOf(query.sort, sortable, 'name', customer.officeId))
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), items: rows }
}

/** Totals over an agent's customers; farm data only from those that share. */
export async function ownTotals({ db, viewer }: Asking): Promise<AgentTotals> {
  const sum = (of: SQL) => sql<number>`coalesce(sum(${of}), 0)::int`
  const [[totals], ordered] = await Promise.all([
    db
      .select({
        customers: sql<number>`count(*)::int`,
        notShared: sql<number>`(count(*) filter (where not ${shares}))::int`,
        devices: sum(below('device', inUse)),
        devicesOnline: sum(below('device', isOnline)),
        openOrders: sum(below('customer_order', isOpenOrder)),
        waitingInquiries: sum(below('inquiry', isWaiting)),
        alarms: sum(alarms),
      })
      .from(customer)
      .where(isOthers(viewer)),
    db
      .select({
        currency: order.currency,
        amount: sql<string>`sum(${order.sum})`,
        orders: sql<number>`count(*)::int`,
      })
      .from(order)
      .innerJoin(office, eq(office.path, order.farmPath))
      .where(
        sql`${order.farmPath} <> ${viewer.scope.farm} and ${order.withdrawnAt} is null and ${order.sum} is not null`,
      )
      .groupBy(order.currency)
      .orderBy(desc(sql`count(*)`), order.currency),
  ])
  if (!totals) throw new Error('A count without a row')
  return { ...totals, ordered: ordered.map(row => ({ ...row, amount: normal(row.amount) })) }
}
