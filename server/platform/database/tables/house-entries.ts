import { sql } from 'drizzle-orm'
import { check, date, doublePrecision, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import type { FeedKind } from '#shared/feed-book.ts'
import type { CarcassWay, HygieneKind, HygienePlace } from '#shared/hygiene.ts'
import { currencies } from '#shared/money.ts'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** What every entry of a house and a day has: whose it is, and who made it. */
const entryColumns = () => ({
  id: text().primaryKey(),
  officePath: officePath(),
  farmPath: farmPath(),
  houseId: text('house_id')
    .notNull()
    .references(() => house.id, { onDelete: 'cascade' }),
  /** In the house's zone. */
  day: date({ mode: 'string' }).notNull(),
  note: text().notNull().default(''),
  accountId: text('account_id'),
  actorName: text('actor_name').notNull(),
  version: integer().notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** The feed book of a house: deliveries, stock taken, feed taken away. What birds ate is in their daily records. */
export const feedEntry = pgTable(
  'feed_entry',
  {
    ...entryColumns(),
    kind: text().$type<FeedKind>().notNull(),
    /** As farm and mill call it. */
    feed: text().notNull().default(''),
    amountKg: doublePrecision('amount_kg').notNull(),
    supplier: text().notNull().default(''),
    /** Number of the delivery note. */
    noteNumber: text('note_number').notNull().default(''),
    batch: text().notNull().default(''),
    /** Per tonne; null if the farm does not say. */
    tonnePrice: numeric('tonne_price', { precision: 14, scale: 4 }),
    currency: text({ enum: currencies }),
  },
  table => [
    check('feed_entry_kg', sql`${table.amountKg} >= 0`),
    index('feed_entry_scope').on(table.officePath, table.day.desc()),
    index('feed_entry_farm').on(table.farmPath),
    index('feed_entry_house').on(table.houseId, table.day),
  ],
)

/** Disinfection, manure removed and carcasses disposed of: what the breeding archive holds beside the flock's records. */
export const hygieneEntry = pgTable(
  'hygiene_entry',
  {
    ...entryColumns(),
    kind: text().$type<HygieneKind>().notNull(),
    /** Of a disinfection: the product with its dose, what was disinfected, and who did it. */
    agent: text().notNull().default(''),
    dose: text().notNull().default(''),
    place: text().$type<HygienePlace>(),
    person: text().notNull().default(''),
    /** Manure, or carcasses. */
    amountKg: doublePrecision('amount_kg'),
    carcasses: integer(),
    /** How carcasses were disposed of, and who took them, or the manure. */
    way: text().$type<CarcassWay>(),
    receiver: text().notNull().default(''),
  },
  table => [
    check('hygiene_entry_amounts', sql`${table.amountKg} >= 0 and ${table.carcasses} >= 0`),
    index('hygiene_entry_scope').on(table.officePath, table.day.desc()),
    index('hygiene_entry_farm').on(table.farmPath),
    index('hygiene_entry_house').on(table.houseId, table.day),
  ],
)
