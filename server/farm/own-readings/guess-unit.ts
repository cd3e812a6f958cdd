import { metricByName } from '#shared/signals.ts'
import { conversionOf, unitsFor } from '../foreign-readings/columns.ts'

/** Values from which the unit of a column is guessed, and where the middle of a house's values usually lies, in the metric's own. */
const ENOUGH = 6
const usual: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'Climate/Temp': [5, 45],
  'Climate/Hum': [15, 100],
  'Air/CO2': [350, 10_000],
  'Air/NH3': [0, 100],
  'Air/Pressure': [2, 80],
  'Bird/WeightAvg': [30, 7_000],
  'Light/Lux': [0, 400],
  'Air/AirFlow': [500, 1_000_000],
}
const usualOf = (metric: string) => Object.entries(usual).find(([family]) => metric.startsWith(family))?.[1]

/** Of pressure the highest tenth: it is about 0 while fans pause, and in the first weeks they mostly do. */
const shareOf = (metric: string): number => (metric.startsWith('Air/Pressure') ? 0.9 : 0.5)
const usualIn = (metric: string, values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * shareOf(metric))] ?? Number.NaN

/**
 * The unit in which values of a metric most likely stand where nothing names it: the first in which their middle is what a house
 * has. Null where none fits; undefined where there is nothing to choose.
 */
export function guessUnit(metric: string, values: readonly number[]): string | null | undefined {
  const units = unitsFor(metric)
  const [own] = units
  if (own === undefined) return undefined
  const [least, most] = usualOf(metric) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Machines that stand still say nothing.
  const told = values.filter(value => value !== 0)
  if (told.length < ENOUGH || metric.endsWith('/Outdoor')) return own
  const middle = usualIn(metric, told)
  return (
    units.find(unit => {
      const value = conversionOf(metric, unit)?.(middle) ?? Number.NaN
      return value >= least && value <= most
    }) ?? (usualOf(metric) ? null : own)
  )
}

/** The middle of a metric's values, in its own unit, if it is what no house has: a wrong unit, or a dead probe. */
export function unlikelyMiddle(metric: string, values: Float64Array): number | null {
  const range = usualOf(metric)
  if (!range || metric.endsWith('/Outdoor') || values.length < ENOUGH) return null
  // Pressure is about 0 while fans pause.
  const [least, most] = metric.startsWith('Air/Pressure') ? [-5, range[1]] : range
  const middle = values.toSorted()[values.length >> 1] ?? Number.NaN
  return middle < least || middle > most ? middle : null
}

/** What a metric can be at all, in its own unit. */
export const rangeOf = (metric: string): readonly [low: number, high: number] => {
  const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } = metricByName.get(metric) ?? {}
  return [low, high]
}
