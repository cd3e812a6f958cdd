import { describe, expect, test } from 'vitest'
import type { BirdKind, FlockHeatSource } from './bird-heat.ts'
import { ammoniaPerBird, carbonDioxide, flockHeat } from './bird-heat.ts'
import checkValues from './check-values.json' with { type: 'json' }
import { houseEnvelope } from './envelope.ts'
import type { FanCurve } from './fans.ts'
import { CONE_FAN_50, fanAirflow, operatingPoint } from './fans.ts'
import { layerHeatIndex, layerHeatZone } from './heat-index.ts'
import {
  AIR_DENSITY,
  coolByPad,
  EVAPORATION_HEAT,
  humidityRatio,
  relativeHumidity,
  VENTILATION_HEAT,
  wetBulb,
} from './psychrometrics.ts'
import {
  ammoniaAt,
  minimumVentilationPerBird,
  riseAt,
  ventilationForCo2,
  ventilationForHumidity,
  ventilationForRise,
} from './ventilation-need.ts'

/** Wet-bulb temperature in °C by Stull's closed form (2011): 5…99 %, −20…50 °C, sea level, off by up to 1 K. */
function wetBulbStull(temperature: number, humidity: number): number {
  return (
    temperature * Math.atan(0.151977 * Math.sqrt(humidity + 8.313659)) +
    Math.atan(temperature + humidity) -
    Math.atan(humidity - 1.676331) +
    0.00391838 * humidity ** 1.5 * Math.atan(0.023101 * humidity) -
    4.686035
  )
}

/** within 1 %, or half of the last printed digit where that is coarser */
function near(actual: number, expected: number, printed = 0.005): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(Math.max(Math.abs(expected) * 0.01, printed))
}

const house = houseEnvelope(100, 14, 2.5)
const broilers: FlockHeatSource = { kind: 'broiler', birds: 20_000, weight: 2, eggMass: 0 }
const layers: FlockHeatSource = { kind: 'layer', birds: 30_000, weight: 1.95, eggMass: 0.059 }

describe('birds', () => {
  test.each(checkValues.heatPerBird)('a $kind of $weight kg gives its heat at $temperature °C', bird => {
    const kind = bird.kind as BirdKind
    const heat = flockHeat({ kind, birds: 1, weight: bird.weight, eggMass: bird.eggMass }, bird.temperature)
    near(heat.total, bird.total)
    near(heat.sensible, bird.sensible)
    near(heat.latent, bird.latent)
  })

  test('give more heat by day than by night around the same mean', () => {
    const [day, night, mean] = [0.15, -0.15, 0].map(swing => flockHeat(broilers, 20, swing).total)
    expect((day as number) + (night as number)).toBeCloseTo(2 * (mean as number), 6)
    expect(day).toBeGreaterThan(night as number)
  })
})

describe('a building of 100 × 14 m', () => {
  test('has its areas and loses its heat', () => {
    for (const [key, value] of Object.entries(checkValues.envelope100x14)) {
      near(house[key as keyof typeof house], value, 0.05)
    }
  })
})

describe('ventilation of 20 000 broilers of 2 kg', () => {
  const expected = checkValues.broilersInSummer
  test.each([
    [2, expected.rise2],
    [3, expected.rise3],
    [5, expected.rise5],
  ])('holds a rise of %i K at 30 °C outside', (rise, airflow) => {
    near(ventilationForRise(broilers, 30, rise), airflow)
  })

  test('counts shell and sun, and can be asked for the rise instead', () => {
    near(flockHeat(broilers, 33).sensible / 1000, expected.sensibleKwAt33)
    near(flockHeat(broilers, 33).latent / 1000, expected.latentKwAt33)
    near(flockHeat(broilers, 20).total / 1000, expected.totalKwAt20)
    near(ventilationForRise(broilers, 30, 3, house.conductance, 14_000), expected.rise3WithShellAndSun)
    near(riseAt(broilers, 30, 160_000), expected.riseAt160000)
    near(riseAt(broilers, 30, 439_000), expected.riseAt439000)
  })

  test('keeps air fit to breathe in winter', () => {
    const winter = checkValues.broilersInWinter
    const heat = flockHeat(broilers, 21)
    near(minimumVentilationPerBird(2) * 20_000, winter.airflow)
    near(heat.total / 1000, winter.totalKw)
    near(heat.sensible / 1000, winter.sensibleKw)
    near(heat.latent / 1000, winter.latentKw)
    near(420 + (carbonDioxide('broiler', 2, heat.total) / winter.airflow) * 1e6, winter.co2)
    const water = heat.latent / EVAPORATION_HEAT / ((AIR_DENSITY * winter.airflow) / 3600)
    for (const outside of winter.outside) {
      near(relativeHumidity(21, humidityRatio(outside.temperature, 80) + water), outside.humidityInside, 0.05)
      const lost = (VENTILATION_HEAT * winter.airflow + house.conductance) * (21 - outside.temperature)
      near((lost - heat.sensible) / 1000, outside.missingHeatKw, 0.05)
    }
    const inside = { temperature: 21, humidity: 65 }
    near(ventilationForHumidity(broilers, inside, { temperature: 0, humidity: 80 }), winter.forHumidity65)
    near(ventilationForCo2(broilers, 21), winter.forCo23000)
    near(ammoniaAt(ammoniaPerBird('newLitter', 35), 20_000, winter.airflow), winter.nh3NewLitter, 0.05)
    near(
      ammoniaAt(ammoniaPerBird('builtUpLitter', 35), 20_000, winter.airflow),
      winter.nh3BuiltUpLitter,
      0.05,
    )
  })

  test('22 000 chicks in frost need their heating', () => {
    const chicks: FlockHeatSource = { kind: 'broiler', birds: 22_000, weight: 0.05, eggMass: 0 }
    const lost = (VENTILATION_HEAT * 3060 + house.conductance) * 42
    near((lost - flockHeat(chicks, 32).sensible) / 1000, checkValues.broilersInWinter.chicksHeatKw)
  })
})

