import { grownIntake } from '../flock-figures/grown-intake.ts'
import { intakePerBird } from '../flock-figures/intake.ts'
import { isRationed, stillDays } from '../flock-figures/still-meter.ts'
import { daysBetween } from '../zone-time.ts'
import { type DayValue, fallVerdicts, valuesOf } from './falls.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './judged.ts'
import { meanOf, middleOf } from './middle.ts'

/** Shares of water below the days before (practice). */
const LESS_WATER = { warning: 0.2, critical: 0.4 }
/** Shares that it falls each day, and in all, to be falling day by day. */
const LESS_IN_ROW = { each: 0.03, total: 0.15 }
/** Below this many litres in a day a share says nothing. */
const ENOUGH_WATER = 50

/** What each day's water says, by birds alive; nothing where its meter stood still, and of a ration on a day without feed. */
export function waterVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  const still = stillDays(
    'water',
    days.map(day => ({ ...day, amount: day.waterL, isSure: day.isWaterSure ?? false })),
  )
  const isOnRation = isRationed(flock.type)
  const isUnjudged = ({ day, isFast = false }: JudgedDay) => still.has(day) || (isOnRation && isFast)
  const amounts = valuesOf(days, known => (isUnjudged(known) ? null : known.waterL), intakePerBird)
  return fallVerdicts(amounts, LESS_IN_ROW.each, ({ day, age, birds }, before) => {
    const middle = middleOf(before.map(({ value }) => value))
    if ((middle * birds) / 1_000 < ENOUGH_WATER) return null
    const grown = (from: number) => grownIntake(flock, 'water', from, age)
    const fast = isOnRation ? lowestFast(amounts, day) : null
    const usual = Math.min(
      middle * grown(meanOf(before.map(each => each.age))),
      fast ? fast.value * grown(fast.age) : Number.POSITIVE_INFINITY,
    )
    const first = before.at(-1) ?? before[0]
    return {
      warning: usual * (1 - LESS_WATER.warning),
      critical: usual * (1 - LESS_WATER.critical),
      inRow: first.value * grown(first.age) * (1 - LESS_IN_ROW.total),
    }
  })
}

/** How long a day without feed says what is usual on the next one. Days */
const FAST_DAYS = 7

/**
 * The day of the last week on which birds drank least and made up for it the day after: birds that are fed on some days only
 * drink as little on each of the others.
 */
function lowestFast(values: readonly DayValue[], day: string): DayValue | null {
  const fasts = values.filter((each, i) => {
    const next = values[i + 1]
    const ago = daysBetween(each.day, day)
    return (
      ago > 0 &&
      ago <= FAST_DAYS &&
      next !== undefined &&
      next.day < day &&
      each.value < next.value * (1 - LESS_WATER.warning)
    )
  })
  return fasts.reduce<DayValue | null>(
    (least, each) => (least && least.value <= each.value ? least : each),
    null,
  )
}
