import { describe, expect, test } from 'vitest'
import { metricsFor } from '#shared/signals.ts'
import { readHouse } from './readings.ts'
import { buildHouse, live, SPRING, SUMMER, types, WINTER } from './testing/house.ts'

describe('the controller keeps its house', () => {
  const cases = types.flatMap(type =>
    [10, 60].flatMap(seconds => [
      { type, season: 'winter', at: WINTER, seconds },
      { type, season: 'summer', at: SUMMER, seconds },
    ]),
  )

  test.each(cases)('$type in $season, in steps of $seconds s', ({ type, at, seconds }) => {
    const house = buildHouse(type, at)
    live(house, 12, seconds)
    let [coldest, warmest] = [0, 0]
    live(house, 24, seconds, ({ controller, weather }) => {
      coldest = Math.min(coldest, controller.average - controller.target)
      warmest = Math.max(warmest, controller.average - Math.max(controller.target, weather.temperature - 0.5))
    })
    // hens have no heating: in frost they are slightly cool, above their low alarm
    expect(coldest).toBeGreaterThan(type === 'layer' ? -4.9 : -3)
    expect(warmest).toBeLessThan(4.5)
    expect(house.alarms.all()).toEqual([])
  })

  test('does not hunt: in spring it rarely changes its level, and the air is calm', () => {
    const house = buildHouse('broiler', SPRING)
    live(house, 12, 10)
    let { level } = house.controller
    let changes = 0
    const swings: number[] = []
    for (let hour = 0; hour < 24; hour++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      live(house, 1, 10, ({ controller }) => {
        if (controller.level !== level) changes++
        level = controller.level
        low = Math.min(low, controller.average)
        high = Math.max(high, controller.average)
      })
      swings.push(high - low)
    }
    expect(changes).toBeLessThan(160)
    expect(swings.reduce((sum, swing) => sum + swing, 0) / swings.length).toBeLessThan(1)
  })

  test.each([3, 5])('chicks of %i days get the minimum air they need, neither humid nor dry', age => {
    const house = buildHouse('broiler', WINTER, { age })
    live(house, 12, 10)
    const mean = { air: 0, humidity: 0, steps: 0 }
    live(house, 12, 10, ({ movement, controller }) => {
      mean.air += movement.airflow
      mean.humidity += controller.humidity
      mean.steps++
    })
    const perBird = mean.air / mean.steps / house.flock.alive
    expect(perBird).toBeGreaterThan(0.15)
    expect(perBird).toBeLessThan(0.24)
    expect(mean.humidity / mean.steps).toBeGreaterThan(50)
    expect(mean.humidity / mean.steps).toBeLessThan(70)
  })

  test('steps of 10 s and of 60 s give the same course', () => {
    const means = [10, 60].map(seconds => {
      const house = buildHouse('broiler', SUMMER)
      let [sum, n] = [0, 0]
      live(house, 24, seconds, ({ controller }) => {
        sum += controller.average
        n++
      })
      return sum / n
    })
    expect(Math.abs((means[0] as number) - (means[1] as number))).toBeLessThan(0.3)
  })
})

describe('readings', () => {
  test('the same seed gives the same house, another seed another', () => {
    const [one, again, other] = [7, 7, 8].map(seed => {
      const house = buildHouse('broiler', SUMMER, { seed, faults: 1 })
      live(house, 24, 10)
      return readHouse(house, 0)
    })
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
  })

  test.each(types)('every metric of a %s house has a value within its range', type => {
    const house = buildHouse(type, SUMMER)
    const outside: unknown[] = []
    live(house, 24, 60, () => {
      const readings = readHouse(house, house.at)
      for (const { name, low, high } of metricsFor(type)) {
        const value = Number(readings[name])
        if (!(value >= low && value <= high)) outside.push([name, value])
      }
    })
    expect(outside).toEqual([])
  })

  test('a target offset moves the house, and a probe correction what it shows', () => {
    const house = buildHouse('broiler', WINTER)
    live(house, 12, 10)
    const before = readHouse(house, house.at)
    const version = house.settings.version()
    expect(house.changeSettings({ 'Settings/Temp/TargetOffset': 2 })).toEqual([])
    expect(house.settings.version()).toBe(version + 1n)
    live(house, 2, 10)
    const after = readHouse(house, house.at)
    const rise = (name: string) => (after[name] as number) - (before[name] as number)
    expect(rise('Climate/Temp/Target')).toBeGreaterThan(1.8)
    expect(rise('Climate/Temp/Avg')).toBeGreaterThan(1)
    house.changeSettings({ 'Settings/Sensor/T1/Correction': 3 })
    live(house, 0.01, 10)
    expect(
      (readHouse(house, house.at)['Climate/Temp/S1'] as number) - (after['Climate/Temp/S1'] as number),
    ).toBeGreaterThan(2)
  })

  test('a lower high-temperature limit rings earlier; a document with one invalid field changes nothing', () => {
    const house = buildHouse('broiler', SUMMER, { age: 38 })
    live(house, 18, 10)
    expect(house.alarms.all()).toEqual([])
    const program = house.program
    const problems = house.changeSettings({
      'Settings/Temp/OutdoorAlarmComp': 0,
      'Settings/Temp/TargetOffset': 99,
    })
    expect(problems.map(problem => problem.field)).toEqual(['Settings/Temp/TargetOffset'])
    expect(house.program).toBe(program)
    const limits = Array.from({ length: 10 }, (_, i) => [
      `Settings/Temp/Curve/P${String(i + 1).padStart(2, '0')}/HighAlarmDiff`,
      0,
    ])
    house.changeSettings({ ...Object.fromEntries(limits), 'Settings/Temp/OutdoorAlarmComp': 0 })
    live(house, 0.1, 10)
    expect(house.alarms.all()).toContain('HighTemp')
  })
})
