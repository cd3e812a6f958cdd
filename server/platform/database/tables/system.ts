import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { HeldBack } from '#shared/contracts/silence.ts'
import {
  backupReasons,
  type certificateNames,
  type SystemRound,
  systemAlarmKinds,
  unheard,
  unreachedSides,
} from '#shared/contracts/system-monitor.ts'
import type { Grant } from '#shared/permissions.ts'
import { instant, office } from './offices.ts'

export interface KnownCertificate {
  name: (typeof certificateNames)[number]
  /** ISO 8601 */
  endsAt: string
}

/** How the server's recurring rounds went; times in ISO 8601. */
export interface KnownRound {
  name: SystemRound
  endedAt: string | null
  ms: number | null
  failed: number
  failedAt: string | null
  failingSince: string | null
  fault: string | null
}

/** A process of the server: each start is a new one. */
export const systemProcess = pgTable('system_process', {
  id: text().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  startedAt: instant('started_at').notNull(),
  /** When it last wrote its minute. */
  seenAt: instant('seen_at').notNull(),
  version: text().notNull(),
  node: text().notNull(),
  /** The last migration it knows. */
  schema: text().notNull(),
  certificates: jsonb().$type<KnownCertificate[]>().notNull().default([]),
  rounds: jsonb().$type<KnownRound[]>().notNull().default([]),
})

/** A minute of a process; counts cover its `seconds`, the rest is as of its end. */
export const systemMinute = pgTable(
  'system_minute',
  {
    at: instant('at').notNull(),
    processId: text('process_id')
      .notNull()
      .references(() => systemProcess.id, { onDelete: 'cascade' }),
    seconds: real().notNull(),
    messages: integer().notNull(),
    values: integer().notNull(),
    calls: integer().notNull(),
    quarantined: integer().notNull(),
    queueBytes: bigint('queue_bytes', { mode: 'number' }).notNull(),
    oldestMs: integer('oldest_ms').notNull(),
    /** ms; null in a minute without any. */
    commitP99: real('commit_p99'),
    acknowledgeP99: real('acknowledge_p99'),
    gateways: integer().notNull(),
    sockets: integer().notNull(),
    /** ms */
    loopP99: real('loop_p99').notNull(),
    /** Bytes */
    memory: bigint({ mode: 'number' }).notNull(),
    /** Fraction of a processor core. */
    cpu: real().notNull(),
    /** Bytes; measured now and then, null in between. */
    databaseBytes: bigint('database_bytes', { mode: 'number' }),
    diskFree: bigint('disk_free', { mode: 'number' }),
    diskTotal: bigint('disk_total', { mode: 'number' }),
  },
  table => [
    primaryKey({ columns: [table.at, table.processId] }),
    index('system_minute_process').on(table.processId, table.at),
    index('system_minute_measured').on(table.at).where(sql`disk_free is not null`),
  ],
)

/** Histogram of a route's call times in an hour: one count for each of `CALL_BOUNDS` and one beyond. */
export const systemRoute = pgTable(
  'system_route',
  {
    hour: instant('hour').notNull(),
    method: text().notNull(),
    route: text().notNull(),
    counts: integer().array().notNull(),
    failed: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.hour, table.method, table.route] })],
)

/** Alarms about the system itself that staff were told of; each stands until it is cleared. */
export const systemAlarm = pgTable(
  'system_alarm',
  {
    id: text().primaryKey(),
    kind: text({ enum: systemAlarmKinds }).notNull(),
    subject: text().notNull(),
    raisedAt: instant('raised_at').notNull().defaultNow(),
    clearedAt: instant('cleared_at'),
  },
  table => [
    uniqueIndex('system_alarm_standing').on(table.kind, table.subject).where(sql`cleared_at is null`),
  ],
)

/** A backup that failed, kept for a week. Successful ones describe themselves in their folder. */
export const backupFailure = pgTable('backup_failure', {
  id: text().primaryKey(),
  failedAt: instant('failed_at').notNull().defaultNow(),
  reason: text({ enum: backupReasons }).notNull(),
  /** What the system said, in English. */
  detail: text().notNull(),
})

/** Messages that had nobody to go to: what is not heard of an office, until somebody would hear it. */
export const unreached = pgTable(
  'unreached',
  {
    /** Whose it was: the customer, a node in it, an agent, or the provider itself. */
    officeId: text('office_id')
      .notNull()
      .references(() => office.id, { onDelete: 'cascade' }),
    /** Who should have heard it. */
    side: text({ enum: unreachedSides }).notNull(),
    /** What it was about. */
    business: text({ enum: unheard }).notNull(),
    /** One of these somebody of that side needs. */
    grants: text().array().$type<Grant[]>().notNull(),
    since: instant('since').notNull().defaultNow(),
    lastAt: instant('last_at').notNull().defaultNow(),
    /** Messages so far. */
    count: integer().notNull().default(1),
    /** When the log was told. */
    loggedAt: instant('logged_at'),
  },
  table => [
    primaryKey({ columns: [table.officeId, table.side, table.business] }),
    check('unreached_side', sql`${table.side} in ('provider', 'agent', 'farm')`),
  ],
)

/** Times in which the installation sent nothing, because it was restored from a backup; at most one stands. */
export const silence = pgTable(
  'silence',
  {
    id: text().primaryKey(),
    beganAt: instant('began_at').notNull().defaultNow(),
    /** Name of the backup and when it was made; null if silence was ordered by hand. */
    backup: text(),
    backedUpAt: instant('backed_up_at'),
    /** What waited to be sent when it began, and never is. */
    heldBack: jsonb('held_back').$type<HeldBack>().notNull(),
    endedAt: instant('ended_at'),
    /** Who said that this is the real one. */
    endedBy: text('ended_by'),
  },
  () => [uniqueIndex('silence_standing').on(sql`(ended_at is null)`).where(sql`ended_at is null`)],
)
