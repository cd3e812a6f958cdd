import { date, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** What is known of a house for each of its last days, oldest first: `day` is the last. Null is not told. */
const daily = (name?: string) =>
  (name ? doublePrecision(name) : doublePrecision()).array().$type<(number | null)[]>().notNull().default([])

/** What data screens and the workplace tell of a house, prepared by `server/farm/figures/`. */
export const houseFigure = pgTable(
  'house_figure',
  {
    houseId: text('house_id')
      .primaryKey()
      .references(() => house.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    farmPath: farmPath(),
    preparedAt: instant('prepared_at').notNull(),
    /** The day of the house when it was prepared. */
    day: date({ mode: 'string' }).notNull(),
    /** Birds of the flock that is there; null without one. */
    placed: integer(),
    alive: integer(),
    /** Dead and culled, and as many as the standard of the breed would lose; null where there is none. */
    lost: integer(),
    lostStandard: doublePrecision('lost_standard'),
    /** Quarters of an hour of the last day with a temperature and a target, and those of them in target. */
    measured: integer().notNull().default(0),
    inTarget: integer('in_target').notNull().default(0),
    eggs: daily(),
    /** Hens that were there in the morning, where eggs were counted. */
    hens: daily(),
    /** Eggs that these hens would lay by the standard of their breed. */
    eggsStandard: daily('eggs_standard'),
    /** kg */
    feed: daily(),
    /** L */
    water: daily(),
    /** Until when the counters tell of the day: feed (kg) and water (L) of it so far, and of the day before at that time of the clock. */
    soFarAt: instant('so_far_at'),
    feedSoFar: doublePrecision('feed_so_far'),
    feedBefore: doublePrecision('feed_before'),
    waterSoFar: doublePrecision('water_so_far'),
    waterBefore: doublePrecision('water_before'),
  },
  table => [
    index('house_figure_scope').on(table.officePath),
    index('house_figure_prepared').on(table.preparedAt),
  ],
)
