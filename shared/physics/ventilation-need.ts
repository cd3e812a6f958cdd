import { NH3 } from '../gas-limits.ts'
import { isUsed, type Litter } from '../litter.ts'
import type { HouseType } from '../signals/signal.ts'
import type { FlockHeatSource } from './bird-heat.ts'
import { ammoniaSource, carbonDioxide, flockHeat } from './bird-heat.ts'
import { OUTSIDE_CO2 } from './house-climate.ts'
import { litterAmmonia } from './litter-ammonia.ts'
import { AIR_DENSITY, EVAPORATION_HEAT, humidityRatio, VENTILATION_HEAT } from './psychrometrics.ts'

/** Air outside the house: °C and %. */
export interface OutsideAir {
  temperature: number
  humidity: number
}

/**
 * Airflow in m³/h that keeps the house `rise` K above `outside` °C; `conductance` W/K of the shell, `extraHeat` W from
 * sun and equipment.
 *
 * For 20 000 broilers of 2 kg, 30 °C outside and a rise of 5 K this is 37 418 m³/h. The figure of 31 467 that also
 * circulates comes from evaluating the bird heat at 35 °C; the formulas end at 34 °C (bird-heat.ts) and stay constant above.
 */
export function ventilationForRise(
  flock: FlockHeatSource,
  outside: number,
  rise: number,
  conductance = 0,
  extraHeat = 0,
): number {
  const { sensible } = flockHeat(flock, outside + rise)
  return (sensible + extraHeat - conductance * rise) / (VENTILATION_HEAT * rise)
}

/** Steady rise in K over `outside` °C at `airflow` m³/h, `conductance` W/K of the shell; the reverse of ventilationForRise. */
export function riseAt(flock: FlockHeatSource, outside: number, airflow: number, conductance = 0): number {
  let low = 0.01
  let high = 30
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (ventilationForRise(flock, outside, middle, conductance) > airflow) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Airflow in m³/h that removes the flock's water at `inside`. */
export function ventilationForHumidity(
  flock: FlockHeatSource,
  inside: OutsideAir,
  outside: OutsideAir,
): number {
  const water = (flockHeat(flock, inside.temperature).latent / EVAPORATION_HEAT) * 3600
  const room =
    humidityRatio(inside.temperature, inside.humidity) - humidityRatio(outside.temperature, outside.humidity)
  return water / (AIR_DENSITY * room)
}

/** Airflow in m³/h that keeps CO2 at `limit` ppm with the house at `temperature` °C. */
export function ventilationForCo2(flock: FlockHeatSource, temperature: number, limit = 3000): number {
  const { total } = flockHeat(flock, temperature)
  return carbonDioxide(flock.kind, flock.weight, total) / ((limit - OUTSIDE_CO2) * 1e-6)
}

/** Steady NH3 in ppm at `airflow` m³/h with `perBird` g per bird and day. */
export function ammoniaAt(perBird: number, birds: number, airflow: number): number {
  return (ammoniaSource(perBird, birds) * 3600) / airflow
}

/** Minimum ventilation of a broiler of `weight` kg in m³/h (fit to the Ross 2025 table, within 2.2 %). */
export function minimumVentilationPerBird(weight: number): number {
  return 0.862 * weight ** 0.75
}

/** Caged birds need less air than the broiler formula gives for their weight. */
const CAGED_SHARE = 0.64

/** Least m³/h for a bird of `weight` kg in cool weather, by the type of its house. */
export const minimumAirPerBird = (type: HouseType, weight: number): number =>
  minimumVentilationPerBird(weight) * (type === 'layer' || type === 'pullet' ? CAGED_SHARE : 1)

/** What decides how much air a bird needs at least. */
export interface AirNeed {
  type: HouseType
  /** days */
  age: number
  /** kg */
  weight: number
  litter?: Litter | null | undefined
}

/**
 * Least m³/h for a bird in cool weather: what its weight needs, and on litter used before what keeps ammonia at the limit of a
 * warning. `isForLitter`: that is more.
 */
export function leastAir({ type, age, weight, litter }: AirNeed): { perBird: number; isForLitter: boolean } {
  const perBird = minimumAirPerBird(type, weight)
  const forLitter = litter && isUsed(litter) ? ammoniaAt(litterAmmonia(litter, age), 1, 1) / NH3.warning : 0
  return forLitter > perBird ? { perBird: forLitter, isForLitter: true } : { perBird, isForLitter: false }
}

/** Seconds per cycle that the minimum ventilation fans run; flows in m³/h. */
export const minimumVentilationOn = (
  cycleS: number,
  birds: number,
  perBird: number,
  fans: number,
  fanFlow: number,
): number => (cycleS * birds * perBird) / (fans * fanFlow)
