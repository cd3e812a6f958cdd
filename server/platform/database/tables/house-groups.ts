import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { valuesOf } from '#shared/choices.ts'
import { cageLayouts } from '#shared/contracts/cage-types.ts'
import { protocolNames } from '#shared/iot-products.ts'
import { releaseNames } from '#shared/release.ts'
import type { HouseType, SettingGroupKey } from '#shared/signals.ts'
import { instant, office, officePath } from './offices.ts'

/** Houses of a customer that belong together; each house names the one it is in. */
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

/** Models of controllers that the provider supports: what one of them has and can be set. */
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
    /** How the version of its firmware begins; empty for any. */
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
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('iot_product_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    index('iot_product_office').on(table.officePath),
  ],
)

/** Cage systems of the provider, which houses refer to; customers see those that were ever released. */
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
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('cage_type_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    check('cage_type_size', sql`${table.tiers} > 0 and ${table.rows} > 0`),
    index('cage_type_office').on(table.officePath),
  ],
)
