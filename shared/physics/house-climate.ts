import type { BirdHeat, FlockHeatSource } from './bird-heat.ts'
import { ammoniaSource, carbonDioxide, flockHeat } from './bird-heat.ts'
import type { Envelope } from './envelope.ts'
import {
  AIR_DENSITY,
  AIR_HEAT_CAPACITY,
  coolByPad,
  EVAPORATION_HEAT,
  humidityRatio,
  relativeHumidity,
  VENTILATION_HEAT,
} from './psychrometrics.ts'

/** Air of a house, well mixed, with litter and structure as a second heat store. */
export interface HouseAir {
  /** °C */
  temperature: number
  /** °C of litter and structure */
  mass: number
  /** kg/kg */
  humidityRatio: number
  /** ppm */
  co2: number
  nh3: number
  /** W released in the last step by vapour that saturated air could not hold */
  condensationHeat: number
}

/** What acts on the air during a step; held constant within it. */
export interface ClimateInputs {
  /** m³/h by fans; at least the leakage is used */
  airflow: number
  /** °C, % */
  outsideTemperature: number
  outsideHumidity: number
  /** W */
  heater: number
  equipment: number
  solar: number
  /** m³ CO2 and kg water per kWh of a burner without flue, else 0 */
  burnerCo2: number
  burnerWater: number
  /** 0 dry … 0.75 wet */
  padEfficiency: number
  /** kg/h of fog */
  fog: number
  /** relative swing of the birds' heat, see flockHeat */
  activity: number
  /** g NH3 per bird and day */
  ammonia: number
}

/** What a step yields besides the new air. */
export interface ClimateFlows {
  heat: BirdHeat
  /** m³/h exchanged, leakage included */
  exchanged: number
  /** °C of the incoming air, behind the pad */
  inletTemperature: number
  /** kg/h evaporated by the pad */
  padWater: number
}

/** Outside air */
export const OUTSIDE_CO2 = 420
/** m³/h per m² of floor through leaks */
const LEAKAGE = 0.7
/** equipment, inner skin and plumage follow the air within minutes: its heat counts this many times */
const AIR_HEAT_FACTOR = 4
/** J/(m²·K) and W/(m²·K) of floor: litter and structure */
const MASS_HEAT_CAPACITY = 60e3
const MASS_EXCHANGE = 5

/** Air at rest: structure as warm as the air. */
export function houseAir(temperature: number, humidity: number, co2: number, nh3: number): HouseAir {
  const ratio = humidityRatio(temperature, humidity)
  return { temperature, mass: temperature, humidityRatio: ratio, co2, nh3, condensationHeat: 0 }
}

/** Relative humidity of the house in %. */
export function humidityOf(air: HouseAir): number {
  return relativeHumidity(air.temperature, air.humidityRatio)
}

/**
 * Advances `air` by `seconds`, in place. Every balance (air, structure, water, CO2, NH3) takes its exact exponential
 * step towards its steady state, so it is stable for any length although the air of a tunnel house changes in 33 s.
 */
export function stepClimate(
  air: HouseAir,
  seconds: number,
  house: Envelope,
  flock: FlockHeatSource,
  inputs: ClimateInputs,
): ClimateFlows {
  const exchanged = Math.max(inputs.airflow, LEAKAGE * house.floor)
  const incoming = incomingAir(inputs)
  const heat = flockHeat(flock, air.temperature, inputs.activity)

  const massExchange = MASS_EXCHANGE * house.floor
  const carried = VENTILATION_HEAT * exchanged
  const conductance = carried + house.conductance + massExchange
  const gain =
    heat.sensible +
    inputs.heater +
    inputs.equipment +
    inputs.solar +
    air.condensationHeat -
    (inputs.fog / 3600) * EVAPORATION_HEAT
  const steady =
    (gain +
      carried * incoming.temperature +
      house.conductance * inputs.outsideTemperature +
      massExchange * air.mass) /
    conductance
  const capacity = AIR_DENSITY * AIR_HEAT_CAPACITY * house.volume * AIR_HEAT_FACTOR
  air.temperature = approach(air.temperature, steady, (seconds * conductance) / capacity)
  air.mass = approach(air.mass, air.temperature, (seconds * MASS_EXCHANGE) / MASS_HEAT_CAPACITY)

  const changes = exchanged / house.volume / 3600
  stepWater(air, seconds, house, incoming.ratio, changes, heat, inputs)
  const co2 = carbonDioxide(flock.kind, flock.weight, heat.total) + (inputs.burnerCo2 * inputs.heater) / 1000
  const co2Steady = OUTSIDE_CO2 + (co2 * 1e6) / exchanged
  air.co2 = approach(air.co2, co2Steady, seconds * changes)
  const nh3Steady = (ammoniaSource(inputs.ammonia, flock.birds) * 3600) / exchanged
  air.nh3 = approach(air.nh3, nh3Steady, seconds * changes)
  return {
    heat,
    exchanged,
    inletTemperature: incoming.temperature,
    padWater: incoming.waterTaken * AIR_DENSITY * exchanged,
  }
}

function approach(from: number, to: number, timeConstants: number): number {
  return to + (from - to) * Math.exp(-timeConstants)
}

function incomingAir(inputs: ClimateInputs) {
  const { outsideTemperature, outsideHumidity, padEfficiency } = inputs
  const ratio = humidityRatio(outsideTemperature, outsideHumidity)
  if (padEfficiency <= 0) return { temperature: outsideTemperature, ratio, waterTaken: 0 }
  const { temperature, waterTaken } = coolByPad(outsideTemperature, outsideHumidity, padEfficiency)
  return { temperature, ratio: ratio + waterTaken, waterTaken }
}

function stepWater(
  air: HouseAir,
  seconds: number,
  house: Envelope,
  incomingRatio: number,
  changes: number,
  heat: BirdHeat,
  inputs: ClimateInputs,
): void {
  // kg/s
  const source =
    heat.latent / EVAPORATION_HEAT + inputs.fog / 3600 + (inputs.burnerWater * inputs.heater) / 3.6e6
  const airMass = AIR_DENSITY * house.volume
  const steady = incomingRatio + source / airMass / changes
  const ratio = approach(air.humidityRatio, steady, seconds * changes)
  const saturated = humidityRatio(air.temperature, 100)
  air.condensationHeat = (Math.max(0, ratio - saturated) * airMass * EVAPORATION_HEAT) / seconds
  air.humidityRatio = Math.min(ratio, saturated)
}
