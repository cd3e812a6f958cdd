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
const late = sql<string>`case when ${order.withdrawnAt} is not null then 'no'
  when ${order.state} in ('placed', 'production') and ${order.productionEnd} < ${providerDay} then 'yes'
  when ${order.state} = 'transit' and exists (select from jsonb_array_elements(${order.shipments}) s
    where (s ->> 'arrivalOn')::date < ${providerDay} and s ->> 'arrivedOn' is null) then 'yes' else 'no' end`

/** Orders are tickets: numbered, waiting for the provider while they are only placed, with a timeline that both sides read. */
export const ordered = tickets<Order, typeof orderSteps>({
  module: MODULE,
  businessType: 'order',
  table: order,
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
    paidOn: order.paidOn,
    paidNote: order.paidNote,
    inquiryId: order.inquiryId,
    externalNumber: order.externalNumber,
  },
  search: [order.externalNumber, order.consignee, order.content, order.city],
  filters: { paid: sql<string>`case when ${order.paidOn} is null then 'no' else 'yes' end`, late },
  staff: ['order_center:edit'],
  clients: ['my_center:get'],
  clientType: 'logistics_update',
  tells: text('{customer}下单：{number}', '{customer} placed order {number}'),
})
