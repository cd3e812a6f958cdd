import type { Chart, MeterExchanged } from './contracts/houses.ts'
import { EXCHANGE_MS } from './meter-exchange.ts'

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
  const honest = withoutGlitches(withoutDips(course, midnights))
  return (series?.exchanges ?? []).toSorted((a, b) => a.at - b.at).reduce(acrossExchange, honest)
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

/** A counter that lost what it showed and has it again within this time was not reset. ms */
const DIP_MS = 2_700_000

/** Leaves out where the counter lost what it showed for a moment; around midnight it may be a reset. */
function withoutDips(course: Course, midnights: readonly number[]): Course {
  const kept: Count[] = []
  let dips = 0
  for (let i = 0; i < course.length; i += 1) {
    const count = course[i] as Count
    const before = kept.at(-1)
    const back = before && isAnew(before.value, count.value) ? backFrom(course, i, before) : -1
    const end = course[back]?.at ?? 0
    const isNight = midnights.some(begin => before && before.at - SILENCE_MS < begin && begin < end)
    if (back >= 0 && !isNight) {
      i = back
      dips += 1
    }
    kept.push(course[i] as Count)
  }
  return dips > GLITCHES ? course : kept
}

/** Where a counter that fell at a step shows again what it had shown, and no more than it may have counted since; else -1. */
function backFrom(course: Course, fell: number, before: Count): number {
  const isBack = ({ at, value }: Count) =>
    at - before.at <= DIP_MS && value >= before.value && !isAnew(value, before.value)
  return course.findIndex((count, i) => i > fell && isBack(count))
}

/** Goes on counting where another meter took over: what it showed when it was fitted is no growth. */
function acrossExchange(course: Course, { at, reading }: MeterExchanged): Course {
  const fitted = fittedAt(course, at, reading)
  const [last, first] = [course[fitted - 1], course[fitted]]
  if (!last || !first) return course
  const shift = last.value - Math.min(reading, first.value)
  const reset = course.findIndex(({ value }, i) => i > fitted && isAnew(course[i - 1]?.value ?? 0, value))
  const isOfNew = (i: number) => i >= fitted && (reset < 0 || i < reset)
  return course.map((count, i) => (isOfNew(i) ? { at: count.at, value: count.value + shift } : count))
}

/** The first count of the new meter: nearest to the told time, where the step is explained by its first reading; else -1. */
function fittedAt(course: Course, at: number, reading: number): number {
  let found = { step: -1, away: EXCHANGE_MS }
  for (const [i, { at: end, value }] of course.entries()) {
    const before = course[i - 1]
    if (!before || Math.abs(value - reading) >= Math.abs(value - before.value)) continue
    const away = at < before.at ? before.at - at : Math.max(0, at - end)
    if (away < found.away) found = { step: i, away }
  }
  return found.step
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
