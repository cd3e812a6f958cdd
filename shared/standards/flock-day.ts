import { breedOf, standardIn } from '../flock-figures/standard.ts'
import type { StandardTable } from './standard-table.ts'
import type { StandardRef } from './standards.ts'
import {
  breedsFor,
  eggWeightAt,
  feedAt,
  layRateAt,
  mortalityAt,
  standardOf,
  waterAt,
  weightAt,
} from './standards.ts'

/** Standard figures of a flock for one day of age. */
export interface FlockDay {
  age: number
  /** kg at the start of the day and its gain over the day */
  weight: number
  gain: number
  /** kg per bird and day */
  feed: number
  /** litres per bird and day at a comfortable temperature */
  water: number
  /** eggs per hen and day, kg of an egg */
  lay: number
  eggWeight: number
  /** share of the birds that die on this day without heat stress */
  losses: number
}

/** share lost per day if no standard has a figure */
const USUAL_LOSSES = 0.0002
/** litres per kg of feed if no standard has a figure */
const USUAL_WATER = 1.9

/** The standard figures at an age in days; beyond the end of its table a breed stays as it was there. */
export function flockDay(breed: StandardRef, age: number): FlockDay {
  const day = Math.max(0, Math.min(age, standardOf(breed).lastAge - 1))
  const weight = (weightAt(breed, day)?.mid ?? 0) / 1000
  const grown = (weightAt(breed, day + 1)?.mid ?? 0) / 1000
  const feed = (feedAt(breed, day + 0.5)?.mid ?? usualFeed(breed, day + 0.5, weight)) / 1000
  const [from, to] = [mortalityAt(breed, day), mortalityAt(breed, day + 1)]
  const losses = from && to && from.since === to.since ? (to.percent - from.percent) / 100 : USUAL_LOSSES
  return {
    age,
    weight,
    gain: age === day ? grown - weight : 0,
    feed,
    water: (waterAt(breed, day + 0.5)?.mid ?? feed * 1000 * USUAL_WATER) / 1000,
    lay: (layRateAt(breed, day + 0.5)?.mid ?? 0) / 100,
    eggWeight: (eggWeightAt(breed, day + 0.5)?.mid ?? 0) / 1000,
    losses: Math.max(0, losses),
  }
}

/**
 * The same of a flock: by the farm's own standard where that tells weights at its age, else by that of its breed; undefined
 * where neither does.
 */
export function flockDayOf(
  flock: { breed: string | null; standard?: StandardTable | null | undefined },
  age: number,
): FlockDay | undefined {
  const [own, published] = [standardIn(flock), breedOf(flock.breed)]
  const told = own && weightAt(own, Math.max(0, Math.min(age, standardOf(own).lastAge - 1))) ? own : published
  return told && flockDay(told, age)
}

/**
 * g per day for a bird of `weight` kg whose standard has no feed: what another breed of its kind eats at that age, otherwise
 * what hens of 1.9 kg eat, by metabolic weight.
 */
function usualFeed(breed: StandardRef, age: number, weight: number): number {
  const [type = 'layer'] = standardOf(breed).houseTypes
  const others = breedsFor(type).flatMap(other => feedAt(other, age) ?? [])
  return others[0]?.mid ?? 71 * weight ** 0.75
}
