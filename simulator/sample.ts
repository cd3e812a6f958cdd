import { metricOfAlarm } from '#shared/alarms.ts'
import { alarmByMetric, alarmOfLatch } from '#shared/signals.ts'
import type { Metric, MetricValue } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import type { Announced } from './announced.ts'
import { announcedMetrics, BAD_QUALITY, rounded } from './announced.ts'
import type { House } from './house-parts.ts'
import { GENERATOR } from './metric-names.ts'
import { readHouse } from './readings.ts'
import { type Manner, mannerOf } from './rough.ts'

/** Values of one controller at one time, kept small: thousands wait while a link is down. */
export interface Sample {
  /** index of the controller behind its gateway */
  device: number
  /** ms since 1970, wall clock */
  at: number
  /** ms by which the controller's clock was ahead of it */
  clockOff: number
  metrics: readonly Announced[]
  /** as numbers: false and true are 0 and 1, NaN is no value */
  values: Float64Array
  /** all of it has its PUBACK */
  delivered: boolean
}

/** Reports of one controller: by exception with deadbands, or everything on request. */
export interface Reporter {
  /** everything, and remembered as reported */
  full(wallClock: number): Sample
  /** all readings, and the alarms that have changed: what a record of the past needs */
  readings(wallClock: number): Sample
  /** what has changed enough since last reported; undefined if nothing has */
  changes(wallClock: number): Sample | undefined
  /**
   * alarms, mains and generator, if one of them has changed, and what an alarm is about as it was at that moment: a record of
   * the past keeps them at their time
   */
  events(wallClock: number): Sample | undefined
}

/** States told at once, as an alarm is. */
const SUPPLY: Readonly<Record<string, (house: House) => boolean>> = {
  'Power/MainsOk': ({ mains }) => mains,
  [GENERATOR]: ({ generator }) => generator,
}
/** How a metric that says that an alarm is active, or held, is read; undefined for any other. */
function readingOfAlarm(name: string): ((house: House) => boolean) | undefined {
  const code = alarmByMetric.get(alarmOfLatch(name))?.code
  if (code === undefined) return undefined
  return alarmByMetric.has(name) ? ({ alarms }) => alarms.standing(code) : ({ alarms }) => alarms.held(code)
}
/** What the limits of an alarm depend on. */
const CIRCUMSTANCES = ['Climate/Temp/Target', 'Climate/Temp/Outdoor', 'Bird/DayAge']

