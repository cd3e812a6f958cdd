import { integer, text } from 'drizzle-orm/pg-core'
import { device, house } from './farms.ts'
import { account, instant, office, officePath, path } from './offices.ts'

/** Columns of every ticket, whatever it is about. */
export const ticketColumns = () => ({
  id: text().primaryKey(),
  number: text().notNull().unique(),
  officeId: text('office_id')
    .notNull()
    .references(() => office.id),
  officePath: officePath(),
  /** Path of the customer that it is or belongs to; null for what an agent asks for itself. */
  farmPath: path('farm_path').references(() => office.path, { onUpdate: 'cascade' }),
  houseId: text('house_id').references(() => house.id, { onDelete: 'set null' }),
  deviceId: text('device_id').references(() => device.id, { onDelete: 'set null' }),
  authorId: text('author_id')
    .notNull()
    .references(() => account.id),
  authorName: text('author_name').notNull(),
  /** Since when it has been waiting for the provider; null if it is not. */
  waitsSince: instant('waits_since'),
  madeAt: instant('made_at').notNull().defaultNow(),
  lastAt: instant('last_at').notNull().defaultNow(),
  version: integer().notNull().default(1),
})
