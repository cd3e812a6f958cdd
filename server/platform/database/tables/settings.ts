import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { changeFailures, changeOrigins, changeStates } from '#shared/setting-changes.ts'
import { templateSeasons } from '#shared/setting-templates.ts'
import { houseTypes, type SettingDocument, settingGroupKeys } from '#shared/signals.ts'
import { device, house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/**
 * A change of settings of one controller and one group, from being asked for until it was read back; of a group at most
 * one is open, of a controller at most one on its way. Also what was changed at the controller itself. Seen only under the consent to control (RC).
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
    /** What is outside the safe range is meant, by somebody who had proved who they are. */
    isConfirmed: boolean('confirmed').notNull().default(false),
    /** Null for a change at the panel. */
    accountId: text('account_id'),
    actorName: text('actor_name'),
    reason: text(),
    /** Of the settings that change, as they were told when it was asked for. */
    before: jsonb().$type<SettingDocument>().notNull(),
    wanted: jsonb().$type<SettingDocument>().notNull(),
    /** The same settings as they were told when it was over. */
    after: jsonb().$type<SettingDocument>(),
    madeAt: instant('made_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    sentAt: instant('sent_at'),
    /** How often it was sent, and when that is looked at again. */
    tries: integer().notNull().default(0),
    againAt: instant('again_at'),
    overAt: instant('over_at'),
    /** Of a change for a while: when its gateway takes it back, and when other values were told after that. */
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

/** The settings of a controller as it told them: by what differs, a change at its panel is known. */
export const reportedSettings = pgTable(
  'reported_settings',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    /** Null where the controller counts none. */
    version: bigint({ mode: 'number' }),
    values: jsonb().$type<SettingDocument>().notNull(),
    at: instant('at').notNull(),
  },
  table => [index('reported_settings_scope').on(table.officePath)],
)

/** Settings of a group that are kept by name, of the offices at and below the one of the house they were taken from. */
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
