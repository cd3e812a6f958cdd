import { isHens } from '../flocks.ts'
import type { HouseType } from '../signals.ts'
import {
  type FurtherMeasure,
  furtherColumns,
  isOfEnd,
  readOwn,
  type StandardTable,
  type StandardValue,
} from '../standards/standard-table.ts'
import {
  type Breed,
  breeds,
  eggWeightAt,
  feedAt,
  furtherAt,
  layRateAt,
  type StandardRef,
  standardOf,
  survivalBetween,
  waterAt,
  weightAt,
} from '../standards/standards.ts'
import { text } from '../text.ts'
import { eggMass } from './eggs.ts'
import type { WeekFigures } from './weeks.ts'

/** Weekly figures that are compared, with names, and the sense of a difference: whether more is better, worse or neither. */
export const flockMeasures = {
  rate: { unit: '%', decimals: 1, isBetter: 'higher', label: text('产蛋率', 'Laying rate') },
  henHoused: { unit: '%', decimals: 1, isBetter: 'higher', label: text('入舍母鸡产蛋率', 'Hen-housed rate') },
  eggsPerHen: {
    unit: '',
    decimals: 1,
    isBetter: 'higher',
    label: text('入舍母鸡产蛋数', 'Eggs per hen housed'),
  },
  eggWeight: { unit: 'g/egg', decimals: 1, isBetter: 'neither', label: text('蛋重', 'Egg weight') },
  eggMass: { unit: 'g/egg', decimals: 1, isBetter: 'higher', label: text('日产蛋重', 'Egg mass a hen') },
  feed: { unit: 'g/bird', decimals: 0, isBetter: 'neither', label: text('耗料', 'Feed') },
  feedPerTen: {
    unit: 'kg',
    decimals: 2,
    isBetter: 'neither',
    label: text('每 10 枚蛋耗料', 'Feed per 10 eggs'),
  },
  water: { unit: 'mL/bird', decimals: 0, isBetter: 'neither', label: text('饮水', 'Water') },
  waterFeed: { unit: 'L/kg', decimals: 2, isBetter: 'neither', label: text('水料比', 'Water to feed') },
  weight: { unit: 'g', decimals: 0, isBetter: 'reached', label: text('体重', 'Body weight') },
  dailyGain: { unit: 'g', decimals: 1, isBetter: 'neither', label: text('日增重', 'Daily gain') },
  conversion: {
    unit: '',
    decimals: 3,
    isBetter: 'neither',
    label: text('阶段料肉比', 'FCR since last weighing'),
  },
  uniformity: { unit: '%', decimals: 0, isBetter: 'higher', label: text('均匀度', 'Uniformity') },
  mortality: { unit: '%', decimals: 2, isBetter: 'lower', label: text('周死淘率', 'Weekly loss') },
  losses: { unit: '%', decimals: 2, isBetter: 'lower', label: text('累计死淘', 'Cum. loss') },
  hatching: { unit: '%', decimals: 1, isBetter: 'neither', label: text('种蛋合格率', 'Hatching eggs') },
  eggsOfWeek: {
    unit: '',
    decimals: 2,
    isBetter: 'neither',
    label: text('周入舍产蛋数', 'Weekly eggs, hen housed'),
  },
  fertility: { unit: '%', decimals: 1, isBetter: 'neither', label: text('受精率', 'Fertility') },
  hatchability: { unit: '%', decimals: 1, isBetter: 'neither', label: text('入孵蛋孵化率', 'Hatch of set') },
  hatchOfFertile: {
    unit: '%',
    decimals: 1,
    isBetter: 'neither',
    label: text('受精蛋孵化率', 'Hatch of fertile'),
  },
  maleWeight: { unit: 'g', decimals: 0, isBetter: 'neither', label: text('公鸡体重', 'Male weight') },
  maleFeed: { unit: 'g/bird', decimals: 0, isBetter: 'neither', label: text('公鸡耗料', 'Male feed') },
  maleLosses: {
    unit: '%',
    decimals: 2,
    isBetter: 'neither',
    label: text('公鸡累计死淘', 'Males, cum. loss'),
  },
  malesPerHundred: {
    unit: '',
    decimals: 1,
    isBetter: 'neither',
    label: text('每百只母鸡公鸡数', 'Males per 100 hens'),
  },
} as const
export type FlockMeasure = keyof typeof flockMeasures

