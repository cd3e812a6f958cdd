import { DataType, type MetricValue, type PropertySet, ValueField } from '#shared/sparkplug/types.ts'
import { readAs } from '#shared/sparkplug/value.ts'
import { type PlacedValues, placeOf, sizeOf } from './placed-values.ts'
import type { SignalSet, Slot } from './signal-parts.ts'

/** Room in one buffer for this many numbers. */
const SLAB = 8_192
/** Most numbers in the samples of one message (16 MB); one with more different times is an attack or a fault. */
const MOST_NUMBERS = 2_097_152

/**
 * Devices write the largest number of a type where they have no value: nothing on a farm comes near this, and it would
 * make sums overflow. A value merely outside its metric's range is kept.
 */
const NO_VALUE = 1e30

/** The values of one message with the same time. */
export interface Sample extends PlacedValues {
  /** ms since 1970 */
  at: number
  /** Time for comparing present values: `at`, or the receipt if the clock went back; never later than the receipt. */
  knownAt: number
  /** Server time, ms since 1970. */
  receivedAt: number
  /** It says what is true now, however old its times are. */
  ofBirth: boolean
  historical: boolean
  /** It is kept a little later than its device says, see `Moments`. */
  isLater: boolean
  /** The set the message was decoded by. */
  set: SignalSet
  /** False when nothing in it belongs in the report table. */
  numeric: boolean
  others: Map<string, MetricValue> | null
  /** By alarm metric: the limit in effect, in the unit of the measured value; null when none was reported. */
  limits: Map<string, number> | null
  texts: [metric: string, value: string | null][]
}

/** The samples of one message. */
export interface Samples {
  readonly list: Sample[]
  readonly set: SignalSet
  /** Server time, ms since 1970. */
  readonly receivedAt: number
  readonly ofBirth: boolean
  /** Added to the times of current samples to get the times at which they count as known. ms */
  readonly lead: number
  /** By time, negated for historical samples; created for the second sample. */
  byTime: Map<number, Sample> | undefined
}

/** The sample of this time, created if there is none yet; undefined when the message has too many different times. */
export function sampleAt(samples: Samples, at: number, historical: boolean): Sample | undefined {
  const { list, set, receivedAt, ofBirth, lead } = samples
  const key = historical ? -at : at
  const found = samples.byTime?.get(key)
  if (found) return found
  const { layout } = set
  const size = sizeOf(layout)
  if (list.length * size > MOST_NUMBERS) return undefined
  const knownAt = Math.min(historical ? at : at + lead, receivedAt)
  const made: Sample = {
    at,
    knownAt,
    receivedAt,
    ofBirth,
    historical,
    isLater: false,
    layout,
    set,
    numbers: emptyNumbers(size),
    numeric: false,
    others: null,
    limits: null,
    texts: [],
  }
  list.push(made)
  if (list.length > 1) {
    samples.byTime ??= new Map(list.map(sample => [sample.historical ? -sample.at : sample.at, sample]))
    samples.byTime.set(key, made)
  }
  return made
}

let slab = new Float64Array(0)
let taken = 0

/** NaN at every place; cut from a shared buffer, since a separate one costs more than filling it. */
function emptyNumbers(size: number): Float64Array {
  if (taken + size > slab.length) {
    slab = new Float64Array(Math.max(SLAB, size)).fill(Number.NaN)
    taken = 0
  }
  taken += size
  return slab.subarray(taken - size, taken)
}

/** Puts a number from the wire; the fast path for a real number in a real slot. */
export function putNumber(sample: Sample, slot: Slot, value: number, field: number): void {
  const { storage, index, datatype } = slot
  const isReal = field === ValueField.Float && (datatype === DataType.Float || datatype === DataType.Double)
  if (isReal && storage === 'real' && index < sample.layout.real.length && isNumber(value)) {
    sample.numbers[index] = value
    sample.numeric = true
    if (sample.others !== null) sample.others.delete(slot.name)
    return
  }
  put(sample, slot, readAs(field === ValueField.Boolean ? value !== 0 : value, field, datatype))
}

/** Puts a value where its metric belongs. */
export function put(sample: Sample, slot: Slot, sent: MetricValue): void {
  const value = typeof sent === 'number' && !isNumber(sent) ? null : sent
  if (slot.storage === 'text' && (typeof value === 'string' || value === null))
    sample.texts.push([slot.name, value])
  const place = placeOf(slot, sample.layout)
  const number = place < 0 ? Number.NaN : numberOf(value)
  if (Number.isNaN(number)) {
    keepOther(sample, slot.name, value)
    return
  }
  sample.numeric = true
  sample.numbers[place] = number
  if (typeof value !== (slot.datatype === DataType.Boolean ? 'boolean' : 'number'))
    keepOther(sample, slot.name, value)
  else if (sample.others !== null) sample.others.delete(slot.name)
}

/** Puts the limit that an alarm says is in effect, which changes with the day and with settings. */
export function putLimit(sample: Sample, slot: Slot, properties: PropertySet | undefined): void {
  const limit = properties?.limit?.value
  if (typeof limit !== 'number' || !isNumber(limit) || !slot.name.startsWith('Alarm/')) return
  sample.limits ??= new Map()
  sample.limits.set(slot.name, limit)
}

function keepOther(sample: Sample, name: string, value: MetricValue): void {
  sample.others ??= new Map()
  sample.others.set(name, value)
}

/** Neither NaN nor infinite, nor a stand-in for no value. */
const isNumber = (value: number) => Math.abs(value) < NO_VALUE

/** NaN for everything that is not a number. */
function numberOf(value: MetricValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : Number.NaN
}
