import { describe, expect, test } from 'vitest'
import { feedAt, layRateAt, weightAt } from '#shared/standards/standards.ts'
import { play } from './gateway.ts'
import { makeHouse } from './house.ts'
import { houseTime } from './house-clock.ts'
import { memoryOf } from './house-memory.ts'
import { readHouse } from './readings.ts'
import { buildHouse, DAY, live, WINTER } from './testing/house.ts'

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

  test('are absent before placement: the house is empty, then warmed up, then theirs', () => {
    const placedOn = new Date(WINTER + 13 * DAY).toISOString().slice(0, 10)
    const house = buildHouse('broiler', WINTER, { placedOn })
    const modes = new Set<number>()
    live(house, 24 * 12.5, 60, ({ flock, program }) => {
      expect(flock.alive).toBe(0)
      modes.add(program.houseMode)
    })
    expect([...modes]).toEqual([0, 1])
    expect(house.alarms.all()).toEqual([])
    expect(house.air.temperature).toBeGreaterThan(29)
    expect(readHouse(house, house.at)['Bird/DayAge']).toBe(-1)
    live(house, 24 * 8.5, 60)
    expect(house.age).toBe(8)
    expect(house.program.houseMode).toBe(2)
    expect(100 * (1 - house.flock.alive / 22_000)).toBeCloseTo(1.05, 1)
  })

  test('arrive even while nobody plays the house', () => {
    const placedOn = new Date(WINTER + 13 * DAY).toISOString().slice(0, 10)
    const empty = buildHouse('broiler', WINTER, { placedOn })
    live(empty, 1, 10)
    const later = makeHouse(empty.spec, WINTER + 14 * DAY, memoryOf(empty))
    expect(later.flock.alive).toBe(22_000)
    expect(later.program.houseMode).toBe(2)
  })

  test('of a breeder flock eat as breeders do, and layers without a standard of their own as other layers', () => {
    const { feed } = buildHouse('breeder', WINTER, { breed: 'cobb500-ps', age: 322 }).flock.today
    expect(feed).toBeGreaterThan(0.12)
    expect(feed).toBeLessThan(0.17)
    const lohmann = buildHouse('layer', WINTER, { breed: 'lohmann-brown-classic', age: 240 }).flock.today.feed
    const standard = (feedAt('hyline-brown', 240)?.mid ?? 0) / 1000
    expect(Math.abs(lohmann / standard - 1)).toBeLessThan(0.03)
  })

  test('lay a little more or less than their standard, by flock and by day', () => {
    const rates = [1, 2].map(seed => {
      const house = buildHouse('layer', WINTER, { seed })
      return [0, 1, 2].map(() => {
        live(house, 24, 60)
        return (1e4 * house.flock.today.lay) / (layRateAt('hyline-brown', house.age + 0.5)?.mid ?? 1)
      })
    })
    const all = rates.flat()
    expect(new Set(all.map(rate => rate.toFixed(1))).size).toBeGreaterThan(3)
    for (const rate of all) expect(Math.abs(rate - 99)).toBeLessThan(5)
  })

  test('die at the rate of their standard', () => {
    const house = buildHouse('broiler', WINTER, { age: 0 })
    live(house, 24 * 14, 60)
    expect(house.flock.alive / 22_000).toBeGreaterThan(0.98)
    expect(house.flock.alive / 22_000).toBeLessThan(0.99)
  })
})

describe('losses', () => {
  test('come by chance around the standard: no two days alike, and as uneven as chance is', () => {
    const days = [1, 2, 3, 4].flatMap(seed => {
      const house = buildHouse('layer', WINTER, { seed })
      return Array.from({ length: 10 }, () => {
        const { alive, today } = house.flock
        live(house, 24, 60)
        return { lost: alive - house.flock.alive, expected: alive * today.losses }
      })
    })
    const expected = days.reduce((sum, day) => sum + day.expected, 0)
    const lost = days.reduce((sum, day) => sum + day.lost, 0)
    expect(Math.abs(lost - expected)).toBeLessThan(4 * Math.sqrt(expected))
    // Of a Poisson course the squares of what is off are as much as is expected.
    const off = days.reduce((sum, day) => sum + (day.lost - day.expected) ** 2, 0) / expected
    expect(off).toBeGreaterThan(0.4)
    expect(off).toBeLessThan(2.2)
  })

  test('are those on record where the farm has a record, day by day and over a restart', () => {
    const lost = [31, 0, 7, 12]
    const house = buildHouse('broiler', WINTER, { age: 0, lost })
    const counted: number[] = []
    for (let day = 0; day < lost.length; day++) {
      const before = house.flock.alive
      while (house.age === day) live(house, 0.5, 60)
      counted.push(before - house.flock.alive)
    }
    expect(counted).toEqual(lost)
    const later = makeHouse(house.spec, house.at)
    expect(later.flock.alive).toBe(house.flock.alive)
  })
})

describe('meters and counters', () => {
  test.each(['Asia/Shanghai', 'America/New_York'])('are reset at midnight in %s only', timeZone => {
    const house = buildHouse('layer', WINTER, { timeZone })
    const { age } = house
    let last = readHouse(house, house.at)
    const [resets, falls]: [number[], string[]] = [[], []]
    live(house, 50, 60, () => {
      const now = readHouse(house, house.at)
      const fell = (name: string) => (now[name] as number) < (last[name] as number)
      for (const meter of ['Water/Meter1/Total', 'Power/EnergyTotal']) if (fell(meter)) falls.push(meter)
      if (fell('Water/Today')) resets.push(houseTime(timeZone, house.at).hour)
      last = now
    })
    expect(falls).toEqual([])
    expect(resets).toHaveLength(2)
    expect(Math.max(...resets)).toBeLessThan(1 / 59)
    expect(last['Bird/DayAge']).toBe(age + 2)
  })

  test('the auger runs often and moves little at a time', () => {
    const house = buildHouse('broiler', WINTER)
    live(house, 24, 10)
    const daily = house.flock.alive * house.flock.today.feed
    let [run, largest, runs] = [0, 0, 0]
    let before = house.stores.feedToday
    live(house, 12, 10, ({ stores }) => {
      run = stores.augerRuns ? run + Math.max(0, stores.feedToday - before) : 0
      if (run > 0 && run === stores.feedToday - before) runs++
      largest = Math.max(largest, run)
      before = stores.feedToday
    })
    expect(largest / daily).toBeLessThan(0.02)
    expect(runs).toBeGreaterThan(20)
  })

  test('silos empty and are refilled, never below zero', () => {
    const house = buildHouse('broiler', WINTER)
    let [filled, last, least] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    live(house, 24 * 10, 60, () => {
      const [content] = house.stores.silos
      if (content > last) filled++
      last = content
      least = Math.min(least, content)
    })
    expect(least).toBeGreaterThanOrEqual(0)
    expect(filled).toBeGreaterThan(0)
  })

  test('a pause of a week is caught up without a jump of the clock', () => {
    const house = buildHouse('pullet', WINTER)
    const at = house.at
    play(house, 7 * 86_400)
    expect(house.at).toBe(at + 7 * DAY)
    expect(house.age).toBe(57)
  })
})
