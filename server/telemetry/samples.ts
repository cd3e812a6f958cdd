import type { NumberColumns } from '#shared/sparkplug/decode-numbers.ts'
import type { Metric, MetricValue, Payload, PropertySet } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import {
  createClock,
  type DeviceClock,
  isBelieved,
  latestOf,
  leadOfLate,
  learn,
  putRight,
} from './device-clock.ts'
import type { Layouts } from './layouts.ts'
import type { OpenedPayload } from './open-payload.ts'
import { put, putLimit, putNumber, type Sample, type Samples, sampleAt } from './sample.ts'
import type { Slot } from './signal-parts.ts'
import { addUnannounced, findAlias, isMetricName, type SignalTable } from './signal-table.ts'

export interface Reading {
  /** In order of time. */
  samples: Sample[]
  /** A metric was sent by an alias that no birth announced. */
  unknownAlias: boolean
  /** Why part of the message could not be kept; null when all was. */
  refused: string | null
  /** A time that cannot be right and was replaced by the server's; null when all were believed. ms since 1970 */
  disbelieved: number | null
  /** Only births can tell what is true now, see `learn`. */
  isDoubtful: boolean
  /** See `learn`. */
  isOvertaken: boolean
}

export interface Circumstances {
  /** Server time, ms since 1970. */
  receivedAt: number
  /** The whole message belongs to the past: the node is not born. */
  historical: boolean
  /** Samples before this are refused, ms since 1970. */
  oldest: number
  /** The sender's clock, which learns from the message; without it the message is judged by itself. */
  clock?: DeviceClock
  /** False for repeated or out-of-turn messages, from which the clock learns nothing. */
  inTurn?: boolean
  /** A birth: it says what is true now. `fresh` when it cannot have waited in transit. */
  birth?: 'fresh' | 'held' | undefined
  /** How long the message may have waited for this process. ms */
  waitedMs?: number
}

const TOO_MANY_TIMES = 'values of too many different times in one message'
const TOO_OLD = 'older than the retention of readings'
/** Sparkplug's quality codes. */
const GOOD = 192

/** Sorts the values of a BIRTH or DATA message into samples; adds unannounced metrics to the table. */
export function readSamples(
  payload: OpenedPayload,
  table: SignalTable,
  layouts: Layouts,
  circumstances: Circumstances,
): Reading {
  if (payload.columns) return readColumns(payload.columns, table, circumstances)
  const { receivedAt, historical, oldest, birth } = circumstances
  const isPast = historical || payload.metrics.every(({ isHistorical }) => isHistorical === true)
  const timing = timingOf(payload.timestamp, () => ownTimes(payload), circumstances, isPast)
  const reading = readingBy(timing)
  announce(payload, table, layouts, reading)
  const { lead } = timing
  const ofBirth = birth !== undefined
  const samples: Samples = {
    list: reading.samples,
    set: table.set,
    receivedAt,
    ofBirth,
    lead,
    byTime: undefined,
  }
  let last: Sample | undefined
  for (const metric of payload.metrics) {
    const slot = findSlot(metric, table)
    if (slot === undefined) {
      if (metric.name === undefined && !table.passedOver?.has(metric.alias ?? -1)) reading.unknownAlias = true
      continue
    }
    if (slot.name === 'bdSeq') continue
    const stated = metric.timestamp ?? payload.timestamp ?? receivedAt
    const at = placeInTime(stated, timing, metric.isHistorical === true, reading)
    if (at < oldest) {
      reading.refused = TOO_OLD
      continue
    }
    const past = historical || metric.isHistorical === true
    if (last === undefined || last.at !== at || last.historical !== past) last = sampleAt(samples, at, past)
    if (last) {
      put(last, slot, readValue(metric, slot))
      putLimit(last, slot, metric.properties)
    } else reading.refused = TOO_MANY_TIMES
  }
  if (reading.samples.length > 1) reading.samples.sort((a, b) => a.at - b.at)
  return reading
}

const readingBy = ({ disbelieved, isDoubtful, isOvertaken }: Timing): Reading => ({
  samples: [],
  unknownAlias: false,
  refused: null,
  disbelieved,
  isDoubtful,
  isOvertaken,
})

/** Adds metrics that no birth announced. */
function announce(payload: Payload, table: SignalTable, layouts: Layouts, reading: Reading): void {
  const unannounced: Metric[] = []
  for (const metric of payload.metrics) {
    const name = metric.name?.trim()
    if (name === undefined || table.set.byName.has(name)) continue
    if (isMetricName(name)) unannounced.push(metric)
    else reading.refused = 'a metric name is empty, too long or has control characters'
  }
  if (unannounced.length > 0) reading.refused = addUnannounced(table, unannounced, layouts) ?? reading.refused
}

