import { describe, expect, test } from 'vitest'
import type { HouseType } from '#shared/signals.ts'
import { metricsFor } from '#shared/signals.ts'
import type { Breed } from '#shared/standards/standards.ts'
import { weightAt } from '#shared/standards/standards.ts'
import type { HouseSpec } from './fleet.ts'
import { play } from './gateway.ts'
import type { House } from './house.ts'
import { makeHouse } from './house.ts'
import { houseTime } from './house-clock.ts'
import { readHouse } from './readings.ts'

const DAY = 86_400_000
const WINTER = Date.parse('2026-01-15T00:00:00Z')
const SUMMER = Date.parse('2026-07-20T00:00:00Z')

const birds: Record<HouseType, { breed: Breed; birds: number; heightM: number; age: number }> = {
  broiler: { breed: 'ross308', birds: 22_000, heightM: 2.5, age: 30 },
  layer: { breed: 'hyline-brown', birds: 32_000, heightM: 4, age: 240 },
  pullet: { breed: 'hyline-w36', birds: 30_000, heightM: 3.5, age: 50 },
  breeder: { breed: 'ross308-ps', birds: 7_500, heightM: 2.6, age: 230 },
}
const types = Object.keys(birds) as HouseType[]

function buildHouse(type: HouseType, at: number, changes: Partial<HouseSpec & { age: number }> = {}): House {
  const { age, ...flock } = { ...birds[type], ...changes }
  return makeHouse(
    {
      name: `${type} 1`,
      type,
      lengthM: 100,
      widthM: 14,
      latitude: 36.1,
      longitude: 120.4,
      timeZone: 'Asia/Shanghai',
      placedOn: new Date(at - age * DAY).toISOString().slice(0, 10),
      seed: 7,
      faults: 0,
      ...flock,
      ...changes,
    },
    at,
  )
}

const rangesOf = (type: HouseType) =>
  metricsFor(type).map(({ name, low, high }) => [name, low, high] as const)

/** Lives for `hours` in steps of `seconds`, asking `look` after each. */
function live(house: House, hours: number, seconds: number, look: (house: House) => void = () => {}): void {
  for (let i = 0; i < (hours * 3600) / seconds; i++) {
    house.step(seconds)
    look(house)
  }
}

