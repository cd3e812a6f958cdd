import { expect, test } from 'vitest'
import { flockWeather, heatMissing, heatZoneFor, type OutsideFlock } from './bird-weather.ts'
import type { WeatherHour } from './contracts/weather.ts'
import { proposedEquipment } from './house-equipment.ts'
import { houseTypes } from './signals.ts'
import { targetsAt } from './standards/targets.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-07-20T00:00:00Z')
const course = (temperatures: readonly number[], humidity = 60): WeatherHour[] =>
  temperatures.map((temperature, i) => ({
    at: new Date(START + i * HOUR).toISOString(),
    temperature,
    humidity,
    rain: 0,
    rainChance: 0,
    wind: 2,
    sky: 'clear',
    isDay: true,
  }))
const house = { lengthM: 120, widthM: 15, heightM: 3, latitude: 36.7, equipment: null }
const hens: OutsideFlock = { ...house, type: 'layer', breed: 'hyline-brown', age: 214, birds: 29_700 }
const chicks: OutsideFlock = { ...house, type: 'broiler', breed: 'ross308', age: 3, birds: 22_000 }
const broilers: OutsideFlock = { ...chicks, age: 35 }

test('hens are in the zones of their index, and no bird suffers at its own target temperature', () => {
  const target = targetsAt('layer', 214)
  const zone = (temperature: number, humidity: number) =>
    heatZoneFor('layer', 214, target, { temperature, humidity })
  expect([zone(19, 80), zone(24, 50), zone(30, 50), zone(34, 60)]).toEqual([
    'comfort',
    'alert',
    'danger',
    'emergency',
  ])
  expect(heatZoneFor('pullet', 1, targetsAt('pullet', 1), { temperature: 32, humidity: 60 })).toBe('comfort')
})

test('broilers are judged by the target of their age', () => {
  const at = (age: number, temperature: number) =>
    heatZoneFor('broiler', age, targetsAt('broiler', age), { temperature, humidity: 50 })
  expect([at(1, 31), at(35, 31), at(35, 23), at(35, 36)]).toEqual(['comfort', 'danger', 'alert', 'emergency'])
})

test('a mild day is no heat stress, and warm air no danger to chicks that are heated to it', () => {
  for (const type of houseTypes)
    for (const age of [0, 1, 2, 5, 7, 10, 14, 20])
      for (let outside = 15; outside <= 40; outside++) {
        const targets = targetsAt(type, age)
        const zone = heatZoneFor(type, age, targets, { temperature: outside, humidity: 50 })
        if (outside < targets.temperature + 2)
          expect([type, age, outside, zone]).toEqual([type, age, outside, 'comfort'])
        if (age <= 7 && outside < 36)
          expect(['comfort', 'alert'], `${type} ${age} ${outside}`).toContain(zone)
      }
  for (const outside of [22, 24, 26, 27])
    expect(heatZoneFor('broiler', 35, targetsAt('broiler', 35), { temperature: outside, humidity: 50 })).toBe(
      'alert',
    )
})

test('young birds are told apart, and never under wet pads', () => {
  for (const type of houseTypes)
    for (let age = 0; age < 21; age++)
      expect(flockWeather({ ...hens, type, breed: null, age }, course([40]), START).heat).toMatchObject({
        isYoung: true,
        pads: null,
      })
})

test('a hot afternoon is reported with its worst hour, its length and the effect of pads', () => {
  const { heat } = flockWeather(hens, course([19, 19, 27, 31, 33, 30, 19]), START)
  expect(heat).toMatchObject({
    zone: 'emergency',
    from: '2026-07-20T02:00:00.000Z',
    to: '2026-07-20T06:00:00.000Z',
    at: '2026-07-20T04:00:00.000Z',
    temperature: 33,
  })
  expect(heat?.pads).toBeCloseTo(28, 0)
  expect(heat?.isYoung).toBe(false)
  expect(flockWeather(chicks, course([36]), START).heat).toMatchObject({
    zone: 'emergency',
    pads: null,
    isYoung: true,
  })
})

test('a house with pads is warned of what reaches the birds behind them, and told what comes if they stop', () => {
  // A dry summer afternoon: pads bring 38 °C at 20 % humidity to 25 °C.
  const dry = course([19, 30, 38, 30, 19]).map(hour => ({ ...hour, humidity: 20 }))
  for (const type of ['broiler', 'pullet', 'layer', 'breeder'] as const) {
    const age = type === 'broiler' ? 35 : 150
    const size = { lengthM: 120, widthM: 15, heightM: 3, birds: 20_000, latitude: 36.7 }
    const equipment = proposedEquipment(type, size)
    const flock = { ...hens, ...size, type, breed: null, age, equipment }
    const { heat } = flockWeather(flock, dry, START)
    expect(heat, type).toMatchObject({ zone: 'alert', temperature: 38 })
    expect(['danger', 'emergency'], type).toContain(heat?.withoutPads)
    expect(heat?.pads, type).toBeLessThan(26)
    const bare = { ...flock, equipment: { ...equipment, padM2: 0 } }
    expect(flockWeather(bare, dry, START).heat, type).toMatchObject({
      zone: heat?.withoutPads,
      withoutPads: null,
      pads: null,
    })
    // Where nobody said what the house has, nothing is relied on.
    const unknown = flockWeather({ ...flock, equipment: null }, dry, START).heat
    expect(unknown, type).toMatchObject({ zone: heat?.withoutPads, withoutPads: null })
  }
})

test('chicks need heating on a night that hens and grown broilers sleep through', () => {
  const night = course([8, 5, 2, 5])
  expect(flockWeather(hens, night, START)).toMatchObject({ heat: null, cold: null })
  expect(flockWeather(broilers, night, START).cold).toBeNull()
  const { cold } = flockWeather(chicks, night, START)
  expect(cold).toMatchObject({ isGrave: false, held: 27.5, temperature: 2, at: '2026-07-20T02:00:00.000Z' })
  expect(cold?.heating).toBeGreaterThan(10)
})

test('the missing heat grows with the frost, beyond what such houses are usually heated with', () => {
  expect(heatMissing(chicks, 28, -30)).toBeGreaterThan(heatMissing(chicks, 28, -10))
  const bare = { ...chicks, birds: 100 }
  expect(flockWeather(bare, course([-60]), START).cold).toMatchObject({ isGrave: false })
  expect(flockWeather({ ...hens, birds: 1_000 }, course([-40]), START).cold).toMatchObject({ isGrave: false })
  expect(flockWeather(hens, course([-40]), START).cold).toMatchObject({ isGrave: true })
})

test('past hours and those more than two days ahead cause no warning', () => {
  expect(flockWeather(hens, course([40, 19]), START + 2 * HOUR).heat).toBeNull()
  expect(flockWeather(hens, course([...Array<number>(48).fill(19), 40]), START).heat).toBeNull()
})
