import { houseTemperature } from '#shared/house-temperature.ts'
import { type Doubts, doubtOf, isLeftOut, leftOut } from '#shared/probe-doubts.ts'
import type { LatestState } from '../../telemetry/device-side.ts'

/** What a controller last told, as far as it is believed: for a model, that has to begin at what is true. */
interface AirNow {
  /** A number that is told and believed; null otherwise. */
  of(metric: string): number | null
  /** The first of several sensors of one kind that is believed; null without one. */
  first(metrics: readonly string[]): number | null
  /** The house's, as rules and screens have it: told, or the mean of the believed probes; null without any. °C */
  temperature(): number | null
}

export function airNow(latest: LatestState | undefined, doubts: Doubts | undefined): AirNow {
  const doubted = leftOut(doubts)
  const told = (metric: string): unknown => latest?.readings.get(metric)?.value
  const read = (metric: string): unknown => (doubted.has(metric) ? undefined : told(metric))
  const of = (metric: string): number | null => {
    const value = told(metric)
    const doubt = doubtOf(doubts, metric)
    const isBelieved = doubt === undefined || !isLeftOut(doubt)
    return isBelieved && typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  return {
    of,
    first: metrics => metrics.map(of).find(value => value !== null) ?? null,
    temperature: () => houseTemperature({ told, read, doubted })?.value ?? null,
  }
}