/** Goal of farms for hens at point of lay, %; from no publisher. Broilers are placed as hatched: by sex they differ more. */
const EVEN_ENOUGH = 85

export const breedOf = (name: string | null): Breed | undefined => breeds.find(breed => breed === name)

/** The standard a flock is compared with: that of its own choice, else the published one of its breed. */
export const standardIn = (flock: {
  breed: string | null
  standard?: StandardTable | null | undefined
}): StandardRef | undefined => (flock.standard ? readOwn(flock.standard) : breedOf(flock.breed))

/** A standard as heads and cards name it: one of a farm's own with its edition, since a new edition is another standard. */
export function standardNamed(standard: StandardRef): string {
  const { name, source } = standardOf(standard)
  const isPublished = typeof standard === 'string'
  return isPublished || source.edition === 'undated' ? name : `${name} (${source.edition})`
}

/** Breed and, where the flock has one of its own, standard; null if neither is known. */
export function breedSays(flock: Parameters<typeof standardIn>[0]): string | null {
  const breed = breedOf(flock.breed)
  const names = [
    breed ? standardOf(breed).name : flock.breed,
    flock.standard && standardNamed(readOwn(flock.standard)),
  ]
  return names.filter(Boolean).join(' · ') || null
}

/** An age as standards count, and the age at which the birds arrived. */
interface Aged {
  age: number
  placedAge: number
}

/**
 * A breed's standard for a day of age, interpolated: a rate as of the middle of the day, a weight as of its morning, and
 * what adds up as of its evening. Null without one.
 */
export function standardOn(
  breed: StandardRef | undefined,
  measure: FlockMeasure,
  { age, placedAge }: Aged,
): StandardValue | null {
  const middle = age + 0.5
  const further = breed && isFurther(measure) ? furtherAt(breed, measure, age + dayShare(measure)) : null
  if (measure === 'uniformity') {
    const isOfHens = breed !== undefined && !standardOf(breed).houseTypes.includes('broiler')
    const goal = further?.mid ?? (isOfHens ? EVEN_ENOUGH : null)
    return goal === null ? null : { low: goal, mid: goal, high: 100 }
  }
  if (!breed || further) return further
  switch (measure) {
    case 'rate':
      return laying(layRateAt(breed, middle))
    case 'henHoused':
      return henHousedAt(breed, placedAge, age)
    case 'eggWeight':
      return eggWeightAt(breed, middle)
    case 'eggMass':
      return eggMassAt(breed, middle)
    case 'feed':
      return feedAt(breed, middle)
    case 'water':
      return waterAt(breed, middle)
    case 'weight':
      return weightAt(breed, age)
    case 'losses':
      return lossesBetween(breed, placedAge, age + 1)
    case 'eggsPerHen':
      return eggsUntil(breed, placedAge, age)
    default:
      return null
  }
}

/** Of a day of age: a weight is of its morning, what adds up of its evening, a mean of its middle. */
const dayShare = (measure: FlockMeasure): number => {
  if (measure === 'maleWeight') return 0
  return isOfEnd(measure) ? 1 : 0.5
}

/** Days from the middle of a week to its end. */
const MID_WEEK = 4

const isFurther = (measure: FlockMeasure): measure is FurtherMeasure & FlockMeasure =>
  measure in furtherColumns

/** Figures that are means over the days on which they were recorded: so is their standard. */
const daily = ['rate', 'henHoused', 'eggWeight', 'eggMass', 'feed', 'water'] as const
type Daily = (typeof daily)[number]
const isDaily = (measure: FlockMeasure): measure is Daily => daily.some(each => each === measure)

/** A week as far as its standard depends on it. */
export type DatedWeek = Pick<WeekFigures, 'week' | 'age' | 'lossDays' | 'weighedAt' | 'recorded' | 'eggDays'>

