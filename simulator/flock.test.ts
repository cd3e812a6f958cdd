import { describe, expect, test } from 'vitest'
import { weightAt } from '#shared/standards/standards.ts'
import { play } from './gateway.ts'
import { houseTime } from './house-clock.ts'
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

  test('silos empty and are filled again, never below nothing', () => {
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

  test('a week of pause is made up for without a jump of the clock', () => {
    const house = buildHouse('pullet', WINTER)
    const at = house.at
    play(house, 7 * 86_400)
    expect(house.at).toBe(at + 7 * DAY)
    expect(house.age).toBe(57)
  })
})
