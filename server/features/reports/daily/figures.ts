import type { Chart } from '#shared/contracts/houses.ts'
import { isOfBirds } from '#shared/flock-figures/course-measures.ts'
import { type DayFigures, LONGEST_GAP } from '#shared/flock-figures/ledger.ts'
import {
  type FlockMeasure,
  isTurned,
  type Sense,
  senseOf,
  standardIn,
  standardOn,
} from '#shared/flock-figures/standard.ts'
import { lossBounds } from '#shared/flock-verdicts/losses.ts'
import { isHens, tellsLosses } from '#shared/flocks.ts'
import type { StandardValue } from '#shared/standards/standard-table.ts'
import { targetsAt } from '#shared/standards/targets.ts'
import { temperatureLimits } from '#shared/temperature-limits.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { baseOf, todayOf } from '../../../farm/flocks/flock-course.ts'
import { ownStandardOf } from '../../../farm/flocks/flocks.queries.ts'
import type { ReportedHouse } from '../reported-houses.ts'
import type { Daily, DailyFlock, DrawnMetric } from './data.ts'

/** Number of days in the mean the day is compared with. */
const MEAN_DAYS = 7

/** A figure of the day beside the day before, the week before and the standard. */
export interface Figure {
  measure: FlockMeasure
  value: number | null
  /** Counted by the controller, not entered by anybody. */
  isMeasured: boolean
  before: number | null
  mean: number | null
  standard: StandardValue | null
  sense: Sense
}

type Read = (day: DayFigures) => number | null

const read = {
  rate: ({ rate }) => rate,
  eggWeight: ({ eggWeight }) => eggWeight,
  feed: ({ feed }) => feed,
  water: ({ water }) => water,
  weight: ({ weight }) => weight,
  uniformity: ({ uniformity }) => uniformity,
  mortality: ({ mortality }) => mortality,
  losses: ({ losses }) => losses,
} satisfies Partial<Record<FlockMeasure, Read>>

/** What says nothing until the day is over. */
const ofWholeDay: readonly FlockMeasure[] = ['rate', 'feed', 'water']

const layers: readonly (keyof typeof read)[] = [
  'rate',
  'eggWeight',
  'feed',
  'water',
  'weight',
  'uniformity',
  'losses',
]
const growers: readonly (keyof typeof read)[] = ['weight', 'uniformity', 'feed', 'water', 'losses']

/** Whether the birds lay. */
export const isLaying = ({ found }: Pick<DailyFlock, 'found'>): boolean => isHens(found.row)

/** The flock on the day: its age as counted by standards and by the farm, its birds, its figures against the standard. */
export function flockOfDay(flock: Omit<DailyFlock, 'withheld'>, day: string) {
  const { found, course, measured } = flock
  const isSoFar = day >= todayOf(found)
  const { countedFrom: placedAge, days } = course
  const age = daysBetween(baseOf(found.row).dayZero, day)
  const today = days.findLast(each => each.day === day) ?? null
  const yesterday = days.findLast(each => each.day === daysAfter(day, -1)) ?? null
  const week = days.filter(each => each.day < day && each.day >= daysAfter(day, -MEAN_DAYS))
  const last = days.at(-1)
  const alive = last ? last.alive : found.row.placedCount
  const toldOn = days.findLast(each => each.day <= day && tellsLosses(each))?.day ?? found.row.placedOn
  const isUncounted = (today ?? last)?.isUncounted === true || daysBetween(toldOn, day) > LONGEST_GAP
  const breed = standardIn({ breed: found.row.breed, standard: ownStandardOf(found) })
  const figures = (isLaying(flock) ? layers : growers).map((measure): Figure => {
    const told = today && read[measure](today)
    const birds = today?.aliveAtStart ?? alive
    const counted = told === null ? perBird(measure, measured, birds) : null
    const value = told ?? counted
    const standard = standardOn(breed, measure, { age, placedAge })
    // What a record says of the last day of a closed flock is all of it; what a meter counted is not.
    const isPart = counted === null ? today?.isSoFar : isSoFar
    const isSure = !(isPart && ofWholeDay.includes(measure)) && !(isUncounted && isOfBirds(measure))
    const sense =
      value === null || standard === null || !isSure
        ? 'neutral'
        : senseOf(measure, value, standard, found.row.placedCount)
    const isNoBetter = measure === 'losses' && sense === 'good' && isTurned(today?.housedShare ?? 1)
    return {
      measure,
      value,
      isMeasured: counted !== null,
      before: yesterday && read[measure](yesterday),
      mean: meanOf(week.map(read[measure])),
      standard,
      sense: isNoBetter ? 'neutral' : sense,
    }
  })
  const weighed = days.findLast(({ weight }) => weight !== null) ?? null
  return {
    age,
    dayAge: age + found.row.placementDay,
    alive,
    isSoFar,
    today,
    yesterday,
    deadMean: meanOf(week.map(({ dead }) => dead)),
    mortalityMean: meanOf(week.map(({ mortality }) => mortality)),
    /** Losses usual at this age at most, % a day, as the alarm about them has it. */
    usualLoss: lossBounds(
      { type: found.row.type, breed: found.row.breed, standard: ownStandardOf(found) },
      age,
    ).usual,
    lost: days.some(tellsLosses) ? (last?.lost ?? null) : null,
    /** Null where losses were not recorded for long before the day. */
    losses: isUncounted ? null : (last?.losses ?? null),
    figures,
    weighed,
    breed,
  }
}
export type FlockOfDay = ReturnType<typeof flockOfDay>

