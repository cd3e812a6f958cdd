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
import { instant, office, officePath, path } from './offices.ts'

/**
 * Counts of the days of the provider's calendar, written by `count_analysis` of the database alone: `isWhole` of all customers,
 * else of those in the care of the department at `officePath`. Of alarms only customers that share are counted (RA).
 */
export const analysisCount = pgTable(
  'analysis_count',
  {
    officePath: officePath().default('1.'),
    isWhole: boolean('is_whole').notNull(),
    what: text({ enum: analysisKinds }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** What it is by: a code, a state, a currency; of tickets the working hours until the first answer, '' without one. */
    key: text().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    /** Exact; of orders, in the currency of the key. */
    amount: numeric().notNull().default('0'),
  },
  table => [
    // It includes `n` and `amount`, as only SQL can say.
    primaryKey({ columns: [table.what, table.isWhole, table.day, table.key, table.officePath] }),
    index('analysis_count_office').on(table.officePath).where(sql`not is_whole`),
  ],
)

/** How each customer stands in the counts, kept by the database alone. */
export const analysisFarm = pgTable(
  'analysis_farm',
  {
    farmPath: path('farm_path')
      .primaryKey()
      .references(() => office.path, { onDelete: 'cascade', onUpdate: 'cascade' }),
    carePath: path('care_path').references(() => office.path, { onDelete: 'set null', onUpdate: 'cascade' }),
    sharedUntil: instant('shared_until'),
    isShared: boolean('is_shared').notNull().default(false),
    /** It stands otherwise by now. */
    isStale: boolean('is_stale').notNull().default(false),
  },
  table => [
    index('analysis_farm_care').on(table.carePath),
    index('analysis_farm_stale').on(table.farmPath).where(sql`is_stale`),
    index('analysis_farm_shared').on(table.sharedUntil).where(sql`is_shared`),
  ],
)

/** Days that are to be counted again, each by a moment of it. */
export const analysisTouched = pgTable(
  'analysis_touched',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    what: text({ enum: analysisKinds }).notNull(),
    at: instant('at').notNull(),
  },
  table => [index('analysis_touched_what').on(table.what, table.at)],
)

/** How often articles of a family were opened in an hour by people of an office: nobody is named. */
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
