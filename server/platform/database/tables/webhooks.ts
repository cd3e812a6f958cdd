import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { type DeliveryProblem, deliveryStates, switchedOff, type WebhookEvent } from '#shared/webhooks.ts'
import { account, instant, officePath } from './offices.ts'

/** An address of another system that is told of events. It belongs to an office and has the rights of one person. */
export const webhook = pgTable(
  'webhook',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Who last saved it; the webhook does not move with them. */
    ownerId: text('owner_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** Belongs to the provider's staff, who hear of all customers they see; others only of what lies below their office. */
    isStaff: boolean('is_staff').notNull(),
    name: text().notNull(),
    address: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    /** Signs the messages; encrypted. */
    secret: text().notNull(),
    /** Since when nothing was accepted; null once a message was. */
    failingSince: instant('failing_since'),
    /** Why it was switched off by itself; null if it is on, or somebody switched it off. */
    switchedOff: text('switched_off', { enum: valuesOf(switchedOff) }),
    createdAt: instant('created_at').notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  table => [
    check('webhook_switched_off', sql`${table.switchedOff} in ('failing', 'gone')`),
    index('webhook_scope').on(table.officePath),
    index('webhook_owner').on(table.ownerId),
  ],
)

/**
 * What a webhook is or was told: rows are written with the event itself and hold nothing of it but which record it
 * concerns. Kept 30 days.
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
    /** The order, inquiry, repair or alarm; null for a test. */
    subjectId: text('subject_id'),
    state: text({ enum: valuesOf(deliveryStates) })
      .notNull()
      .default('waiting'),
    /** Number of tries, including the present one. */
    tries: integer().notNull().default(0),
    /** Time of the next try; during a try, when another process may take over from a dead one. */
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
