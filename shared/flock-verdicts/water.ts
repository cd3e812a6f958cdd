import { intakePerBird } from '../flock-figures/intake.ts'
import { standardIn } from '../flock-figures/standard.ts'
import { stillDays } from '../flock-figures/still-meter.ts'
import { type StandardRef, waterAt } from '../standards/standards.ts'
import { fallVerdicts, valuesOf } from './falls.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './judged.ts'
import { meanOf, middleOf } from './middle.ts'

/** Shares of water below the days before (practice). */
const LESS_WATER = { warning: 0.2, critical: 0.4 }
/** Shares that it falls each day, and in all, to be falling day by day. */
const LESS_IN_ROW = { each: 0.03, total: 0.15 }
/** Below this many litres in a day a share says nothing. */
const ENOUGH_WATER = 50

/** What each day's water says, by birds alive; nothing where its meter stood still. */
export function waterVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  const breed = standardIn(flock)
  const still = stillDays(
    'water',
    days.map(day => ({ ...day, amount: day.waterL, isSure: day.isWaterSure ?? false })),
  )
  const amounts = valuesOf(days, ({ day, waterL }) => (still.has(day) ? null : waterL), intakePerBird)
  return fallVerdicts(amounts, LESS_IN_ROW.each, ({ age, birds }, before) => {
    const middle = middleOf(before.map(({ value }) => value))
    if ((middle * birds) / 1_000 < ENOUGH_WATER) return null
    const usual = middle * grownThirst(breed, meanOf(before.map(each => each.age)), age)
    const first = before.at(-1) ?? before[0]
    return {
      warning: usual * (1 - LESS_WATER.warning),
      critical: usual * (1 - LESS_WATER.critical),
      inRow: first.value * grownThirst(breed, first.age, age) * (1 - LESS_IN_ROW.total),
    }
  })
}

/** How many times the water of an age the standard gives at a later one. */
function grownThirst(breed: StandardRef | undefined, from: number, to: number): number {
  const [then, now] = [from, to].map(age => (breed ? waterAt(breed, age + 0.5) : null))
  return then && now && then.mid > 0 ? now.mid / then.mid : 1
}
