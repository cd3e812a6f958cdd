import type { Chart, HouseOnMonitor } from '#shared/contracts/houses.ts'
import {
  type Breed,
  breeds,
  feedAt,
  layRateAt,
  mortalityAt,
  waterAt,
  weightAt,
} from '#shared/standards/standards.ts'

/** The counters whose last 24 hours make the figures of the day. */
export const dayCounters = ['Feed/Today', 'Water/Today', 'Egg/Today', 'Bird/Count'] as const

/** A production figure against its standard, both in its unit. */
export interface FlockFigure {
  key: 'lay' | 'survival' | 'weight' | 'feed' | 'water' | 'dead'
  actual: number
  /** Null: the breed is not known or its publisher says nothing. */
  standard: number | null
  decimals: number
  unit: '' | '%' | 'g' | 'mL'
}

/** How much a counter grew. One that falls began again, at midnight or with a new controller. */
export function grownBy(values: readonly (number | null)[]): number | null {
  let last: number | null = null
  let sum: number | null = null
  for (const value of values) {
    if (value === null) continue
    if (last !== null) sum = (sum ?? 0) + (value >= last ? value - last : value)
    last = value
  }
  return sum
}

/** How much a count fell; rises, when birds are moved in, are not set against it. */
export function fallenBy(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  if (known.length === 0) return null
  return known.reduce((sum, value, i) => sum + Math.max((known[i - 1] ?? value) - value, 0), 0)
}

/** ms of the 24 hours that must be known before they count as a day. */
const ENOUGH = 22 * 3_600_000

/** Whether a series covers a day: it is known near its beginning. */
function isDay(at: readonly number[], values: readonly (number | null)[]): boolean {
  const first = values.findIndex(value => value !== null)
  const [begin, end] = [at[first], at.at(-1)]
  return begin !== undefined && end !== undefined && end - begin >= ENOUGH
}

/**
 * Figures of the last 24 hours of a flock against the standard of its breed and age. `chart` has the day's counters,
 * `weight` is the average in g. A figure whose 24 hours are not known is left out rather than guessed.
 */
export function flockDay(house: HouseOnMonitor, chart: Chart, alive: number | null, weight: number | null) {
  const breed: Breed | undefined = breeds.find(known => known === house.breed)
  const age = house.dayAge
  const standard = (read: (breed: Breed, age: number) => number | undefined | null) =>
    breed === undefined || age === null ? null : (read(breed, age) ?? null)
  const series = (metric: string) => chart.series.find(known => known.metric === metric)?.high ?? []
  const grown = (metric: string) => (isDay(chart.at, series(metric)) ? grownBy(series(metric)) : null)
  const aBird = (sum: number | null, factor: number) =>
    sum === null || !alive ? null : (sum * factor) / alive
  const counts = series('Bird/Count')
  const dead = isDay(chart.at, counts) ? fallenBy(counts) : null

  const figures: (Omit<FlockFigure, 'actual'> & { actual: number | null })[] = [
    {
      ...{ key: 'lay', unit: '%', decimals: 1, actual: aBird(grown('Egg/Today'), 100) },
      standard: standard((breed, age) => layRateAt(breed, age)?.mid),
    },
    {
      ...{ key: 'survival', unit: '%', decimals: 1 },
      actual: alive !== null && house.flockCount ? (100 * alive) / house.flockCount : null,
      standard: standard((breed, age) => survivalAt(breed, age)),
    },
    {
      ...{ key: 'weight', unit: 'g', decimals: 0, actual: weight },
      standard: standard((breed, age) => weightAt(breed, age)?.mid),
    },
    {
      ...{ key: 'feed', unit: 'g', decimals: 0, actual: aBird(grown('Feed/Today'), 1_000) },
      standard: standard((breed, age) => feedAt(breed, age)?.mid),
    },
    {
      ...{ key: 'water', unit: 'mL', decimals: 0, actual: aBird(grown('Water/Today'), 1_000) },
      standard: standard((breed, age) => waterAt(breed, age)?.mid),
    },
    {
      ...{ key: 'dead', unit: '', decimals: 0, actual: dead },
      standard: standard((breed, age) => deadPerDay(breed, age, alive)),
    },
  ]
  return figures.filter((figure): figure is FlockFigure => figure.actual !== null)
}

function survivalAt(breed: Breed, age: number): number | null {
  const losses = mortalityAt(breed, age)
  return losses && 100 - losses.percent
}

/** Losses of one day by the standard, in birds. */
function deadPerDay(breed: Breed, age: number, alive: number | null): number | null {
  const [now, before] = [mortalityAt(breed, age), mortalityAt(breed, age - 1)]
  if (!now || alive === null) return null
  const percent = before && before.since === now.since ? now.percent - before.percent : now.percent
  return (alive * Math.max(percent, 0)) / 100
}
