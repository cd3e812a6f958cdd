import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
    index('login_log_newest').on(table.at, table.id),
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
    /** As they were then, written by the database: kind of user (0: the system), office, roles. */
    actorKind: smallint('actor_kind').notNull().default(0),
    actorOffice: jsonb('actor_office').$type<Text>(),
    actorRoles: jsonb('actor_roles').$type<Text>(),
    module: text().notNull(),
    type: text().notNull(),
    /** Id of what was changed. */
    recordId: text('record_id'),
    description: jsonb().$type<Text>().notNull(),
    ip: text(),
    before: jsonb(),
    after: jsonb(),
  },
  table => [
    index('operation_history_scope').on(table.officePath, table.at),
    index('operation_history_subject').on(table.subjectPath, table.at),
    index('operation_history_newest').on(table.at, table.id),
    index('operation_history_kind').on(table.actorKind, table.at),
    index('operation_history_record').on(table.recordId, table.at).where(sql`${table.recordId} is not null`),
  ],
)

/** Which screens were open, when and for how long; nothing that was typed or pointed at. Kept 180 days. */
export const screenVisit = pgTable(
  'screen_visit',
  {
    id: serial(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** One tab of a browser, from its first screen to the end of its session. */
    lane: text().notNull(),
    /** Of the visit in its lane: what is sent twice is kept once. */
    number: integer().notNull(),
    /** Path without its search. */
    screen: text().notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  table => [
    uniqueIndex('screen_visit_once').on(table.accountId, table.lane, table.number),
    index('screen_visit_account').on(table.accountId, table.startedAt),
    index('screen_visit_started').on(table.startedAt),
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
