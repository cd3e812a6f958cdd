import { describe, expect, test } from 'vitest'
import { kindOf } from './faults.ts'
import { readHouse } from './readings.ts'
import { reporterOf } from './sample.ts'
import { buildHouse, live, SUMMER, WINTER } from './testing/house.ts'

describe('when things break', () => {
  test('stopped fans let a summer house heat up, the level rise and the alarm ring', () => {
    const house = buildHouse('broiler', SUMMER, { age: 38 })
    live(house, 30, 10)
    const before = { temperature: house.controller.average, level: house.controller.level }
    for (let group = 1; group <= 12; group++) {
      house.faults.breakDown({ kind: 'fanGroup', index: group, until: Number.POSITIVE_INFINITY })
    }
    live(house, 0.5, 10)
    expect(house.controller.average).toBeGreaterThan(before.temperature + 4)
    expect(house.controller.level).toBeGreaterThanOrEqual(before.level)
    expect(house.alarms.all()).toContain('HighTemp')
    expect(house.alarms.all().some(code => code.startsWith('FanGroupFault'))).toBe(true)
  })

  test('one stopped group in spring makes the house go to a higher level, until it is repaired', () => {
    const house = buildHouse('broiler', Date.parse('2026-05-10T00:00:00Z'), { age: 38 })
    live(house, 5, 10)
    const level = house.controller.level
    for (const index of [3, 4, 5]) {
      house.faults.breakDown({ kind: 'fanGroup', index, until: house.at + 3_600_000 })
    }
    live(house, 0.9, 10)
    expect(house.controller.level).toBeGreaterThan(level)
    expect(house.faults.active).toHaveLength(3)
    live(house, 0.2, 10)
    expect(house.faults.active).toEqual([])
  })

  test('a dead probe reads null, has its alarm and does not spoil the average', () => {
    const house = buildHouse('broiler', WINTER)
    live(house, 6, 10)
    const before = house.controller.average
    house.faults.breakDown({ kind: 'temperatureSensor', index: 2, until: Number.POSITIVE_INFINITY })
    live(house, 0.1, 10)
    expect(readHouse(house, house.at)['Climate/Temp/S2']).toBeNull()
    expect(house.alarms.all()).toEqual(['SensorTemp2'])
    expect(Math.abs(house.controller.average - before)).toBeLessThan(1)
  })

  test('the alarm of a probe clears a minute after its repair', () => {
    const house = buildHouse('broiler', WINTER)
    live(house, 6, 10)
    const until = house.at + 10 * 60_000
    house.faults.breakDown({ kind: 'temperatureSensor', index: 2, until })
    live(house, 10 / 60, 10)
    expect(house.alarms.all()).toEqual(['SensorTemp2'])
    live(house, 80 / 3600, 10)
    expect(house.alarms.all()).toEqual([])
  })

  test('without any probe the last level is kept and the emergency alarm rings', () => {
    const house = buildHouse('broiler', WINTER)
    live(house, 6, 10)
    const { level } = house.controller
    for (let index = 1; index <= 8; index++) {
      house.faults.breakDown({ kind: 'temperatureSensor', index, until: Number.POSITIVE_INFINITY })
    }
    live(house, 1, 10)
    expect(house.controller.level).toBe(level)
    expect(house.alarms.all()).toContain('EmergencyVent')
    expect(readHouse(house, house.at)['Climate/Temp/Avg']).toBeNull()
  })

  test('a power failure rings, and the generator keeps the house going', () => {
    const house = buildHouse('broiler', SUMMER, { age: 38 })
    live(house, 30, 10)
    const before = house.controller.average
    house.faults.breakDown({ kind: 'mains', index: 0, until: house.at + 15 * 60_000 })
    house.step(10)
    const { 'Power/MainsOk': mains, 'Power/GeneratorOn': generator } = readHouse(house, house.at)
    expect({ mains, generator }).toEqual({ mains: false, generator: false })
    house.step(10)
    live(house, 0.2, 10)
    const ran = { 'Power/MainsOk': false, 'Power/GeneratorOn': true, 'Fan/G05/State': 1 }
    expect(readHouse(house, house.at)).toMatchObject(ran)
    expect(house.alarms.all()).toContain('PowerFail')
    expect(house.emergencyOpen).toBe(false)
    expect(Math.abs(house.controller.average - before)).toBeLessThan(2)
    live(house, 0.2, 10)
    expect(readHouse(house, house.at)).toMatchObject({ 'Power/MainsOk': true, 'Power/GeneratorOn': false })
  })

  test.each([
    ['whose generator does not start', {}, 'generator'],
    ['that has none', { hasGenerator: false }, null],
  ] as const)(
    'in a house %s a power failure stops fans and lights, rings, and opens it when it gets hot',
    (_, spec, broken) => {
      const house = buildHouse('broiler', SUMMER, { age: 38, ...spec })
      live(house, 30, 10)
      if (broken) house.faults.breakDown({ kind: broken, index: 0, until: Number.POSITIVE_INFINITY })
      house.faults.breakDown({ kind: 'mains', index: 0, until: house.at + 15 * 60_000 })
      live(house, 0.2, 10)
      const stopped = { 'Power/MainsOk': false, 'Power/GeneratorOn': false, 'Fan/G05/State': 0 }
      expect(readHouse(house, house.at)).toMatchObject(stopped)
      expect(house.alarms.all()).toContain('PowerFail')
      expect(house.emergencyOpen).toBe(true)
      live(house, 2, 10)
      expect(house.alarms.all()).not.toContain('PowerFail')
    },
  )

  test('only a controller with a generator tells of one', () => {
    const tells = (hasGenerator?: boolean) =>
      reporterOf(buildHouse('layer', WINTER, { hasGenerator }), 0)
        .full(WINTER)
        .metrics.some(({ name }) => name === 'Power/GeneratorOn')
    expect([tells(), tells(true), tells(false)]).toEqual([true, true, false])
  })

  test.each([
    ['power', 0, 'PowerFail', 0.1],
    ['probe', 3, 'SensorTemp3', 0.1],
    ['water', 0, 'WaterNone', 1],
    ['feed', 0, 'FeedOverrun', 3],
    ['door', 0, 'InletStuck', 0.1],
    ['clock', 0, 'ClockDrift', 0.1],
  ] as const)(
    'a planted fault of %s %i rings as %s, and clears when it is ended',
    (fault, index, code, hours) => {
      const house = buildHouse('broiler', SUMMER, { age: 38 })
      live(house, 12, 10)
      const kind = kindOf[fault]
      house.faults.breakDown({ kind, index, until: Number.POSITIVE_INFINITY })
      live(house, hours, 10)
      expect(house.alarms.all()).toContain(code)
      house.faults.repair(kind, index)
      live(house, 1, 10)
      expect(house.alarms.all()).not.toContain(code)
    },
  )

  test('a controller that holds its alarms says so of what is over, until it is reset at its panel', () => {
    const house = buildHouse('layer', SUMMER, { age: 200 })
    const reporter = reporterOf(house, 0)
    reporter.full(house.at)
    const plant = (kind: 'door' | 'latch') =>
      house.faults.breakDown({ kind, index: 0, until: Number.POSITIVE_INFINITY })
    /** What is told of the inlet after two more minutes. */
    const told = () => {
      live(house, 1 / 30, 10)
      const events = reporter.events(house.at)
      return events?.metrics.flatMap(({ name }, i) =>
        name.endsWith('/InletStuck') ? `${name} ${events.values[i]}` : [],
      )
    }
    plant('latch')
    plant('door')
    expect(told()).toEqual(['Alarm/InletStuck 1'])
    house.faults.repair('door', 0)
    expect(told()).toEqual(['Alarm/InletStuck 0', 'Latched/InletStuck 1'])
    expect(told()).toBeUndefined()
    house.faults.repair('latch', 0)
    expect(told()).toEqual(['Latched/InletStuck 0'])
    plant('door')
    expect(told()).toEqual(['Alarm/InletStuck 1'])
    house.faults.repair('door', 0)
    expect(told()).toEqual(['Alarm/InletStuck 0'])
  })

  test('faults occur by themselves, and the same ones with the same seed', () => {
    const courses = [1, 2].map(() => {
      const house = buildHouse('broiler', SUMMER, { faults: 30 })
      const seen: string[] = []
      live(house, 72, 60, ({ faults }) => {
        for (const fault of faults.active) {
          const name = `${fault.kind} ${fault.index} ${fault.until}`
          if (!seen.includes(name)) seen.push(name)
        }
      })
      return seen
    })
    expect(courses[0]?.length).toBeGreaterThan(2)
    expect(courses[1]).toEqual(courses[0])
  })
})
