import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { alarmSources, causes, conditions, endReasons, handlings } from '#shared/alarms.ts'
import { severities } from '#shared/signals.ts'
import { account, farmPath, instant, officePath } from './offices.ts'

/**
 * Alarms of houses; kept 3 years. Condition and handling are two axes: the state of the house, and what people do about
 * it. A rule has at most one standing alarm per subject, and at most one record per moment.
 */
export const alarm = pgTable(
  'alarm',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    farmPath: farmPath(),
    source: text({ enum: alarmSources }).notNull(),
    /** Identifies what is watched, together with the subject: the code, but `silence …` for both ways to be silent. */
    rule: text().notNull(),
    code: text().notNull(),
    level: text({ enum: severities }).notNull(),
    /** What is watched: a controller, the gateway of several, or a flock. */
    subjectId: text('subject_id').notNull(),
    /** The houses it concerned when it was raised. */
    houseIds: text('house_ids').array().notNull(),
    condition: text({ enum: conditions }).notNull(),
    raisedAt: instant('raised_at').notNull(),
    /** Null while it stands; also for one reported afterwards whose end nobody reported. */
    clearedAt: instant('cleared_at'),
    /** Why it ended although nothing said that all is well again; null for one that cleared by itself. */
    endReason: text('end_reason', { enum: endReasons }),
    since: instant('since'),
    value: doublePrecision(),
    limit: doublePrecision(),
    target: doublePrecision(),
    repeats: integer().notNull().default(0),
    /** False if only historical samples told of it, afterwards. */
    live: boolean().notNull(),
    handling: text({ enum: handlings }).notNull().default('new'),
    handledBy: text('handled_by'),
    handledAt: instant('handled_at'),
    cause: text({ enum: causes }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('alarm_once').on(table.subjectId, table.rule, table.raisedAt),
    uniqueIndex('alarm_standing').on(table.subjectId, table.rule).where(sql`${table.condition} <> 'cleared'`),
    index('alarm_scope').on(table.officePath, sql`(${table.handling} = 'solved')`, table.raisedAt.desc()),
    index('alarm_houses').using('gin', table.houseIds),
    index('alarm_raised').on(table.raisedAt),
  ],
)

/** Who did what about an alarm, and when; each step once. */
export const alarmStep = pgTable(
  'alarm_step',
  {
    id: text().primaryKey(),
    alarmId: text('alarm_id')
      .notNull()
      .references(() => alarm.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    step: text({ enum: handlings }).notNull(),
    at: instant('at').notNull().defaultNow(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    /** The name at that time. */
    actorName: text('actor_name').notNull(),
    note: text(),
  },
  table => [uniqueIndex('alarm_step_once').on(table.alarmId, table.step)],
)
