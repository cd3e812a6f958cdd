import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { DEAD_FROM } from '#shared/flock-figures/exceptions.ts'
import type { FinalFigures } from '#shared/flock-figures/final.ts'
import { deathCauses, flockCategories, type Metered } from '#shared/flocks.ts'
import type { Readiness } from '#shared/readiness.ts'
import { houseTypes } from '#shared/signals.ts'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** Birds that came into a house together. Triggers put the one that is in a house, or planned for it, into `house_now`. */
export const flock = pgTable(
  'flock',
  {
    id: text().primaryKey(),
    number: text().notNull(),
    houseId: text('house_id')
      .notNull()
      .references(() => house.id),
    officePath: officePath(),
    farmPath: farmPath(),
    type: text({ enum: houseTypes }).notNull(),
    category: text({ enum: flockCategories }).notNull(),
    breed: text(),
    placedOn: date('placed_on', { mode: 'string' }).notNull(),
    /** Null: they came as chicks. */
    hatchedOn: date('hatched_on', { mode: 'string' }),
    placedCount: integer('placed_count'),
    /** Of breeders, beside the females of `placedCount`. */
    placedMales: integer('placed_males'),
    /** The day of the placement counts as day 0 or 1; standards count from 0. */
    placementDay: integer('placement_day').notNull().default(0),
    /** When the hens came into lay, and how many they were: the hens housed, which hen-housed figures are of. */
    maturedOn: date('matured_on', { mode: 'string' }),
    matureCount: integer('mature_count'),
    /** Birds sold or moved out of which no record tells the day. */
    soldUndated: integer('sold_undated').notNull().default(0),
    note: text().notNull().default(''),
    /** The last day of a flock that is closed. */
    endedOn: date('ended_on', { mode: 'string' }),
    /** Why it ended. */
    closeReason: text('close_reason').notNull().default(''),
    /** What it came to, once it is closed; others are held against it. */
    final: jsonb().$type<FinalFigures>(),
    /** What was checked before the birds came. */
    readiness: jsonb().$type<Readiness>().notNull().default({}),
    /** When it was closed; kept by a trigger. */
    closedAt: instant('closed_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  table => [
    check(
      'flock_counts',
      sql`coalesce(${table.placedCount}, 0) >= 0 and coalesce(${table.placedMales}, 0) >= 0 and coalesce(${table.matureCount}, 0) >= 0 and ${table.soldUndated} >= 0`,
    ),
    check(
      'flock_order',
      sql`${table.endedOn} >= ${table.placedOn} and ${table.hatchedOn} <= ${table.placedOn}`,
    ),
    check('flock_placement_day', sql`${table.placementDay} in (0, 1)`),
    uniqueIndex('flock_number').on(table.number),
    uniqueIndex('flock_in_house')
      .on(table.houseId)
      .where(sql`${table.endedOn} is null and ${table.deletedAt} is null`),
    index('flock_of_house').on(table.houseId, table.placedOn),
    index('flock_scope').on(table.officePath, table.placedOn.desc()),
    index('flock_closed').on(table.closedAt).where(sql`closed_at is not null`),
    index('flock_ended')
      .on(table.farmPath, table.type, table.endedOn.desc())
      .where(sql`ended_on is not null`),
  ],
)

/** What the records of a flock sum up to; a trigger adds them up whenever one changes. None before the first. */
export const flockSum = pgTable(
  'flock_sum',
  {
    flockId: text('flock_id')
      .primaryKey()
      .references(() => flock.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    dead: integer().notNull().default(0),
    culled: integer().notNull().default(0),
    sold: integer().notNull().default(0),
    movedIn: integer('moved_in').notNull().default(0),
    movedOut: integer('moved_out').notNull().default(0),
    /** The last day that was told, and the last weighing, g. */
    lastOn: date('last_on', { mode: 'string' }),
    weight: doublePrecision(),
    /** Of the last day with eggs: how many, and the birds that left on it. */
    eggs: integer(),
    lastLeft: integer('last_left'),
  },
  table => [index('flock_sum_scope').on(table.officePath), index('flock_sum_farm').on(table.farmPath)],
)

/** What was told of a flock for one day: facts only, in kg, L and g; null is not told. */
export const flockRecord = pgTable(
  'flock_record',
  {
    id: text().primaryKey(),
    flockId: text('flock_id')
      .notNull()
      .references(() => flock.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    day: date({ mode: 'string' }).notNull(),
    dead: integer(),
    deadCause: text('dead_cause', { enum: deathCauses }),
    culled: integer(),
    deadMales: integer('dead_males'),
    culledMales: integer('culled_males'),
    sold: integer(),
    soldKg: doublePrecision('sold_kg'),
    movedIn: integer('moved_in'),
    movedOut: integer('moved_out'),
    eggsSound: integer('eggs_sound'),
    eggsBroken: integer('eggs_broken'),
    eggsDirty: integer('eggs_dirty'),
    eggsSoft: integer('eggs_soft'),
    eggsHatching: integer('eggs_hatching'),
    eggWeight: doublePrecision('egg_weight'),
    feed: doublePrecision(),
    feedMales: doublePrecision('feed_males'),
    water: doublePrecision(),
    /** Birds weighed one by one; their mean and evenness are then `weight` and `uniformity`. */
    weights: jsonb().$type<number[]>(),
    weight: doublePrecision(),
    uniformity: doublePrecision(),
    weightMales: doublePrecision('weight_males'),
    /** What the controller had counted of the day when it was told. */
    measured: jsonb().$type<Partial<Record<Metered, number>>>().notNull().default({}),
    treatments: jsonb().$type<Treatment[]>().notNull().default([]),
    /** Doubts that were asked and answered with yes. */
    confirmed: jsonb().$type<string[]>().notNull().default([]),
    /** Why more eggs than hens could lay are right. */
    reason: text().notNull().default(''),
    note: text().notNull().default(''),
    pictures: text().array().notNull().default([]),
    /** Who told it last. */
    accountId: text('account_id'),
    actorName: text('actor_name').notNull().default(''),
    version: integer().notNull().default(1),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('flock_record_day').on(table.flockId, table.day),
    index('flock_record_scope').on(table.officePath, table.day.desc()),
    index('flock_record_changed').on(table.changedAt),
    index('flock_record_many_died')
      .on(table.day, table.flockId)
      .where(sql`${table.dead} >= ${sql.raw(String(DEAD_FROM))}`),
  ],
)

/** What was told of a day before it was told anew, by the names of its columns; a trigger keeps it. */
export const flockRecordPast = pgTable(
  'flock_record_past',
  {
    recordId: text('record_id')
      .notNull()
      .references(() => flockRecord.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    officePath: officePath(),
    farmPath: farmPath(),
    told: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    accountId: text('account_id'),
    actorName: text('actor_name').notNull().default(''),
    changedAt: instant('changed_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.recordId, table.version] }),
    index('flock_record_past_scope').on(table.officePath),
    index('flock_record_past_farm').on(table.farmPath),
  ],
)
