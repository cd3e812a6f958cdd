import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Amount, ListedPlace } from '#shared/amounts.ts'
import type { NoticeChannels } from '#shared/contracts/notice-channels.ts'
import { businessTypes, messageTypes } from '#shared/contracts/notices.ts'
import type { Text } from '#shared/text.ts'
import { account, instant, office, officePath, path } from './offices.ts'

const serial = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Sign-ins, requests for one's own info, sign-outs; shown in Beijing time. Kept 180 days. */
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
    // Addresses an account has signed in from.
    index('login_log_account').on(table.accountId, table.at),
    // The newest sign-in of an account.
    index('login_log_sign_in').on(table.accountId, table.at).where(sql`${table.operation} = 'login'`),
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
    /** Id of the import that wrote it; the import's line tells of the whole file. */
    partOf: text('part_of'),
    /** Operator, description in both languages and address, in lower case: what a search looks through. */
    sought: path('sought')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(actor_name || E'\n' || coalesce(description ->> 'en-US', '') || E'\n'
          || coalesce(description ->> 'zh-CN', '') || E'\n' || coalesce(ip, ''))`,
      ),
  },
  table => [
    index('operation_history_scope').on(table.officePath, table.at),
    index('operation_history_subject').on(table.subjectPath, table.at),
    index('operation_history_newest').on(table.at, table.id),
    index('operation_history_actor').on(table.actorId, table.at),
    // The few rows that may name somebody other than their operator.
    index('operation_history_naming')
      .on(table.module, table.type)
      .where(sql`module in ('users', 'departments', 'customers', 'trial-customers', 'farm-access')`),
    index('operation_history_kind').on(table.actorKind, table.at),
    index('operation_history_record').on(table.recordId, table.at).where(sql`${table.recordId} is not null`),
    index('operation_history_part').on(table.partOf, table.at).where(sql`${table.partOf} is not null`),
  ],
)

export type HistoryRow = typeof operationHistory.$inferInsert

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
    /** Number of the visit in its lane: a repeat is stored once. */
    number: integer().notNull(),
    /** Path without the query. */
    screen: text().notNull(),
    startedAt: instant('started_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
  },
  table => [
    uniqueIndex('screen_visit_once').on(table.accountId, table.lane, table.number),
    index('screen_visit_account').on(table.accountId, table.startedAt),
    index('screen_visit_started').on(table.startedAt),
    // Viewers of a part of the tree count the visits of that part.
    index('screen_visit_office').on(table.officePath, table.startedAt),
  ],
)

/** Counts of finished days' visits, by the database's `count_visits`; for the whole tree, hence the provider's. */
export const visitCount = pgTable(
  'visit_count',
  {
    officePath: officePath(),
    /**
     * day: it was counted; quarter: begun in a quarter-hour; length: by screen and seconds; step: from one screen to another
     * in the same tab.
     */
    what: text({ enum: ['day', 'quarter', 'length', 'step'] }).notNull(),
    /** Start of the day or quarter-hour, UTC. */
    at: instant('at').notNull(),
    /** Kind of the user. */
    kind: smallint().notNull(),
    screen: text().notNull().default(''),
    fromScreen: text('from_screen').notNull().default(''),
    seconds: integer().notNull().default(0),
    visits: integer().notNull(),
    durationMs: bigint('duration_ms', { mode: 'number' }).notNull().default(0),
  },
  table => [
    primaryKey({
      columns: [table.what, table.at, table.kind, table.screen, table.fromScreen, table.seconds],
    }),
  ],
)

/** When a user last opened a screen, written only by the database; counts people without reading their visits. */
export const visitPerson = pgTable(
  'visit_person',
  {
    officePath: officePath(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    screen: text().notNull(),
    kind: smallint().notNull(),
    lastAt: instant('last_at').notNull(),
  },
  // The index by screen and time includes the filter columns: see its migration.
  table => [primaryKey({ columns: [table.accountId, table.screen] })],
)

export const noticeMessage = pgTable(
  'notice_message',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** AMOUNT of `shared/amounts.ts` marks the place of each value of `amounts`. */
    title: jsonb().$type<Text>().notNull(),
    amounts: jsonb().$type<readonly Amount[]>(),
    level: text({ enum: ['info', 'warning', 'critical', 'emergency'] }).notNull(),
    messageType: text('message_type', { enum: messageTypes }).notNull(),
    businessType: text('business_type', { enum: businessTypes }).notNull(),
    /** Id of what the message is about; together with the business type it makes the link. */
    subjectId: text('subject_id'),
    /** Ids of the others it is about, where it tells of several alarms at once. */
    also: text().array(),
    /** Every place it tells of with its values, where the title names only some. */
    listed: jsonb().$type<readonly ListedPlace[]>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    readAt: instant('read_at'),
    /** It still has to be mailed. */
    mailWanted: boolean('mail_wanted').notNull().default(false),
    mailedAt: instant('mailed_at'),
    /** It still has to be pushed to its reader's browsers. */
    pushWanted: boolean('push_wanted').notNull().default(false),
    pushedAt: instant('pushed_at'),
    /** Its reader still has to be called or texted. */
    callWanted: boolean('call_wanted').notNull().default(false),
    calledAt: instant('called_at'),
  },
  table => [
    index('notice_message_account').on(table.accountId, table.readAt, table.createdAt),
    index('notice_message_to_mail').on(table.accountId).where(sql`mail_wanted`),
    index('notice_message_mailed').on(table.accountId, table.mailedAt).where(sql`mailed_at is not null`),
    index('notice_message_to_push').on(table.accountId).where(sql`push_wanted`),
    index('notice_message_pushed').on(table.accountId, table.pushedAt).where(sql`pushed_at is not null`),
    index('notice_message_to_call').on(table.accountId).where(sql`call_wanted`),
    index('notice_message_of_test').on(table.subjectId).where(sql`business_type = 'alarm-test'`),
    index('notice_message_called').on(table.accountId, table.calledAt).where(sql`called_at is not null`),
  ],
)

/** How a person wants to be told of messages; no row if they never chose. */
export const noticeChoice = pgTable('notice_choice', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  officePath: officePath(),
  channels: jsonb().$type<NoticeChannels['channels']>().notNull(),
  /** By the user's clock; both or none. */
  quietFrom: time('quiet_from'),
  quietUntil: time('quiet_until'),
  /** Kinds of messages, by their business type, of which they are told nothing for now. */
  muted: text().array().notNull().default([]),
})

/** What the database records about itself: demonstration mark, fingerprint of the policies. Never served. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
})
