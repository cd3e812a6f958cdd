import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { birthKinds, deviceStatuses, deviceTypes } from '#shared/devices.ts'
import type { HouseEquipment } from '#shared/house-equipment.ts'
import { litters } from '#shared/litter.ts'
import { houseTypes } from '#shared/signals.ts'
import { cageType, houseGroup, iotProduct } from './house-groups.ts'
import { farmPath, instant, office, officePath, path } from './offices.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const device = pgTable(
  'device',
  {
    /** `iotId` on the wire. */
    id: text().primaryKey(),
    /** Short key of the telemetry tables; never leaves the server. */
    serial: integer().generatedAlwaysAsIdentity().unique(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    type: text({ enum: deviceTypes }).notNull(),
    code: text().notNull(),
    /** Lower case: codes are unique case-insensitively and become free 30 days after deletion. */
    codeKey: text('code_key').notNull(),
    name: text().notNull(),
    /** The gateway this device talks through; null for gateways and for controllers that speak MQTT themselves. */
    gatewayId: text('gateway_id'),
    /** Model of a controller; null: its birth says what it has. */
    productId: text('product_id').references(() => iotProduct.id, { onDelete: 'set null' }),
    /** Hash of the gateway's MQTT password; null until one is issued, and on devices behind a gateway. */
    credentialHash: text('credential_hash'),
    status: text({ enum: deviceStatuses }).notNull().default('UNACTIVE'),
    statusSince: instant('status_since').notNull().defaultNow(),
    /** Why the device has its status, as a word the screens translate (nbirth, ndeath, disconnect, disabled …). */
    statusReason: text('status_reason'),
    /** Server time of the last message of this device. */
    lastMessageAt: instant('last_message_at'),
    /** Of a gateway that connects only to report: how often, s; null for one that stays connected. */
    reportsEveryS: integer('reports_every_s'),
    /** The device whose place in a house this one took, and when. */
    replacesId: text('replaces_id').references((): AnyPgColumn => device.id, { onDelete: 'set null' }),
    replacedAt: instant('replaced_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  table => [
    uniqueIndex('device_replaces').on(table.replacesId).where(sql`${table.replacesId} is not null`),
    uniqueIndex('device_code').on(table.codeKey).where(sql`${table.deletedAt} is null`),
    index('device_scope').on(table.officePath, table.createdAt),
    index('device_created').on(table.createdAt),
    index('device_gateway').on(table.gatewayId),
    index('device_product').on(table.productId),
    // A customer's devices, sorted by name as in the list.
    index('device_office').on(table.officeId, table.name),
  ],
)

/** Connection history: births, deaths, connects, disconnects, refusals, and what administrators did. */
export const deviceConnection = pgTable(
  'device_connection',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    event: text().notNull(),
    detail: text(),
  },
  table => [index('device_connection_device').on(table.deviceId, table.at)],
)

/** Last known state of a device, so that a restart loses nothing. */
export const deviceState = pgTable(
  'device_state',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    /** Non-numeric values, and those lists read: metric → [value, sample time in ms]; integers beyond 2^53 are strings */
    values: jsonb().$type<Record<string, [number | boolean | string | null, number]>>().notNull(),
    /** Layout of `numbers`: 8-byte floats in this machine's byte order, NaN for none, like their `times` in ms. */
    layout: integer(),
    numbers: bytea(),
    times: bytea(),
    /** What the last birth said about each metric. */
    birth: jsonb(),
    bornAt: instant('born_at'),
    /** `values` is current up to this server time; later reports are reread from the report table. */
    savedAt: instant('saved_at').notNull(),
    /** Correction for a wrong clock, added to its times, ms; 0 while the clock is trusted. */
    clockShiftMs: bigint('clock_shift_ms', { mode: 'number' }).notNull().default(0),
    /** What the clock showed when it was first wrong by that much, ms since 1970. */
    clockFromMs: bigint('clock_from_ms', { mode: 'number' }).notNull().default(0),
  },
  table => [index('device_state_scope').on(table.officePath)],
)

/** The last births of a device as received, one of each kind; a newer one replaces it. */
export const deviceBirth = pgTable(
  'device_birth',
  {
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    kind: text({ enum: birthKinds }).notNull(),
    officePath: officePath(),
    farmPath: farmPath(),
    /** Server time. */
    receivedAt: instant('received_at').notNull(),
    topic: text().notNull(),
    size: integer().notNull(),
    /** Null if it was too large to be stored. */
    payload: bytea(),
  },
  table => [
    primaryKey({ columns: [table.deviceId, table.kind] }),
    index('device_birth_scope').on(table.officePath),
  ],
)

/** Strings do not fit the numeric report; each change of one is recorded here. */
export const textReading = pgTable(
  'text_reading',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    metric: text().notNull(),
    at: instant('at').notNull(),
    value: text(),
  },
  table => [uniqueIndex('text_reading_key').on(table.deviceId, table.metric, table.at)],
)

