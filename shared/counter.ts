import type { Chart } from './contracts/houses.ts'

/** What a counter showed at a time, ms since 1970. */
interface Count {
  at: number
  value: number
}

/** What a counter showed, in order of time. */
export type Course = readonly Count[]

/** What is known of a counter besides its stored buckets. */
export interface CounterNow {
  /** Until when the house was heard, ms since 1970. */
  until: number
  /** What the counter shows at that time; null if only the buckets tell. */
  latest: number | null
  /** When the days of the house begin: daily counters are reset there. */
  midnights: readonly number[]
}

/** A silence longer than this hides when a counter grew, ms. */
const SILENCE_MS = 1_200_000
/** Most resets in a day: its own, and that of a replaced controller. */
const BEGINNINGS = 2

/** A counter that lost more than half was reset; one that lost less was corrected. */
const isAnew = (before: number, after: number): boolean => after < before / 2

/**
 * The course of a counter from buckets of its lowest and highest value. A value that is not repeated stays while the
 * house reports. A reset during a silence across midnight is assumed to be at midnight.
 */
export function courseOf(chart: Chart, metric: string, { until, latest, midnights }: CounterNow): Course {
  const { stepMs, heard } = chart
  const series = chart.series.find(known => known.metric === metric)
  const course: Count[] = []
  const add = (at: number, value: number) => {
    const last = course.at(-1)
    if (last && at - last.at > SILENCE_MS && isAnew(last.value, value)) {
      const midnight = midnights.find(begin => begin >= last.at && begin < at)
      if (midnight !== undefined) course.push({ at: midnight, value: 0 })
    }
    course.push({ at, value })
  }
  for (const [i, begin] of chart.at.entries()) {
    // For the unfinished bucket the latest value is more accurate.
    if (begin >= until || (begin + stepMs >= until && latest !== null)) break
    const end = Math.min(begin + stepMs, until)
    const last = course.at(-1)
    const [low, high] = [series?.low[i] ?? null, series?.high[i] ?? null]
    if (low === null || high === null) {
      if (heard?.[i] && last) add(end, last.value)
      continue
    }
    if (!last || last.at < begin) add(begin, low)
    // The first report in a bucket is nearer to its start than the last one before, which may be minutes earlier.
    else if (low > last.value) last.value = low
    if (last && high >= last.value && isAnew(last.value, low)) {
      add((begin + end) / 2, high)
      add(end, low)
    } else add(end, high)
  }
  if (latest !== null && course.length > 0) add(until, latest)
  return withoutGlitches(course)
}

/** More of them are no glitches: two meters under one name. */
const GLITCHES = 3

/**
 * Leaves out what the counter took back: it showed far more for a moment and then went on where it had been. A counter that
 * was reset goes on below that.
 */
function withoutGlitches(course: Course): Course {
  const kept: Count[] = []
  for (const [i, count] of course.entries()) {
    const before = kept.at(-1)
    if (before && before.value > 0 && isAnew(count.value, before.value)) {
      const back = course.slice(i + 1).find(({ value }) => value < count.value)
      if (back && back.value >= before.value && isAnew(count.value, back.value)) continue
    }
    kept.push(count)
  }
  return course.length - kept.length > GLITCHES ? course : kept
}

/** In which its growth is limited. ms */
const QUARTER_MS = 900_000

/** Whether a counter grew in a step between two times by more than its house can take in a quarter of an hour. */
export const hasJumped = (course: Course, from: number, to: number, mostInAQuarter: number): boolean =>
  course.some(({ at, value }, i) => {
    const before = course[i - 1]
    if (!before || at <= from || before.at >= to) return false
    const quarters = Math.max(1, (at - before.at) / QUARTER_MS)
    const growth = isAnew(before.value, value) ? value : value - before.value
    return growth > mostInAQuarter * quarters
  })

/** How much a counter grew between two times; null if its course does not tell. */
export function grown(course: Course, from: number, to: number): number | null {
  const [first, last] = [course[0], course.at(-1)]
  if (!first || !last || first.at > from || last.at < to) return null
  let sum = 0
  let beginnings = 0
  for (const [i, { at: end, value }] of course.entries()) {
    const before = course[i - 1]
    if (!before || end <= from || before.at >= to || end === before.at) continue
    const isNew = isAnew(before.value, value)
    const growth = isNew ? value : value - before.value
    const length = end - before.at
    const within = Math.min(end, to) - Math.max(before.at, from)
    // Unknown when it grew, and what it counted before the reset.
    if (length > SILENCE_MS && (isNew || (within < length && growth !== 0))) return null
    if (isNew) beginnings += 1
    sum += growth * (within / length)
  }
  return beginnings > BEGINNINGS ? null : sum
}