/** Makes the reports of `house` as device number `device` of its gateway, in the manner of its controller. */
export function reporterOf(house: House, device: number, manner: Manner = mannerOf(house.spec)): Reporter {
  const metrics = announcedMetrics(house.spec.type).filter(({ name }) => manner.has(name))
  const reported = new Float64Array(metrics.length).fill(Number.NaN)
  const codes = metrics.map(metric => alarmByMetric.get(metric.name)?.code)
  const ofAlarms = metrics.map(({ name }) => readingOfAlarm(name))
  const supplies = metrics.map(metric => SUPPLY[metric.name])
  let told = { alarms: 0, mains: true, generator: false }

  function read(wallClock: number): Float64Array {
    const readings = readHouse(house, wallClock, house.means.take(house))
    const now = new Float64Array(metrics.length)
    metrics.forEach((metric, i) => {
      const ofAlarm = ofAlarms[i]
      const seen = asNumber(rounded(metric, ofAlarm ? ofAlarm(house) : (readings[metric.name] ?? null)))
      now[i] = ofAlarm ? seen : manner.told(metric, seen, wallClock)
    })
    return now
  }

  /** The metrics that new alarms are about, and what their limits depend on. */
  function concernedBy(alarms: readonly (string | undefined)[]): Set<string> {
    const raised = alarms.filter((code, i) => code && house.alarms.standing(code) && reported[i] !== 1)
    if (raised.length === 0) return new Set()
    return new Set([...CIRCUMSTANCES, ...raised.map(code => metricOfAlarm(code ?? '') ?? '')])
  }

  /** Reads alarms, mains, generator and what is `concerned`; the rest stays as last reported. */
  function readEvents(concerned: ReadonlySet<string>, wallClock: number): Float64Array {
    // Means would be those of some seconds only.
    const readings = concerned.size > 0 ? readHouse(house, wallClock) : {}
    return reported.map((value, i) => {
      const atOnce = ofAlarms[i] ?? supplies[i]
      if (atOnce) return asNumber(atOnce(house))
      const metric = metrics[i] as Announced
      return concerned.has(metric.name) ? asNumber(rounded(metric, readings[metric.name] ?? null)) : value
    })
  }

  return {
    full(wallClock) {
      const values = read(wallClock)
      reported.set(values)
      return sampleOf(wallClock, metrics, values)
    },
    readings: wallClock => some(wallClock, read(wallClock), i => ofAlarms[i] === undefined),
    changes: wallClock => unlessEmpty(some(wallClock, read(wallClock), () => false)),
    events(wallClock) {
      const { mains, generator } = house
      const now = { alarms: house.alarms.changes(), mains, generator }
      if (now.alarms === told.alarms && mains === told.mains && generator === told.generator) return undefined
      told = now
      const concerned = concernedBy(codes)
      const isConcerned = (i: number) => concerned.has((metrics[i] as Announced).name)
      return unlessEmpty(some(wallClock, readEvents(concerned, wallClock), isConcerned))
    },
  }

  /** The part of `now` that has changed, plus what is wanted anyway. */
  function some(wallClock: number, now: Float64Array, isWanted: (index: number) => boolean): Sample {
    const chosen: Announced[] = []
    const values: number[] = []
    for (let i = 0; i < metrics.length; i++) {
      const metric = metrics[i] as Announced
      const [before, value] = [reported[i] as number, now[i] as number]
      if (!isNews(before, value, metric.deadband * manner.deadband) && !isWanted(i)) continue
      reported[i] = value
      chosen.push(metric)
      values.push(value)
    }
    return sampleOf(wallClock, chosen, Float64Array.from(values))
  }

  function sampleOf(at: number, told: readonly Announced[], values: Float64Array): Sample {
    return { device, at, clockOff: manner.clockOff(at), metrics: told, values, delivered: false }
  }
}

const unlessEmpty = (sample: Sample) => (sample.metrics.length > 0 ? sample : undefined)

/** floating point must not hide a change of exactly the deadband */
const TOLERANCE = 1e-9

function isNews(before: number, value: number, deadband: number): boolean {
  if (Number.isNaN(before) || Number.isNaN(value)) return Number.isNaN(before) !== Number.isNaN(value)
  const change = Math.abs(value - before)
  return change > 0 && change >= deadband - TOLERANCE
}

function asNumber(value: MetricValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return Number.NaN
}

/** A value of a sample as sent on the wire. */
export function wireValue(metric: Pick<Announced, 'datatype'>, value: number): MetricValue {
  if (Number.isNaN(value)) return null
  return metric.datatype === DataType.Boolean ? value !== 0 : value
}

/** The metrics of a sample from `first` on, at most `count`, by alias. */
export function wireMetrics(sample: Sample, historical: boolean, first: number, count: number): Metric[] {
  const end = Math.min(sample.metrics.length, first + count)
  const metrics: Metric[] = []
  for (let i = first; i < end; i++) {
    const announced = sample.metrics[i] as Announced
    const value = wireValue(announced, sample.values[i] as number)
    const metric: Metric = {
      alias: announced.alias,
      timestamp: sample.at + sample.clockOff,
      datatype: announced.datatype,
      value,
    }
    if (historical) metric.isHistorical = true
    if (value === null) metric.properties = BAD_QUALITY
    metrics.push(metric)
  }
  return metrics
}
