import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PushContent } from '#shared/push-content.ts'
import { account, instant, officePath, session } from './offices.ts'

/** The browser of a session that wants web push; it ends with the session. */
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
    /** Address at the browser's push service. Who knows it reaches that browser, so it is told to nobody. */
    endpoint: text().notNull(),
    /** Public key and secret of the browser, with which what is sent is encrypted; base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('push_subscription_endpoint').on(table.endpoint),
    index('push_subscription_account').on(table.accountId),
  ],
)

/** Pushes that wait to be handed to a push service; a row ends with its delivery, or with what it was for. */
export const push = pgTable(
  'push',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => pushSubscription.sessionId, { onDelete: 'cascade' }),
    content: jsonb().$type<PushContent>().notNull(),
    /** How often it was tried, this time included. */
    tries: integer().notNull().default(0),
    /** Next try; while one is under way, when another process may think that its own has died. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Later it is of no use to its reader. */
    usefulUntil: instant('useful_until').notNull(),
  },
  table => [index('push_due').on(table.tries, table.dueAt), index('push_session').on(table.sessionId)],
)
