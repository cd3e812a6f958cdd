import { ammoniaPerBird, type FlockHeatSource } from '#shared/physics/bird-heat.ts'
import type { ClimateInputs } from '#shared/physics/house-climate.ts'
import { birdWeight } from './flock.ts'
import type { House } from './house-parts.ts'

/** W of sun through the roof per m² of floor at its strongest */
const SOLAR = 12
/** relative swing of the birds' heat between light and dark */
const ACTIVITY = 0.12
/** W of heat from the lamps per m² of floor */
const LIGHT_HEAT = 2
/** treated litter gives off this share of the ammonia of untreated */
const LITTER_TREATMENT = 0.55
/** kg */
const GROWN_PULLET = 1.5

/** The flock as the heat formulas see it now. */
export function heatSource({ spec, flock, hour }: House): FlockHeatSource {
  return {
    kind: spec.type,
    birds: flock.alive,
    weight: birdWeight(flock, hour / 24),
    eggMass: flock.today.lay * flock.today.eggWeight,
  }
}

/** What machines, weather and birds do to the air now; `padEfficiency` 0 when dry. */
export function climateInputs(house: House, padEfficiency: number): ClimateInputs {
  const { controller, equipment, movement, program, weather } = house
  const { floor } = equipment.envelope
  const heating = controller.heating.reduce((sum, output) => sum + output, 0) / 100
  const zones = Math.max(1, program.heating.filter(zone => zone.enabled).length)
  const light = (controller.dimmers[0] ?? 0) / 100
  return {
    airflow: movement.airflow,
    outsideTemperature: weather.temperature,
    outsideHumidity: weather.humidity,
    heater: (equipment.heating * heating) / zones,
    equipment: LIGHT_HEAT * light * floor,
    solar: SOLAR * floor * weather.sun,
    padEfficiency,
    fog: equipment.fog * controller.fog,
    activity: ACTIVITY * (2 * controller.daylight - 1),
    ammonia: ammoniaOf(house),
    burnerCo2: 0,
    burnerWater: 0,
  }
}

/** Keeps the lowest and highest mean temperature of each of the last 24 hours. */
export function rememberExtremes(house: House): void {
  const { extremes } = house
  const hour = Math.floor(house.at / 3_600_000)
  const { average } = house.controller
  const last = extremes.at(-1)
  if (last?.hour === hour) {
    last.low = Math.min(last.low, average)
    last.high = Math.max(last.high, average)
    return
  }
  extremes.push({ hour, low: average, high: average })
  while ((extremes[0]?.hour ?? hour) <= hour - 24) extremes.shift()
}

/** K a bird feels less in moving air: nothing in still air, up to 6 K at 3 m/s, less the warmer the air is. */
export function windChill(temperature: number, speed: number): number {
  const exposed = Math.max(0, Math.min(1, (38 - temperature) / 15))
  return 2.2 * Math.max(0, speed - 0.2) ** 0.9 * exposed
}

/** g NH3 per bird and day */
function ammoniaOf({ spec, age, flock }: House): number {
  if (spec.type === 'layer') return ammoniaPerBird('beltTwiceWeekly', age)
  // chicks leave little on the belt
  const grown = Math.min(1, flock.today.weight / GROWN_PULLET)
  if (spec.type === 'pullet') return grown * ammoniaPerBird('beltDaily', age)
  const litter = ammoniaPerBird('newLitter', Math.min(age, 35)) * LITTER_TREATMENT
  return Math.max(0.02, litter)
}

/** kW of fans, lights, pumps and the controller itself */
export function powerOf({ controller, equipment, mains }: House): number {
  if (!mains) return 0
  let fans = 0
  for (let i = 0; i < 12; i++) {
    fans += (controller.fans[i] as number) * (equipment.fanGroups[i]?.fans ?? 0) * (i < 2 ? 0.5 : 1)
  }
  const light = ((controller.dimmers[0] ?? 0) / 100) * equipment.envelope.floor * 0.0015
  return 0.8 + fans * equipment.fanPower + light + (controller.padStage > 0 ? 1.5 : 0)
}
