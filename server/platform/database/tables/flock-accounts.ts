import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { CostRow, EggSale, SoldLot } from '#shared/flock-sales.ts'
import { currencies } from '#shared/money.ts'
import { flock } from './flocks.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** What a flock was sold for, by lot and by class of eggs, and what it cost beside its feed. */
export const flockAccount = pgTable(
  'flock_account',
  {
    flockId: text('flock_id')
      .primaryKey()
      .references(() => flock.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    currency: text({ enum: currencies }).notNull(),
    lots: jsonb().$type<SoldLot[]>().notNull().default([]),
    eggs: jsonb().$type<EggSale[]>().notNull().default([]),
    costs: jsonb().$type<CostRow[]>().notNull().default([]),
    note: text().notNull().default(''),
    version: integer().notNull().default(1),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  table => [
    index('flock_account_scope').on(table.officePath),
    index('flock_account_farm').on(table.farmPath),
  ],
)
