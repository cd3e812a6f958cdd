import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { currencies } from '#shared/money.ts'
import { type OrderLine, orderStates, type Shipment } from '#shared/orders.ts'
import { instant } from './offices.ts'
import { inquiry, ticketColumns } from './tickets.ts'

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
    paidOn: date('paid_on', { mode: 'string' }),
    paidNote: text('paid_note').notNull().default(''),
    withdrawnAt: instant('withdrawn_at'),
    /** Its number in the provider's ERP. */
    externalNumber: text('external_number'),
    /** Set by the database on every change of the row. */
    changedAt: instant('changed_at').notNull().defaultNow(),
    inquiryId: text('inquiry_id').references(() => inquiry.id, { onDelete: 'set null' }),
  },
  table => [
    check('customer_order_amounts', sql`${table.freight} >= 0 and ${table.goods} >= 0 and ${table.sum} >= 0`),
    check(
      'customer_order_withdrawn',
      sql`${table.withdrawnAt} is null or ${table.state} in ('placed', 'production')`,
    ),
    index('customer_order_scope').on(table.officePath, table.lastAt.desc()),
    index('customer_order_numbered').on(table.number, table.id, table.officePath),
    index('customer_order_standing').on(table.officePath, table.state, table.withdrawnAt),
    index('customer_order_waiting').on(table.waitsSince).where(sql`${table.waitsSince} is not null`),
    index('customer_order_author').on(table.authorId),
    uniqueIndex('customer_order_external').on(table.externalNumber).where(sql`external_number is not null`),
    index('customer_order_changed').on(table.changedAt, table.id),
    index('customer_order_made').on(table.madeAt),
    index('customer_order_listed').on(
      table.waitsSince,
      table.lastAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.officePath,
    ),
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
