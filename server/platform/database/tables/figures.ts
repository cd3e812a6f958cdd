import { date, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { house } from './farms.ts'
import { farmPath, instant, officePath } from './offices.ts'

/** What is known of a house for one day of it; null is not told. */
export interface HouseDay {
  /** YYYY-MM-DD */
  day: string
  eggs: number | null
  /** Hens that were there in the morning, where eggs were counted. */
  hens: number | null
  /** Eggs that these hens would lay by the standard of their breed. */
  eggsStandard: number | null
  /** kg */
  feed: number | null
  /** L */
  water: number | null
}

/** What data screens sum up of a house, prepared by `server/farm/figures/`. */
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
    /** The last days, oldest first. */
    days: jsonb().$type<HouseDay[]>().notNull().default([]),
  },
  table => [
    index('house_figure_scope').on(table.officePath),
    index('house_figure_prepared').on(table.preparedAt),
  ],
)
