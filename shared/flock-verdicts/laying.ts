import { henDayRate, IN_LAY } from '../flock-figures/eggs.ts'
import { standardIn } from '../flock-figures/standard.ts'
import { stillDays } from '../flock-figures/still-meter.ts'
import { isHens } from '../flocks.ts'
import { layRateAt, type StandardRef } from '../standards/standards.ts'
import { type DayValue, fallVerdicts, valuesOf } from './falls.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './judged.ts'
import { middleOf } from './middle.ts'

/** Points of laying rate below the days before: a warning; below the day before, critical (practice). */
const POINTS = { warning: 3, critical: 5 }
/** Points of a fall on each of several days. */
const POINTS_IN_ROW = 3
/** Standard deviations of chance that a fall must exceed. */
const DEVIATIONS = 5

/** What each day's eggs say, by hens alive; nothing where their counter stood still. */
export function layingVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  if (!isHens(flock)) return []
  const breed = standardIn(flock)
  const still = stillDays(
    'eggs',
    days.map(day => ({ ...day, amount: day.eggs, isSure: day.areEggsSure ?? false })),
  )
  const rates = valuesOf(days, ({ day, eggs }) => (still.has(day) ? null : eggs), henDayRate)
  return fallVerdicts(rates, 0, ({ age, birds }, [yesterday, ...earlier]) => {
    const before = [yesterday, ...earlier]
    const usual = middleOf(before.map(({ value }) => value))
    if (usual < IN_LAY) return null
    const share = Math.min(1, usual / 100)
    const chance = DEVIATIONS * 100 * Math.sqrt((2 * share * (1 - share)) / birds)
    // What the breed itself falls in these days is no fall.
    const due = dueFall(breed, before, age)
    const under = (value: number, points: number) => value - Math.max(points, chance) - due
    return {
      warning: under(usual, POINTS.warning),
      critical: under(Math.min(usual, yesterday.value), POINTS.critical),
      inRow: under(before.at(-1)?.value ?? usual, POINTS_IN_ROW),
    }
  })
}

/** Points that the standard's laying rate falls from the first of these days to an age. */
function dueFall(breed: StandardRef | undefined, before: readonly DayValue[], age: number): number {
  const [then, now] = [before.at(-1)?.age ?? age, age].map(at => (breed ? layRateAt(breed, at + 0.5) : null))
  return then && now ? Math.max(0, then.mid - now.mid) : 0
}