function ownTimes({ metrics }: Payload): Float64Array {
  return Float64Array.from(metrics, ({ timestamp }) => timestamp ?? Number.NaN)
}

/** How the times of a message are interpreted. */
interface Timing {
  receivedAt: number
  clock: DeviceClock
  /** The message counts as now. */
  isNow: boolean
  /** Added to its times; null when the known clock decides for each. */
  shift: number | null
  lead: number
  disbelieved: number | null
  isDoubtful: boolean
  isOvertaken: boolean
}

/**
 * The sender's clock is the time of the message, or else the median of its metrics' times, so that a single wrong one does
 * not matter. `times`: NaN where a metric has none.
 */
function timingOf(
  timestamp: number | undefined,
  times: () => Float64Array,
  { receivedAt, clock = createClock(), inTurn = true, birth, waitedMs = 0 }: Circumstances,
  isPast: boolean,
): Timing {
  const shown = timestamp || middleOf(times())
  const verdict =
    shown && inTurn && !isPast ? learn(clock, shown, { receivedAt, birth, waitedMs }) : undefined
  const isDoubtful = verdict?.isDoubtful === true
  const isOvertaken = verdict?.isOvertaken === true
  const doubts = { isDoubtful, isOvertaken }
  if (shown && verdict?.isNow) {
    const { shift, lead } = clock
    const disbelieved = shift === 0 ? null : shown
    return { receivedAt, clock, isNow: true, shift, lead: lead - shift, disbelieved, ...doubts }
  }
  const isUnheard = shown && !isBelieved(shown, receivedAt) && putRight(clock, shown, receivedAt) === shown
  const shift = isUnheard ? receivedAt - shown : null
  const disbelieved = isUnheard ? shown : null
  return { receivedAt, clock, isNow: false, shift, lead: leadOfLate(clock), disbelieved, ...doubts }
}

function middleOf(times: Float64Array): number | undefined {
  const sorted = times.filter(time => !Number.isNaN(time)).sort()
  return sorted[(sorted.length - 1) >> 1]
}

/**
 * With a wrong clock the ages of samples are counted back from server time, so that a buffer keeps its order and its
 * distances. A single time in the future becomes the time of receipt.
 */
function placeInTime(stated: number, timing: Timing, isPast: boolean, reading: Reading): number {
  const { clock, receivedAt, isNow, shift } = timing
  const ofClock = shift !== null && !(isNow && isPast)
  const at = ofClock ? stated + shift : putRight(clock, stated, receivedAt)
  if (at <= latestOf(receivedAt, at !== stated)) return at
  reading.disbelieved ??= stated
  return receivedAt
}

/** The same for a message of numbers by alias, in which nothing can be unannounced or bad. */
function readColumns(
  { timestamp, count, aliases, times, values, fields }: NumberColumns,
  table: SignalTable,
  circumstances: Circumstances,
): Reading {
  const { receivedAt, historical, oldest } = circumstances
  const timing = timingOf(timestamp, () => times.subarray(0, count), circumstances, historical)
  const reading = readingBy(timing)
  const common = timestamp ?? receivedAt
  const { lead } = timing
  const samples: Samples = {
    list: reading.samples,
    set: table.set,
    receivedAt,
    ofBirth: false,
    lead,
    byTime: undefined,
  }
  let last: Sample | undefined
  for (let i = 0; i < count; i++) {
    const slot = findAlias(table, aliases[i] as number)
    if (slot === undefined) {
      reading.unknownAlias ||= !table.passedOver?.has(aliases[i] as number)
      continue
    }
    if (slot.name === 'bdSeq') continue
    const own = times[i] as number
    const at = placeInTime(Number.isNaN(own) ? common : own, timing, false, reading)
    if (at < oldest) {
      reading.refused = TOO_OLD
      continue
    }
    if (last === undefined || last.at !== at) last = sampleAt(samples, at, historical)
    if (last) putNumber(last, slot, values[i] as number, fields[i] as number)
    else reading.refused = TOO_MANY_TIMES
  }
  if (reading.samples.length > 1) reading.samples.sort((a, b) => a.at - b.at)
  return reading
}

function findSlot({ name, alias }: Metric, table: SignalTable): Slot | undefined {
  const { byName } = table.set
  if (name !== undefined) return byName.get(name) ?? byName.get(name.trim())
  return alias === undefined ? undefined : findAlias(table, alias)
}

function readValue(metric: Metric, slot: Slot): MetricValue {
  if (metric.properties && !isGood(metric.properties)) return null
  return metric.datatype === undefined ? resolveValue(metric, slot.datatype) : metric.value
}

function isGood(properties: PropertySet): boolean {
  const quality = properties.quality ?? properties.Quality
  return quality === undefined || typeof quality.value !== 'number' || quality.value === GOOD
}
