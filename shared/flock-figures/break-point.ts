import type { StandardValue } from '../standards/standard-table.ts'

/** A week with its laying rate and that of the standard. */
interface RatedWeek {
  week: number
  rate: number | null
  standard: StandardValue | null
}

/** Percentage points that a flock must lose against its standard within two weeks for it to count as a break. */
const POINTS = 1.5
/** Weeks whose mean distance from the standard is the base for measuring a fall. */
const BEFORE = 3

/** Where a flock left its standard: in which week, and how many percentage points it lost within two weeks. */
export interface BreakPoint {
  week: number
  lost: number
}

/** The week from which a flock in lay lost most against its standard; null if it kept it. */
export function breakPointOf(weeks: readonly RatedWeek[]): BreakPoint | null {
  const off = weeks.flatMap(({ week, rate, standard }) =>
    rate === null || standard === null
      ? []
      : [{ week, off: rate - standard.mid, isBelow: rate < standard.low }],
  )
  let worst: BreakPoint | null = null
  for (const [i, here] of off.entries()) {
    const next = off[i + 1] ?? here
    if (i < BEFORE || !(here.isBelow || next.isBelow)) continue
    const before = off.slice(i - BEFORE, i).reduce((sum, each) => sum + each.off, 0) / BEFORE
    const lost = before - Math.min(here.off, next.off)
    // It begins where the fall itself does: the week before still kept the standard.
    const isFalling = before - here.off >= POINTS / 3
    if (isFalling && lost >= POINTS && lost > (worst?.lost ?? 0)) worst = { week: here.week, lost }
  }
  return worst
}
