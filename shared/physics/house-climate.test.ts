import { describe, expect, test } from 'vitest'
import { NO_INPUTS } from '../testing/calm-house.ts'
import type { FlockHeatSource } from './bird-heat.ts'
import { carbonDioxide, flockHeat } from './bird-heat.ts'
import checkValues from './check-values.json' with { type: 'json' }
import { houseEnvelope } from './envelope.ts'
import type { ClimateInputs } from './house-climate.ts'
import { houseAir, humidityOf, stepClimate } from './house-climate.ts'
import { AIR_DENSITY, humidityRatio, VENTILATION_HEAT } from './psychrometrics.ts'

const house = houseEnvelope(100, 14, 2.5)
const broilers = (birds: number, weight: number): FlockHeatSource => ({
  kind: 'broiler',
  birds,
  weight,
  eggMass: 0,
})
const at = (outsideTemperature: number, outsideHumidity: number, airflow: number): ClimateInputs => ({
  ...NO_INPUTS,
  outsideTemperature,
  outsideHumidity,
  airflow,
  solar: 14_000,
  ammonia: 0.3,
})

/** within 1 %, or half of the last printed digit if that is coarser */
function near(actual: number, expected: number, printed = 0.005): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.max(Math.abs(expected) * 0.01, printed))
}

describe('a house of 100 × 14 m', () => {
  test.each([10, 60])('warms up on a hot day as the check values say, in steps of %i s', seconds => {
    const air = houseAir(24, 60, 1500, 5)
    const inputs = at(30, 60, 75_000)
    for (const point of checkValues.warmingUp.filter(point => point.seconds % seconds === 0)) {
      const start = checkValues.warmingUp[checkValues.warmingUp.indexOf(point) - 1]?.seconds ?? 0
      for (let t = start; t < point.seconds; t += seconds) {
        stepClimate(air, seconds, house, broilers(20_000, 2), inputs)
      }
      if (seconds === 60 && point.seconds < 10_800) continue
      near(air.temperature, point.temperature)
      near(humidityOf(air), point.humidity, 0.05)
      near(air.co2, point.co2, 0.5)
      near(air.nh3, point.nh3)
      near(air.mass, point.mass)
    }
  })

  test('overheats within half an hour when all fans stop', () => {
    const air = houseAir(29, 75, 700, 5)
    air.mass = 28
    const inputs = { ...at(35, 50, 0), solar: 0 }
    const course = new Map(checkValues.fansStopped.course.map(point => [point.minutes * 6, point]))
    for (let step = 1; step <= 360; step++) {
      stepClimate(air, 10, house, broilers(20_000, 2.5), inputs)
      const point = course.get(step)
      if (!point) continue
      expect(Math.abs(air.temperature - point.temperature)).toBeLessThan(1.5)
      expect(Math.abs(humidityOf(air) - point.humidity)).toBeLessThan(2)
    }
  })

  test('keeps chicks warm in winter with proportional heating', () => {
    const air = houseAir(26, 60, 1500, 5)
    let heater = 0
    for (let step = 1; step < 361 * 6; step++) {
      heater = Math.max(0, Math.min(300e3, (26 - air.temperature) * 150e3))
      stepClimate(air, 10, house, broilers(22_000, 0.53), {
        ...at(-5, 80, 12_000),
        solar: 0,
        heater,
        burnerCo2: 0.107,
        burnerWater: 0.162,
        ammonia: 0.2,
      })
    }
    const expected = checkValues.winterDay14
    near(air.temperature, expected.temperature)
    near(humidityOf(air), expected.humidity, 0.05)
    near(air.co2, expected.co2)
    near(air.nh3, expected.nh3, 0.05)
    near(heater / 1000, expected.heaterKw, 0.05)
  })

  test('loses as much heat, water and CO2 as it gains once it is steady', () => {
    const air = houseAir(24, 60, 1500, 5)
    for (let step = 0; step < 18_000; step++) {
      stepClimate(air, 60, house, broilers(20_000, 2), at(20, 60, 75_000))
    }
    const heat = flockHeat(broilers(20_000, 2), air.temperature)
    const expected = checkValues.balance300h
    near(air.temperature, expected.temperature)
    near(heat.sensible + 14_000, expected.heat)
    near((VENTILATION_HEAT * 75_000 + house.conductance) * (air.temperature - 20), expected.heat)
    near(AIR_DENSITY * 75_000 * (air.humidityRatio - humidityRatio(20, 60)), expected.water)
    near(carbonDioxide('broiler', 2, heat.total), expected.co2)
    near(75_000 * (air.co2 - 420) * 1e-6, expected.co2)
  })
})
