import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Order } from '#shared/contracts/orders.ts'
import { orderSteps } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import { tickets } from '../../farm/tickets/tickets.ts'
import { order } from '../../platform/database/tables/orders.ts'

export const MODULE = 'orders'

/** Today by the provider's calendar; evaluated once per statement, not per order. */
export const providerDay = sql`(now() at time zone (select provider_zone()))::date`

/** An amount as `normal` writes it. */
const said = (amount: PgColumn) =>
  sql<
    string | null
  >`case when ${amount} = round(${amount}, 2) then round(${amount}, 2) else ${amount} end::text`

/** As `lateOf` says it, by the provider's calendar. */
const late = sql<string>`case when ${order.lateFrom} <= ${providerDay} then 'yes' else 'no' end`
/** As `paymentStateOf` says it; what is paid too much is paid. */
const paid = sql<string>`case when ${order.paidOn} is not null then 'yes'
  when ${order.payments} <> '[]' and (select sum(case p ->> 'kind' when 'refund' then -1 else 1 end * (p ->> 'counts')::numeric)
    from jsonb_array_elements(${order.payments}) p) > 0 then 'partly' else 'no' end`
const isOpen = sql`(${order.withdrawnAt} is null and ${order.state} <> 'completed')`
const isLate = sql`coalesce(${order.lateFrom} <= ${providerDay}, false)`

/** Orders are tickets: numbered, waiting for the provider while they are only placed, with a timeline that both sides read. */
export const ordered = tickets<Order, typeof orderSteps>({
  module: MODULE,
  businessType: 'order',
  table: order,
  deletedAt: order.deletedAt,
  prefix: 'SO',
  steps: orderSteps,
  standing: sql<string>`case when ${order.withdrawnAt} is null then ${order.state} else 'withdrawn' end`,
  state: 'state',
  waiting: 'placed',
  shown: {
    officeId: order.officeId,
    consignee: order.consignee,
    phone: order.phone,
    country: order.country,
    city: order.city,
    address: order.address,
    content: order.content,
    productionEnd: order.productionEnd,
    currency: order.currency,
    freight: said(order.freight),
    lines: order.lines,
    shipments: order.shipments,
    goods: said(order.goods),
    sum: said(order.sum),
    terms: order.terms,
    payments: order.payments,
    paidOn: order.paidOn,
    paidNote: order.paidNote,
    inquiryId: order.inquiryId,
    externalNumber: order.externalNumber,
  },
  // Late ones, then open ones, the oldest first; then closed ones, the last closed first.
  usual: [
    sql`case when ${order.lateFrom} <= ${providerDay} then 0 when ${isOpen} then 1 else 2 end`,
    sql`case when ${isOpen} then ${order.madeAt} end`,
  ],
  // What is closed is never late.
  parts: [
    { where: sql`${order.lateFrom} <= ${providerDay}`, order: [sql`${order.madeAt}`] },
    {
      where: sql`(${isOpen} and not ${isLate})`,
      order: [sql`${order.madeAt}`],
      after: sql`${order.lateFrom} <= ${providerDay}`,
    },
    { where: sql`not ${isOpen}`, order: [], after: isOpen },
  ],
  search: [order.externalNumber, order.consignee, order.content, order.city],
  sort: { deletedAt: order.deletedAt },
  filters: { paid, late, shipped: order.shipped },
  staff: ['order_center:edit'],
  clients: ['my_center:get'],
  clientType: 'logistics_update',
  tells: text('{customer}下单：{number}', '{customer} placed order {number}'),
  tellsClients: text('服务商已为您登记订单 {number}', 'Your provider has entered order {number} for you'),
})
