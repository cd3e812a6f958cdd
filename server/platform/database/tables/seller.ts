import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SellerProfile } from '#shared/contracts/seller.ts'
import { officePath } from './offices.ts'

/** The provider as a seller on the papers of its orders: one row at most. */
export const seller = pgTable('seller', {
  id: text().primaryKey().default('seller'),
  officePath: officePath().unique(),
  profile: jsonb().$type<SellerProfile>().notNull(),
  version: integer().notNull().default(1),
})
