import type { Chart } from './contracts/houses.ts'
import { IN_TARGET_K } from './data-screen.ts'
import { CO2, NH3 } from './gas-limits.ts'
import type { HouseType } from './signals.ts'
import { targetsAt } from './standards/targets.ts'
import { dateIn, daysBetween } from './zone-time.ts'

/** The birds by which a house is judged. */
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
/** The controller's target. */
export const TARGET = 'Climate/Temp/Target'

/** Whether a metric has a target to compare with. */
export const hasTarget = (metric: string): boolean =>
  TEMPERATURES.test(metric) || HUMIDITIES.test(metric) || /^Air\/(CO2|NH3)\//.test(metric)

/** The target range of a metric for birds of an age in the house; null if there is none. */
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
 * Share, in %, of a metric's points with birds in the house that were in target: for temperature within 2 K of the
 * controller's target, or of the usual curve if it reported none. Null without such points.
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
