import { ammoniaOf, climateInputs, fanPower } from '#shared/controller-program/house-loads.ts'
import type { FlockHeatSource } from '#shared/physics/bird-heat.ts'
import type { ClimateInputs } from '#shared/physics/house-climate.ts'
import { birdWeight } from './flock.ts'
import type { House } from './house-parts.ts'

/** The flock as input for the heat formulas. */
export function heatSource({ spec, flock, hour }: House): FlockHeatSource {
  return {
    kind: spec.type,
    birds: flock.alive,
    weight: birdWeight(flock, hour / 24),
    eggMass: flock.today.lay * flock.today.eggWeight,
  }
}

/** What currently acts on the air of the house. */
export const inputsOf = (house: House, padWetness: number): ClimateInputs =>
  climateInputs(
    house,
    ammoniaOf(house.spec.type, house.age, house.flock.today.weight, house.spec.litter),
    padWetness,
  )

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

/** K a bird feels less in moving air: nothing in still air, up to 6 K at 3 m/s, less in warmer air. */
export function windChill(temperature: number, speed: number): number {
  const exposed = Math.max(0, Math.min(1, (38 - temperature) / 15))
  return 2.2 * Math.max(0, speed - 0.2) ** 0.9 * exposed
}

/** kW that fans, lights, pumps and the controller itself draw from the mains, which the meter counts */
export function powerOf({ controller, equipment, mains }: House): number {
  if (!mains) return 0
  const light = ((controller.dimmers[0] ?? 0) / 100) * equipment.envelope.floor * 0.0015
  return 0.8 + fanPower({ controller, equipment }) + light + (controller.padStage > 0 ? 1.5 : 0)
}
