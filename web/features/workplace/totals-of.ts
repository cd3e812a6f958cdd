import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { ENOUGH_OF_DAY } from '#shared/flock.ts'

export const recorded = ['eggs', 'feedKg', 'waterL', 'dead'] as const
export type Recorded = (typeof recorded)[number]
type Counted = 'feedKg' | 'waterL'
const doubts = { feedKg: 'feedDoubt', waterL: 'waterDoubt' } as const
/** How many houses have a meter of this figure that is in doubt today. */
export const doubtedOf = (flocks: readonly FlockThisMorning[], figure: Counted): number =>
  flocks.filter(({ today }) => today?.[doubts[figure]]).length
/** Whether counters also give a figure for the day so far. */
export const isCounted = (figure: Recorded): figure is Counted => figure === 'feedKg' || figure === 'waterL'

/** A figure over the houses where both it and the previous one are known. */
export interface Total {
  now: number
  houses: number
  /** Change from the previous one; null if there is too little to tell. */
  percent: number | null
}

/** Older counter values are not current. ms */
const FRESH_MS = 3_600_000

function totalOf(pairs: readonly (readonly [now: number, before: number])[], enough: number): Total {
  const now = pairs.reduce((sum, [value]) => sum + value, 0)
  const before = pairs.reduce((sum, [, value]) => sum + value, 0)
  const percent = before === 0 || before < enough ? null : (100 * (now - before)) / before
  return { now, houses: pairs.length, percent }
}

/** Yesterday against the day before, as recorded. */
export function yesterdayOf(flocks: readonly FlockThisMorning[], figure: Recorded): Total {
  const pairs = flocks.flatMap(({ days: [last, other], yesterday }) => {
    const [value, before] = [last?.[figure] ?? null, other?.[figure] ?? null]
    return value === null || before === null || last?.day !== yesterday ? [] : [[value, before] as const]
  })
  return totalOf(pairs, 0)
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
