import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { consentEvents, consents, consentUses } from '#shared/consents.ts'
import type { Text } from '#shared/text.ts'
import { instant, office, officePath, path } from './offices.ts'

/** Uses of a customer's consents (RA, RC), and when they were given and withdrawn. Kept as long as the customer. */
export const consentLog = pgTable(
  'consent_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Office of the actor; the customer's own if a consent expired. */
    officePath: officePath(),
    /** The customer. */
    subjectPath: path('subject_path')
      .notNull()
      .references(() => office.path, { onUpdate: 'cascade' }),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    /** Name of the API token that acted for them; null if they acted themselves. */
    actorProgram: text('actor_program'),
    /** The office's name at that time. */
    actorOffice: jsonb('actor_office').$type<Text>(),
    actorRoles: jsonb('actor_roles').$type<Text[]>(),
    event: text({ enum: consentEvents }).notNull(),
    consent: text({ enum: consents }).notNull(),
    /** What was looked at or done. */
    what: text({ enum: consentUses }),
    /** Null: several houses at once. */
    houseId: text('house_id'),
    houseName: text('house_name'),
    /** Of a moving picture, which. */
    channelName: text('channel_name'),
    /** End of a granted consent. */
    until: instant('until'),
    ip: text(),
    /** Key of looks recorded only once an hour. */
    once: text(),
  },
  table => [
    check('consent_log_event', sql`${table.event} in ('granted', 'revoked', 'ended', 'used')`),
    check('consent_log_consent', sql`${table.consent} in ('farm', 'remote')`),
    uniqueIndex('consent_log_once').on(table.once),
    index('consent_log_subject').on(table.subjectPath, table.at),
    index('consent_log_scope').on(table.officePath, table.at),
  ],
)

export const reminderKinds = [
  'contract',
  'trial',
  'maintenance',
  'farmAccess',
  'remoteControl',
  'agency',
  'onCallHole',
  'onCallUnreached',
] as const

/** Promised answers that staff were told are due, each once; `since` is when the wait began. */
export const promiseTold = pgTable(
  'promise_told',
  {
    subjectId: text('subject_id').notNull(),
    since: instant('since').notNull(),
    step: text({ enum: ['ending', 'ended'] }).notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.subjectId, table.since, table.step] }),
    index('promise_told_at').on(table.at),
  ],
)

/** Reminders given, each once: of something that ends or is due, a number of days before. */
export const reminder = pgTable(
  'reminder',
  {
    officeId: text('office_id')
      .notNull()
      .references(() => office.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    kind: text({ enum: reminderKinds }).notNull(),
    /** By the customer's calendar. */
    due: date({ mode: 'string' }).notNull(),
    daysBefore: integer('days_before').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Of a day on call, what of it was told: hours of houses, or people. Null: all of it. */
    said: jsonb('said').$type<string[]>(),
  },
  table => [primaryKey({ columns: [table.officeId, table.kind, table.due, table.daysBefore] })],
)
