import { date, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Doubt } from '#shared/probe-doubts.ts'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** A house's values for each of its last days, oldest first, ending with `day`. Null: not recorded. */
const daily = (name?: string) =>
  (name ? doublePrecision(name) : doublePrecision()).array().$type<(number | null)[]>().notNull().default([])

/** House figures for data screens and the workplace, prepared by `server/farm/figures/`. */
export const houseFigure = pgTable(
  'house_figure',
  {
    houseId: text('house_id')
      .primaryKey()
      .references(() => house.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    preparedAt: instant('prepared_at').notNull(),
    /** The house's calendar day at that time. */
    day: date({ mode: 'string' }).notNull(),
    /** Birds of the present flock now; null without one. */
    alive: integer(),
    /** Birds that its survival counts, those moved in or gone before a take-over included; null where losses are not known. */
    placed: integer(),
    /** Those of them dead and culled, and how many the breed's standard would lose; null if there is none. */
    lost: integer(),
    lostStandard: doublePrecision('lost_standard'),
    /** Quarter-hours of the last day with a temperature and a target, and how many of them were on target. */
    measured: integer().notNull().default(0),
    inTarget: integer('in_target').notNull().default(0),
    eggs: daily(),
    /** Hens present in the morning, on days when eggs were counted. */
    hens: daily(),
    /** Eggs that these hens would lay by their breed's standard. */
    eggsStandard: daily('eggs_standard'),
    /** kg */
    feed: daily(),
    /** L */
    water: daily(),
    /** 1 on days whose counter is in doubt: they have no figure. */
    eggsDoubted: daily('eggs_doubted'),
    feedDoubted: daily('feed_doubted'),
    waterDoubted: daily('water_doubted'),
    /** Time of the day's counters so far: feed (kg) and water (L) until then, and at the same clock time the day before. */
    soFarAt: instant('so_far_at'),
    feedSoFar: doublePrecision('feed_so_far'),
    feedBefore: doublePrecision('feed_before'),
    waterSoFar: doublePrecision('water_so_far'),
    waterBefore: doublePrecision('water_before'),
    /** Why feed and water so far are not believed; null where they are. */
    feedDoubt: jsonb('feed_doubt').$type<Doubt>(),
    waterDoubt: jsonb('water_doubt').$type<Doubt>(),
  },
  table => [
    index('house_figure_scope').on(table.officePath),
    index('house_figure_prepared').on(table.preparedAt),
  ],
)
