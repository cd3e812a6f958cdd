import type { Chart } from '#shared/contracts/houses.ts'
import { courseOf, grown, hasJumped } from '#shared/counter.ts'
import { flockCounters, LEAD_MS, metricOf } from '#shared/day-so-far.ts'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { dayUntil, instantOf, localText } from '#shared/zone-time.ts'
import { HOUR, MINUTE } from './rules/rule.ts'
import { DARK, isDaytime, LIGHTS } from './rules/states.ts'
import type { Range, WaterHour } from './rules/water-hour.ts'

export const QUARTER = 15 * MINUTE
const DAY = 24 * HOUR
/** The days before that tell what is usual. */
const DAYS = [1, 2] as const
const OLDEST = 2 * DAY
/** Lights and meals may come so much earlier or later than the day before, as may the clock of the house. ms */
const SHIFTED = HOUR
/** In how long the light must have been as on the days before, to within an hour: after a longer night birds drink more. ms */
const LIT_FOR = 3 * HOUR
/** After a quarter of an hour most houses have reported again: only that tells what its counter showed at the end. ms */
const STORED = 6 * MINUTE

const FLOW = 'Water/FlowRate'
export const BIRDS = 'Bird/Count'
/** What tells how much is drunk: counters, or the flow where a house has none. */
export const WATER: readonly string[] = [...flockCounters.water, FLOW]
/** The same, how many drink, and when they are awake. */
export const WATER_METRICS: readonly string[] = [...WATER, BIRDS, ...LIGHTS]

/** The end of the last quarter of an hour that is stored by now, ms since 1970. */
export const lastQuarter = (now: number): number => Math.floor((now - STORED) / QUARTER) * QUARTER

/** From when rows are needed for an hour that ends then. ms since 1970 */
export const neededFrom = (at: number): number => at - OLDEST - Math.max(SHIFTED + HOUR, LIT_FOR) - LEAD_MS

/** Until when they are needed, as far as there are any. */
export const neededTo = (at: number): number => at + QUARTER

interface WaterHouse {
  timeZone: string
  /** Day of placement; null where nobody recorded it. */
  flockStartedOn: string | null
}

/**
 * The hour until `at` beside those of the two days before, from 15-minute rows. Null where any of them is not known for
 * certain, where the light was another one, and before the flock has been in the house for three days.
 */
export function waterHour(
  chart: Chart,
  { timeZone, flockStartedOn }: WaterHouse,
  at: number,
): WaterHour | null {
  const first = at - OLDEST - SHIFTED - HOUR
  // On the day of placement chicks learn to drink, and the next day they drink twice as much.
  if (flockStartedOn !== null && first < instantOf(`${flockStartedOn}T00:00`, timeZone) + DAY) return null
  const light = lightOf(chart)
  if (!DAYS.every(days => isLitAlike(light, at, at - days * DAY))) return null
  const litres = litresOf(chart, timeZone, at)
  const usual = DAYS.flatMap(days => {
    const share = birdsNow(chart, at, at - days * DAY)
    return shifts.map(shift => times(litres(at - days * DAY + shift, HOUR), share))
  })
  const told = [litres(at, HOUR), litres(at - QUARTER, QUARTER), litres(at, QUARTER)]
  if (!areKnown(told) || !areKnown(usual)) return null
  const [drunk = 0, before = 0, last = 0] = told
  const isDay = [at - HOUR, at - 1].every(each => isDaytime(Number(localText(each, timeZone).slice(11, 13))))
  return {
    at,
    drunk,
    lately: [before * QUARTERS, last * QUARTERS],
    usual: rangeOf(usual.filter((_, i) => shifts[i % shifts.length] === 0)),
    about: rangeOf(usual),
    isLit: light === null ? isDay : light(at - HOUR, at).every(({ low }) => low > DARK),
  }
}

const QUARTERS = HOUR / QUARTER
const shifts = Array.from({ length: (2 * SHIFTED) / QUARTER + 1 }, (_, i) => i * QUARTER - SHIFTED)
const rangeOf = (values: number[]): Range => ({ least: Math.min(...values), most: Math.max(...values) })
const areKnown = (values: (number | null)[]): values is number[] => !values.includes(null)
const times = (value: number | null, by: number) => (value === null ? null : value * by)

const seriesOf = (chart: Chart, metric: string) => chart.series.find(series => series.metric === metric)
/** The quarters of an hour between two times. */
const quartersIn = ({ at }: Chart, from: number, to: number): number[] =>
  at.flatMap((begin, i) => (begin >= from && begin < to ? [i] : []))

/** Litres in the time before a moment, by the house's counter, else by its flow; null where that is not known. */
function litresOf(chart: Chart, timeZone: string, until: number) {
  const metric = metricOf(chart, 'water')
  if (metric === undefined) return (to: number, ms: number) => flowed(chart, to - ms, to)
  const midnights = [0, ...DAYS].map(days => dayUntil(until - days * DAY, timeZone).today.from).toReversed()
  const course = courseOf(chart, metric, { until: neededTo(until), latest: null, midnights })
  return (to: number, ms: number) =>
    hasJumped(course, to - ms, to, mostInAQuarter('water', null)) ? null : grown(course, to - ms, to)
}

function flowed(chart: Chart, from: number, to: number): number | null {
  const perMinute = quartersIn(chart, from, to).map(i => seriesOf(chart, FLOW)?.mean[i] ?? null)
  if (perMinute.length * QUARTER < to - from || !areKnown(perMinute)) return null
  return perMinute.reduce((sum, each) => sum + (each * QUARTER) / MINUTE, 0)
}

/** Birds now to those of then, where they are counted: half of them may have been caught. */
function birdsNow(chart: Chart, now: number, then: number): number {
  const [birds, before] = [now, then].map(at =>
    quartersIn(chart, at - HOUR, at).flatMap(i => seriesOf(chart, BIRDS)?.low[i] ?? []),
  )
  const [few, many] = [Math.min(...(birds ?? [])), Math.min(...(before ?? []))]
  return Number.isFinite(few / many) ? few / many : 1
}

/** The brightest sensor in each quarter of an hour, what is not said again being as before; null where none tells. lx */
function lightOf(chart: Chart) {
  const sensors = LIGHTS.flatMap(metric => seriesOf(chart, metric) ?? [])
  let before: { low: number; mean: number } | null = null
  const light = chart.at.map((_, i) => {
    const told = (of: 'low' | 'mean') => Math.max(...sensors.map(series => series[of][i] ?? -1))
    if (told('mean') >= 0) {
      const now = { low: told('low'), mean: told('mean') }
      before = { low: now.mean, mean: now.mean }
      return now
    }
    return before
  })
  if (before === null) return null
  return (from: number, to: number) => quartersIn(chart, from, to).map(i => light[i] ?? { low: 0, mean: 0 })
}

/** Whether the light was on for as long before one time as before another, to within an hour. */
function isLitAlike(light: ReturnType<typeof lightOf>, at: number, then: number): boolean {
  if (light === null) return true
  const [now = 0, before = 0] = [at, then].map(
    each => light(each - LIT_FOR, each).filter(({ mean }) => mean > DARK).length,
  )
  return Math.abs(now - before) <= QUARTERS
}
