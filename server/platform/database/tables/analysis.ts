import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { analysisKinds } from '#shared/analysis.ts'
import { device } from './farms.ts'
import { instant, office, officePath, path } from './offices.ts'

/**
 * Counts per day of the provider's calendar, written only by the database's `count_analysis`: `isWhole` for all customers,
 * otherwise for those in the care of the department at `officePath`. Alarms count only for customers that share (RA).
 */
export const analysisMonth = pgTable(
  'analysis_month',
  {
    officePath: officePath().default('1.'),
    isWhole: boolean('is_whole').notNull(),
    what: text({ enum: analysisKinds }).notNull(),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    /** What is counted by: a code, a state, a currency; for tickets the working hours to the first answer, '' if none. */
    key: text().notNull(),
    /** For each day of the month, the count from its first day to the end of that day. */
    n: bigint({ mode: 'number' }).array().notNull(),
    /** The same as an exact sum in the currency of the key; null except for amounts of orders. */
    amount: numeric().array(),
  },
  table => [
    primaryKey({ columns: [table.what, table.isWhole, table.month, table.key, table.officePath] }),
    index('analysis_month_office').on(table.officePath, table.what, table.month).where(sql`not is_whole`),
  ],
)

/**
 * For how many seconds of each day of a month a device should have been online (`known`), and was: one number per day of
 * the provider's calendar, 0 if nothing is known. Written only by the database's `count_analysis`; it stays with the
 * office that the device was in.
 */
export const deviceMonth = pgTable(
  'device_month',
  {
    officePath: officePath(),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    deviceSerial: integer('device_serial')
      .notNull()
      .references(() => device.serial, { onDelete: 'cascade' }),
    known: integer().array().notNull(),
    online: integer().array().notNull(),
    knownInAll: integer('known_in_all').notNull(),
    onlineInAll: integer('online_in_all').notNull(),
  },
  table => [
    primaryKey({ columns: [table.month, table.deviceSerial, table.officePath] }),
    index('device_month_scope').on(table.officePath),
    index('device_month_device').on(table.deviceSerial),
  ],
)

/** The state in which each customer is counted, kept only by the database. */
export const analysisFarm = pgTable(
  'analysis_farm',
  {
    farmPath: path('farm_path')
      .primaryKey()
      .references(() => office.path, { onDelete: 'cascade', onUpdate: 'cascade' }),
    carePath: path('care_path').references(() => office.path, { onDelete: 'set null', onUpdate: 'cascade' }),
    sharedUntil: instant('shared_until'),
    isShared: boolean('is_shared').notNull().default(false),
    /** The customer is in another state by now. */
    isStale: boolean('is_stale').notNull().default(false),
  },
  table => [
    index('analysis_farm_care').on(table.carePath),
    index('analysis_farm_stale').on(table.farmPath).where(sql`is_stale`),
    index('analysis_farm_shared').on(table.sharedUntil).where(sql`is_shared`),
  ],
)

/** Days that must be counted again, each given by an instant in it. */
export const analysisTouched = pgTable(
  'analysis_touched',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    what: text({ enum: analysisKinds }).notNull(),
    at: instant('at').notNull(),
  },
  table => [index('analysis_touched_what').on(table.what, table.at)],
)

/** How often people of an office opened articles of a family in an hour; names nobody. */
export const articleHour = pgTable(
  'article_hour',
  {
    family: text().notNull(),
    hour: instant('hour').notNull(),
    officePath: officePath(),
    reads: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.family, table.hour, table.officePath] }),
    index('article_hour_time').on(table.hour),
    index('article_hour_scope').on(table.officePath),
  ],
)
