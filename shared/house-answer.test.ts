import { expect, test } from 'vitest'
import type { OutsideFlock } from './bird-weather.ts'
import type { WeatherHour } from './contracts/weather.ts'
import { defaultSettings } from './controller-program/default-settings.ts'
import { houseSettings } from './controller-program/house-settings.ts'
import { houseAnswer } from './house-answer.ts'
import { equipmentOf } from './house-equipment.ts'
import type { HouseType } from './signals.ts'
import type { Breed } from './standards/standards.ts'

const NOON = Date.parse('2026-07-20T12:00:00Z')
const hour = (temperature: number, humidity = 55): WeatherHour => ({
  at: new Date(NOON).toISOString(),
  temperature,
  humidity,
  rain: 0,
  rainChance: 0,
  wind: 2,
  sky: 'clear',
  isDay: true,
})
const size = { lengthM: 100, widthM: 14, heightM: 3, latitude: 36.7, equipment: null }
const settingsOf = (flock: OutsideFlock) =>
  Object.fromEntries([
    ...defaultSettings(flock.type as HouseType, 40),
    ...houseSettings(flock.type, flock.breed as Breed, flock, equipmentOf(flock)),
  ])
const answerOf = (flock: OutsideFlock, hours: readonly WeatherHour[], more = {}) =>
  houseAnswer(
    { flock, settings: { ...settingsOf(flock), ...more }, hourAt: at => new Date(at).getUTCHours() },
    hours,
  )
const broilers = { ...size, type: 'broiler', breed: 'ross308', age: 35, birds: 22_000 } as const
const hens = { ...size, type: 'layer', breed: 'hyline-brown', age: 214, birds: 29_700 } as const

test('in frost a house is at the lowest level of its birds’ age, on a hot dry noon at its highest with wet pads', () => {
  for (const flock of [broilers, hens]) {
    const answer = answerOf(flock, [hour(-12), hour(20), hour(36, 40)])
    expect(answer).toMatchObject({
      coldest: { temperature: -12, level: answer?.min, pads: false },
      hottest: { temperature: 36, level: 18, pads: true },
    })
  }
  expect(answerOf(broilers, [hour(-12)])?.min).toBe(7)
})

test('the warmer it is outside, the higher the level', () => {
  const levels = [-20, -5, 5, 12, 18, 24, 30, 36].map(
    degrees => answerOf(hens, [hour(degrees)])?.hottest.level,
  )
  expect(levels).toEqual([...levels].sort((a, b) => Number(a) - Number(b)))
  expect(new Set(levels).size).toBeGreaterThan(4)
})

test('young birds get no tunnel and no pads, and damp air wets none', () => {
  expect(answerOf({ ...broilers, age: 10 }, [hour(36, 40)])?.hottest).toMatchObject({
    level: 10,
    pads: false,
  })
  expect(answerOf(broilers, [hour(36, 90)])?.hottest).toMatchObject({ level: 18, pads: false })
})

test('for a controller that reports no settings, or is stopped, there is no answer', () => {
  const hourAt = () => 12
  expect(houseAnswer({ flock: hens, settings: {}, hourAt }, [hour(20)])).toBeNull()
  expect(answerOf(hens, [hour(20)], { 'Settings/Flock/HouseMode': 0 })).toBeNull()
  expect(answerOf(hens, [])).toBeNull()
})
