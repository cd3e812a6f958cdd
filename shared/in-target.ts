import type { Chart } from './contracts/houses.ts'
import { IN_TARGET_K } from './data-screen.ts'
import { CO2, NH3 } from './gas-limits.ts'
import type { HouseType } from './signals.ts'
import { targetsAt } from './standards/targets.ts'
import { dateIn, daysBetween } from './zone-time.ts'

/** The birds a house is held against. */
export interface Inhabited {
  type: HouseType
  /** Age of the birds today as standards count, in days; null while the house is empty. */
  standardAge: number | null
  /** YYYY-MM-DD; null while it is empty. */
  flockStartedOn: string | null
  timeZone: string
}

interface Range {
  low: number
  high: number
}

const TEMPERATURES = /^Climate\/Temp\/(Avg|Effective|S\d+)$/
const HUMIDITIES = /^Climate\/Hum\/(Avg|S\d+)$/
/** What the controller aims at. */
export const TARGET = 'Climate/Temp/Target'

/** Whether there is a target to hold a metric against. */
export const hasTarget = (metric: string): boolean =>
  TEMPERATURES.test(metric) || HUMIDITIES.test(metric) || /^Air\/(CO2|NH3)\//.test(metric)

/** Between what a metric is to be with birds of an age in the house; null where nothing says so. */
function rangeOf(metric: string, type: HouseType, age: number, target: number | null): Range | null {
  if (TEMPERATURES.test(metric)) {
    const aim = target ?? targetsAt(type, age).temperature
    return { low: aim - IN_TARGET_K, high: aim + IN_TARGET_K }
  }
  if (HUMIDITIES.test(metric)) {
    const { humidityLow, humidityHigh } = targetsAt(type, age)
    return { low: humidityLow, high: humidityHigh }
  }
  if (metric.startsWith('Air/CO2/')) return { low: 0, high: CO2.warning }
  return metric.startsWith('Air/NH3/') ? { low: 0, high: NH3.warning } : null
}

/**
 * Of the points of a metric with birds in the house, the share that lay where it was to be, in %: of the temperature within 2 K
 * of what the controller aimed at, or of the usual curve where it did not say. Null without any.
 */
export function shareInTarget(chart: Chart, metric: string, house: Inhabited, now: number): number | null {
  const { type, standardAge, flockStartedOn, timeZone } = house
  const values = chart.series.find(series => series.metric === metric)?.mean
  if (!values || standardAge === null || flockStartedOn === null || !hasTarget(metric)) return null
  const aims = chart.series.find(series => series.metric === TARGET)?.mean
  const today = dateIn(timeZone, now)
  let [known, within] = [0, 0]
  for (const [i, value] of values.entries()) {
    const day = dateIn(timeZone, chart.at[i] ?? now)
    if (value === null || day < flockStartedOn) continue
    const range = rangeOf(metric, type, standardAge - daysBetween(day, today), aims?.[i] ?? null)
    if (!range) continue
    known += 1
    if (value >= range.low && value <= range.high) within += 1
  }
  return known === 0 ? null : (100 * within) / known
}
