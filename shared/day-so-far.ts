import type { Chart } from './contracts/houses.ts'
import { courseOf, grown } from './counter.ts'
import { metricByName } from './signals.ts'
import { dateIn, dayUntil } from './zone-time.ts'

/** What a flock takes and gives, and the counters that tell it, the first of them that a house has. */
export const flockCounters = {
  water: ['Water/Today', 'Water/Meter1/Total'],
  feed: ['Feed/Today'],
  eggs: ['Egg/Today'],
} as const
export type FlockCounter = keyof typeof flockCounters

/** Counters are read from so long before a midnight, so that it lies within what is known. ms */
export const LEAD_MS = 1_800_000
/** More than the 15-minute rows of the longest two days. */
export const ROWS_OF_TWO_DAYS = 240

/** The metric that tells a counter of this house; undefined where none does. */
export const metricOf = ({ series }: Chart, counter: FlockCounter): string | undefined =>
  flockCounters[counter].find(name =>
    series.some(({ metric, high }) => metric === name && high.some(value => value !== null)),
  )

/** What a counter of the flock has told of today, and had told of yesterday at the same time of the house's clock. */
export interface DaySoFar {
  today: number
  /** Null: yesterday is not known at that time, or had no flock yet. */
  yesterday: number | null
}

/** What is known of a house beside its stored rows. */
interface Known {
  /** The moment the house is known to, ms since 1970. */
  until: number
  timeZone: string
  /** Day on which its flock came; null where it has none. */
  flockStartedOn: string | null
  /** What a counter shows at that moment, where more than the rows tell it. */
  latest?: (metric: string) => number | null
}

/**
 * A counter of the flock from the house's midnight on, out of 15-minute rows that begin `LEAD_MS` before yesterday; null
 * where today is not known.
 */
export function daySoFar(chart: Chart, counter: FlockCounter, known: Known): DaySoFar | null {
  const { until, timeZone, flockStartedOn } = known
  const metric = metricOf(chart, counter)
  if (metric === undefined) return null
  const { today, yesterday } = dayUntil(until, timeZone)
  const latest = known.latest?.(metric) ?? null
  const course = courseOf(chart, metric, { until, latest, midnights: [yesterday.from, today.from] })
  // A counter of the day knows its day also where the platform was not there from its beginning.
  const told = metricByName.get(metric)?.monotonic ? null : latest
  const soFar = grown(course, today.from, today.to) ?? told
  if (soFar === null) return null
  const hadFlock = flockStartedOn !== null && flockStartedOn < dateIn(timeZone, yesterday.from)
  return { today: soFar, yesterday: hadFlock ? grown(course, yesterday.from, yesterday.to) : null }
}
