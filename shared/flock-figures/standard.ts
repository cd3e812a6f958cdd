import type { StandardValue } from '../standards/standard-table.ts'
import {
  type Breed,
  breeds,
  eggWeightAt,
  feedAt,
  layRateAt,
  survivalBetween,
  waterAt,
  weightAt,
} from '../standards/standards.ts'
import { text } from '../text.ts'
import type { WeekFigures } from './weeks.ts'

/** Weekly figures that are compared, with names, and the sense of a difference: whether more is better, worse or neither. */
export const flockMeasures = {
  rate: { unit: '%', decimals: 1, isBetter: 'higher', label: text('产蛋率', 'Laying rate') },
  eggsPerHen: {
    unit: '',
    decimals: 1,
    isBetter: 'higher',
    label: text('入舍母鸡产蛋数', 'Eggs per hen housed'),
  },
  eggWeight: { unit: 'g', decimals: 1, isBetter: 'neither', label: text('蛋重', 'Egg weight') },
  feed: { unit: 'g', decimals: 0, isBetter: 'neither', label: text('耗料', 'Feed') },
  water: { unit: 'mL', decimals: 0, isBetter: 'neither', label: text('饮水', 'Water') },
  weight: { unit: 'g', decimals: 0, isBetter: 'neither', label: text('体重', 'Body weight') },
  uniformity: { unit: '%', decimals: 0, isBetter: 'higher', label: text('均匀度', 'Uniformity') },
  losses: { unit: '%', decimals: 2, isBetter: 'lower', label: text('累计死淘', 'Cum. loss') },
} as const
export type FlockMeasure = keyof typeof flockMeasures

/** Goal of farms at point of lay and for broilers, %; from no publisher. */
const EVEN_ENOUGH = 85

export const breedOf = (name: string | null): Breed | undefined => breeds.find(breed => breed === name)

/** A breed standard's value of a measure at the end of a week, or within it: a rate is the mean of its week. */
export function standardOfWeek(
  breed: Breed | undefined,
  measure: FlockMeasure,
  { week, age, weighedAt }: Pick<WeekFigures, 'week' | 'age' | 'weighedAt'>,
  placedAge: number,
): StandardValue | null {
  if (measure === 'uniformity') return { low: EVEN_ENOUGH, mid: EVEN_ENOUGH, high: 100 }
  if (!breed) return null
  const middle = 7 * week - 3.5
  if (measure === 'rate') return laying(layRateAt(breed, middle))
  if (measure === 'eggWeight') return eggWeightAt(breed, middle)
  if (measure === 'feed') return feedAt(breed, middle)
  if (measure === 'water') return waterAt(breed, middle)
  if (measure === 'weight') return weightAt(breed, weighedAt ?? age)
  if (measure === 'losses') return lossesAt(breed, placedAge, age + 1)
  return eggsUntil(breed, placedAge, age)
}

const laying = (rate: StandardValue | null) => (rate && rate.high > 0 ? rate : null)

function lossesAt(breed: Breed, from: number, to: number): StandardValue | null {
  const kept = survivalBetween(breed, from, to)
  if (kept === null) return null
  const lost = 100 - kept
  return { low: 0, mid: lost, high: lost }
}

/** Eggs per hen placed at an age up to the end of each day after it, by breed and that age. */
const eggCurves = new Map<string, StandardValue[]>()

function eggsUntil(breed: Breed, placedAge: number, age: number): StandardValue | null {
  const key = `${breed} ${placedAge}`
  const curve = eggCurves.get(key) ?? eggCurve(breed, placedAge)
  eggCurves.set(key, curve)
  const eggs = curve[age - placedAge]
  return eggs && eggs.high > 0 ? eggs : null
}

/** Summed over the days from the rate and the losses of each. */
function eggCurve(breed: Breed, placedAge: number): StandardValue[] {
  const curve: StandardValue[] = []
  let sum = { low: 0, mid: 0, high: 0 }
  for (let day = placedAge; ; day++) {
    const rate = layRateAt(breed, day + 0.5)
    if (rate === null) return curve
    const kept = (survivalBetween(breed, placedAge, day) ?? 100) / 10_000
    sum = {
      low: sum.low + rate.low * kept,
      mid: sum.mid + rate.mid * kept,
      high: sum.high + rate.high * kept,
    }
    curve.push(sum)
  }
}

/** Share of a single value within which a figure still counts as on it. */
const ON_IT = 0.01

export type Sense = 'good' | 'bad' | 'neutral'

/** Whether a figure outside its standard is better or worse; within it, or if neither applies, neutral. */
export function senseOf(measure: FlockMeasure, actual: number, standard: StandardValue): Sense {
  const { isBetter } = flockMeasures[measure]
  const { low, mid, high } = standard
  // Where a publisher gives a single value, a flock close to it is on it.
  const room = low === high ? ON_IT * mid : 0
  if (isBetter === 'neither' || (actual >= low - room && actual <= high + room)) return 'neutral'
  const isAbove = actual > high
  return isAbove === (isBetter === 'higher') ? 'good' : 'bad'
}
