import { ammoniaPerBird, carbonDioxide, type FlockHeatSource, flockHeat } from '#shared/physics/bird-heat.ts'
import { OUTSIDE_CO2 } from '#shared/physics/house-climate.ts'
import { mostLitterAmmonia } from '#shared/physics/litter-ammonia.ts'
import {
  AIR_DENSITY,
  EVAPORATION_HEAT,
  humidityRatio,
  relativeHumidity,
  VENTILATION_HEAT,
} from '#shared/physics/psychrometrics.ts'
import { ammoniaAt } from '#shared/physics/ventilation-need.ts'
import { breedsFor, weightAt } from '#shared/standards/standards.ts'
import type { Facts } from './facts.ts'
import { meanTemperature } from './probes.ts'

/** Where a value must lie. */
export interface Bounds {
  low: number
  high: number
}
type Mean = (metric: string) => number | null

const AIRFLOW = 'Air/AirFlow'
/** Of what the formulas say, so much at least is measured by a good sensor: airflows and birds are not known better. */
const CERTAIN = 0.25
/** ppm by which good sensors differ */
const CO2_ERROR = 60
/** m³/h a bird below which nobody measures an airflow rightly */
const LEAST_AIRFLOW = 0.05
/** In this much of what is counted as airflow the formulas are not trusted upwards. ppm */
const MOST_CO2_EXPECTED = 3_000

/** The flock as the heat formulas see it; null where birds, age or weight are unknown. */
function flockOf({ type, ageDays, number }: Facts): FlockHeatSource | null {
  const birds = number('Bird/Count')
  const [breed] = breedsFor(type)
  const weight = breed && ageDays !== null ? weightAt(breed, ageDays) : null
  return birds && weight ? { kind: type, birds, weight: weight.mid / 1_000, eggMass: 0 } : null
}

/** m³/h on the mean of the last hours; null where none is told that birds could live in. */
function airflowOf(mean: Mean, { birds }: FlockHeatSource): number | null {
  const airflow = mean(AIRFLOW)
  return airflow !== null && airflow >= LEAST_AIRFLOW * birds ? airflow : null
}

/** Birds give off carbon dioxide: above outside air by a share of what this airflow leaves of it (CIGR 2002). ppm */
export function carbonDioxideOf(facts: Facts, mean: Mean): Bounds | null {
  const flock = flockOf(facts)
  const airflow = flock && airflowOf(mean, flock)
  const temperature = facts.once(meanTemperature)
  if (!flock || !airflow || temperature === null) return null
  const given = carbonDioxide(flock.kind, flock.weight, flockHeat(flock, temperature).total)
  const rise = Math.min(MOST_CO2_EXPECTED, (given / airflow) * 1e6)
  return { low: OUTSIDE_CO2 + CERTAIN * rise - CO2_ERROR, high: Number.POSITIVE_INFINITY }
}

/** Beyond this the airflow told is none to ventilate a house along. K */
const MOST_WARMING = 8

/** Air that fans pull along a house takes up the birds' heat: from its inlets to its fans it warms by so much. K */
export function warmingAlong(facts: Facts): number | null {
  const flock = flockOf(facts)
  const airflow = flock && airflowOf(facts.number, flock)
  const temperature = facts.once(meanTemperature)
  if (!flock || !airflow || temperature === null) return null
  return Math.min(MOST_WARMING, flockHeat(flock, temperature).sensible / (VENTILATION_HEAT * airflow))
}

/** % below which no house with birds is: they breathe out water, and only deep frost outside dries air this far. */
const DRIEST = 10
const FROST = { below: -12, driest: 5 }
/** Of the humidity that outside air and birds must give, so much at least is measured. */
const CERTAIN_HUMIDITY = 0.4

/** What no house with birds falls below, %. */
export function driestOf({ number }: Facts): number {
  const outside = number('Climate/Temp/Outdoor')
  return outside !== null && outside < FROST.below ? FROST.driest : DRIEST
}

/** Air from outside in the house without the birds' water, %; null where either is not known. */
export function dryAirOf(facts: Facts): number | null {
  const inside = facts.once(meanTemperature)
  const [outside, humidity] = [facts.number('Climate/Temp/Outdoor'), facts.number('Climate/Hum/Outdoor')]
  if (inside === null || outside === null || humidity === null) return null
  return relativeHumidity(inside, humidityRatio(outside, Math.min(100, humidity)))
}

/** Birds only add water to the air that comes in: below a share of that it is the sensor (CIGR 2002). % */
export function humidityOf(facts: Facts, mean: Mean): Bounds | null {
  return {
    low: Math.max(driestOf(facts), CERTAIN_HUMIDITY * (expectedHumidity(facts, mean) ?? 0)),
    high: 105,
  }
}

function expectedHumidity(facts: Facts, mean: Mean): number | null {
  const inside = facts.once(meanTemperature)
  const [outside, humidity] = [mean('Climate/Temp/Outdoor'), mean('Climate/Hum/Outdoor')]
  if (inside === null || outside === null || humidity === null) return null
  const flock = flockOf(facts)
  const airflow = flock && airflowOf(mean, flock)
  const given =
    flock && airflow
      ? ((flockHeat(flock, inside).latent / EVAPORATION_HEAT) * 3_600) / (AIR_DENSITY * airflow)
      : 0
  // The sun on the outside probe makes air look as if it held more water: only what is sure at half of it counts.
  const held = humidityRatio(Math.min(outside, inside), Math.min(100, humidity))
  return Math.min(90, relativeHumidity(inside, held + Math.min(given, 0.01)))
}

/** Times the most that litter or manure gives off, above which ammonia is an error of the sensor; and its own error, ppm. */
const AMMONIA = { times: 2, error: 6, fromDay: 7 }

/** More ammonia than manure can give at this airflow is an offset of the sensor. ppm */
export function mostAmmonia(facts: Facts, mean: Mean): Bounds | null {
  const flock = flockOf(facts)
  const airflow = flock && airflowOf(mean, flock)
  if (!flock || !airflow || facts.ageDays === null || facts.ageDays < AMMONIA.fromDay) return null
  const perBird =
    flock.kind === 'layer' ? ammoniaPerBird('highRise', facts.ageDays) : mostLitterAmmonia(facts.ageDays)
  const high = AMMONIA.times * ammoniaAt(perBird, flock.birds, airflow) + AMMONIA.error
  return { low: Number.NEGATIVE_INFINITY, high }
}

/** Of the standard's weight: lighter or heavier are no birds of this age. From this age on, days. */
const WEIGHT = { low: 0.4, high: 1.8, fromDay: 4 }

/** Birds weigh something like the standard of their age. g */
export function weightOf({ type, ageDays }: Facts): Bounds | null {
  const [breed] = breedsFor(type)
  const weight = breed && ageDays !== null && ageDays >= WEIGHT.fromDay ? weightAt(breed, ageDays) : null
  return weight && { low: WEIGHT.low * weight.mid, high: WEIGHT.high * weight.mid }
}
