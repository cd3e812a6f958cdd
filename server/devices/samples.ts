import type { ReportValues } from '#server/events.ts'
import type { NumberColumns } from '#shared/sparkplug/decode-numbers.ts'
import {
  DataType,
  type Metric,
  type MetricValue,
  type Payload,
  type PropertySet,
  ValueField,
} from '#shared/sparkplug/types.ts'
import { readAs, resolveValue } from '#shared/sparkplug/value.ts'
import type { Layouts } from './layouts.ts'
import type { OpenedPayload } from './open-payload.ts'
import { nameAt, type PlacedValues, placeOf, SampleValues, sizeOf, typedNumber } from './placed-values.ts'
import { addUnannounced, isMetricName, type SignalTable, type Slot } from './signal-table.ts'

/** The values of one message that have the same time. */
export interface Sample extends PlacedValues {
  /** ms since 1970 */
  at: number
  /** `at`, but not after its receipt: present values are compared by it, so that a clock set back keeps none of them. */
  knownAt: number
  historical: boolean
  /** What the message was read by. */
  table: SignalTable
  /** False when nothing of it belongs in the report table. */
  numeric: boolean
  others: Map<string, MetricValue> | null
  texts: [metric: string, value: string | null][]
}

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
    if (last === undefined || last.at !== at || last.historical !== past)
      last = sampleAt(reading.samples, at, past, table, receivedAt)
    put(last, slot, readValue(metric, slot))
  }
  if (reading.samples.length > 1) reading.samples.sort((a, b) => a.at - b.at)
  return reading
}

/** Announces what nobody announced. */
function announce(payload: Payload, table: SignalTable, layouts: Layouts, reading: Reading): void {
  const unannounced: Metric[] = []
  for (const metric of payload.metrics) {
    const { name } = metric
    if (name === undefined || table.byName.has(name)) continue
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
  let last: Sample | undefined
  for (let i = 0; i < count; i++) {
    const slot = table.byAlias.get(aliases[i] as number)
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
    if (last === undefined || last.at !== at)
      last = sampleAt(reading.samples, at, historical, table, receivedAt)
    putNumber(last, slot, values[i] as number, fields[i] as number)
  }
  if (reading.samples.length > 1) reading.samples.sort((a, b) => a.at - b.at)
  return reading
}

/** What stood on the wire as a number; the straight way for a real number in a real slot. */
function putNumber(sample: Sample, slot: Slot, value: number, field: number): void {
  const { storage, index, datatype } = slot
  const isReal = field === ValueField.Float && (datatype === DataType.Float || datatype === DataType.Double)
  // A 4-byte float is finite as it stands, or not at all.
  if (isReal && storage === 'real' && index < sample.layout.real.length && Number.isFinite(value)) {
    sample.numbers[index] = value
    sample.numeric = true
    if (sample.others !== null) sample.others.delete(slot.name)
    return
  }
  put(sample, slot, readAs(field === ValueField.Boolean ? value !== 0 : value, field, datatype))
}

function findSlot({ name, alias }: Metric, table: SignalTable): Slot | undefined {
  if (name !== undefined) return table.byName.get(name)
  return alias === undefined ? undefined : table.byAlias.get(alias)
}

function sampleAt(
  samples: Sample[],
  at: number,
  historical: boolean,
  table: SignalTable,
  receivedAt: number,
): Sample {
  for (const sample of samples) if (sample.at === at && sample.historical === historical) return sample
  const { layout } = table
  const numbers = new Float64Array(sizeOf(layout)).fill(Number.NaN)
  const knownAt = Math.min(at, receivedAt)
  const made: Sample = {
    ...{ at, knownAt, historical, layout, table, numbers },
    ...{ numeric: false, others: null, texts: [] },
  }
  samples.push(made)
  return made
}

function readValue(metric: Metric, slot: Slot): MetricValue {
  if (metric.properties && !isGood(metric.properties)) return null
  return metric.datatype === undefined ? resolveValue(metric, slot.datatype) : metric.value
}

function isGood(properties: PropertySet): boolean {
  const quality = properties.quality ?? properties.Quality
  return quality === undefined || typeof quality.value !== 'number' || quality.value === GOOD
}

function put(sample: Sample, slot: Slot, value: MetricValue): void {
  if (slot.storage === 'text' && (typeof value === 'string' || value === null))
    sample.texts.push([slot.name, value])
  const place = placeOf(slot, sample.layout)
  const number = place < 0 ? Number.NaN : numberOf(value)
  // Beyond the largest 4-byte float there is only infinity, which is no reading.
  if (Number.isNaN(number) || (slot.storage === 'real' && !Number.isFinite(Math.fround(number)))) {
    if (!Number.isNaN(number)) sample.numeric = true
    keepOther(sample, slot.name, value)
    return
  }
  sample.numeric = true
  sample.numbers[place] = number
  if (typeof value !== (slot.datatype === DataType.Boolean ? 'boolean' : 'number'))
    keepOther(sample, slot.name, value)
  else if (sample.others !== null) sample.others.delete(slot.name)
}

function keepOther(sample: Sample, name: string, value: MetricValue): void {
  sample.others ??= new Map()
  sample.others.set(name, value)
}

/** NaN for everything that is no number. */
function numberOf(value: MetricValue): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : Number.NaN
}

/** All values of the sample by metric, as they came. */
export function valuesOf(sample: Sample): ReportValues {
  const { layout, table, numbers, others } = sample
  const find = (name: string): MetricValue | undefined => {
    const other = others?.get(name)
    if (other !== undefined) return other
    const slot = table.byName.get(name)
    const number = slot && numbers[placeOf(slot, layout)]
    return number === undefined || Number.isNaN(number) ? undefined : typedNumber(number, slot as Slot)
  }
  const build = () => {
    const built = new Map<string, MetricValue>()
    for (let place = 0; place < numbers.length; place++) {
      if (Number.isNaN(numbers[place])) continue
      const name = nameAt(layout, place)
      built.set(name, find(name) as MetricValue)
    }
    for (const [name, value] of others ?? []) built.set(name, value)
    return built
  }
  return new SampleValues(find, build, sample)
}
