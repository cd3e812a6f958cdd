import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { account, instant, officePath } from './offices.ts'

/** One choice of one user: a part of the appearance, or how one list is shown. The later of two writes wins. */
export const preference = pgTable(
  'preference',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    name: text().notNull(),
    /** Null: as if never chosen. */
    value: jsonb(),
    chosenAt: instant('chosen_at').notNull(),
  },
  table => [primaryKey({ columns: [table.accountId, table.name] })],
)
