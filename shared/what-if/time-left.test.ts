import { expect, test } from 'vitest'
import { defaultSettings } from '../controller-program/default-settings.ts'
import { houseSettings } from '../controller-program/house-settings.ts'
import { equipHouse } from '../physics/equipment.ts'
import type { SettingDocument } from '../signals.ts'
import type { RunHouse } from './run-house.ts'
import { brokenBy, timeLeft } from './time-left.ts'

const FROM = Date.parse('2026-01-20T10:00:00Z')
const size = { lengthM: 100, widthM: 20, heightM: 3, latitude: 52, birds: 38_000 }
const equipment = equipHouse('broiler', size)
const settings: SettingDocument = Object.fromEntries([
  ...defaultSettings('broiler', equipment.lux),
  ...houseSettings('broiler', 'ross308', size, equipment),
])
const NO_POWER = { power: true, fans: [] }
const WELL = { power: false, fans: [] }

interface Case {
  age: number
  /** kg */
  weight: number
  inside: number
  outside: number
}
const houseOf = ({ age, weight, inside, outside }: Case): RunHouse => ({
  type: 'broiler',
  equipment,
  birds: { count: age < 14 ? 38_000 : 37_000, age, weight, eggMass: 0 },
  from: FROM,
  aheadOfUtc: 0,
  weather: [{ at: FROM, temperature: outside, humidity: 60, sun: 0 }],
  start: { temperature: inside, humidity: 60, co2: 1_500, nh3: 8, level: null },
})
const grownInSummer = { age: 38, weight: 2.3, inside: 29, outside: 30 }
const grownInWinter = { age: 38, weight: 2.3, inside: 21, outside: 5 }
const chicks = { age: 1, weight: 0.05, inside: 31, outside: -5 }

test('grown birds without power are too hot within the hour, sooner in summer, and in winter as well', () => {
  const summer = timeLeft(houseOf(grownInSummer), settings, NO_POWER)
  const winter = timeLeft(houseOf(grownInWinter), settings, NO_POWER)
  expect(summer).toMatchObject({ kind: 'hot', limit: 35, withoutPower: true })
  expect(winter).toMatchObject({ kind: 'hot', limit: 35, withoutPower: true })
  expect(summer?.afterMin).toBeGreaterThanOrEqual(10)
  expect(summer?.afterMin).toBeLessThanOrEqual(35)
  expect(winter?.afterMin).toBeGreaterThan(summer?.afterMin ?? 0)
  expect(winter?.afterMin).toBeLessThanOrEqual(75)
})

test('the course begins at what is measured, rises to the limit and ends there, at a time said to five minutes', () => {
  const left = timeLeft(houseOf(grownInSummer), settings, NO_POWER)
  if (!left) throw new Error('nothing said')
  const { at, values } = left.course
  expect(left.birds).toBe(37_000)
  expect([at[0], values[0]]).toEqual([FROM, 29])
  expect(at.length).toBe(values.length)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values.at(-1)).toBeCloseTo(35, 0)
  expect(Math.abs((at.at(-1) ?? 0) - left.at)).toBeLessThanOrEqual(4 * 60_000)
  expect(left.at % (5 * 60_000)).toBe(0)
  expect(Math.abs(left.at - FROM - left.afterMin * 60_000)).toBeLessThanOrEqual(5 * 60_000)
})

test('chicks without power in the frost chill, but not at once in a shut house', () => {
  const left = timeLeft(houseOf(chicks), settings, NO_POWER)
  expect(left?.kind).toBe('cold')
  expect(left?.afterMin).toBeGreaterThanOrEqual(15)
})

test('grown birds whose fans all stand still in summer are too hot within the hour though there is power', () => {
  const all = Array.from({ length: 12 }, (_, i) => i + 1)
  const left = timeLeft(houseOf(grownInSummer), settings, { power: false, fans: all })
  expect(left).toMatchObject({ kind: 'hot', withoutPower: false })
  expect(left?.afterMin).toBeLessThan(60)
})

test('of a house in which all works, and of one that is past its limit, nothing is said', () => {
  expect(timeLeft(houseOf(grownInWinter), settings, WELL)).toBeNull()
  expect(timeLeft(houseOf({ ...grownInSummer, inside: 36.5, outside: 24 }), settings, NO_POWER)).toBeNull()
})

test('it is counted fast enough to be asked when it rings', () => {
  const began = performance.now()
  for (let i = 0; i < 5; i++) timeLeft(houseOf(grownInSummer), settings, NO_POWER)
  expect((performance.now() - began) / 5).toBeLessThan(200 * 3)
})

test.each([
  [{}, null],
  [{ 'Power/MainsOk': true }, WELL],
  [{ 'Power/MainsOk': false }, NO_POWER],
  [{ 'Power/MainsOk': 0, 'Power/GeneratorOn': true }, WELL],
  [
    { 'Power/MainsOk': 1, 'Fan/G02/State': 4, 'Fan/G11/State': 4, 'Fan/G03/State': 1 },
    { power: false, fans: [2, 11] },
  ],
])('what a controller tells, %j, says what does not work', (told: Record<string, unknown>, expected) => {
  expect(brokenBy(metric => told[metric])).toEqual(expected)
})
