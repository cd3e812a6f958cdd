import { describe, expect, test } from 'vitest'
import { weatherOf } from '#shared/physics/weather.ts'
import type { HouseSpec } from './fleet.ts'
import { houseTime, zoneOffset } from './house-clock.ts'
import { buildHouse, WINTER } from './testing/house.ts'

const HOUR = 3_600_000

/** Mean, lowest and highest temperature of a month. */
function month(place: { latitude: number; longitude: number; altitudeM?: number }, from: string) {
  const weather = weatherOf({ altitudeM: 0, ...place }, 5)
  const values = Array.from({ length: 720 }, (_, i) => weather(Date.parse(from) + i * HOUR))
  const temperatures = values.map(value => value.temperature)
  return {
    mean: temperatures.reduce((sum, value) => sum + value, 0) / temperatures.length,
    low: Math.min(...temperatures),
    high: Math.max(...temperatures),
    values,
  }
}

describe('the weather', () => {
  test('of Qingdao is cold in January and hot in July, colder in Harbin, milder in Kunming because of its height', () => {
    const qingdao = { latitude: 36.1, longitude: 120.4 }
    expect(month(qingdao, '2026-01-05T00:00:00Z').mean).toBeGreaterThan(-6)
    expect(month(qingdao, '2026-01-05T00:00:00Z').mean).toBeLessThan(5)
    expect(month(qingdao, '2026-07-05T00:00:00Z').mean).toBeGreaterThan(21)
    expect(month(qingdao, '2026-07-05T00:00:00Z').high).toBeLessThan(40)
    const harbin = month({ latitude: 45.8, longitude: 126.5 }, '2026-01-05T00:00:00Z')
    expect(harbin.mean).toBeLessThan(month(qingdao, '2026-01-05T00:00:00Z').mean - 4)
    const kunming = { latitude: 25, longitude: 102.7 }
    const flat = month(kunming, '2026-07-05T00:00:00Z').mean
    expect(month({ ...kunming, altitudeM: 1900 }, '2026-07-05T00:00:00Z').mean).toBeLessThan(flat - 8)
  })

  test.each([
    ['Barneveld', 52.14, 5.58, '2026-11-01T00:00:00Z', 7],
    ['Barneveld', 52.14, 5.58, '2026-07-01T00:00:00Z', 18.2],
    ['Lop Buri', 14.8, 100.61, '2026-11-01T00:00:00Z', 26.8],
    ['Lop Buri', 14.8, 100.61, '2026-04-01T00:00:00Z', 30.9],
    ['Weifang', 36.71, 119.1, '2026-01-01T00:00:00Z', -2.9],
  ])(
    'of %s (%f, %f) in the month from %s has about its normal mean of %f',
    (_name, latitude, longitude, from, mean) => {
      expect(Math.abs(month({ latitude, longitude }, from).mean - mean)).toBeLessThan(2)
    },
  )

  test('is the same for all houses of a yard, and different with another weather seed', () => {
    const outside = (changes: Partial<HouseSpec>) =>
      [10, 20, 30].map(day => buildHouse('broiler', WINTER + day * 24 * HOUR, changes).weather.temperature)
    const neighbour = outside({ seed: 2, longitude: 120.42 })
    for (const [i, temperature] of outside({ seed: 1 }).entries())
      expect(Math.abs(temperature - (neighbour[i] as number))).toBeLessThan(0.05)
    expect(outside({ weatherSeed: 1 })).not.toEqual(outside({ weatherSeed: 2 }))
  })

  test('has its summer in January south of the equator', () => {
    const place = { latitude: -33, longitude: 150 }
    const [january, july] = ['2026-01-05T00:00:00Z', '2026-07-05T00:00:00Z'].map(
      from => month(place, from).mean,
    )
    expect((january as number) - (july as number)).toBeGreaterThan(12)
  })

  test('is warmest in the afternoon, dark at night, and within what sensors can show', () => {
    const { values } = month({ latitude: 36, longitude: 120 }, '2026-06-01T00:00:00Z')
    const at = (hour: number) =>
      values.filter((_, i) => i % 24 === hour - 8).reduce((sum, value) => sum + value.temperature, 0) / 30
    expect(at(15)).toBeGreaterThan(at(27) + 2)
    expect(values.filter((_, i) => i % 24 === 16).every(value => value.sun === 0)).toBe(true)
    expect(values.some(value => value.sun > 0.5)).toBe(true)
    for (const value of values) {
      expect(value.humidity).toBeGreaterThanOrEqual(12)
      expect(value.humidity).toBeLessThanOrEqual(99)
      expect(value.windDirection).toBeGreaterThanOrEqual(0)
      expect(value.windDirection).toBeLessThanOrEqual(359)
    }
  })

  test('is the same whenever it is asked for, and changes smoothly', () => {
    const weather = weatherOf({ latitude: 36, longitude: 120, altitudeM: 0 }, 5)
    const at = Date.parse('2026-03-01T00:00:00Z')
    expect(weather(at)).toEqual(weather(at))
    for (let minute = 0; minute < 3000; minute++) {
      const [now, next] = [weather(at + minute * 60_000), weather(at + (minute + 1) * 60_000)]
      expect(Math.abs(now.temperature - next.temperature)).toBeLessThan(0.2)
    }
  })
})

describe('the clock of a house', () => {
  test('knows its zone, summer time and half hours', () => {
    expect(zoneOffset('Asia/Shanghai', Date.parse('2026-07-01T00:00:00Z'))).toBe(8 * HOUR)
    expect(zoneOffset('Europe/Berlin', Date.parse('2026-07-01T00:00:00Z'))).toBe(2 * HOUR)
    expect(zoneOffset('Europe/Berlin', Date.parse('2026-01-01T00:00:00Z'))).toBe(HOUR)
    expect(zoneOffset('Asia/Kolkata', Date.parse('2026-01-01T00:00:00Z'))).toBe(5.5 * HOUR)
    expect(zoneOffset('America/St_Johns', Date.parse('2026-01-01T00:00:00Z'))).toBe(-3.5 * HOUR)
    expect(zoneOffset('UTC', 0)).toBe(0)
    expect(() => zoneOffset('Mars/Base', 0)).toThrow(RangeError)
  })

  test('starts a new day at its own midnight', () => {
    const midnight = Date.parse('2026-05-01T16:00:00Z')
    expect(houseTime('Asia/Shanghai', midnight).hour).toBe(0)
    expect(houseTime('Asia/Shanghai', midnight).day).toBe(houseTime('Asia/Shanghai', midnight - 1).day + 1)
  })
})
