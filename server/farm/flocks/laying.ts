import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Laid } from '#shared/contracts/houses.ts'
import { isCountSure, stillDays } from '#shared/flock-figures/still-meter.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock, flockSum } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { stockOf } from './held-flocks.ts'
import { dayZeroOf, isRecorded, lossesTold } from './losses.ts'

/** A recorded day with eggs. */
interface EggDay {
  day: string
  eggs: number
  /** Birds that have left since that morning. */
  left: number
  confirmed: string[]
}

/** Days before the last eggs that say whether their counter stands still: more where it counted nothing at all. */
const BEFORE = 7
const BEFORE_NOTHING = 100

const eggs = sql.raw(
  ['sound', 'broken', 'dirty', 'soft', 'hatching'].map(grade => `coalesce(r.eggs_${grade}, 0)`).join(' + '),
)

/** What the records say of the last days with eggs, oldest first. */
export const eggsTold = {
  eggDays: sql<EggDay[] | null>`(
    select jsonb_agg(jsonb_build_object('day', day, 'eggs', eggs, 'left', "left", 'confirmed', confirmed) order by day)
    from (
      select r.day, ${eggs} as eggs, r.confirmed,
        (sum(coalesce(r.dead, 0) + coalesce(r.culled, 0) + coalesce(r.sold, 0) + coalesce(r.moved_out, 0)
          - coalesce(r.moved_in, 0)) over (order by r.day desc))::int as "left",
        num_nonnulls(r.eggs_sound, r.eggs_broken, r.eggs_dirty, r.eggs_soft, r.eggs_hatching) > 0 as told
      from flock_record r
      where r.flock_id = ${flockSum.flockId} and r.day >= coalesce(${flockSum.eggsBeforeOn}, ${flockSum.eggsOn})
        - case when 0 in (${flockSum.eggs}, ${flockSum.eggsBefore}) then ${sql.raw(String(BEFORE_NOTHING))} else ${sql.raw(String(BEFORE))} end
    ) each where told)`,
}
type EggsTold = {
  [Figure in keyof typeof eggsTold]: (typeof eggsTold)[Figure]['_']['type']
}

/**
 * The eggs of the last day with eggs that is over, and the hens of that morning; null without either. What a counter counted
 * that stood still is no figure.
 */
export function lastLaid(
  { eggDays }: EggsTold,
  alive: number | null,
  today: string,
): Pick<Laid, 'day' | 'eggs' | 'hens'> | null {
  if (alive === null || eggDays === null) return null
  const days = eggDays.map(({ day, eggs, left, confirmed }) => ({
    day,
    amount: eggs,
    birds: alive + left,
    isSoFar: day >= today,
    isSure: isCountSure('eggs', confirmed, eggs),
  }))
  const still = stillDays('eggs', days)
  const last = days.findLast(({ day, isSoFar }) => !isSoFar && !still.has(day))
  return last?.birds ? { day: last.day, eggs: last.amount, hens: last.birds } : null
}

/** The same of the present flocks of these houses, by house. */
export async function laidInHouses(
  db: Db,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, Laid | null>> {
  if (houseIds.length === 0) return new Map()
  const rows = await db
    .select({
      row: flock,
      told: { ...lossesTold, ...eggsTold },
      timeZone: sql<string>`coalesce(${house.timeZone}, ${office.timeZone})`,
    })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(flockSum, eq(flockSum.flockId, flock.id))
    .where(and(inArray(flock.houseId, [...houseIds]), isNull(flock.endedOn), isNull(flock.deletedAt)))
  return new Map(
    rows.map(({ row, told, timeZone }) => {
      const laid = lastLaid(told, stockOf(row, told).females, dateIn(timeZone, new Date()))
      const age = laid && daysBetween(dayZeroOf(row), laid.day)
      return [row.houseId, laid && { ...laid, age: age ?? 0, isSure: isRecorded({ row, told }) }]
    }),
  )
}
