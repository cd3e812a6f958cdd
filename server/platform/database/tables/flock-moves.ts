import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { flock } from './flocks.ts'
import { farmPath, instant, officePath } from './offices.ts'

/**
 * Birds that went from one house to another. Their number also stands in the record of that day of the flock they left, and
 * in that of the flock they joined, or as the number placed of the flock that they began there.
 */
export const flockMove = pgTable(
  'flock_move',
  {
    id: text().primaryKey(),
    /** The office of the flock that they left. */
    officePath: officePath(),
    farmPath: farmPath(),
    fromFlockId: text('from_flock_id')
      .notNull()
      .references(() => flock.id, { onDelete: 'cascade' }),
    toFlockId: text('to_flock_id')
      .notNull()
      .references(() => flock.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    birds: integer().notNull(),
    /** For breeders, the males beside the females of `birds`. */
    males: integer().notNull().default(0),
    reason: text().notNull().default(''),
    /** Whether they began a flock there, and whether they were the last of the flock that they left. */
    began: boolean().notNull(),
    ended: boolean().notNull().default(false),
    accountId: text('account_id'),
    actorName: text('actor_name').notNull(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check(
      'flock_move_birds',
      sql`${table.birds} >= 0 and ${table.males} >= 0 and ${table.birds} + ${table.males} > 0`,
    ),
    check('flock_move_apart', sql`${table.fromFlockId} <> ${table.toFlockId}`),
    index('flock_move_scope').on(table.officePath),
    index('flock_move_farm').on(table.farmPath),
    index('flock_move_from').on(table.fromFlockId, table.day),
    index('flock_move_to').on(table.toFlockId, table.day),
    uniqueIndex('flock_move_began').on(table.toFlockId).where(sql`${table.began}`),
  ],
)
