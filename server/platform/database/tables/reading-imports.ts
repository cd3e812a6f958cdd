import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** Readings of another system that somebody brought into the history of a house; what was taken back stays as a line. */
export const readingImport = pgTable(
  'reading_import',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    farmPath: farmPath(),
    houseId: text('house_id')
      .notNull()
      .references(() => house.id, { onDelete: 'cascade' }),
    /** Its key among the devices whose reports are stored. */
    serial: integer().notNull().unique().default(sql`next_report_serial()`),
    /** Name of the file. */
    source: text().notNull(),
    metrics: text().array().notNull(),
    /** From the edge of its first quarter hour to that of its last. */
    starts: instant('starts').notNull(),
    ends: instant('ends').notNull(),
    /** When it has readings: pairs of ms since 1970, in order. */
    spans: jsonb().$type<[from: number, to: number][]>().notNull(),
    /** Moments, and values. */
    reports: integer().notNull(),
    readings: integer().notNull(),
    /** Quarter hours in which what the house's controller sent later stands instead. */
    replaced: integer().notNull().default(0),
    accountId: text('account_id'),
    actorName: text('actor_name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    takenBackAt: instant('taken_back_at'),
    takenBackBy: text('taken_back_by').notNull().default(''),
    takenBackAccount: text('taken_back_account'),
  },
  table => [
    check('reading_import_order', sql`${table.starts} < ${table.ends}`),
    index('reading_import_scope').on(table.officePath),
    index('reading_import_farm').on(table.farmPath),
    index('reading_import_house').on(table.houseId, table.starts),
  ],
)
