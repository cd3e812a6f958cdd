import type { StandardValue } from '../standards/standard-table.ts'

/** A week with its laying rate and that of the standard. */
interface RatedWeek {
  week: number
  /** Days on which its eggs were counted. */
  days: number
  rate: number | null
  standard: StandardValue | null
}

/** Percentage points that a flock must lose against its standard within two weeks for it to count as a break. */
const POINTS = 1.5
/** Percentage points by which the laying rate itself must fall: one that only rises less has not fallen. */
const FALLEN = 1
/** Weeks whose mean distance from the standard is the base for measuring a fall. */
const BEFORE = 3
/** Days that must be counted for a week to be compared. */
const DAYS = 4
/** Points below the low end of its standard within which a flock still keeps it. */
const ON_IT = 0.5

/** Where a flock left its standard: in which week, how many points its rate fell within two weeks, and from what to what. */
export interface BreakPoint {
  week: number
  lost: number
  from: number
  to: number
}

/** The week from which a flock in lay fell most against its standard; null if it kept it, or never fell. */
export function breakPointOf(weeks: readonly RatedWeek[]): BreakPoint | null {
  const off = weeks.flatMap(({ week, days, rate, standard }) =>
    rate === null || standard === null || days < DAYS
      ? []
      : [{ week, rate, off: rate - standard.mid, isBelow: rate < standard.low - ON_IT }],
  )
  let worst: BreakPoint | null = null
  for (const [i, here] of off.entries()) {
    const next = off[i + 1]?.week === here.week + 1 ? (off[i + 1] ?? here) : here
    const before = off[i - 1]
    if (i < BEFORE || before?.week !== here.week - 1 || !(here.isBelow || next.isBelow)) continue
    const usual = off.slice(i - BEFORE, i).reduce((sum, each) => sum + each.off, 0) / BEFORE
    const lowest = here.rate < next.rate ? here : next
    const lost = usual - Math.min(here.off, next.off)
    const fell = before.rate - lowest.rate
    // It begins where the fall itself does: the week before still kept the standard.
    const isFalling = usual - here.off >= POINTS / 3 && here.rate < before.rate
    if (isFalling && fell >= FALLEN && lost >= POINTS && lost > (worst?.lost ?? 0))
      worst = { week: here.week, lost, from: before.rate, to: lowest.rate }
  }
  return worst
}
