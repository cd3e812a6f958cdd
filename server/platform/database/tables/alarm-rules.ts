import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { holidayChoices } from '#shared/alarm-chain.ts'
import { directionNames, onNames, receiverNames, ruleLevelNames, wayNames } from '#shared/alarm-rules.ts'
import { valuesOf } from '#shared/choices.ts'
import { houseTypes } from '#shared/signals.ts'
import { house } from './farms.ts'
import { account, farmPath, instant, officePath } from './offices.ts'

/** A farm's own alarm rules, besides those of the platform. */
export const alarmRule = pgTable(
  'alarm_rule',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    name: text().notNull(),
    /** Applies to one house, one type, or everything below the office. */
    houseId: text('house_id').references(() => house.id, { onDelete: 'cascade' }),
    houseType: text('house_type', { enum: houseTypes }),
    /** A metric of the controllers or a figure of the flock. */
    metric: text().notNull(),
    direction: text({ enum: valuesOf(directionNames) }).notNull(),
    /** In the metric unit; the code of a state. */
    limit: doublePrecision().notNull(),
    forMinutes: integer('for_minutes').notNull(),
    /** For a figure of the flock: on this many recorded days in a row. */
    forDays: integer('for_days').notNull().default(1),
    /** What must hold as well; null: nothing. */
    conditionMetric: text('condition_metric'),
    conditionDirection: text('condition_direction', { enum: valuesOf(directionNames) }),
    conditionLimit: doublePrecision('condition_limit'),
    level: text({ enum: valuesOf(ruleLevelNames) }).notNull(),
    receivers: text({ enum: valuesOf(receiverNames) }).notNull(),
    ways: text({ enum: valuesOf(wayNames) })
      .array()
      .notNull(),
    /** Of a warning; null: it never escalates. Grave alarms go along the chain. */
    unseenMinutes: integer('unseen_minutes'),
    /** What to do, in the farm's own words; empty: as usual for what it watches. */
    action: text().notNull().default(''),
    status: text({ enum: valuesOf(onNames) }).notNull(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check(
      'alarm_rule_minutes',
      sql`${table.forMinutes} >= 0 and (${table.unseenMinutes} is null or ${table.unseenMinutes} > 0)`,
    ),
    check('alarm_rule_days', sql`${table.forDays} > 0`),
    check(
      'alarm_rule_condition',
      sql`num_nulls(${table.conditionMetric}, ${table.conditionDirection}, ${table.conditionLimit}) in (0, 3)`,
    ),
    index('alarm_rule_scope').on(table.officePath, table.createdAt),
    index('alarm_rule_farm').on(table.farmPath),
    index('alarm_rule_house').on(table.houseId).where(sql`${table.houseId} is not null`),
  ],
)

/** Who is on call when, by the farm's clocks. */
export const alarmDuty = pgTable(
  'alarm_duty',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** Who is also told if nobody has seen an alarm. */
    substituteId: text('substitute_id').references(() => account.id, { onDelete: 'set null' }),
    /** 1 is Monday. */
    weekdays: integer().array().notNull(),
    /** `08:00`; runs into the next day if the end is not later. */
    fromClock: text('from_clock').notNull(),
    untilClock: text('until_clock').notNull(),
    fromOn: date('from_on', { mode: 'string' }),
    untilOn: date('until_on', { mode: 'string' }),
    note: text().notNull().default(''),
    /** Place in the chain: 1 is told first. */
    step: integer().notNull().default(1),
    /** Only for alarms of these; null: all houses. */
    houseIds: text('house_ids').array(),
    holidays: text({ enum: holidayChoices }).notNull().default('also'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('alarm_duty_step', sql`${table.step} between 1 and 9`),
    check('alarm_duty_holidays', sql`${table.holidays} in ('also', 'not', 'only')`),
    check(
      'alarm_duty_days',
      sql`${table.untilOn} is null or ${table.fromOn} is null or ${table.untilOn} >= ${table.fromOn}`,
    ),
    index('alarm_duty_scope').on(table.officePath),
    index('alarm_duty_farm').on(table.farmPath),
    index('alarm_duty_account').on(table.accountId),
    index('alarm_duty_substitute').on(table.substituteId).where(sql`${table.substituteId} is not null`),
  ],
)

/** Days that a farm's plan treats as holidays. */
export const alarmHoliday = pgTable(
  'alarm_holiday',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    fromOn: date('from_on', { mode: 'string' }).notNull(),
    untilOn: date('until_on', { mode: 'string' }).notNull(),
    name: text().notNull(),
  },
  table => [
    check('alarm_holiday_days', sql`${table.untilOn} >= ${table.fromOn}`),
    index('alarm_holiday_scope').on(table.officePath),
    index('alarm_holiday_farm').on(table.farmPath),
  ],
)

/** A test of whom an alarm reaches; its messages show who confirmed. */
export const alarmTest = pgTable(
  'alarm_test',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    /** Who started it. */
    accountId: text('account_id').references(() => account.id, { onDelete: 'set null' }),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** When its answers were entered in the log of tests. */
    settledAt: instant('settled_at'),
  },
  table => [
    index('alarm_test_open').on(table.startedAt).where(sql`settled_at is null`),
    index('alarm_test_scope').on(table.officePath, table.startedAt),
    index('alarm_test_farm').on(table.farmPath),
    index('alarm_test_account').on(table.accountId).where(sql`account_id is not null`),
  ],
)
