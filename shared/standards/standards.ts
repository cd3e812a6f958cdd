import type { HouseType } from '../signals.ts'
import broilerLosses from './data/broiler-losses.json' with { type: 'json' }
import cobb500 from './data/cobb500.json' with { type: 'json' }
import cobb500Ps from './data/cobb500-ps.json' with { type: 'json' }
import hylineBrown from './data/hyline-brown.json' with { type: 'json' }
import hylineW36 from './data/hyline-w36.json' with { type: 'json' }
import hylineW80 from './data/hyline-w80.json' with { type: 'json' }
import lohmannBrownClassic from './data/lohmann-brown-classic.json' with { type: 'json' }
import ross308 from './data/ross308.json' with { type: 'json' }
import ross308Ps from './data/ross308-ps.json' with { type: 'json' }
import type {
  FurtherMeasure,
  Standard,
  StandardCurve,
  StandardSource,
  StandardTable,
  StandardValue,
} from './standard-table.ts'
import { readStandard, sourceOf, valueAt } from './standard-table.ts'

/** Breeds whose published standards are shipped; a customer may import others. */
export const breeds = [
  'ross308',
  'cobb500',
  'hyline-brown',
  'hyline-w80',
  'hyline-w36',
  'lohmann-brown-classic',
  'ross308-ps',
  'cobb500-ps',
] as const
export type Breed = (typeof breeds)[number]

const tables: Record<Breed, StandardTable> = {
  ross308,
  cobb500,
  'hyline-brown': hylineBrown,
  'hyline-w80': hylineW80,
  'hyline-w36': hylineW36,
  'lohmann-brown-classic': lohmannBrownClassic,
  'ross308-ps': ross308Ps,
  'cobb500-ps': cobb500Ps,
}

const read = new Map<Breed, Standard>()

/** A published standard by its breed, or one of a farm's own. */
export type StandardRef = Breed | Standard

/** The standard of a breed with its source, confidence and curves. */
export function standardOf(breed: StandardRef): Standard {
  if (typeof breed !== 'string') return breed
  const known = read.get(breed)
  if (known) return known
  const standard = readStandard(tables[breed])
  read.set(breed, standard)
  return standard
}

/** Source of the broilers' losses: no breeding company publishes any. */
export const broilerLossSource: StandardSource = sourceOf(broilerLosses.source)

const broilerLossCurve: StandardCurve = broilerLosses.rows.map(([age = 0, value = 0]) => ({
  age,
  low: value,
  mid: value,
  high: value,
}))

/**
 * Body weight in g at an age in days. The placement day is day 0, and weights in weekly tables are those at the end
 * of the week. Null past the end of the table.
 */
export function weightAt(breed: StandardRef, ageDays: number): StandardValue | null {
  const standard = standardOf(breed)
  return valueAt(standard.weight, ageDays, standard.lastAge)
}

/** Feed in g per bird and day, interpolated between the middles of the published periods; null if none is published. */
export function feedAt(breed: StandardRef, ageDays: number): StandardValue | null {
  const standard = standardOf(breed)
  const lastFeed = standard.feed.at(-1)?.age ?? 0
  // a table whose feed ends before its weights says nothing about the rest
  const end = lastFeed + 7 < standard.lastAge ? lastFeed : standard.lastAge
  return valueAt(standard.feed, ageDays, end)
}

/** litres per kg of feed at 21 °C: broilers 1.6–1.8, layers and breeders 1.5–2.0 */
const WATER_PER_FEED: StandardValue = { low: 1.6, mid: 1.7, high: 1.8 }
const WATER_PER_FEED_LAYERS: StandardValue = { low: 1.5, mid: 1.8, high: 2 }
/** more water per °C above 21 °C */
const WATER_PER_DEGREE = 0.065

/**
 * Water in ml per bird and day at house temperature `temperature` °C. As published if the table has it (at its own
 * comfortable temperature), otherwise from the feed by the usual ratio. Null if neither is known.
 */
export function waterAt(breed: StandardRef, ageDays: number, temperature = 21): StandardValue | null {
  const standard = standardOf(breed)
  const heat = 1 + WATER_PER_DEGREE * Math.max(0, temperature - 21)
  const published = valueAt(standard.water, ageDays, standard.lastAge)
  if (published) return scaled(published, { low: heat, mid: heat, high: heat })
  const feed = feedAt(breed, ageDays)
  const ratio = standard.houseTypes.includes('broiler') ? WATER_PER_FEED : WATER_PER_FEED_LAYERS
  return feed && scaled(feed, { low: ratio.low * heat, mid: ratio.mid * heat, high: ratio.high * heat })
}

function scaled(value: StandardValue, by: StandardValue): StandardValue {
  return { low: value.low * by.low, mid: value.mid * by.mid, high: value.high * by.high }
}

