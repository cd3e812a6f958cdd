import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import { feedDue } from '#shared/flock-doubts.ts'
import { countedDays, type DayFigures, recordedOf } from '#shared/flock-figures/ledger.ts'
import { type Counter, counters, isNothingOdd, REPEATED_BEFORE } from '#shared/flock-figures/still-meter.ts'
import { tidied } from '#shared/numbers.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import { type FoundFlock, ownStandardOf } from '../../farm/flocks/flocks.queries.ts'

/** Number of days in the mean a day is compared with. */
const MEAN_DAYS = 7

const meanOf = (values: readonly (number | null)[]): number | null => {
  const told = values.filter(value => value !== null)
  return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0) / told.length
}

/** Doubts that were answered with yes, by day. */
export const confirmedOn = (
  days: readonly { day: string; confirmed: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> => new Map(days.map(each => [each.day, each.confirmed]))

/** The days before a day, oldest first, and the doubts of them that were answered with yes. */
interface Course {
  before: readonly DayFigures[]
  confirmed: ReadonlyMap<string, readonly string[]>
}

type Context = Pick<
  RecordSheet,
  'deadMean' | 'lostMean' | 'feedMean' | 'weightBefore' | 'weighedDaysAgo' | 'countedBefore' | 'nothingOdd'
>

/** What a flock's day is compared with: the same for the form and for a file. */
export function contextOf(found: FoundFlock, day: string, { before, confirmed }: Course): Context {
  const { row } = found
  const week = before.filter(each => each.day >= daysAfter(day, -MEAN_DAYS))
  const weighed = before.findLast(({ weight }) => weight !== null)
  const age = daysBetween(baseOf(row).dayZero, day)
  const last = before.slice(-REPEATED_BEFORE)
  return {
    ...tidied({
      deadMean: meanOf(week.map(({ dead }) => dead)),
      lostMean: meanOf(
        week.map(({ dead, culled }) =>
          dead === null && culled === null ? null : (dead ?? 0) + (culled ?? 0),
        ),
      ),
      feedMean: feedDue(week, age, { breed: row.breed, standard: ownStandardOf(found) }),
    }),
    weightBefore: weighed?.weight ?? null,
    weighedDaysAgo: weighed ? daysBetween(weighed.day, day) : null,
    countedBefore: Object.fromEntries(
      counters.map(counter => [counter, last.flatMap(each => recordedOf(counter, each) ?? [])]),
    ) as Record<Counter, number[]>,
    nothingOdd: counters.filter(counter =>
      isNothingOdd(counter, countedDays(counter, before, confirmed), row.type),
    ),
  }
}
