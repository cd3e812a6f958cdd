import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PushContent } from '#shared/push-content.ts'
import { account, instant, officePath, session } from './offices.ts'

/** A session's browser that wants web push; deleted with the session. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    sessionId: text('session_id')
      .primaryKey()
      .references(() => session.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** Address at the browser's push service. Anybody who knows it can reach that browser, so nobody is told. */
    endpoint: text().notNull(),
    /** Public key and secret of the browser, used to encrypt pushes; base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('push_subscription_endpoint').on(table.endpoint),
    index('push_subscription_account').on(table.accountId),
  ],
)

/** Pushes waiting for a push service; a row is deleted on delivery, or with its message. */
export const push = pgTable(
  'push',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => pushSubscription.sessionId, { onDelete: 'cascade' }),
    content: jsonb().$type<PushContent>().notNull(),
    /** Number of tries, including the present one. */
    tries: integer().notNull().default(0),
    /** Time of the next try; during a try, when another process may take over from a dead one. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** After this it is of no use to its reader. */
    usefulUntil: instant('useful_until').notNull(),
  },
  table => [index('push_due').on(table.tries, table.dueAt), index('push_session').on(table.sessionId)],
)
