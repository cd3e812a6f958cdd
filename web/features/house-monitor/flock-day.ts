import type { Chart, HouseOnMonitor, Laid } from '#shared/contracts/houses.ts'
import { courseOf, grown, hasJumped } from '#shared/counter.ts'
import { counterIn, type FlockCounter, flockCounters, jumped } from '#shared/day-so-far.ts'
import { birdsLost, dayZero, exactAge, livability } from '#shared/flock.ts'
import { henDayRate } from '#shared/flock-figures/eggs.ts'
import type { LossesLacking } from '#shared/flock-figures/grown.ts'
import { isTurned, standardIn, standardOn } from '#shared/flock-figures/standard.ts'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { type Doubt, isLeftOut } from '#shared/probe-doubts.ts'
import type { StandardValue } from '#shared/standards/standard-table.ts'
import {
  feedAt,
  layRateAt,
  type StandardRef,
  survivalBetween,
  waterAt,
  weightAt,
} from '#shared/standards/standards.ts'
import { dateIn, daysBetween, dayUntil } from '#shared/zone-time.ts'

/** All past values the flock card reads. */
export const flockMetrics = [...Object.values(flockCounters).flat(), 'Bird/Count'] as const

/** Stored 15-minute rows of `flockMetrics`, starting before yesterday, and the time up to which they were read. */
export interface FlockPast {
  chart: Chart
  /** ms since 1970 */
  to: number
}

/** What the house reports now; null where it reports nothing. */
export interface FlockNow {
  /** Live birds as the controller counts them. */
  counted: number | null
  /** Average weight of a bird, and when it was weighed, ms since 1970. */
  weight: { grams: number; at: number; doubt?: Doubt | null } | null
  /** Why a metric is not believed now. */
  doubtNow?: (metric: string) => Doubt | undefined
}

/** A production figure against its standard, both in its unit. */
export interface FlockFigure {
  key: 'lay' | 'survival' | 'weight' | 'feed' | 'water' | 'waterFeed' | 'dead'
  /** Null: what tells it is in doubt. */
  actual: number | null
  /** Why what tells it is not believed; null where it is. */
  doubt: Doubt | null
  /** Null: the breed is unknown or its publisher gives none. */
  standard: number | null
  decimals: number
  unit: '' | '%' | 'g' | 'mL'
  /** The standard from its lowest to its highest, where the figure is judged by it; null: nobody knows of how many birds. */
  band?: StandardValue | null
  /** Of how many birds a share is. */
  birds?: number | null
  /** The day it was recorded for; missing: the last 24 hours, as counted. */
  on?: string
  /** What the controller counted where that contradicts the record, in the figure's unit. */
  counted?: number | null
  /** Why there is none. */
  lacks?: LossesLacking | null
}

const DAY_MS = 86_400_000
/** ms of the 24 hours that must be known for them to count as a day. */
const ENOUGH = 22 * 3_600_000

/** A time, ms since 1970. */
interface Span {
  from: number
  to: number
}

interface Grown {
  sum: number | null
  doubt: Doubt | null
}

/** How much a counter grew in a day; nothing where it is in doubt. */
function grownInDay(
  { chart, to }: FlockPast,
  counter: FlockCounter,
  timeZone: string,
  { day, doubtNow }: { day: (heardTo: number) => Span; doubtNow: FlockNow['doubtNow'] | undefined },
): Grown {
  const found = counterIn(chart, counter, day(to), doubtNow)
  if (!found) return { sum: null, doubt: null }
  const { metric } = found
  const { today, yesterday } = dayUntil(to, timeZone)
  const midnights = [yesterday.from, today.from]
  const course = courseOf(chart, metric, { until: to, latest: null, midnights })
  const end = course.at(-1)?.at
  if (end === undefined) return { sum: null, doubt: found.doubt }
  const { from, to: until } = day(end)
  const isWrong = hasJumped(course, from, until, mostInAQuarter(counter, null))
  const doubt = isWrong ? jumped(metric) : found.doubt
  return { sum: doubt !== null && isLeftOut(doubt) ? null : grown(course, from, until), doubt }
}

/** The last 24 hours the house was heard. */
const lastDay = (to: number): Span => ({ from: to - DAY_MS, to })