/** The controller's counts per bird: g, mL, eggs per 100 hens. */
function perBird(
  measure: FlockMeasure,
  measured: DailyFlock['measured'],
  birds: number | null,
): number | null {
  if (!birds) return null
  if (measure === 'feed' && measured.feed !== undefined) return (measured.feed / birds) * 1_000
  if (measure === 'water' && measured.water !== undefined) return (measured.water / birds) * 1_000
  if (measure === 'rate' && measured.eggs !== undefined) return (measured.eggs / birds) * 100
  return null
}

export function meanOf(values: readonly (number | null)[]): number | null {
  const told = values.filter(value => value !== null)
  return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0) / told.length
}

type Series = Chart['series'][number]
const NONE: Series = { metric: '', low: [], mean: [], high: [] }

export const seriesOf = (chart: Chart | null, metric: DrawnMetric): Series =>
  chart?.series.find(each => each.metric === metric) ?? NONE

/** Minimum, mean and maximum of a metric on the day; null if nothing was measured. */
export function spanOf({ low, mean, high }: Series) {
  const middle = meanOf(mean)
  if (middle === null) return null
  const known = (values: Series['mean']) => values.filter(value => value !== null)
  return { low: Math.min(...known(low)), mean: middle, high: Math.max(...known(high)) }
}

/** How much of the day a metric covers, ms, and until when; `until` is null if it covers nothing. */
export function knownOf({ climate, from, to }: Pick<Daily, 'climate' | 'from' | 'to'>, metric: DrawnMetric) {
  const { mean } = seriesOf(climate, metric)
  const times = (climate?.at ?? []).filter((at, i) => at >= from && mean[i] != null)
  const last = times.at(-1)
  return {
    known: times.length * ROW_MS,
    of: Math.min(to, Date.now()) - from,
    until: last === undefined ? null : Math.min(last + ROW_MS, to),
  }
}
/** Length of a 15-minute row. */
const ROW_MS = 900_000

/** The limits for the house's temperature through the day, point by point. */
export function limitsOfDay(
  { climate, house: { type } }: Pick<Daily, 'climate' | 'house'>,
  ageDays: number | null,
) {
  const target = seriesOf(climate, 'Climate/Temp/Target').mean
  const outside = seriesOf(climate, 'Climate/Temp/Outdoor').mean
  const points = (climate?.at ?? []).map((_, i) =>
    temperatureLimits({
      houseType: type,
      ageDays,
      reportedTarget: target[i] ?? null,
      outside: outside[i] ?? null,
    }),
  )
  const of = (field: 'target' | 'high' | 'low') => points.map(each => each[field])
  return { target: of('target'), high: of('high'), low: of('low') }
}

/** The range for the house's humidity; null while it is empty. */
export function humidityLimits({ type }: ReportedHouse, ageDays: number | null) {
  if (ageDays === null) return null
  const { humidityLow, humidityHigh } = targetsAt(type, ageDays)
  return { low: humidityLow, high: humidityHigh }
}
