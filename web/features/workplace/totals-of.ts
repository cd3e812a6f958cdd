import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { ENOUGH_OF_DAY } from '#shared/flock.ts'
import { daysAfter } from '#shared/zone-time.ts'

export const recorded = ['eggs', 'feedKg', 'waterL', 'dead'] as const
export type Recorded = (typeof recorded)[number]
type Counted = 'feedKg' | 'waterL'
const doubts = { feedKg: 'feedDoubt', waterL: 'waterDoubt' } as const
/** How many houses have a meter of this figure that is in doubt today. */
export const doubtedOf = (flocks: readonly FlockThisMorning[], figure: Counted): number =>
  flocks.filter(({ today }) => today?.[doubts[figure]]).length
/** Whether counters also give a figure for the day so far. */
export const isCounted = (figure: Recorded): figure is Counted => figure === 'feedKg' || figure === 'waterL'

/** A figure over houses. */
export interface Total {
  now: number
  /** Houses in it. */
  houses: number
  /** Change from the previous one of the houses where both are known; null if there is too little to tell. */
  percent: number | null
}

/** Older counter values are not current. ms */
const FRESH_MS = 3_600_000

function totalOf(told: readonly (readonly [now: number, before: number | null])[], enough: number): Total {
  const now = told.reduce((sum, [value]) => sum + value, 0)
  const pairs = told.flatMap(([value, before]) => (before === null ? [] : [{ value, before }]))
  const before = pairs.reduce((sum, pair) => sum + pair.before, 0)
  const change = pairs.reduce((sum, pair) => sum + pair.value - pair.before, 0)
  return {
    now,
    houses: told.length,
    percent: before === 0 || before < enough ? null : (100 * change) / before,
  }
}

/** Yesterday in all houses that recorded it, the first day of a flock too; against the day before where that was recorded. */
export function yesterdayOf(flocks: readonly FlockThisMorning[], figure: Recorded): Total {
  const told = flocks.flatMap(({ days: [last, other], yesterday }) => {
    if (last?.day !== yesterday) return []
    const value = last[figure]
    const before = other?.day === daysAfter(yesterday, -1) ? other[figure] : null
    return value === null ? [] : [[value, before] as const]
  })
  return totalOf(told, 0)
}

/** The time of a house's clock up to which all of them are known, ms since 1970. */
interface Until {
  at: number
  timeZone: string
}

/** Today so far against yesterday at the same time, from counters; null if the day has hardly begun or nothing is known. */
export function todayOf(
  flocks: readonly FlockThisMorning[],
  figure: Counted,
  now: number,
): (Total & { until: Until }) | null {
  const known = flocks.flatMap(({ today, timeZone }) => {
    // A meter that stands still may be right, but its house is in no sum.
    if (today?.[doubts[figure]]) return []
    const [value, before] = [today?.[figure] ?? null, today?.[`${figure}Before`] ?? null]
    if (!today || value === null || before === null) return []
    const at = Date.parse(today.at)
    return now - at < FRESH_MS ? [{ pair: [value, before] as const, until: { at, timeZone } }] : []
  })
  const [first] = known.map(({ until }) => until).sort((a, b) => a.at - b.at)
  const total = totalOf(
    known.map(({ pair }) => pair),
    ENOUGH_OF_DAY,
  )
  if (!first || (total.percent === null && total.now < ENOUGH_OF_DAY)) return null
  return { ...total, until: first }
}
