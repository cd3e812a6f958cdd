import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { device, house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** Exchanges of water, feed and egg meters, as people told them. */
export const meterExchange = pgTable(
  'meter_exchange',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    farmPath: farmPath(),
    houseId: text('house_id')
      .notNull()
      .references(() => house.id, { onDelete: 'cascade' }),
    /** The controller that counts it. */
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    metric: text().notNull(),
    at: instant('at').notNull(),
    /** What the new meter showed when it was fitted, in the unit of the metric. */
    reading: doublePrecision().notNull(),
    accountId: text('account_id'),
    actorName: text('actor_name').notNull(),
    madeAt: instant('made_at').notNull().defaultNow(),
  },
  table => [
    check('meter_exchange_reading', sql`${table.reading} >= 0`),
    uniqueIndex('meter_exchange_once').on(table.deviceId, table.metric, table.at),
    index('meter_exchange_scope').on(table.officePath),
    index('meter_exchange_house').on(table.houseId, table.at),
  ],
)
