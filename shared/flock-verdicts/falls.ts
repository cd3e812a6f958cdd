import { daysBetween } from '../zone-time.ts'
import type { DayVerdict, JudgedDay } from './judged.ts'

/** A figure of the closed days, one value a bird. */
export interface DayValue {
  day: string
  age: number
  birds: number
  value: number
}

/** Whether so many birds came or left that the day is one of its own: its figures are not those of the birds of its morning. */
export const isTurned = (birds: number, { came = 0, left }: { came?: number; left: number }): boolean =>
  came + left > TURNED_SHARE * birds
const TURNED_SHARE = 0.02
/** A value after missing days that is so many times the one before holds those of the days between. */
const COLLECTED = 1.3
/** Earlier values that say what was usual, and how old they may be. */
const USUAL = { count: 3, days: 7 }

/** The value of each closed day on which it is known and birds stayed, and none came. */
export function valuesOf(
  days: readonly JudgedDay[],
  amountOf: (day: JudgedDay) => number | null,
  figure: (amount: number, birds: number) => number,
): DayValue[] {
  const values: DayValue[] = []
  for (const known of days) {
    const { day, age, birds, isSoFar } = known
    const amount = amountOf(known)
    if (amount === null || birds === null || birds <= 0 || isSoFar || isTurned(birds, known)) continue
    const value = figure(amount, birds)
    const before = values.at(-1)
    const since = before ? daysBetween(before.day, day) : 1
    const isCollected = before !== undefined && since > 1 && value > COLLECTED * before.value
    values.push({ day, age, birds, value: isCollected ? value / since : value })
  }
  return values
}

/** The values before this one that say what is usual, newest first; null if there are too few. */
function usualBefore(values: readonly DayValue[], i: number): Before | null {
  const now = values[i]
  const [yesterday, ...earlier] = values.slice(Math.max(0, i - USUAL.count), i).reverse()
  const first = earlier.at(-1)
  if (!now || !yesterday || !first || earlier.length + 1 < USUAL.count) return null
  return daysBetween(first.day, now.day) > USUAL.days ? null : [yesterday, ...earlier]
}

/** Below which value a day is bad; `inRow`: if each of the days was lower than the one before. */
export interface FallLimits {
  warning: number
  critical: number
  inRow: number
}
export type Before = [yesterday: DayValue, ...earlier: DayValue[]]

/** Days on which a value is too low, or falls day by day, each day by a share. Days that cannot be judged have no verdict. */
export function fallVerdicts(
  values: readonly DayValue[],
  share: number,
  limitsOf: (now: DayValue, before: Before) => FallLimits | null,
): DayVerdict[] {
  return values.flatMap((now, i): DayVerdict[] => {
    const before = usualBefore(values, i)
    const limits = before && limitsOf(now, before)
    if (!before || !limits) return []
    const { day, value } = now
    const { warning, critical, inRow } = limits
    if (value < critical) return [{ day, level: 'critical', value, limit: critical }]
    if (value < warning) return [{ day, level: 'warning', value, limit: warning }]
    const isBad = value < inRow && isFalling([now, ...before], share)
    return [
      isBad ? { day, level: 'warning', value, limit: inRow } : { day, level: null, value, limit: warning },
    ]
  })
}

/** Whether each value is lower than the one before by this share. Newest first. */
const isFalling = (values: readonly DayValue[], share: number): boolean =>
  values.every(({ value }, i) => {
    const earlier = values[i + 1]
    return !earlier || value < earlier.value * (1 - share)
  })
