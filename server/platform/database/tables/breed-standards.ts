import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { HouseType } from '#shared/signals.ts'
import { instant, officePath } from './offices.ts'

/** Breed standards that a farm keeps for itself, or that the provider publishes; they are replaced, never changed. */
export const breedStandard = pgTable(
  'breed_standard',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    name: text().notNull(),
    houseTypes: text('house_types').array().$type<HouseType[]>().notNull(),
    /** Who says so, and in which edition. */
    source: text().notNull(),
    edition: text().notNull().default(''),
    /** Whether its rows are days or weeks of age, and their figures by the names in `columns`. */
    period: text({ enum: ['day', 'week'] }).notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    rows: jsonb().$type<(number | string | null)[][]>().notNull(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('breed_standard_named', sql`${table.name} <> ''`),
    uniqueIndex('breed_standard_once').on(table.officePath, table.name, table.edition),
  ],
)
