import { text } from '../text.ts'
import { shownUnit } from '../units.ts'

/** With so many days in a row of the same count a meter of water stands still (practice). */
const STILL_DAYS = 3
/** Less people read off as the same on several days. L */
const REPEATS_FROM = 1_000
/** What people round to: whole hundreds of L, and tens of gallons. */
const isRound = (litres: number): boolean =>
  [litres / 100, shownUnit('L', 'imperial').shown(litres) / 10].some(
    steps => Math.abs(steps - Math.round(steps)) < 0.001,
  )

/** A day's water, L, as recorded, and the birds that drank it. */
interface Metered {
  day: string
  waterL: number | null
  /** Null if nobody said how many were placed. */
  birds: number | null
  isSoFar: boolean
  /** Somebody was asked, and says that it is right. */
  isWaterSure?: boolean
}

/** Whether the last of these amounts repeats those of the days before it to the litre. */
export function isRepeated(amounts: readonly number[]): boolean {
  const last = amounts.at(-1) ?? 0
  const same = amounts.length - 1 - amounts.findLastIndex(amount => amount !== last)
  return same >= STILL_DAYS && last >= REPEATS_FROM && !isRound(last)
}

/** The days before one whose amounts say whether it repeats them. */
export const REPEATED_BEFORE = STILL_DAYS - 1

/**
 * The days, which are in order, whose water is not believed since its meter stood still: nothing at all though there are birds
 * that drank before, or the same count for days. The first day with that count may be right.
 */
export function stillDays(days: readonly Metered[]): ReadonlySet<string> {
  const still = new Set<string>()
  const told = days.filter(({ waterL }) => waterL !== null)
  const begun = told.findIndex(({ waterL }) => waterL !== 0)
  for (const [i, { day, waterL, birds, isSoFar, isWaterSure }] of told.entries()) {
    if (isSoFar || isWaterSure) continue
    if (waterL === 0 && birds !== 0 && begun >= 0 && i > begun) still.add(day)
    const run = told.slice(Math.max(0, i - REPEATED_BEFORE), i + 1)
    if (isRepeated(run.map(each => each.waterL ?? 0)))
      for (const each of run.slice(1)) if (!each.isWaterSure) still.add(each.day)
  }
  return still
}

/** Whether a record that repeats, or has no water at all, was confirmed when it was made: doubts are kept by name and figure. */
export const isWaterSure = (confirmed: readonly string[] | undefined): boolean =>
  (confirmed ?? []).some(doubt => /^(noWater|waterStill) /.test(doubt))

/** What a meter that stands still is called, and what is said of it: `{amount}` was recorded. */
export const stillMeter = {
  title: text('水表不走数', 'Water meter stands still'),
  says: text(
    '记录为 {amount}。请先确认鸡群有水，再检查水表。',
    '{amount} recorded. See first that the birds have water, then check the meter.',
  ),
}
