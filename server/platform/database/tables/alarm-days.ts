import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { farmPath, instant, office, officePath, path } from './offices.ts'

/**
 * The alarms of an office on a day of its calendar, by rule: all but notes. Written only by the database's
 * `count_alarm_days`.
 */
export const alarmDay = pgTable(
  'alarm_day',
  {
    officePath: officePath(),
    farmPath: farmPath(),
    day: date({ mode: 'string' }).notNull(),
    code: text().notNull(),
    /** Of a farm's own rule; '' for any other. */
    ruleId: text('rule_id').notNull().default(''),
    alarms: integer().notNull(),
    /** Of them, reported only afterwards: nobody was told. */
    late: integer().notNull(),
    warnings: integer().notNull(),
    criticals: integer().notNull(),
    emergencies: integer().notNull(),
    /** Phone calls that rang and pushes about grave alarms, from 22 to 6: each once, however many alarms it told of. */
    night: integer().notNull(),
    /** Came back three times, or come and go. */
    chattering: integer().notNull(),
    /** Cleared after more than a day. */
    standing: integer().notNull(),
    /** With a cause that says something of the rule. */
    judged: integer().notNull(),
    /** Of them, in vain. */
    noise: integer().notNull(),
    /** In which tenth minute of the day each was raised: 0 to 143. */
    tens: smallint().array().notNull().default(sql`'{}'`),
    /** Of critical ones and worse, seconds until somebody had seen them, and was on site. */
    seenS: integer('seen_s').array().notNull().default(sql`'{}'`),
    siteS: integer('site_s').array().notNull().default(sql`'{}'`),
  },
  table => [
    primaryKey({ columns: [table.officePath, table.day, table.code, table.ruleId] }),
    index('alarm_day_day').on(table.day),
    index('alarm_day_farm').on(table.farmPath),
  ],
)

/** Hours whose alarms must be counted again. */
export const alarmDayTouched = pgTable(
  'alarm_day_touched',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    officePath: path('office_path')
      .notNull()
      .references(() => office.path, { onDelete: 'cascade', onUpdate: 'cascade' }),
    at: instant('at').notNull(),
  },
  table => [index('alarm_day_touched_office').on(table.officePath)],
)
