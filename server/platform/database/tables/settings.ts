import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { gasUnitNames } from '#shared/energy-prices.ts'
import { currencies } from '#shared/money.ts'
import { changeFailures, changeOrigins, changeStates } from '#shared/setting-changes.ts'
import { templateSeasons } from '#shared/setting-templates.ts'
import { houseTypes, type SettingDocument, settingGroupKeys } from '#shared/signals.ts'
import { device, house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/**
 * A change of one controller's settings in one group, from the request until it was read back; at most one is open per
 * group and at most one on its way per controller. Also changes made at the controller itself. Visible only under the
 * consent to remote control (RC).
 */
export const settingChange = pgTable(
  'setting_change',
  {
    /** Also the id of the command on the wire, which the controller carries out once. */
    id: text().primaryKey(),
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    houseId: text('house_id').references(() => house.id),
    officePath: officePath(),
    farmPath: farmPath(),
    group: text({ enum: settingGroupKeys }).notNull(),
    origin: text({ enum: changeOrigins }).notNull(),
    state: text({ enum: changeStates }).notNull(),
    failure: text({ enum: changeFailures }),
    /** What the controller answered. */
    result: integer(),
    says: text(),
    isByEcho: boolean('by_echo').notNull().default(false),
    /** Values outside the safe range are intended, by somebody with a recent proof of identity. */
    isConfirmed: boolean('confirmed').notNull().default(false),
    /** Null for a change at the panel. */
    accountId: text('account_id'),
    actorName: text('actor_name'),
    /** Name of the API token that acted for them; null if they acted themselves. */
    actorProgram: text('actor_program'),
    reason: text(),
    /** The settings to change, with their values at the time of the request. */
    before: jsonb().$type<SettingDocument>().notNull(),
    wanted: jsonb().$type<SettingDocument>().notNull(),
    /** The same settings as last reported when it was over. */
    after: jsonb().$type<SettingDocument>(),
    /** For a temporary change, when sent: the permanent values, which other temporary ones may cover. */
    base: jsonb().$type<SettingDocument>(),
    /** Days of age of the points that it is about, as `Settings/…/Day`. */
    days: jsonb().$type<SettingDocument>().notNull().default({}),
    madeAt: instant('made_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    sentAt: instant('sent_at'),
    /** Number of tries, and when to check again. */
    tries: integer().notNull().default(0),
    againAt: instant('again_at'),
    overAt: instant('over_at'),
    /** For a temporary change: when its gateway ends it, and since when nothing of it is in force. */
    returnsAt: instant('returns_at'),
    returnedAt: instant('returned_at'),
  },
  table => [
    uniqueIndex('setting_change_open')
      .on(table.deviceId, table.group)
      .where(sql`${table.state} in ('waiting', 'sending')`),
    uniqueIndex('setting_change_sending').on(table.deviceId).where(sql`${table.state} = 'sending'`),
    index('setting_change_returns')
      .on(table.deviceId)
      .where(sql`${table.returnsAt} is not null and ${table.returnedAt} is null`),
    index('setting_change_device').on(table.deviceId, table.madeAt.desc()),
    index('setting_change_scope').on(table.officePath, table.madeAt.desc()),
  ],
)

/** A controller's settings as it last reported them: a difference reveals a change at its panel. */
export const reportedSettings = pgTable(
  'reported_settings',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    /** Null if the controller counts none. */
    version: bigint({ mode: 'number' }),
    values: jsonb().$type<SettingDocument>().notNull(),
    at: instant('at').notNull(),
  },
  table => [index('reported_settings_scope').on(table.officePath)],
)

/** Named settings of a group, for the offices at and below that of the house they were taken from. */
export const settingTemplate = pgTable(
  'setting_template',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    farmPath: farmPath(),
    houseType: text('house_type', { enum: houseTypes }).notNull(),
    group: text({ enum: settingGroupKeys }).notNull(),
    season: text({ enum: templateSeasons }).notNull(),
    name: text().notNull(),
    values: jsonb().$type<SettingDocument>().notNull(),
    accountId: text('account_id'),
    actorName: text('actor_name').notNull(),
    keptAt: instant('kept_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('setting_template_name').on(table.officePath, table.houseType, table.group, table.name),
    index('setting_template_farm').on(table.farmPath),
  ],
)

/** What a farm pays for energy, for all of it; null for what it has not said. */
export const energyPrice = pgTable(
  'energy_price',
  {
    farmPath: farmPath().primaryKey(),
    officePath: officePath(),
    currency: text({ enum: currencies }).notNull(),
    /** per kWh */
    power: numeric({ precision: 14, scale: 4 }),
    /** per `gasUnit` */
    gas: numeric({ precision: 14, scale: 4 }),
    gasUnit: text('gas_unit', { enum: valuesOf(gasUnitNames) }).notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [
    check('energy_price_amounts', sql`${table.power} >= 0 and ${table.gas} >= 0`),
    index('energy_price_scope').on(table.officePath),
  ],
)
