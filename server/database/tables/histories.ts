import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { messageTypes } from '#shared/contracts/notices.ts'
import type { Text } from '#shared/text.ts'
import { account, instant, office, officePath, path } from './offices.ts'

const serial = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Who signed in, asked for their own info, signed out; shown in Beijing time. Kept 180 days. */
export const loginLog = pgTable(
  'login_log',
  {
    id: serial(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    /** web, android or ios */
    platform: text().notNull(),
    operation: text({ enum: ['login', 'info', 'logout'] }).notNull(),
    ip: text(),
  },
  table => [
    index('login_log_scope').on(table.officePath, table.at),
    // Which addresses an account has signed in from.
    index('login_log_account').on(table.accountId, table.at),
    index('login_log_at').using('brin', table.at),
  ],
)

/** Every mutating call, written by the server from the contract. Insert-only for the application's role. Kept 3 years. */
export const operationHistory = pgTable(
  'operation_history',
  {
    id: serial(),
    at: instant('at').notNull().defaultNow(),
    /** The actor's office; the subject's office sees the row as well. */
    officePath: officePath(),
    subjectPath: path('subject_path')
      .notNull()
      .references(() => office.path, { onUpdate: 'cascade' }),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    module: text().notNull(),
    type: text().notNull(),
    description: jsonb().$type<Text>().notNull(),
    ip: text(),
    before: jsonb(),
    after: jsonb(),
  },
  table => [
    index('operation_history_scope').on(table.officePath, table.at),
    index('operation_history_subject').on(table.subjectPath, table.at),
    index('operation_history_at').using('brin', table.at),
  ],
)

export const noticeMessage = pgTable(
  'notice_message',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    title: jsonb().$type<Text>().notNull(),
    level: text({ enum: ['info', 'warning', 'critical', 'emergency'] }).notNull(),
    messageType: text('message_type', { enum: messageTypes }).notNull(),
    businessType: text('business_type').notNull(),
    /** Id of what the message is about; with the business type it makes the link. */
    subjectId: text('subject_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    readAt: instant('read_at'),
  },
  table => [index('notice_message_account').on(table.accountId, table.readAt, table.createdAt)],
)

/** What the database knows of itself: demonstration mark, fingerprint of the policies. Never served. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
})
