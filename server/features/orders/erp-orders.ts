import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { CURSOR, erpOrders, ownedOfOrder } from '#shared/contracts/erp.ts'
import { type Order, type OrderForm, orderForm } from '#shared/contracts/orders.ts'
import { orderSteps } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import type { Asking } from '../../farm/tickets/ticket-lists.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { filled } from '../../platform/records/filled.ts'
import { evenDeleted } from './deleted-orders.ts'
import { change, columnsOf, numbered, take } from './order-changes.ts'
import { refuseWrongDays } from './order-days.ts'
import { shipmentsResent } from './order-identity.ts'
import { moveStock } from './order-lines.ts'
import { ordered } from './ordered.ts'

const BEGINNING = '0~'
const microseconds = sql<string>`(extract(epoch from ${order.changedAt}) * 1000000)::bigint::text`

const isDeleted = text(
  '订单 {number} 已删除；请先恢复，或以新的 ERP 编号下单',
  'Order {number} was deleted. Restore it first, or send the order under a new number',
)

/** The order of an ERP number, also if it was deleted. */
async function orderOf(call: Asking, externalNumber: string): Promise<Order | undefined> {
  const rows = await call.db
    .select({ id: order.id })
    .from(order)
    .where(eq(order.externalNumber, externalNumber))
  const [found] = await evenDeleted(
    call,
    rows.map(({ id }) => id),
  )
  return found
}

/** Refuses to change a deleted order: people decided that it is gone, and a program does not bring it back by itself. */
function refuseDeleted(found: Order, yours: unknown): void {
  if (found.deleted) throw refuse.conflict({ yours, current: found }, [isDeleted, { number: found.number }])
}

/** Orders changed, deleted or restored after the cursor, up to the point where no open transaction can still change one. */
async function changesAfter(call: Asking, cursor: string, size: number) {
  const [, at = '0', id = ''] = CURSOR.exec(cursor) ?? []
  // Read first: anything that commits later is in the next answer.
  const { rows } = await call.db.execute<{ until: string }>(
    sql`select least(now(), min(xact_start))::text as until from pg_stat_activity where datname = current_database()`,
  )
  const until = sql`${rows[0]?.until}::timestamptz`
  const after = sql`(${order.changedAt}, ${order.id}) > ('epoch'::timestamptz + ${at}::bigint * interval '1 microsecond', ${id})`
  const found = await call.db
    .select({ id: order.id, at: microseconds })
    .from(order)
    .where(and(after, lt(order.changedAt, until)))
    .orderBy(asc(order.changedAt), asc(order.id))
    .limit(size + 1)
  const shown = found.slice(0, size)
  const items = new Map(
    (
      await evenDeleted(
        call,
        shown.map(row => row.id),
      )
    ).map(item => [item.id, item]),
  )
  const last = shown.at(-1)
  return {
    items: shown.flatMap(row => items.get(row.id) ?? []),
    cursor: last ? `${last.at}~${last.id}` : cursor,
    isMore: found.length > size,
  }
}

const needed = ['consignee', 'phone', 'lines'] as const
/** What a new order has if the ERP does not say. */
const EMPTY: Omit<OrderForm, (typeof needed)[number]> = {
  country: '',
  city: '',
  address: '',
  content: '',
  productionEnd: null,
  currency: 'CNY',
  freight: '0',
  shipments: [],
}
const missing = text('新订单必填', 'Required for a new order')

/** The fields of an order as they are, for what the ERP leaves out. */
const typedOf = (item: Order) =>
  Object.fromEntries(
    Object.keys(orderForm.shape).map(name => [name, item[name as keyof Order]]),
  ) as unknown as OrderForm

async function save(call: Call<typeof erpOrders.save>): Promise<Order> {
  const { db, viewer, body } = call
  const { externalNumber, officeId, version, ...given } = body
  // One at a time per number, or two at once would each create an order.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${externalNumber}`}, 0))`)
  const found = await orderOf(call, externalNumber)
  if (found) {
    refuseDeleted(found, body)
    const taking = { ...call, params: { id: found.id } }
    const { item } = await ordered.open({ ...taking, body: { version } })
    const form = { ...typedOf(item), ...filled(given, ownedOfOrder) }
    const shipments = shipmentsResent(item.shipments, given.shipments ?? [])
    return change({ ...taking, body: { ...form, shipments, version } })
  }
  if (!viewer.grants.has('order_center:add')) throw refuse.forbidden()
  const faults = needed.filter(field => given[field] === undefined)
  if (faults.length > 0) throw refuse.invalid(faults.map(field => ({ field, message: missing })))
  const form: OrderForm = { ...EMPTY, consignee: '', phone: '', lines: [], ...given }
  await refuseWrongDays(db, form)
  await moveStock(db, [], form.lines)
  // The form of people gives such numbers as well, and waits for no lock.
  return numbered(() => ordered.create(call, { officeId }, { ...columnsOf(form), externalNumber }))
}

export const erpOrdersFeature = feature('erp-orders', erpOrders, {
  changes: call => changesAfter(call, call.query.cursor ?? BEGINNING, call.query.size),
  read: async call => {
    const found = await orderOf(call, call.query.externalNumber)
    if (!found) throw refuse.notFound()
    return found
  },
  save,
  step: async call => {
    const { externalNumber, step } = call.body
    const found = await orderOf(call, externalNumber)
    if (!found) throw refuse.notFound()
    refuseDeleted(found, call.body)
    const taking = { ...call, params: { id: found.id }, body: {} }
    const { item } = await ordered.open(taking)
    return item.standing === orderSteps[step].to ? item : take(taking, step)
  },
})
