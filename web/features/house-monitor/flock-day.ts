import type { Chart, HouseOnMonitor } from '#shared/contracts/houses.ts'
import { courseOf, grown } from '#shared/counter.ts'
import {
  type Breed,
  breeds,
  feedAt,
  layRateAt,
  mortalityAt,
  waterAt,
  weightAt,
} from '#shared/standards/standards.ts'
import { dayUntil } from '#shared/zone-time.ts'

/** What a flock takes and gives, and the counters that tell it, the first of them that a house has. */
export const flockCounters = {
  water: ['Water/Today', 'Water/Meter1/Total'],
  feed: ['Feed/Today'],
  eggs: ['Egg/Today'],
} as const
export type FlockCounter = keyof typeof flockCounters

/** Everything the card of the flock reads of the past. */
export const flockMetrics = [...Object.values(flockCounters).flat(), 'Bird/Count'] as const

/** Stored 15-minute rows of `flockMetrics` that begin before yesterday, and the moment to which they were read. */
export interface FlockPast {
  chart: Chart
  /** ms since 1970 */
  to: number
}

/** What the house tells now; null where it tells nothing. */
export interface FlockNow {
  /** Birds alive as the controller counts them. */
  counted: number | null
  /** g */
  weight: number | null
}

/** A production figure against its standard, both in its unit. */
export interface FlockFigure {
  key: 'lay' | 'survival' | 'weight' | 'feed' | 'water' | 'waterFeed' | 'dead'
  actual: number
  /** Null: the breed is not known or its publisher says nothing. */
  standard: number | null
  decimals: number
  unit: '' | '%' | 'g' | 'mL'
}

const DAY_MS = 86_400_000
/** ms of the 24 hours that must be known before they count as a day. */
const ENOUGH = 22 * 3_600_000

/** The metric that tells a counter of this house; undefined where none does. */
export const metricOf = ({ series }: Chart, counter: FlockCounter): string | undefined =>
  flockCounters[counter].find(name =>
    series.some(({ metric, high }) => metric === name && high.some(value => value !== null)),
  )

/** How much a counter grew in the last 24 hours the house was heard. */
function grownInDay({ chart, to }: FlockPast, counter: FlockCounter, timeZone: string): number | null {
  const metric = metricOf(chart, counter)
  if (metric === undefined) return null
  const { today, yesterday } = dayUntil(to, timeZone)
  const midnights = [yesterday.from, today.from]
  const course = courseOf(chart, metric, { until: to, latest: null, midnights })
  const end = course.at(-1)?.at
  return end === undefined ? null : grown(course, end - DAY_MS, end)
}

/** How much a count fell; rises, when birds are moved in, are not set against it. */
export function fallenBy(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  return known.reduce((sum, value, i) => sum + Math.max((known[i - 1] ?? value) - value, 0), 0)
}

/** Birds that left the count in the last 24 hours. */
function deadInDay({ chart, to }: FlockPast): number | null {
  const { at, series } = chart
  const begin = at.findIndex(time => time >= to - DAY_MS)
  const counts = series.find(({ metric }) => metric === 'Bird/Count')?.low.slice(begin) ?? []
  const first = at[begin + counts.findIndex(value => value !== null)]
  return begin >= 0 && first !== undefined && to - first >= ENOUGH ? fallenBy(counts) : null
}

/**
 * Figures of the last 24 hours of a flock against the standard of its breed and age. A figure whose 24 hours are not
 * known is left out rather than guessed.
 */
export function flockDay(house: HouseOnMonitor, past: FlockPast, { counted, weight }: FlockNow) {
  const breed: Breed | undefined = breeds.find(known => known === house.breed)
  const age = house.dayAge
  const birds = counted ?? house.flockCount
  const standard = (read: (breed: Breed, age: number) => number | undefined | null) =>
    breed === undefined || age === null ? null : (read(breed, age) ?? null)
  const grownBy = (counter: FlockCounter) => grownInDay(past, counter, house.timeZone)
  const aBird = (sum: number | null, factor: number) =>
    sum === null || !birds ? null : (sum * factor) / birds
  const [eggs, feed, water] = [grownBy('eggs'), grownBy('feed'), grownBy('water')]

  const figures: (Omit<FlockFigure, 'actual'> & { actual: number | null })[] = [
    {
      ...{ key: 'lay', unit: '%', decimals: 1, actual: aBird(eggs, 100) },
      standard: standard((breed, age) => layRateAt(breed, age)?.mid),
    },
    {
      ...{ key: 'survival', unit: '%', decimals: 1 },
      actual: counted !== null && house.flockCount ? (100 * counted) / house.flockCount : null,
      standard: standard((breed, age) => survivalAt(breed, age)),
    },
    {
      ...{ key: 'weight', unit: 'g', decimals: 0, actual: weight },
      standard: standard((breed, age) => weightAt(breed, age)?.mid),
    },
    {
      ...{ key: 'feed', unit: 'g', decimals: 0, actual: aBird(feed, 1_000) },
      standard: standard((breed, age) => feedAt(breed, age)?.mid),
    },
    {
      ...{ key: 'water', unit: 'mL', decimals: 0, actual: aBird(water, 1_000) },
      standard: standard((breed, age) => waterAt(breed, age)?.mid),
    },
    {
      ...{ key: 'waterFeed', unit: '', decimals: 2, actual: water !== null && feed ? water / feed : null },
      standard: standard(waterFeedAt),
    },
    {
      ...{ key: 'dead', unit: '', decimals: 0, actual: deadInDay(past) },
      standard: standard((breed, age) => deadPerDay(breed, age, birds)),
    },
  ]
  return figures.filter((figure): figure is FlockFigure => figure.actual !== null)
}

function survivalAt(breed: Breed, age: number): number | null {
  const losses = mortalityAt(breed, age)
  return losses && 100 - losses.percent
}

/** L of water to the kg of feed. */
function waterFeedAt(breed: Breed, age: number): number | null {
  const [water, feed] = [waterAt(breed, age), feedAt(breed, age)]
  return water && feed?.mid ? water.mid / feed.mid : null
}

/** Losses of one day by the standard, in birds. */
function deadPerDay(breed: Breed, age: number, alive: number | null): number | null {
  const [now, before] = [mortalityAt(breed, age), mortalityAt(breed, age - 1)]
  if (!now || alive === null) return null
  const percent = before && before.since === now.since ? now.percent - before.percent : now.percent
  return (alive * Math.max(percent, 0)) / 100
}
