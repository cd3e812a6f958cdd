import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { nameAt, type PlacedValues } from './placed-values.ts'
import type { Sample } from './sample.ts'

/** Values a device said at one time. */
interface Said extends PlacedValues {
  /** The time it stated. ms since 1970 */
  stated: number
  /** The time they are kept under: a little later, when it had said something else for the stated time. */
  at: number
}

interface Moment extends Said {
  /** Of its last birth. */
  birth: string | null
  /** What it said shortly before, of which something had to be kept later; only where storing follows on its own. */
  before: Said[]
}

/** How a sample's message came. */
interface Arrival {
  part: 'watch' | 'store' | undefined
  /** The payload of a birth. */
  birth: Uint8Array | undefined
}

export interface Moments {
  /**
   * Puts the samples of a message that is in turn 1 ms after what the device said last, if it said another value of a
   * metric for the same time: a clock of whole seconds must not hide what changed within one.
   */
  settle(deviceId: string, samples: readonly Sample[], arrival: Arrival): void
}

/** More than a device says in the time by which storing may follow watching. */
const MOST_BEFORE = 32

/** Remembers of each device what it said last, as a copy: samples are cut from shared buffers. */
export function createMoments(): Moments {
  const moments = new Map<string, Moment>()

  function settleOne(deviceId: string, sample: Sample, part: Arrival['part']): void {
    const moment = moments.get(deviceId)
    if (!moment) {
      if (part !== 'store') moments.set(deviceId, { ...saidIn(sample), birth: null, before: [] })
      return
    }
    if (part === 'store') {
      follow(moment, sample)
      return
    }
    const { at, stated } = moment
    if (sample.at > at || (sample.at < stated && sample.ofBirth)) {
      if (part === 'watch' && at > stated) remember(moment)
      say(moment, sample)
      return
    }
    if (sample.at < stated) return
    if (!contradicts(moment, sample)) {
      putLater(sample, at)
      add(moment, sample)
      return
    }
    if (part === 'watch') remember(moment)
    putLater(sample, at + 1)
    say(moment, sample)
    moment.stated = stated
  }

  return {
    settle(deviceId, samples, { part, birth }) {
      const print = birth && hash('sha1', birth, 'base64')
      const before = moments.get(deviceId)
      // The same birth again says nothing new.
      if (print !== undefined && before?.birth === print) return
      for (const sample of samples) if (!sample.historical) settleOne(deviceId, sample, part)
      const moment = moments.get(deviceId)
      if (moment && print !== undefined) moment.birth = print
    },
  }
}

const saidIn = ({ at, layout, numbers, others }: Sample): Said => ({
  stated: at,
  at,
  layout,
  numbers: numbers.slice(),
  others,
})

function say(moment: Moment, { at, layout, numbers, others }: Sample): void {
  if (moment.numbers.length === numbers.length) moment.numbers.set(numbers)
  else moment.numbers = numbers.slice()
  Object.assign(moment, { stated: at, at, layout, others })
}

function remember({ stated, at, layout, numbers, others, before }: Moment): void {
  before.push({ stated, at, layout, numbers: numbers.slice(), others })
  if (before.length > MOST_BEFORE) before.shift()
}

/** Keeps a sample under a later time, and as known no later than it was received. */
function putLater(sample: Sample, at: number): void {
  const by = at - sample.at
  sample.at = at
  sample.knownAt = Math.min(sample.knownAt + by, sample.receivedAt)
  sample.isLater = by > 0
}

/** Stores a sample under the time it got, or will get, when it was watched. */
function follow(moment: Moment, sample: Sample): void {
  const { at, stated, before } = moment
  const isPresent = sample.at >= stated && sample.at <= at
  const fits = isPresent && !contradicts(moment, sample)
  const said = fits
    ? moment
    : before.findLast(one => one.stated <= sample.at && one.at >= sample.at && holds(one, sample))
  if (said) putLater(sample, said.at)
  else if (isPresent) putLater(sample, at + 1)
}

/** Every value, comparable; a number counts more than that there was none. */
function valuesOf({ layout, numbers, others }: PlacedValues): Map<string, unknown> {
  const values = new Map<string, unknown>()
  for (let place = 0; place < numbers.length; place++)
    if (!Number.isNaN(numbers[place])) values.set(nameAt(layout, place), numbers[place])
  for (const [name, value] of others ?? [])
    if (value !== null || !values.has(name)) values.set(name, plain(value))
  return values
}

const plain = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)

/** Whether of some metric the sample brings another value; one that was missing is filled. */
function contradicts(said: Said, sample: Sample): boolean {
  const { layout, numbers } = said
  const isAlike = layout === sample.layout
  for (let place = 0; isAlike && place < numbers.length; place++) {
    const [before, now] = [numbers[place] as number, sample.numbers[place] as number]
    if (before !== now && !Number.isNaN(before) && !Number.isNaN(now)) return true
  }
  if (isAlike && sample.others === null) return false
  const values = valuesOf(said)
  for (const [name, value] of valuesOf(sample)) {
    const before = values.get(name)
    if (before !== undefined && before !== null && !isDeepStrictEqual(before, value)) return true
  }
  return false
}

/** Whether all that the sample brings was said then. */
function holds(said: Said, sample: Sample): boolean {
  const values = valuesOf(said)
  for (const [name, value] of valuesOf(sample))
    if (value !== null && !isDeepStrictEqual(values.get(name), value)) return false
  return true
}

/** Adds what contradicts nothing. */
function add(moment: Moment, sample: Sample): void {
  const { layout, numbers } = moment
  if (layout === sample.layout && sample.others === null) {
    for (let place = 0; place < numbers.length; place++)
      if (!Number.isNaN(sample.numbers[place])) numbers[place] = sample.numbers[place] as number
    return
  }
  const others = new Map(moment.others)
  for (const [name, value] of valuesOf(sample))
    if (value !== null || !others.has(name)) others.set(name, value)
  moment.others = others
}
