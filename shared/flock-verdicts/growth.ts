import { standardIn } from '../flock-figures/standard.ts'
import { weightAt } from '../standards/standards.ts'
import { daysBetween } from '../zone-time.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './judged.ts'

/** A weight this share under the low end of its standard is behind it. */
const UNDER_STANDARD = 0.12
/** Nor may it lose this share of the standard from one weighing to the next. */
const LOST_SHARE = 0.1
/** Days between two weighings that are compared. */
const WEIGHED_WITHIN = 21

/** What each weighing says against the standard and the one before. */
export function growthVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  const known = standardIn(flock)
  if (!known) return []
  let before: { day: string; share: number } | undefined
  return days.flatMap(({ day, age, weight }): DayVerdict[] => {
    const standard = weight === null ? null : weightAt(known, age)
    if (weight === null || !standard) return []
    const share = weight / standard.mid
    const own = before && daysBetween(before.day, day) <= WEIGHED_WITHIN ? before.share : 0
    // A flock ahead of its standard may come back to it.
    const ownLimit = Math.min(1, own - LOST_SHARE) * standard.mid
    const limit = Math.max((1 - UNDER_STANDARD) * standard.low, ownLimit)
    before = { day, share }
    return [{ day, level: weight < limit ? 'warning' : null, value: weight, limit }]
  })
}