/**
 * A breed standard's value of a measure for a week as it was recorded: for means over the same days, for what was weighed on
 * the day of weighing, and for what adds up at the end of its last day.
 */
export function standardOfWeek(
  breed: StandardRef | undefined,
  measure: FlockMeasure,
  week: DatedWeek,
  placedAge: number,
): StandardValue | null {
  if (isDaily(measure)) {
    const ages = week.recorded[recordedAs[measure]]
    const mean = meanOf(ages.flatMap(age => ofMean(breed, measure, { age, placedAge }) ?? []))
    return mean && mean.high > 0 ? mean : null
  }
  if (measure === 'weight' || measure === 'uniformity' || measure === 'maleWeight')
    return standardOn(breed, measure, { age: week.weighedAt ?? week.age, placedAge })
  if (measure === 'mortality') {
    const { lossDays } = week
    return breed && lossDays ? lossesBetween(breed, lossDays.from, lossDays.until + 1) : null
  }
  if (measure === 'losses')
    return standardOn(breed, measure, { age: week.lossDays?.until ?? week.age, placedAge })
  if (measure === 'eggsPerHen') return breed ? eggsCounted(breed, placedAge, week) : null
  return standardOn(breed, measure, { age: ageIn(measure, week), placedAge })
}

/** The day of a week of which a standard speaks: its middle for means, also of the time between two weighings. */
function ageIn(measure: FlockMeasure, { week, age, weighedAt }: DatedWeek): number {
  if (!isFurther(measure) || isOfEnd(measure)) return age
  const isGrowth = measure === 'dailyGain' || measure === 'conversion'
  return (isGrowth && weighedAt !== null ? weighedAt : 7 * week) - MID_WEEK
}

/** Days before lay count in a mean as days without an egg. */
function ofMean(
  breed: StandardRef | undefined,
  measure: Daily,
  { age, placedAge }: Aged,
): StandardValue | null {
  const isLaid = measure === 'rate' || measure === 'henHoused' || measure === 'eggMass'
  const rate = isLaid && breed ? layRateAt(breed, age + 0.5) : null
  return rate?.high === 0 ? rate : standardOn(breed, measure, { age, placedAge })
}

/** Eggs per hen since the first day on which eggs were counted; of days without a count the standard leaves out its own of these. */
function eggsCounted(
  breed: StandardRef,
  placedAge: number,
  { age, eggDays }: DatedWeek,
): StandardValue | null {
  const { from, of, lacking } = eggDays
  const until = eggsUntil(breed, placedAge, of === 0 ? age : eggDays.until)
  if (!until || of === 0) return until
  const at = (day: number) => eggsUntil(breed, placedAge, day) ?? { low: 0, mid: 0, high: 0 }
  const before = at(from - 1)
  const left = lacking.map(day => [at(day - 1), at(day)] as const)
  const since = (key: keyof StandardValue) =>
    left.reduce((sum, [eve, end]) => sum - Math.max(0, end[key] - eve[key]), until[key] - before[key])
  return { low: since('low'), mid: since('mid'), high: since('high') }
}

/** The days of a week on which what a mean is made of was recorded. */
const recordedAs: Readonly<Record<Daily, keyof WeekFigures['recorded']>> = {
  rate: 'rate',
  henHoused: 'rate',
  eggWeight: 'eggWeight',
  eggMass: 'rate',
  feed: 'feed',
  water: 'water',
}

const laying = (rate: StandardValue | null) => (rate && rate.high > 0 ? rate : null)

const scaled = ({ low, mid, high }: StandardValue, by: number): StandardValue => ({
  low: low * by,
  mid: mid * by,
  high: high * by,
})

function meanOf(values: readonly StandardValue[]): StandardValue | null {
  if (values.length === 0) return null
  const mean = (key: keyof StandardValue) => values.reduce((sum, each) => sum + each[key], 0) / values.length
  return { low: mean('low'), mid: mean('mid'), high: mean('high') }
}

function henHousedAt(breed: StandardRef, placedAge: number, age: number): StandardValue | null {
  const rate = laying(layRateAt(breed, age + 0.5))
  const kept = survivalBetween(breed, placedAge, age)
  return rate && kept !== null ? scaled(rate, kept / 100) : null
}