/** How much a count fell; rises, when birds are moved in, do not offset it. */
export function fallenBy(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  return known.reduce((sum, value, i) => sum + Math.max((known[i - 1] ?? value) - value, 0), 0)
}

/**
 * Birds that died in the last 24 hours, by the fall of the count. If birds were sold, and the count fell by more than the
 * losses (`lost`) since placement, sold birds are included: then the number of dead is unknown.
 */
function deadInDay({ chart, to }: FlockPast, sold: number, lost: number | null): number | null {
  const { at, series } = chart
  const begin = at.findIndex(time => time >= to - DAY_MS)
  const counts = series.find(({ metric }) => metric === 'Bird/Count')?.low.slice(begin) ?? []
  const first = at[begin + counts.findIndex(value => value !== null)]
  const fallen = begin >= 0 && first !== undefined && to - first >= ENOUGH ? fallenBy(counts) : null
  return sold > 0 && fallen !== null && lost !== null && fallen > lost ? null : fallen
}

/**
 * A flock's figures of the last 24 hours against its breed's standard at the same age and hour. A figure whose 24 hours are
 * not known is left out rather than guessed.
 */
export function flockDay(house: HouseOnMonitor, past: FlockPast, { counted, weight, doubtNow }: FlockNow) {
  const breed = standardIn(house)
  const { flockCount: placed, flockSold, timeZone } = house
  const sold = flockSold ?? 0
  const birds = birdsIn(house, counted)
  const alive = house.isRecorded ? house.aliveCount : counted
  const lost = alive === null || !placed ? null : birdsLost({ placed, sold, alive })
  /** A value of the standard at the age of a moment, `back` days earlier. */
  const standardAt = (ms: number, back: number, read: ReadStandard) => {
    const age = exactAge(house, timeZone, ms)
    return breed === undefined || age === null ? null : (read(breed, Math.max(0, age - back)) ?? null)
  }
  const standardNow = (read: ReadStandard) => standardAt(past.to, 0, read)
  const standardOfDay = (read: ReadStandard) => standardAt(past.to, HALF_A_DAY, read)
  const grownBy = (counter: FlockCounter, day = lastDay) =>
    grownInDay(past, counter, timeZone, { day, doubtNow })
  const aBird = ({ sum, doubt }: Grown, factor: number) => ({
    actual: sum === null || !birds ? null : (sum * factor) / birds,
    doubt,
  })
  const believed = (actual: number | null) => ({ actual, doubt: null })
  const weighed = weight?.doubt && isLeftOut(weight.doubt) ? null : weight
  const [feed, water] = [grownBy('feed'), grownBy('water')]
  const lay = () => {
    const laid = laidLately(house, past.to)
    if (laid) {
      const { yesterday, today } = dayUntil(past.to, timeZone)
      const isYesterday = daysBetween(laid.day, dateIn(timeZone, past.to)) === 1
      const theirs = () => ({ from: yesterday.from, to: today.from })
      return layingAsRecorded(laid, breed, isYesterday ? grownBy('eggs', theirs).sum : null)
    }
    const age = exactAge(house, timeZone, past.to)
    const band = breed && age !== null ? layRateAt(breed, Math.max(0, age - HALF_A_DAY)) : null
    return { ...aBird(grownBy('eggs'), 100), standard: band?.mid ?? null, band }
  }

  const figures: FlockFigure[] = [
    {
      key: 'lay',
      unit: '%',
      decimals: 1,
      ...lay(),
    },
    {
      key: 'survival',
      unit: '%',
      decimals: 1,
      ...believed(survivalOf(house, lost)),
      birds: house.losses?.birds ?? null,
      lacks: lackOf(house, counted),
      standard: isOfOthers(house)
        ? null
        : standardNow((breed, age) => survivalBetween(breed, countedFrom(house), age)),
    },
    {
      key: 'weight',
      unit: 'g',
      decimals: 0,
      actual: weighed?.grams ?? null,
      doubt: weight?.doubt ?? null,
      standard: standardAt(weight?.at ?? past.to, 0, (breed, age) => weightAt(breed, age)?.mid),
    },
    {
      key: 'feed',
      unit: 'g',
      decimals: 0,
      ...aBird(feed, 1_000),
      standard: standardOfDay((breed, age) => feedAt(breed, age)?.mid),
    },
    {
      key: 'water',
      unit: 'mL',
      decimals: 0,
      ...aBird(water, 1_000),
      standard: standardOfDay((breed, age) => waterAt(breed, age)?.mid),
    },
    {
      key: 'waterFeed',
      unit: '',
      decimals: 2,
      actual: water.sum !== null && feed.sum ? water.sum / feed.sum : null,
      doubt: water.doubt ?? feed.doubt,
      standard: standardOfDay(waterFeedAt),
    },
    {
      key: 'dead',
      unit: '',
      decimals: 0,
      ...believed(deadInDay(past, sold, lost)),
      standard: standardNow((breed, age) => deadPerDay(breed, age, birds)),
    },
  ]
  return figures.filter(({ actual, doubt, lacks }) => actual !== null || doubt !== null || lacks != null)
}

