import { expect, test } from 'vitest'
import { NO_INPUTS } from '../testing/calm-house.ts'
import checkValues from './check-values.json' with { type: 'json' }
import { houseEnvelope } from './envelope.ts'
import { burntBy, type Heaters } from './heaters.ts'
import { houseAir, humidityOf, stepClimate } from './house-climate.ts'

/** kg a m³ of CO2 at 20 °C; g/mol */
const [CO2_DENSITY, CO2_MOLE, WATER_MOLE] = [1.83, 44.01, 18.015]
/** kJ */
const KWH = 3_600

test.each(checkValues.burntPerKwh)('$heaters burns to its CO2 and water', fuel => {
  const burnt = burntBy[fuel.heaters as Heaters]
  const moles = KWH / fuel.heatingValue
  expect(burnt.co2).toBeCloseTo((fuel.carbon * moles * CO2_MOLE) / 1_000 / CO2_DENSITY, 2)
  expect(burnt.water).toBeCloseTo((fuel.hydrogen / 2) * moles * (WATER_MOLE / 1_000), 2)
  // What inventories count for the fuel as it is sold: within 5 %.
  expect((burnt.co2 * CO2_DENSITY) / (fuel.co2KgPerGj * KWH * 1e-6)).toBeCloseTo(1, 1)
})

/** 22 000 chicks in frost at their minimum, with heat to hold 32 °C: the air after hours. */
function chicksIn(heaters: Heaters) {
  const air = houseAir(32, 50, 2_000, 3)
  const { co2, water } = burntBy[heaters]
  for (let minute = 0; minute < 24 * 60; minute++)
    stepClimate(
      air,
      60,
      houseEnvelope(100, 14, 2.5),
      { kind: 'broiler', birds: 22_000, weight: 0.05, eggMass: 0 },
      {
        ...NO_INPUTS,
        airflow: 3_060,
        outsideTemperature: -10,
        outsideHumidity: 80,
        heater: checkValues.broilersInWinter.chicksHeatKw * 1_000,
        burnerCo2: co2,
        burnerWater: water,
      },
    )
  return { co2: air.co2, humidity: humidityOf(air), temperature: air.temperature }
}

test('without a flue the gas of 77 kW doubles the CO2 of chicks and more, and moistens their air', () => {
  const [flued, gas, propane] = [chicksIn('flued'), chicksIn('naturalGas'), chicksIn('propane')]
  // All that is burnt leaves with 3 060 m³/h.
  expect(gas.co2 - flued.co2).toBeCloseTo((0.107 * 77.3 * 1e6) / 3_060, -1)
  expect(propane.co2 - flued.co2).toBeCloseTo((0.127 * 77.3 * 1e6) / 3_060, -1)
  expect(gas.co2).toBeGreaterThan(3_000)
  expect(gas.humidity).toBeGreaterThan(propane.humidity)
  expect(propane.humidity).toBeGreaterThan(flued.humidity + 5)
  expect(gas.temperature).toBeCloseTo(flued.temperature, 1)
})