describe('30 000 caged hens', () => {
  test('give heat, water and gas as published', () => {
    const expected = checkValues.layers
    const heat = flockHeat(layers, 22)
    near(heat.total / 1000, expected.totalKw)
    near(heat.sensible / 1000, expected.sensibleKw)
    near(heat.latent / 1000, expected.latentKw)
    near(ventilationForRise(layers, 28, 3), expected.rise3)
    near(ventilationForCo2(layers, 22), expected.forCo23000)
    near(
      ventilationForHumidity(layers, { temperature: 22, humidity: 65 }, { temperature: 5, humidity: 85 }),
      expected.forHumidity65,
    )
    near(ammoniaAt(ammoniaPerBird('beltTwiceWeekly', 300), 30_000, expected.forCo23000), expected.nh3Belt)
    near(ammoniaAt(ammoniaPerBird('highRise', 300), 30_000, expected.forCo23000), expected.nh3HighRise, 0.05)
    expect(ammoniaPerBird('beltDaily', 300)).toBeLessThan(ammoniaPerBird('beltTwiceWeekly', 300))
  })
})

describe('a cooling pad', () => {
  test.each(checkValues.pad)('cools air of $temperature °C and $humidity %', outside => {
    near(wetBulb(outside.temperature, outside.humidity), outside.wetBulb)
    // The closed form is another way to the same: a degree apart at most.
    near(wetBulbStull(outside.temperature, outside.humidity), outside.wetBulbStull)
    near(wetBulb(outside.temperature, outside.humidity), outside.wetBulbStull, 1)
    const air = coolByPad(outside.temperature, outside.humidity)
    near(air.temperature, outside.cooled)
    near(air.humidity, outside.humidityBehind, 0.05)
    near(air.waterTaken * AIR_DENSITY * 100_000, outside.litresPerHourAt100000, 0.5)
  })
})

describe('fans', () => {
  const expected = checkValues.fans
  const twelve = (wear: number) => (pressure: number) => 12 * fanAirflow(CONE_FAN_50, pressure, wear)
  const path = { opening: 29.75, pad: 68.5, section: 40.25 }

  test('follow their curve', () => {
    for (const [pressure, airflow] of expected.airflow)
      near(fanAirflow(CONE_FAN_50, pressure as number), airflow as number)
    expect(fanAirflow(CONE_FAN_50, 1000)).toBe(0)
    const nothing: FanCurve = []
    expect(fanAirflow(nothing, 20)).toBe(0)
  })

  test('meet the resistance of a bare opening', () => {
    // 1 m² in a house so wide that nothing else resists.
    const bare = { opening: 1, pad: 0, section: 1_000 }
    near(operatingPoint(() => expected.openingPerM2At25, bare).pressure, 25)
  })

  test('meet door, pad and house at the operating point, worn ones at less', () => {
    const point = operatingPoint(twelve(1), path)
    near(point.pressure, expected.twelve.pressure, 0.05)
    near(point.airflow, expected.twelve.airflow)
    const worn = operatingPoint(twelve(0.8), path)
    near(worn.pressure, expected.twelveWorn.pressure, 0.05)
    near(worn.airflow, expected.twelveWorn.airflow)
  })

  test('move no air into a closed house', () => {
    expect(operatingPoint(twelve(1), { opening: 0, pad: 0, section: 40 }).airflow).toBe(0)
  })
})

describe('heat indices', () => {
  test('warn of heat stress', () => {
    near(layerHeatIndex(30, 50), checkValues.index.layer30_50)
    near(layerHeatIndex(28, 80), checkValues.index.layer28_80)
    expect([65, 72, 80, 82].map(layerHeatZone)).toEqual(['comfort', 'alert', 'danger', 'emergency'])
  })
})
