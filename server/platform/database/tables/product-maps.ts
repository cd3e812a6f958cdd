import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { iotProduct } from './house-groups.ts'
import { account, instant, officePath } from './offices.ts'

/** Register maps of products, each saved text as a version; the highest number is the one that counts. */
export const productMap = pgTable(
  'product_map',
  {
    productId: text('product_id')
      .notNull()
      .references(() => iotProduct.id, { onDelete: 'cascade' }),
    /** From 1 on. */
    number: integer().notNull(),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    writerId: text('writer_id').references(() => account.id, { onDelete: 'set null' }),
    /** YAML, free of faults when it was saved */
    text: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.productId, table.number] }),
    index('product_map_writer').on(table.writerId),
    index('product_map_scope').on(table.officePath),
  ],
)