/** Eggs per 100 hens and day; 0 before lay. Null for broilers and past the end of the table. */
export function layRateAt(breed: StandardRef, ageDays: number): StandardValue | null {
  const standard = standardOf(breed)
  return valueAt(standard.lay, ageDays, standard.lastAge)
}

/** Egg weight in g; null before lay and if none is published. */
export function eggWeightAt(breed: StandardRef, ageDays: number): StandardValue | null {
  const standard = standardOf(breed)
  if (standard.housedAt === null || ageDays < standard.housedAt) return null
  return valueAt(standard.eggWeight, ageDays, standard.lastAge)
}

/** What else a standard says of an age; null outside the ages for which it does. */
export function furtherAt(
  breed: StandardRef,
  measure: FurtherMeasure,
  ageDays: number,
): StandardValue | null {
  const { further, lastAge } = standardOf(breed)
  const first = further[measure][0]
  return first && ageDays >= first.age - WEEK / 2 ? valueAt(further[measure], ageDays, lastAge) : null
}
const WEEK = 7

/** Cumulative losses in % of the birds at the start of the counted phase. */
export interface Mortality {
  percent: number
  /** age in days at which counting began: 0 for placement, otherwise housing */
  since: number
}

/**
 * Losses to expect by an age in days. In lay they count from housing, where the publishers start again at 0.
 * Broilers follow a rule of thumb, since no breeding company publishes one. Null if nothing is known.
 */
export function mortalityAt(breed: StandardRef, ageDays: number): Mortality | null {
  const standard = standardOf(breed)
  const inLay = standard.housedAt !== null && ageDays >= standard.housedAt
  const known = growingLosses(standard)
  const losses = valueAt(inLay ? standard.lossesInLay : known, ageDays, standard.lastAge)
  return losses && { percent: losses.mid, since: inLay ? (standard.housedAt ?? 0) : 0 }
}

/** Losses before lay: of broilers by a rule of thumb, unless a farm's own standard has them. */
const growingLosses = ({ houseTypes, losses }: Standard): StandardCurve =>
  houseTypes.includes('broiler') && losses.length === 0 ? broilerLossCurve : losses

/** Days before the table's housing age at which hens may arrive although nothing is published for the weeks between. */
const HOUSED_EARLY = 28

/**
 * Percentage of the birds present at one age in days that the standard leaves alive at a later one. Null if
 * nothing is known.
 */
export function survivalBetween(breed: StandardRef, from: number, to: number): number | null {
  const standard = standardOf(breed)
  const [begin, end] = [survivalTo(standard, from), survivalTo(standard, to)]
  return begin === null || end === null ? null : Math.min(100, (100 * end) / begin)
}

/** What birds in rearing lose a day about which nothing is published: some 2 % in 17 weeks, as those of which something is. */
const UNKNOWN_LOSS = 0.0002

/** The same for birds that are only played: none of them lives for ever because nothing is published. */
export const likelySurvival = (breed: StandardRef, from: number, to: number): number =>
  survivalBetween(breed, from, to) ?? 100 * (1 - UNKNOWN_LOSS) ** Math.max(0, to - from)

/** Share of the birds alive at an age: since hatch, or since housing if no earlier losses are published. */
function survivalTo(standard: Standard, age: number) {
  const { houseTypes, housedAt, losses, lossesInLay, lastAge } = standard
  if (houseTypes.includes('broiler')) return keptOf(valueAt(growingLosses(standard), age, lastAge))
  if (housedAt === null) return keptOf(valueAt(losses, age, lastAge))
  if (losses.length === 0 && age >= housedAt - HOUSED_EARLY)
    return keptOf(valueAt(lossesInLay, Math.max(age, housedAt), lastAge))
  if (age < housedAt) return keptOf(valueAt(losses, age, lastAge))
  const [reared, laying] = [valueAt(losses, housedAt, lastAge), valueAt(lossesInLay, age, lastAge)]
  return reared && laying && (1 - reared.mid / 100) * (1 - laying.mid / 100)
}

const keptOf = (lost: StandardValue | null): number | null => lost && 1 - lost.mid / 100

/** Breeds kept in houses of a type. */
export function breedsFor(houseType: Standard['houseTypes'][number]): Breed[] {
  return breeds.filter(breed => standardOf(breed).houseTypes.includes(houseType))
}

/** Whether birds of this breed can be in houses of a type; pullets may become breeders. A name without a standard says nothing. */
export function breedFits(breed: string | null | undefined, houseType: HouseType): boolean {
  const known = breeds.find(each => each === breed)
  if (!known) return true
  const { houseTypes } = standardOf(known)
  return houseTypes.includes(houseType) || (houseType === 'pullet' && houseTypes.includes('breeder'))
}