describe('the controller keeps its house', () => {
  const cases = types.flatMap(type => [
    [type, 'winter', WINTER, 60] as const,
    [type, 'winter', WINTER, 10] as const,
    [type, 'summer', SUMMER, 60] as const,
    [type, 'summer', SUMMER, 10] as const,
  ])

  test.each(cases)('%s in %s, in steps of %4$i s', (type, _season, at, seconds) => {
    const house = buildHouse(type, at)
    live(house, 12, seconds)
    live(house, 24, seconds, ({ controller, weather }) => {
      // hens have no heating: in frost they sit a little cool, above their low alarm
      expect(controller.average).toBeGreaterThan(controller.target - (type === 'layer' ? 4.9 : 3))
      const warmest = Math.max(controller.target + 4.5, weather.temperature + 4)
      expect(controller.average).toBeLessThan(warmest)
    })
    expect(house.alarms.all()).toEqual([])
  })

  test('steps of 10 s and of 60 s tell the same story', () => {
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

  test('one stopped group in spring makes the house climb to a higher level, until it is repaired', () => {
    const house = buildHouse('broiler', Date.parse('2026-05-20T00:00:00Z'), { age: 38 })
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

  test('a dead probe is null, has its alarm and does not spoil the average', () => {
    const house = buildHouse('broiler', WINTER)
    live(house, 6, 10)
    const before = house.controller.average
    house.faults.breakDown({ kind: 'temperatureSensor', index: 2, until: Number.POSITIVE_INFINITY })
    live(house, 0.1, 10)
    expect(readHouse(house, house.at)['Climate/Temp/S2']).toBeNull()
    expect(house.alarms.all()).toEqual(['SensorTemp2'])
    expect(Math.abs(house.controller.average - before)).toBeLessThan(1)
  })

  test('without any probe the last level is held and the emergency alarm rings', () => {
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

  test('a power failure stops fans and lights, rings, and opens the house when it gets hot', () => {
    const house = buildHouse('broiler', SUMMER, { age: 38 })
    live(house, 30, 10)
    house.faults.breakDown({ kind: 'mains', index: 0, until: house.at + 15 * 60_000 })
    live(house, 0.2, 10)
    const readings = readHouse(house, house.at)
    expect(readings['Power/MainsOk']).toBe(false)
    expect(readings['Fan/G05/State']).toBe(0)
    expect(house.alarms.all()).toContain('PowerFail')
    expect(house.emergencyOpen).toBe(true)
    live(house, 2, 10)
    expect(house.alarms.all()).not.toContain('PowerFail')
  })

  test('faults come by themselves, and the same ones again with the same seed', () => {
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

describe('the birds', () => {
  test.each(['broiler', 'pullet', 'breeder'] as const)('of a %s house weigh what the standard says', type => {
    const house = buildHouse(type, WINTER, { age: 20 })
    live(house, 24 * 5, 60)
    const weight = readHouse(house, house.at)['Bird/WeightAvg'] as number
    const standard = weightAt(house.spec.breed, house.age + house.hour / 24)?.mid ?? 0
    expect(Math.abs(weight / standard - 1)).toBeLessThan(0.05)
  })

  test('eat, drink and lay by their standard within a day of light', () => {
    const house = buildHouse('layer', WINTER)
    live(house, 16, 60)
    live(house, 23.9, 60)
    const readings = readHouse(house, house.at)
    const alive = readings['Bird/Count'] as number
    expect((readings['Feed/Today'] as number) / alive).toBeGreaterThan(0.085)
    expect((readings['Feed/Today'] as number) / alive).toBeLessThan(0.135)
    expect((readings['Water/Today'] as number) / alive).toBeGreaterThan(0.15)
    expect((readings['Water/Today'] as number) / alive).toBeLessThan(0.25)
    expect((readings['Egg/Today'] as number) / alive).toBeGreaterThan(0.9)
    expect((readings['Egg/Today'] as number) / alive).toBeLessThan(0.98)
  })

  test('die at the rate of their standard', () => {
    const house = buildHouse('broiler', WINTER, { age: 0 })
    live(house, 24 * 14, 60)
    expect(house.flock.alive / 22_000).toBeGreaterThan(0.98)
    expect(house.flock.alive / 22_000).toBeLessThan(0.99)
  })
})

describe('meters and counters', () => {
  test.each(['Asia/Shanghai', 'America/New_York'])('begin again at midnight in %s only', timeZone => {
    const house = buildHouse('layer', WINTER, { timeZone })
    let last = readHouse(house, house.at)
    let resets = 0
    live(house, 50, 60, () => {
      const now = readHouse(house, house.at)
      expect(now['Water/Meter1/Total']).toBeGreaterThanOrEqual(last['Water/Meter1/Total'] as number)
      expect(now['Power/EnergyTotal']).toBeGreaterThanOrEqual(last['Power/EnergyTotal'] as number)
      if ((now['Water/Today'] as number) < (last['Water/Today'] as number)) {
        resets++
        expect(houseTime(timeZone, house.at).hour).toBeLessThan(1 / 59)
        expect(now['Bird/DayAge']).toBe((last['Bird/DayAge'] as number) + 1)
      }
      last = now
    })
    expect(resets).toBe(2)
  })

  test('silos empty and are filled again, never below nothing', () => {
    const house = buildHouse('broiler', WINTER)
    let [filled, last] = [0, Number.POSITIVE_INFINITY]
    live(house, 24 * 10, 60, () => {
      const content = readHouse(house, house.at)['Feed/Silo1/Weight'] as number
      expect(content).toBeGreaterThanOrEqual(0)
      if (content > last) filled++
      last = content
    })
    expect(filled).toBeGreaterThan(0)
  })

  test('a week of pause is made up for without a jump of the clock', () => {
    const house = buildHouse('pullet', WINTER)
    const at = house.at
    play(house, 7 * 86_400)
    expect(house.at).toBe(at + 7 * DAY)
    expect(house.age).toBe(57)
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
    live(house, 24, 60, () => {
      if (house.at % 3_600_000 !== 0) return
      const readings = readHouse(house, house.at)
      for (const [name, low, high] of rangesOf(type)) {
        const value = Number(readings[name])
        expect([name, value >= low && value <= high]).toEqual([name, true])
      }
    })
  })

  test('a target offset moves the house, and a probe correction moves what it shows', () => {
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

  test('a lower high-temperature limit rings earlier; a document with one wrong field changes nothing', () => {
    const house = buildHouse('broiler', SUMMER, { age: 38 })
    live(house, 7, 10)
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
