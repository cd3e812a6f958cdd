import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, numeric, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { currencies } from '#shared/money.ts'
import type { OrderPayment } from '#shared/order-payments.ts'
import { noTerms, type OrderTerms } from '#shared/order-terms.ts'
import { type OrderLine, orderStates } from '#shared/orders.ts'
import { type Shipment, shippedStates } from '#shared/shipments.ts'
import { instant } from './offices.ts'
import { ticketColumns } from './ticket-columns.ts'
import { inquiry } from './tickets.ts'

/** Exact, like amounts of goods. */
const amount = (name: string) => numeric(name, { precision: 18, scale: 4 })

/** Customers' orders. Lines stay as ordered, whatever happens to the goods. */
export const order = pgTable(
  'customer_order',
  {
    ...ticketColumns(),
    state: text({ enum: valuesOf(orderStates) })
      .notNull()
      .default('placed'),
    consignee: text().notNull(),
    phone: text().notNull(),
    country: text().notNull(),
    city: text().notNull(),
    address: text().notNull(),
    content: text().notNull(),
    productionEnd: date('production_end', { mode: 'string' }),
    currency: text({ enum: currencies }).notNull(),
    freight: amount('freight').notNull().default('0'),
    lines: jsonb().$type<OrderLine[]>().notNull(),
    shipments: jsonb().$type<Shipment[]>().notNull().default([]),
    /** Cost of the goods, and of everything; null while the price of a line is unknown. */
    goods: amount('goods'),
    sum: amount('sum'),
    terms: jsonb().$type<OrderTerms>().notNull().default(noTerms),
    payments: jsonb().$type<OrderPayment[]>().notNull().default([]),
    /** The day by which the payments came to the sum; kept for lists. */
    paidOn: date('paid_on', { mode: 'string' }),
    paidNote: text('paid_note').notNull().default(''),
    withdrawnAt: instant('withdrawn_at'),
    /** Kept for a while, so that it can be restored. */
    deletedAt: instant('deleted_at'),
    /** Its number in the provider's ERP. */
    externalNumber: text('external_number'),
    /** Set by the database on every change of the row. */
    changedAt: instant('changed_at').notNull().defaultNow(),
    inquiryId: text('inquiry_id').references(() => inquiry.id, { onDelete: 'set null' }),
    /** Made up by the sender: sent again, it stays one order. */
    sentId: text('sent_id'),
    /** The first day on which it is late; null if it cannot be. */
    lateFrom: date('late_from', { mode: 'string' }).generatedAlwaysAs(
      sql`order_late_from(state, withdrawn_at, production_end, shipments)`,
    ),
    /** How far it is shipped, as `shippedOf` says it. */
    shipped: text({ enum: valuesOf(shippedStates) }).generatedAlwaysAs(
      sql`order_shipped(state, lines, shipments)`,
    ),
  },
  table => [
    check('customer_order_amounts', sql`${table.freight} >= 0 and ${table.goods} >= 0 and ${table.sum} >= 0`),
    check(
      'customer_order_withdrawn',
      sql`${table.withdrawnAt} is null or ${table.state} in ('placed', 'production')`,
    ),
    index('customer_order_scope').on(table.officePath, table.lastAt.desc()),
    index('customer_order_numbered').on(table.number, table.id, table.officePath),
    index('customer_order_standing')
      .on(table.officePath, table.state, table.withdrawnAt)
      .where(sql`deleted_at is null`),
    index('customer_order_waiting').on(table.waitsSince).where(sql`${table.waitsSince} is not null`),
    index('customer_order_author').on(table.authorId),
    unique('customer_order_sent_once').on(table.authorId, table.sentId),
    uniqueIndex('customer_order_external').on(table.externalNumber).where(sql`external_number is not null`),
    index('customer_order_changed').on(table.changedAt, table.id),
    index('customer_order_made').on(table.madeAt),
    index('customer_order_late')
      .on(
        table.madeAt,
        table.lastAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.lateFrom,
        table.officePath,
      )
      .where(sql`late_from is not null and deleted_at is null`),
    index('customer_order_open')
      .on(
        table.madeAt,
        table.lastAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.lateFrom,
        table.officePath,
      )
      .where(sql`withdrawn_at is null and state <> 'completed' and deleted_at is null`),
    index('customer_order_closed')
      .on(table.lastAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.officePath)
      .where(sql`not (withdrawn_at is null and state <> 'completed') and deleted_at is null`),
    index('customer_order_sought').using(
      'gin',
      table.number.op('gin_trgm_ops'),
      table.externalNumber.op('gin_trgm_ops'),
      table.authorName.op('gin_trgm_ops'),
      table.consignee.op('gin_trgm_ops'),
      table.content.op('gin_trgm_ops'),
      table.city.op('gin_trgm_ops'),
    ),
    index('customer_order_inquiry').on(table.inquiryId).where(sql`${table.inquiryId} is not null`),
  ],
)
