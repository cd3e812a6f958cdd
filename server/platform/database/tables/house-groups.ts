import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { cageLayouts } from '#shared/contracts/cage-types.ts'
import { protocolNames } from '#shared/iot-products.ts'
import { releaseNames } from '#shared/release.ts'
import type { HouseType, SettingGroupKey } from '#shared/signals.ts'
import { instant, office, officePath } from './offices.ts'

/** Groups of a customer's houses; each house names its group. */
export const houseGroup = pgTable(
  'house_group',
  {
    id: text().primaryKey(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    name: text().notNull(),
    remarks: text(),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [index('house_group_scope').on(table.officePath, table.name)],
)

/** Controller models that the provider supports: what each has and which settings. */
export const iotProduct = pgTable(
  'iot_product',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** One of the names may be empty. */
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    maker: text().notNull(),
    protocol: text({ enum: valuesOf(protocolNames) }).notNull(),
    /** Prefix of its firmware version; empty for any. */
    firmware: text().notNull(),
    groups: text().array().$type<SettingGroupKey[]>().notNull(),
    levels: integer().notNull(),
    fanGroups: integer('fan_groups').notNull(),
    probes: integer().notNull(),
    heatingZones: integer('heating_zones').notNull(),
    relays: integer().notNull(),
    analogInputs: integer('analog_inputs').notNull(),
    digitalInputs: integer('digital_inputs').notNull(),
    dimmers: integer().notNull(),
    status: text({ enum: valuesOf(releaseNames) })
      .notNull()
      .default('draft'),
    version: integer().notNull().default(1),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('iot_product_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    index('iot_product_office').on(table.officePath),
  ],
)

/** The provider's cage systems, which houses refer to; customers see those ever released. */
export const cageType = pgTable(
  'cage_type',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** One of the names may be empty. */
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    layout: text({ enum: cageLayouts }).notNull(),
    tiers: integer().notNull(),
    rows: integer().notNull(),
    birdsPerCage: integer('birds_per_cage'),
    houseTypes: text('house_types').array().$type<HouseType[]>().notNull(),
    status: text({ enum: valuesOf(releaseNames) })
      .notNull()
      .default('draft'),
    version: integer().notNull().default(1),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('cage_type_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    check('cage_type_size', sql`${table.tiers} > 0 and ${table.rows} > 0`),
    index('cage_type_office').on(table.officePath),
  ],
)
