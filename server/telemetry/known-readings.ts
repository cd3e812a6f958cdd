import { DataType } from '#shared/sparkplug/types.ts'
import type { LatestReading } from './device-side.ts'
import { LazyMap } from './lazy-map.ts'
import { nameAt, placeOf, sizeOf, typedNumber } from './placed-values.ts'
import type { Sample } from './sample.ts'
import type { Layout, SignalSet, Slot } from './signal-parts.ts'

/**
 * Latest readings of one device: numbers at their places in the report layout, so that a report needs no object per
 * metric; everything else by name. If both have a reading, the newer counts; at equal times, the named one.
 */
export interface KnownReadings {
  set: SignalSet | null
  layout: Layout | null
  numbers: Float64Array
  /** Time of each number, ms since 1970. */
  times: Float64Array
  others: Map<string, LatestReading>
}

/** Readings known before the first report. */
export const knownReadings = (readings: ReadonlyMap<string, LatestReading>): KnownReadings => ({
  set: null,
  layout: null,
  numbers: new Float64Array(0),
  times: new Float64Array(0),
  others: new Map(readings),
})

/**
 * Lays a sample over the known readings, each metric by its time; at equal times the first value stays, as in history.
 * Times later than their receipt are cut to it: among those the later message counts. True when something else is known
 * of a later time.
 */
export function laySample(known: KnownReadings, sample: Sample): boolean {
  if (known.set !== sample.set || known.layout !== sample.layout) rearrange(known, sample)
  const { knownAt: at, numbers, set, layout, others: brought } = sample
  const { numbers: kept, times, others } = known
  const isCut = sample.at > at
  let isContested = false
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] as number
    const before = times[place] as number
    if (Number.isNaN(number) || (before === at && !isCut)) continue
    if (before > at) {
      isContested ||= kept[place] !== number
      continue
    }
    kept[place] = number
    times[place] = at
  }
  if (others.size > 0)
    for (const [name, reading] of others)
      if (isOver(at, reading, isCut) && hasNumber(numbers, set.byName.get(name), layout)) others.delete(name)
  if (brought === null) return isContested
  for (const [name, value] of brought) {
    const reading = value === null ? find(known, name) : others.get(name)
    if (!reading || isOver(at, reading, isCut)) others.set(name, { value, at })
    else isContested ||= reading.at > at && reading.value !== value
  }
  return isContested
}

/** A null value is always filled. */
const isOver = (at: number, reading: LatestReading, isCut: boolean) =>
  at > reading.at || (at === reading.at && (isCut || reading.value === null))

/** The server's own clock was set back: moves what is known to before `at`, ms since 1970. */
export function knownBefore({ times, others }: KnownReadings, at: number): void {
  for (let place = 0; place < times.length; place++) if ((times[place] as number) >= at) times[place] = at - 1
  for (const [name, reading] of others) if (reading.at >= at) others.set(name, { ...reading, at: at - 1 })
}

/** Nothing is known of these metrics any more. */
export function forgetReadings(
  { set, layout, numbers, others }: KnownReadings,
  metrics: Iterable<string>,
): void {
  for (const metric of metrics) {
    others.delete(metric)
    const slot = set?.byName.get(metric)
    const place = slot && layout ? placeOf(slot, layout) : -1
    if (place >= 0) numbers[place] = Number.NaN
  }
}

const hasNumber = (numbers: Float64Array, slot: Slot | undefined, layout: Layout) =>
  slot !== undefined && !Number.isNaN(numbers[placeOf(slot, layout)] ?? Number.NaN)

/** The device sent a new birth, or has unannounced metrics: moves everything to its new place. */
export function rearrange(known: KnownReadings, { set, layout }: Pick<Sample, 'set' | 'layout'>): void {
  const readings = [...readingsOf(known)]
  const numbers = new Float64Array(sizeOf(layout)).fill(Number.NaN)
  const times = new Float64Array(numbers.length)
  const others = new Map<string, LatestReading>()
  for (const [name, reading] of readings) {
    const slot = set.byName.get(name)
    const place = slot ? placeOf(slot, layout) : -1
    const { value, at } = reading
    const number = typeof value === 'boolean' ? Number(value) : value
    const type = slot?.datatype === DataType.Boolean ? 'boolean' : 'number'
    if (place >= 0 && typeof value === type && Number.isFinite(number)) {
      numbers[place] = number as number
      times[place] = at
    } else others.set(name, reading)
  }
  Object.assign(known, { set, layout, numbers, times, others })
}

/** Known readings by metric; a live view of the current state. */
export const readingsOf = (known: KnownReadings): ReadonlyMap<string, LatestReading> => new KnownView(known)

class KnownView extends LazyMap<LatestReading> {
  readonly #known: KnownReadings

  constructor(known: KnownReadings) {
    super()
    this.#known = known
  }
  get(name: string) {
    return find(this.#known, name)
  }
  protected build() {
    const built = new Map<string, LatestReading>()
    const { layout, numbers, others } = this.#known
    for (let place = 0; layout && place < numbers.length; place++) {
      const name = nameAt(layout, place)
      const reading = this.get(name)
      if (reading) built.set(name, reading)
    }
    for (const name of others.keys()) built.set(name, this.get(name) as LatestReading)
    return built
  }
}

function find({ set, layout, numbers, times, others }: KnownReadings, name: string) {
  const other = others.get(name)
  const slot = set?.byName.get(name)
  const place = slot && layout ? placeOf(slot, layout) : -1
  const number = numbers[place] ?? Number.NaN
  if (!slot || Number.isNaN(number)) return other
  const at = times[place] as number
  return other && other.at >= at ? other : { value: typedNumber(number, slot), at }
}
