import type { NumberColumns } from '#shared/sparkplug/decode-numbers.ts'
import type { Metric, MetricValue, Payload, PropertySet } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import type { Layouts } from './layouts.ts'
import type { OpenedPayload } from './open-payload.ts'
import { put, putNumber, type Sample, type Samples, sampleAt } from './sample.ts'
import type { Slot } from './signal-set.ts'
import { addUnannounced, findAlias, isMetricName, type SignalTable } from './signal-table.ts'

export interface Reading {
  /** In the order of their times. */
  samples: Sample[]
  /** A metric came by an alias that no birth announced. */
  unknownAlias: boolean
  /** Why something of the message could not be kept; null when all was. */
  refused: string | null
  /** A time that cannot be right, so that the server's was taken; null when all were believed. ms since 1970 */
  disbelieved: number | null
}

export interface Circumstances {
  /** Server time, ms since 1970. */
  receivedAt: number
  /** The whole message is of the past (the node is not born, or it is a flush). */
  historical: boolean
  /** Samples before this are refused, ms since 1970. */
  oldest: number
}

/** A clock more than this ahead is wrong; decisions of time in `docs/devices.md`. */
const FUTURE_MS = 600_000
/** A clock that shows less was never set. 2015-01-01 */
const UNSET_BEFORE = 1_420_070_400_000
const TOO_MANY_TIMES = 'values of too many different times in one message'
const TOO_OLD = 'older than the retention of readings'
/** Sparkplug's quality codes. */
const GOOD = 192

/** Sorts the values of a BIRTH or DATA message into samples; extends the table by metrics nobody announced. */
export function readSamples(
  payload: OpenedPayload,
  table: SignalTable,
  layouts: Layouts,
  circumstances: Circumstances,
): Reading {
  if (payload.columns) return readColumns(payload.columns, table, circumstances)
  const { receivedAt, historical, oldest } = circumstances
  const reading: Reading = { samples: [], unknownAlias: false, refused: null, disbelieved: null }
  announce(payload, table, layouts, reading)
  const clock = wrongClock(payload.timestamp, () => ownTimes(payload), receivedAt)
  reading.disbelieved = clock
  const samples: Samples = { list: reading.samples, set: table.set, receivedAt, byTime: undefined }
  let last: Sample | undefined
  for (const metric of payload.metrics) {
    const slot = findSlot(metric, table)
    if (slot === undefined) {
      if (metric.name === undefined) reading.unknownAlias = true
      continue
    }
    if (slot.name === 'bdSeq') continue
    const stated = metric.timestamp ?? payload.timestamp ?? receivedAt
    const at = timeOf(stated, clock, receivedAt, reading)
    if (at < oldest) {
      reading.refused = TOO_OLD
      continue
    }
    const past = historical || metric.isHistorical === true
    if (last === undefined || last.at !== at || last.historical !== past) last = sampleAt(samples, at, past)
    if (last) put(last, slot, readValue(metric, slot))
    else reading.refused = TOO_MANY_TIMES
  }
  if (reading.samples.length > 1) reading.samples.sort((a, b) => a.at - b.at)
  return reading
}

/** Announces what nobody announced. */
function announce(payload: Payload, table: SignalTable, layouts: Layouts, reading: Reading): void {
  const unannounced: Metric[] = []
  for (const metric of payload.metrics) {
    const { name } = metric
    if (name === undefined || table.set.byName.has(name)) continue
    if (isMetricName(name)) unannounced.push(metric)
    else reading.refused = 'a metric name is empty, too long or has control characters'
  }
  if (unannounced.length > 0) reading.refused = addUnannounced(table, unannounced, layouts) ?? reading.refused
}

function ownTimes({ metrics }: Payload): Float64Array {
  return Float64Array.from(metrics, ({ timestamp }) => timestamp ?? Number.NaN)
}

/**
 * The sender's clock: null while it can be believed, else the time it shows. It is the message's, or the middle one of
 * its metrics' times, of which a single wrong one says nothing. `times`: NaN where a metric has none.
 */
function wrongClock(
  timestamp: number | undefined,
  times: () => Float64Array,
  receivedAt: number,
): number | null {
  const clock = timestamp || middleOf(times())
  return clock && (clock > receivedAt + FUTURE_MS || clock < UNSET_BEFORE) ? clock : null
}

function middleOf(times: Float64Array): number | undefined {
  const sorted = times.filter(time => !Number.isNaN(time)).sort()
  return sorted[(sorted.length - 1) >> 1]
}

/**
 * Under a wrong clock the ages of samples are counted back from the server's time, so that a buffer keeps its order and
 * its distances. A single time of the future is the time of its receipt.
 */
function timeOf(stated: number, clock: number | null, receivedAt: number, reading: Reading): number {
  if (clock !== null) return Math.min(receivedAt, receivedAt - (clock - stated))
  if (stated <= receivedAt + FUTURE_MS) return stated
  reading.disbelieved = stated
  return receivedAt
}

/** The same for a message of numbers by alias, of which nothing can be unannounced or bad. */
function readColumns(
  { timestamp, count, aliases, times, values, fields }: NumberColumns,
  table: SignalTable,
  { receivedAt, historical, oldest }: Circumstances,
): Reading {
  const clock = wrongClock(timestamp, () => times.subarray(0, count), receivedAt)
  const reading: Reading = { samples: [], unknownAlias: false, refused: null, disbelieved: clock }
  const common = timestamp ?? receivedAt
  const samples: Samples = { list: reading.samples, set: table.set, receivedAt, byTime: undefined }
  let last: Sample | undefined
  for (let i = 0; i < count; i++) {
    const slot = findAlias(table, aliases[i] as number)
    if (slot === undefined) {
      reading.unknownAlias = true
      continue
    }
    if (slot.name === 'bdSeq') continue
    const own = times[i] as number
    const at = timeOf(Number.isNaN(own) ? common : own, clock, receivedAt, reading)
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
  if (name !== undefined) return table.set.byName.get(name)
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
