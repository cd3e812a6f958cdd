import type { Metric, MetricValue, Payload, PropertySet } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import type { Layout, Layouts } from './layouts.ts'
import { addUnannounced, isMetricName, type SignalTable, type Slot } from './signal-table.ts'

/** The values of one message that have the same time. */
export interface Sample {
  /** ms since 1970 */
  at: number
  historical: boolean
  layout: Layout
  /** NaN where the message did not carry the metric, or carried no usable number. */
  real: Float32Array
  exact: Float64Array | null
  /** False when nothing of it belongs in the report table. */
  numeric: boolean
  values: Map<string, MetricValue>
  texts: [metric: string, value: string | null][]
}

export interface Reading {
  /** In the order of their times. */
  samples: Sample[]
  /** A metric came by an alias that no birth announced. */
  unknownAlias: boolean
  /** Why something of the message could not be kept; null when all was. */
  refused: string | null
  /** The sender's clock cannot be right, so that times were counted from the server's. */
  clockSuspect: boolean
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
/** Sparkplug's quality codes. */
const GOOD = 192

/** Sorts the values of a BIRTH or DATA message into samples; extends the table by metrics nobody announced. */
export function readSamples(
  payload: Payload,
  table: SignalTable,
  layouts: Layouts,
  { receivedAt, historical, oldest }: Circumstances,
): Reading {
  const reading: Reading = { samples: [], unknownAlias: false, refused: null, clockSuspect: false }
  const slots = findSlots(payload.metrics, table, layouts, reading)
  const clock = clockOf(payload, receivedAt)
  reading.clockSuspect = clock !== null
  let last: Sample | undefined
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    if (!slot || slot.name === 'bdSeq') continue
    const metric = payload.metrics[i] as Metric
    const stated = metric.timestamp ?? payload.timestamp ?? receivedAt
    const at = clock === null ? stated : Math.min(receivedAt, receivedAt - (clock - stated))
    if (at < oldest) {
      reading.refused = 'older than the retention of readings'
      continue
    }
    const past = historical || metric.isHistorical === true
    if (!last || last.at !== at || last.historical !== past)
      last = sampleAt(reading.samples, at, past, table.layout)
    put(last, slot, readValue(metric, slot))
  }
  reading.samples.sort((a, b) => a.at - b.at)
  return reading
}

/** The slot of each metric; undefined for those that cannot be kept. */
function findSlots(metrics: readonly Metric[], table: SignalTable, layouts: Layouts, reading: Reading) {
  const slots = metrics.map(metric => findSlot(metric, table))
  const unannounced: Metric[] = []
  for (let i = 0; i < slots.length; i++) {
    const metric = metrics[i] as Metric
    if (slots[i]) continue
    if (metric.name === undefined) reading.unknownAlias = true
    else if (isMetricName(metric.name)) unannounced.push(metric)
    else reading.refused = 'a metric name is empty, too long or has control characters'
  }
  if (unannounced.length === 0) return slots
  if (!addUnannounced(table, unannounced, layouts)) reading.refused = 'too many metrics'
  return metrics.map(metric => findSlot(metric, table))
}

function findSlot({ name, alias }: Metric, table: SignalTable): Slot | undefined {
  if (name !== undefined) return table.byName.get(name)
  return alias === undefined ? undefined : table.byAlias.get(alias)
}

/**
 * Null while the sender's clock can be believed, else the time it shows: ages of samples are then counted back from
 * the server's time, so that a buffer sent with a wrong clock keeps its order and its distances.
 */
function clockOf(payload: Payload, receivedAt: number): number | null {
  let latest = payload.timestamp ?? 0
  for (const { timestamp } of payload.metrics)
    if (timestamp !== undefined && timestamp > latest) latest = timestamp
  if (latest === 0) return null
  return latest > receivedAt + FUTURE_MS || latest < UNSET_BEFORE ? latest : null
}

function sampleAt(samples: Sample[], at: number, historical: boolean, layout: Layout): Sample {
  const found = samples.find(sample => sample.at === at && sample.historical === historical)
  if (found) return found
  const made: Sample = {
    at,
    historical,
    layout,
    real: new Float32Array(layout.real.length).fill(Number.NaN),
    exact: null,
    numeric: false,
    values: new Map(),
    texts: [],
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
  sample.values.set(slot.name, value)
  if (slot.storage === 'text') {
    if (typeof value === 'string' || value === null) sample.texts.push([slot.name, value])
    return
  }
  if (slot.index < 0) return
  const number = numberOf(value)
  if (Number.isNaN(number)) return
  sample.numeric = true
  if (slot.storage === 'real') {
    // Beyond the largest 4-byte float there is only infinity, which is no reading.
    if (Number.isFinite(Math.fround(number))) sample.real[slot.index] = number
    return
  }
  sample.exact ??= new Float64Array(sample.layout.exact.length).fill(Number.NaN)
  sample.exact[slot.index] = number
}

/** NaN for everything that is no number. */
function numberOf(value: MetricValue): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : Number.NaN
}