/** Messages that were refused or not understood; kept 30 days, the newest 1,000 per gateway. */
export const quarantine = pgTable(
  'quarantine',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The gateway that sent it. */
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    topic: text().notNull(),
    reason: text().notNull(),
    size: integer().notNull(),
  },
  table => [index('quarantine_device').on(table.deviceId, table.at)],
)

/** Content of such a message: farm data of whoever owned the gateway when it came. */
export const quarantinePayload = pgTable(
  'quarantine_payload',
  {
    quarantineId: bigint('quarantine_id', { mode: 'number' })
      .primaryKey()
      .references(() => quarantine.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    /** At most the first 4 kB. */
    payload: bytea().notNull(),
  },
  table => [index('quarantine_payload_scope').on(table.officePath)],
)

export const house = pgTable(
  'house',
  {
    /** `chickenHouseId` on the wire. */
    id: text().primaryKey(),
    officeId: text('office_id')
      .notNull()
      .references(() => office.id),
    officePath: officePath(),
    name: text().notNull(),
    type: text({ enum: houseTypes }).notNull(),
    groupId: text('group_id').references(() => houseGroup.id, { onDelete: 'set null' }),
    cageTypeId: text('cage_type_id').references(() => cageType.id, { onDelete: 'set null' }),
    lengthM: real('length_m').notNull(),
    widthM: real('width_m').notNull(),
    heightM: real('height_m').notNull(),
    /** Fans, inlets, pads and heaters as entered; null: what is usual for its type and size. */
    equipment: jsonb().$type<HouseEquipment>(),
    /** Null: the office's zone. */
    timeZone: text('time_zone'),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Behind a paired gateway birds come only after somebody has looked at its signals; not asked of houses from before. */
    signalsWanted: boolean('signals_wanted').notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  table => [
    check('house_size', sql`${table.lengthM} > 0 and ${table.widthM} > 0 and ${table.heightM} > 0`),
    check('house_time_zone', sql`is_time_zone(${table.timeZone})`),
    // Data about a house in other tables belongs to its office.
    unique('house_in_office').on(table.id, table.officePath),
    // Counting reads only this index.
    index('house_present').on(table.officePath).where(sql`${table.deletedAt} is null`),
    index('house_scope').on(table.officePath, table.createdAt),
    index('house_of_group').on(table.groupId),
    index('house_of_cage_type').on(table.cageTypeId),
  ],
)

/**
 * What is in a house and how it is: farm data, therefore a separate table. The database adds a row for each new house,
 * and triggers on flocks write their part.
 */
export const houseNow = pgTable(
  'house_now',
  {
    houseId: text('house_id').primaryKey(),
    /** The house's, and changed along with it. */
    officePath: path('office_path').notNull(),
    farmPath: farmPath(),
    breed: text(),
    /** Date of placement, possibly a planned one; null while the house is empty. */
    flockStartedOn: date('flock_started_on', { mode: 'string' }),
    /** Null: the birds came as chicks. */
    flockHatchedOn: date('flock_hatched_on', { mode: 'string' }),
    flockCount: integer('flock_count'),
    /** Birds sold or moved out since the placement. */
    flockSold: integer('flock_sold'),
    /** What they were placed on; null: nobody told, or no litter. */
    litter: text({ enum: litters }),
    /** Kept by the live house states, so that lists can sort by it and a restart remembers since when. */
    state: text({ enum: ['normal', 'alarm', 'offline'] })
      .notNull()
      .default('offline'),
    stateSince: instant('state_since').notNull().defaultNow(),
    /** After how many seconds without data the farm wants a warning, then a critical alarm; null: the usual. */
    noDataWarningS: integer('no_data_warning_s'),
    noDataCriticalS: integer('no_data_critical_s'),
  },
  table => [
    check(
      'house_now_no_data',
      sql`num_nulls(${table.noDataWarningS}, ${table.noDataCriticalS}) in (0, 2) and ${table.noDataCriticalS} >= ${table.noDataWarningS}`,
    ),
    check(
      'house_now_flock',
      sql`(${table.flockCount} is null or ${table.flockCount} >= 0) and (${table.flockSold} is null or ${table.flockSold} >= 0)`,
    ),
    foreignKey({
      name: 'house_now_house',
      columns: [table.houseId, table.officePath],
      foreignColumns: [house.id, house.officePath],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
    index('house_now_scope').on(table.officePath),
  ],
)

/**
 * Which device served which house when: readings belong to the house. Half-open [from, to); `to` null is now.
 * No device serves two houses at a time (exclusion constraint in the migrations).
 */
export const houseDevice = pgTable(
  'house_device',
  {
    id: text().primaryKey(),
    houseId: text('house_id')
      .notNull()
      .references(() => house.id),
    deviceId: text('device_id')
      .notNull()
      .references(() => device.id),
    officePath: officePath(),
    from: instant('from').notNull(),
    to: instant('to'),
    /** The house's main controller, which supplies its figures: one at a time, the first unless another is chosen. */
    main: boolean().notNull().default(false),
  },
  table => [
    check('house_device_order', sql`${table.to} is null or ${table.to} > ${table.from}`),
    index('house_device_house').on(table.houseId, table.from),
    index('house_device_device').on(table.deviceId, table.from),
  ],
)
