import type { Chart } from './contracts/houses.ts'
import { type Course, courseOf, grown, hasJumped } from './counter.ts'
import { mostInAQuarter } from './meter-limits.ts'
import { metricByName } from './signals.ts'
import { dateIn, dayUntil } from './zone-time.ts'

/** What a flock consumes and produces, with its counters; the first one that a house has is used. */
export const flockCounters = {
  water: ['Water/Today', 'Water/Meter1/Total'],
  feed: ['Feed/Today'],
  eggs: ['Egg/Today'],
} as const
export type FlockCounter = keyof typeof flockCounters

/** Counters are read from this long before a midnight, so that midnight lies within what is known. ms */
export const LEAD_MS = 1_800_000
/** More than the 15-minute rows of the longest two days. */
export const ROWS_OF_TWO_DAYS = 240

/** The metric for a counter in this house; undefined without one. */
export const metricOf = ({ series }: Chart, counter: FlockCounter): string | undefined =>
  flockCounters[counter].find(name =>
    series.some(({ metric, high }) => metric === name && high.some(value => value !== null)),
  )

/** What a counter of the flock shows for today, and showed for yesterday at the same time of the house's clock. */
export interface DaySoFar {
  today: number
  /** Null: yesterday is unknown at that time, or had no flock yet. */
  yesterday: number | null
}

/** What is known of a house besides its stored rows. */
interface Known {
  /** The time up to which the house is known, ms since 1970. */
  until: number
  timeZone: string
  /** Day on which its flock arrived; null without one. */
  flockStartedOn: string | null
  /** What a counter shows at that time, if more than the rows is known. */
  latest?: (metric: string) => number | null
}

/** It jumped by more than the house can take: nobody knows what was taken in that time. */
const isWrong = (counter: FlockCounter, course: Course, { from, to }: { from: number; to: number }) =>
  hasJumped(course, from, to, mostInAQuarter(counter, null))

/**
 * A counter of the flock since the house's midnight, from 15-minute rows that begin `LEAD_MS` before yesterday; null
 * if today is unknown.
 */
export function daySoFar(chart: Chart, counter: FlockCounter, known: Known): DaySoFar | null {
  const { until, timeZone, flockStartedOn } = known
  const metric = metricOf(chart, counter)
  if (metric === undefined) return null
  const { today, yesterday } = dayUntil(until, timeZone)
  const latest = known.latest?.(metric) ?? null
  const course = courseOf(chart, metric, { until, latest, midnights: [yesterday.from, today.from] })
  // A daily counter knows its day even if the platform was not there from its beginning.
  const told = metricByName.get(metric)?.monotonic ? null : latest
  const isTodayWrong = isWrong(counter, course, today)
  const soFar = isTodayWrong ? null : (grown(course, today.from, today.to) ?? told)
  if (soFar === null) return null
  const hadFlock = flockStartedOn !== null && flockStartedOn < dateIn(timeZone, yesterday.from)
  return {
    today: soFar,
    yesterday:
      hadFlock && !isWrong(counter, course, yesterday) ? grown(course, yesterday.from, yesterday.to) : null,
  }
}