/** The same of eggs, of which belts carry some over midnight (practice). */
const EGGS_OFF = 0.02

/** A record this many days old still tells how the hens lay, where the house has no newer one. */
const LAID_LATELY = 7

/** What its hens laid on the last recorded day, if that is not long ago. */
function laidLately({ laid, timeZone }: HouseOnMonitor, now: number): Laid | null {
  return laid && daysBetween(laid.day, dateIn(timeZone, now)) <= LAID_LATELY ? laid : null
}

/** The laying rate as the flock's page has it, and what the controller counted on the same day if that differs. */
function layingAsRecorded(
  { day, age, eggs, hens, isSure }: Laid,
  breed: StandardRef | undefined,
  counted: number | null,
) {
  const band = standardOn(breed, 'rate', { age, placedAge: 0 })
  const isOff = counted !== null && Math.abs(counted - eggs) > EGGS_OFF * eggs
  return {
    actual: henDayRate(eggs, hens),
    doubt: null,
    standard: band?.mid ?? null,
    band: isSure ? band : null,
    on: day,
    counted: isOff ? henDayRate(counted, hens) : null,
  }
}

/** Why the survival of birds that nobody counts is missing; null where it is not. */
function lackOf({ losses, lossesLack, isRecorded }: HouseOnMonitor, counted: number | null) {
  const isCounted = losses !== null && !isRecorded && counted !== null
  return isCounted ? null : lossesLack
}

type ReadStandard = (breed: StandardRef, age: number) => number | undefined | null

/** Days from the middle of the last 24 hours to their end. */
const HALF_A_DAY = 0.5

/** Birds in the house: by the records of the flock, as counted, else those placed that have not left alive. */
export const birdsIn = (
  {
    flockCount,
    flockSold,
    isRecorded,
    aliveCount,
  }: Pick<HouseOnMonitor, 'flockCount' | 'flockSold' | 'isRecorded' | 'aliveCount'>,
  counted: number | null,
): number | null =>
  (isRecorded ? aliveCount : (counted ?? aliveCount)) ??
  (flockCount === null ? null : Math.max(0, flockCount - (flockSold ?? 0)))

/** Survival, %, as the page of the flock has it; without records by the losses that were counted. Null where not known. */
function survivalOf({ losses, isRecorded }: HouseOnMonitor, counted: number | null): number | null {
  const since = isRecorded ? 0 : counted
  return !losses?.birds || since === null ? null : livability(losses.birds, losses.lost + since)
}

/** Whether so many birds left alive or came that the standard's survival is of others. */
const isOfOthers = ({ losses }: HouseOnMonitor): boolean =>
  losses !== null && isTurned(1 + losses.moved / losses.birds)

/** Age in days from which losses count. */
function countedFrom(house: HouseOnMonitor): number {
  const [begin, from] = [dayZero(house), house.losses?.from ?? house.flockStartedOn]
  return begin === null || from === null ? 0 : (Date.parse(from) - Date.parse(begin)) / DAY_MS
}

/** L of water per kg of feed. */
function waterFeedAt(breed: StandardRef, age: number): number | null {
  const [water, feed] = [waterAt(breed, age), feedAt(breed, age)]
  return water && feed?.mid ? water.mid / feed.mid : null
}

/** One day's losses by the standard, in birds. */
function deadPerDay(breed: StandardRef, age: number, alive: number | null): number | null {
  const kept = survivalBetween(breed, Math.max(0, age - 1), age)
  return kept === null || alive === null ? null : (alive * (100 - kept)) / 100
}