function eggMassAt(breed: StandardRef, age: number): StandardValue | null {
  const [rate, weight] = [laying(layRateAt(breed, age)), eggWeightAt(breed, age)]
  if (!rate || !weight) return null
  const of = (key: keyof StandardValue) => eggMass(rate[key], weight[key])
  return { low: of('low'), mid: of('mid'), high: of('high') }
}

function lossesBetween(breed: StandardRef, from: number, to: number): StandardValue | null {
  const kept = survivalBetween(breed, from, to)
  if (kept === null) return null
  const lost = 100 - kept
  return { low: 0, mid: lost, high: lost }
}

/** Eggs per hen placed at an age up to the end of each day after it, by breed and that age. */
const eggCurves = new WeakMap<object, Map<number, StandardValue[]>>()

function eggsUntil(breed: StandardRef, placedAge: number, age: number): StandardValue | null {
  const standard = standardOf(breed)
  if (standard.further.eggsPerHen.length > 0) return furtherAt(breed, 'eggsPerHen', age + 1)
  const known = eggCurves.get(standard) ?? new Map<number, StandardValue[]>()
  const curve = known.get(placedAge) ?? eggCurve(standard, placedAge)
  known.set(placedAge, curve)
  eggCurves.set(standard, known)
  const eggs = curve[age - placedAge]
  return eggs && eggs.high > 0 ? eggs : null
}

/** Summed over the days from the rate and the losses of each. */
function eggCurve(breed: StandardRef, placedAge: number): StandardValue[] {
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

/** Share of a standard within which a figure still counts as on it (practice). */
const ON_IT = 0.01
/** Eggs of a day: half an egg more or less in a hundred hens is no difference. Points */
const RATE_POINTS = 0.5
/** Uniformity is of a sample: of a hundred birds it is known to within so many points at best. */
const SAMPLED = 5
/** A weight this share under its standard is behind it (practice); at more than twice as much it is an alarm. */
const BEHIND = 0.05
/** Standard deviations by which losses must exceed their standard: few birds die by chance. */
const DEVIATIONS = 3

export type Sense = 'good' | 'bad' | 'neutral'

/**
 * Whether a figure outside its standard is better or worse; within it, or if neither applies, neutral. `birds`: of how many
 * a share is, so that a bird more in a small flock is no verdict.
 */
export function senseOf(
  measure: FlockMeasure,
  actual: number,
  { low, mid, high }: StandardValue,
  birds: number | null = null,
): Sense {
  const { isBetter } = flockMeasures[measure]
  if (isBetter === 'neither') return 'neutral'
  if (isBetter === 'reached') return actual < (1 - BEHIND) * low ? 'bad' : 'neutral'
  const room = roomAround(measure, mid, birds)
  if (actual >= low - room && actual <= high + room) return 'neutral'
  const isAbove = actual > high
  return isAbove === (isBetter === 'higher') ? 'good' : 'bad'
}

/** Share of a flock that may leave alive, or come later, before its losses are of other birds than the standard follows. */
const TURNED = 0.02

/** Whether so many birds left alive or came that a sum of losses below the standard is no better. */
export const isTurned = (housedShare: number): boolean => Math.abs(housedShare - 1) > TURNED

function roomAround(measure: FlockMeasure, mid: number, birds: number | null): number {
  const share = ON_IT * mid
  if (measure === 'rate' || measure === 'henHoused') return Math.max(share, RATE_POINTS)
  if (measure === 'uniformity') return SAMPLED
  if (measure !== 'losses' && measure !== 'mortality') return share
  // At least one bird, and what a flock of this size loses more by chance.
  return birds ? Math.max(share, 100 / birds, DEVIATIONS * Math.sqrt((100 * mid) / birds)) : share
}

/** The figure by which a kind of birds is judged first: hens by what they lay, others by what they weigh. */
export const mainMeasure = (flock: { type: HouseType | undefined }): 'rate' | 'weight' =>
  isHens(flock) ? 'rate' : 'weight'
