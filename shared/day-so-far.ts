import { doubtDuring } from './believed-chart.ts'
import type { Chart } from './contracts/houses.ts'
import { type Course, courseOf, grown, hasJumped } from './counter.ts'
import { mostInAQuarter } from './meter-limits.ts'
import { type Doubt, isLeftOut } from './probe-doubts.ts'
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

/** The series of the counters that this house has for a figure, the one to go by first. */
const countersOf = ({ series }: Chart, counter: FlockCounter) =>
  flockCounters[counter].flatMap(
    name => series.find(({ metric, high }) => metric === name && high.some(value => value !== null)) ?? [],
  )

/** The metric for a counter in this house; undefined without one. */
export const metricOf = (chart: Chart, counter: FlockCounter): string | undefined =>
  countersOf(chart, counter)[0]?.metric

/** The metric for a counter in a time, ms since 1970, and why it is not believed then. */
interface CounterIn {
  metric: string
  /** Null: it is believed. */
  doubt: Doubt | null
}

/**
 * The counter of a house to go by in a time: one that is believed if there is any; null without one. `now`: why a metric is
 * not believed at this moment, if more than the chart is known.
 */
export function counterIn(
  chart: Chart,
  counter: FlockCounter,
  { from, to }: { from: number; to: number },
  now: (metric: string) => Doubt | undefined = () => undefined,
): CounterIn | null {
  const known = countersOf(chart, counter).map(series => {
    const { metric, reason } = doubtDuring(series, from, to) ?? now(series.metric) ?? {}
    return { metric: series.metric, doubt: metric && reason ? { metric, reason } : null }
  })
  return known.find(({ doubt }) => doubt === null) ?? known[0] ?? null
}

/** What a counter of the flock shows for today, and showed for yesterday at the same time of the house's clock. */
export interface DaySoFar {
  /** Null: the counter cannot be right, see `doubt`. */
  today: number | null
  /** Null: yesterday is unknown at that time, or had no flock yet. */
  yesterday: number | null
  /** Why the counter is not believed; null where it is. */
  doubt: Doubt | null
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
  /** Why a metric is not believed now. */
  doubtNow?: (metric: string) => Doubt | undefined
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
  const { today, yesterday } = dayUntil(until, timeZone)
  const found = counterIn(chart, counter, today, known.doubtNow)
  if (found === null) return null
  const { metric } = found
  const latest = known.latest?.(metric) ?? null
  const course = courseOf(chart, metric, { until, latest, midnights: [yesterday.from, today.from] })
  const hadFlock = flockStartedOn !== null && flockStartedOn < dateIn(timeZone, yesterday.from)
  const before = counterIn(chart, counter, yesterday)
  const isBeforeWrong =
    isWrong(counter, course, yesterday) || (before?.metric === metric && isOut(before.doubt))
  const doubt = isWrong(counter, course, today) ? jumped(metric) : found.doubt
  // A daily counter knows its day even if the platform was not there from its beginning.
  const told = metricByName.get(metric)?.monotonic ? null : latest
  const soFar = grown(course, today.from, today.to) ?? told
  if (soFar === null && !doubt) return null
  return {
    today: isOut(doubt) ? null : soFar,
    yesterday: hadFlock && !isBeforeWrong ? grown(course, yesterday.from, yesterday.to) : null,
    doubt,
  }
}

const isOut = (doubt: Doubt | null): boolean => doubt !== null && isLeftOut(doubt)

/** It grew by more than its house can take: nobody knows what was taken in that time. */
export const jumped = (metric: string): Doubt => ({ metric, reason: 'jumped' })
