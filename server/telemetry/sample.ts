import { DataType, type MetricValue, type PropertySet, ValueField } from '#shared/sparkplug/types.ts'
import { readAs } from '#shared/sparkplug/value.ts'
import { type PlacedValues, placeOf, sizeOf } from './placed-values.ts'
import type { SignalSet, Slot } from './signal-parts.ts'

/** Room in one buffer for this many numbers. */
const SLAB = 8_192
/** The samples of one message may hold this many numbers (16 MB); what has more times than that is an attack or a fault. */
const MOST_NUMBERS = 2_097_152

/**
 * Devices write the largest number of a type where they have no value: nothing on a farm comes near this, and sums of
 * it overflow. What is merely outside of its metric's range is kept.
 */
const NO_VALUE = 1e30

/** The values of one message that have the same time. */
export interface Sample extends PlacedValues {
  /** ms since 1970 */
  at: number
  /** By this present values are compared: `at`, or by its receipt where the clock went back; never after its receipt. */
  knownAt: number
  /** Server time, ms since 1970. */
  receivedAt: number
  /** It says what is so now, however old its times are. */
  ofBirth: boolean
  historical: boolean
  /** What the message was read by. */
  set: SignalSet
  /** False when nothing of it belongs in the report table. */
  numeric: boolean
  others: Map<string, MetricValue> | null
  /** By metric of an alarm the limit it goes by, in the unit of what it is about; null when none was said. */
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
  /** Added to the times of samples of now this makes those they are known by. ms */
  readonly lead: number
  /** By time, and minus time for what is historical; made for the second sample. */
  byTime: Map<number, Sample> | undefined
}

/** The sample of this time, made if there is none yet; undefined when the message has too many different times. */
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

/** NaN at every place; cut from a common buffer, since one of its own costs more than the sample to be put into it. */
function emptyNumbers(size: number): Float64Array {
  if (taken + size > slab.length) {
    slab = new Float64Array(Math.max(SLAB, size)).fill(Number.NaN)
    taken = 0
  }
  taken += size
  return slab.subarray(taken - size, taken)
}

/** What stood on the wire as a number; the straight way for a real number in a real slot. */
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

/** The limit that an alarm says it goes by, which moves with the day and with settings. */
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

/** Neither NaN nor infinite, nor what stands for no value. */
const isNumber = (value: number) => Math.abs(value) < NO_VALUE

/** NaN for everything that is no number. */
function numberOf(value: MetricValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? Number(value) : Number.NaN
}
