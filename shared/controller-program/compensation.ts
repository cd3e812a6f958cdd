import type { Program } from './program.ts'

/** Air quality, for which minimum ventilation may have to increase. */
export interface AirQuality {
  humidity: number
  co2: number
  nh3: number
  /** °C */
  outside: number
  /** K over target */
  deviation: number
}

/** K under the target below which the birds' warmth comes before air quality */
const COLD = -1
/** ppm over the beginning of compensation at which even birds that are cold need air more than warmth */
const FOUL = 300

/**
 * Moves the compensation (% of the ON time) towards what humidity, CO2 and NH3 require, one step at a time; a cold house
 * gets none, unless its air is foul.
 */
export function stepCompensation(
  now: number,
  program: Program['compensation'],
  air: AirQuality,
  seconds: number,
): number {
  const bad = air.humidity > program.humidityOn || air.co2 > program.co2On || air.nh3 > program.nh3On
  const good =
    air.humidity < program.humidityOn - program.humidityBand &&
    air.co2 < program.co2On - program.co2Band &&
    air.nh3 < program.nh3On - program.nh3Band
  const change = (program.step * seconds) / program.stepSeconds
  const isFoul = air.co2 > program.co2On + FOUL
  if (air.deviation < COLD && !isFoul) return Math.max(0, now - change)
  if (bad) return Math.min(program.max, now + change)
  return good ? Math.max(0, now - change) : now
}

/** Weather factor on the ON time of minimum ventilation: less in frost, more in warmth. */
export function outdoorFactor(program: Program['compensation'], outside: number): number {
  if (outside < -1) return Math.max(program.outdoorFactor, 1 - 0.01 * (-1 - outside))
  if (outside > 16) return Math.min(1.5, 1 + 0.02 * (outside - 16))
  return 1
}
