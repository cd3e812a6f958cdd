import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { device, house } from './farms.ts'
import { instant, officePath } from './offices.ts'

/** The code by which a gateway gets its credential, and what became of it: the latest of each gateway. */
export const gatewayPairing = pgTable(
  'gateway_pairing',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    codeHash: text('code_hash').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** Network address it was used from, and what the computer there calls itself. */
    usedFrom: text('used_from'),
    usedBy: text('used_by'),
    /** When this gateway last got a credential by a code, this one or an earlier one. */
    pairedAt: instant('paired_at'),
  },
  table => [index('gateway_pairing_scope').on(table.officePath)],
)

/** Who looked whether the signals of a house arrive and can be true. */
export const signalLook = pgTable(
  'signal_look',
  {
    id: text().primaryKey(),
    houseId: text('house_id')
      .notNull()
      .references(() => house.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    accountId: text('account_id'),
    actorName: text('actor_name').notNull(),
    /** How many signals there were, and those that were not right, as device code and name on the wire. */
    total: integer().notNull(),
    open: text().array().notNull(),
  },
  table => [
    index('signal_look_scope').on(table.officePath),
    index('signal_look_house').on(table.houseId, table.at),
  ],
)
