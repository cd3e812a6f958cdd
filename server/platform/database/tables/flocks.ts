import { sql } from 'drizzle-orm'
import {
  boolean,
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
import type { FinalFigures } from '#shared/flock-figures/final.ts'
import { deathCauses, flockCategories, type LossCauses, type Metered } from '#shared/flocks.ts'
import { litters } from '#shared/litter.ts'
import type { OpeningGaps } from '#shared/opening.ts'
import type { Readiness } from '#shared/readiness.ts'
import { houseTypes } from '#shared/signals.ts'
import { breedStandard } from './breed-standards.ts'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** Birds placed in a house together. Triggers copy the present or planned flock of a house into `house_now`. */
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
    /** A standard of the farm's own; null: the published one of the breed. */
    standardId: text('standard_id').references(() => breedStandard.id, { onDelete: 'set null' }),
    placedOn: date('placed_on', { mode: 'string' }).notNull(),
    /** Null: they came as chicks. */
    hatchedOn: date('hatched_on', { mode: 'string' }),
    placedCount: integer('placed_count'),
    /** For breeders, besides the females of `placedCount`. */
    placedMales: integer('placed_males'),
    /** What they were placed on; null: nobody told, or no litter. */
    litter: text({ enum: litters }),
    /** The day of the placement counts as day 0 or 1; standards count from 0. */
    placementDay: integer('placement_day').notNull().default(0),
    /** When the hens came into lay, and their number then: the hens housed, the base of hen-housed figures. */
    maturedOn: date('matured_on', { mode: 'string' }),
    matureCount: integer('mature_count'),
    /** Birds that were taken over: what they had behind them, in birds, kg, eggs and L; null is not known. */
    takenOver: boolean('taken_over').notNull().default(false),
    openingPlacedOn: date('opening_placed_on', { mode: 'string' }),
    openingLost: integer('opening_lost'),
    openingSold: integer('opening_sold'),
    openingSoldKg: doublePrecision('opening_sold_kg'),
    openingEggs: integer('opening_eggs'),
    openingFeed: doublePrecision('opening_feed'),
    openingWater: doublePrecision('opening_water'),
    openingMalesPlaced: integer('opening_males_placed'),
    openingMalesLost: integer('opening_males_lost'),
    /** Days that the sums which a move brought lack. */
    openingGaps: jsonb('opening_gaps').$type<OpeningGaps>(),
    /** Birds sold or moved out for which no record gives the day. */
    soldUndated: integer('sold_undated').notNull().default(0),
    note: text().notNull().default(''),
    /** Last day of a closed flock. */
    endedOn: date('ended_on', { mode: 'string' }),
    /** The last day it had when it was reopened; null: it was not, or is closed again. */
    reopenedFrom: date('reopened_from', { mode: 'string' }),
    /** Why it ended. */
    closeReason: text('close_reason').notNull().default(''),
    /** Final figures, once closed; other flocks are compared with them. */
    final: jsonb().$type<FinalFigures>(),
    /** What was checked before the birds came. */
    readiness: jsonb().$type<Readiness>().notNull().default({}),
    /** When it was closed; set by a trigger. */
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
    index('flock_of_standard').on(table.standardId).where(sql`${table.standardId} is not null`),
    index('flock_of_house').on(table.houseId, table.placedOn),
    index('flock_scope').on(table.officePath, table.placedOn.desc()),
    index('flock_closed').on(table.closedAt).where(sql`closed_at is not null`),
    index('flock_ended')
      .on(table.farmPath, table.type, table.endedOn.desc())
      .where(sql`ended_on is not null`),
  ],
)

/** Sums of a flock's records; a trigger updates them whenever one changes. No row before the first record. */
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
    /** Males of breeders that have gone, but for those that came. */
    malesGone: integer('males_gone').notNull().default(0),
    /** The last recorded day, and the last weighing, g. */
    lastOn: date('last_on', { mode: 'string' }),
    weight: doublePrecision(),
    /**
     * The first and the last day with losses entered, 0 being a number too: the first of females and unsexed birds, the last of
     * either sex. And the longest step in days from such a day to a later record.
     */
    firstOn: date('first_on', { mode: 'string' }),
    lossesOn: date('losses_on', { mode: 'string' }),
    gap: integer(),
    /** For the last day with eggs: their number, and the birds that left since its morning; then for the one before. */
    eggsOn: date('eggs_on', { mode: 'string' }),
    eggs: integer(),
    lastLeft: integer('last_left'),
    eggsBeforeOn: date('eggs_before_on', { mode: 'string' }),
    eggsBefore: integer('eggs_before'),
    leftBefore: integer('left_before'),
  },
  table => [index('flock_sum_scope').on(table.officePath), index('flock_sum_farm').on(table.farmPath)],
)

/** Daily record of a flock: facts only, in kg, L and g; null means not recorded. */
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
    /** Birds lost by each cause that was found. */
    lossCauses: jsonb('loss_causes').$type<LossCauses>().notNull().default({}),
    culled: integer(),
    deadMales: integer('dead_males'),
    culledMales: integer('culled_males'),
    sold: integer(),
    soldKg: doublePrecision('sold_kg'),
    movedIn: integer('moved_in'),
    movedOut: integer('moved_out'),
    movedInMales: integer('moved_in_males'),
    movedOutMales: integer('moved_out_males'),
    eggsSound: integer('eggs_sound'),
    eggsBroken: integer('eggs_broken'),
    eggsDirty: integer('eggs_dirty'),
    eggsSoft: integer('eggs_soft'),
    eggsHatching: integer('eggs_hatching'),
    /** What the hatchery reported that day. */
    eggsSet: integer('eggs_set'),
    eggsFertile: integer('eggs_fertile'),
    chicks: integer(),
    eggWeight: doublePrecision('egg_weight'),
    feed: doublePrecision(),
    feedMales: doublePrecision('feed_males'),
    water: doublePrecision(),
    /** Birds weighed one by one; their mean and uniformity are then `weight` and `uniformity`. */
    weights: jsonb().$type<number[]>(),
    weight: doublePrecision(),
    uniformity: doublePrecision(),
    weightMales: doublePrecision('weight_males'),
    /** What the controller had counted for the day when it was recorded. */
    measured: jsonb().$type<Partial<Record<Metered, number>>>().notNull().default({}),
    /** It was made before its day was over: the meters' counts in it are not of the whole day yet. */
    soFar: boolean('so_far').notNull().default(false),
    treatments: jsonb().$type<Treatment[]>().notNull().default([]),
    /** Doubts that were raised and confirmed. */
    confirmed: jsonb().$type<string[]>().notNull().default([]),
    /** Explains why more eggs than hens could lay are right. */
    reason: text().notNull().default(''),
    note: text().notNull().default(''),
    pictures: text().array().notNull().default([]),
    /** Who recorded it last. */
    accountId: text('account_id'),
    actorName: text('actor_name').notNull().default(''),
    version: integer().notNull().default(1),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  table => [
    uniqueIndex('flock_record_day').on(table.flockId, table.day),
    index('flock_record_scope').on(table.officePath, table.day.desc()),
    index('flock_record_changed').on(table.changedAt),
    index('flock_record_so_far').on(table.day).where(sql`so_far`),
  ],
)

/** Earlier values of a corrected day, by column name; kept by a trigger. */
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
