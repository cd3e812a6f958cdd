import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { type DeliveryProblem, deliveryStates, type WebhookEvent } from '#shared/webhooks.ts'
import { account, instant, officePath } from './offices.ts'

/** An address of another system that is told what happens. It belongs to an office and reads with the rights of one person. */
export const webhook = pgTable(
  'webhook',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Whoever saved it last; it does not move with them. */
    ownerId: text('owner_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** Of the provider's staff, who hear of all customers they see; others of what lies below their office. */
    isStaff: boolean('is_staff').notNull(),
    name: text().notNull(),
    address: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** With which messages are signed; sealed. */
    secret: text().notNull(),
    /** Since when nothing was taken; null after a message was. */
    failingSince: instant('failing_since'),
    createdAt: instant('created_at').notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  table => [index('webhook_scope').on(table.officePath), index('webhook_owner').on(table.ownerId)],
)

/**
 * What a webhook is told, or was: the rows are written with the event itself, and hold nothing of it but which record it is
 * about. Kept 30 days.
 */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text().primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    event: text().notNull(),
    /** The order, inquiry, repair or alarm; null of a test. */
    subjectId: text('subject_id'),
    state: text({ enum: valuesOf(deliveryStates) })
      .notNull()
      .default('waiting'),
    /** How often it was tried, this time included. */
    tries: integer().notNull().default(0),
    /** Next try; while one is under way, when another process may think that its own has died. */
    dueAt: instant('due_at').notNull().defaultNow(),
    madeAt: instant('made_at').notNull().defaultNow(),
    lastTryAt: instant('last_try_at'),
    status: integer(),
    problem: text().$type<DeliveryProblem>(),
    durationMs: integer('duration_ms'),
  },
  table => [
    check('webhook_delivery_state', sql`${table.state} in ('waiting', 'delivered', 'failed')`),
    index('webhook_delivery_due').on(table.webhookId, table.dueAt).where(sql`${table.state} = 'waiting'`),
    index('webhook_delivery_log').on(table.webhookId, table.madeAt.desc()),
    index('webhook_delivery_scope').on(table.officePath),
  ],
)
