import { expect, test } from 'vitest'
import type { Chart } from './contracts/houses.ts'
import { shareInTarget } from './in-target.ts'

const NOON = Date.UTC(2026, 0, 10, 4)
const DAY = 86_400_000
const house = {
  type: 'layer',
  standardAge: 200,
  flockStartedOn: '2026-01-08',
  timeZone: 'Asia/Shanghai',
} as const
const chart = (metrics: Record<string, (number | null)[]>): Chart => ({
  resolution: 'day',
  stepMs: DAY,
  at: [NOON - 3 * DAY, NOON - 2 * DAY, NOON - DAY, NOON],
  series: Object.entries(metrics).map(([metric, mean]) => ({ metric, low: mean, mean, high: mean })),
})
const share = (metric: string, metrics: Record<string, (number | null)[]>, of = house) =>
  shareInTarget(chart(metrics), metric, of, NOON)

test('a temperature is in target within two degrees of the controller’s target, while there were birds', () => {
  const told = { 'Climate/Temp/Avg': [99, 24, 26, 27], 'Climate/Temp/Target': [25, 25, 25, 24] }
  expect(share('Climate/Temp/Avg', told)).toBeCloseTo(66.7, 1)
})

test('without a reported target the usual curve for the age counts, and gaps do not', () => {
  expect(share('Climate/Temp/Avg', { 'Climate/Temp/Avg': [null, null, 22, 60] })).toBe(50)
  expect(share('Climate/Temp/Avg', { 'Climate/Temp/Avg': [20, null, null, null] })).toBeNull()
})

test('gases have an upper limit, humidity one on either side', () => {
  expect(share('Air/NH3/S1', { 'Air/NH3/S1': [0, 5, 19, 30] })).toBeCloseTo(66.7, 1)
  expect(share('Climate/Hum/Avg', { 'Climate/Hum/Avg': [50, 5, 55, 99] })).toBeCloseTo(33.3, 1)
})

test('an empty house has no target, and neither has the wind', () => {
  const told = { 'Climate/Temp/Avg': [24, 24, 24, 24], 'Air/AirFlow': [1, 2, 3, 4] }
  const empty = { ...house, standardAge: null, flockStartedOn: null }
  expect(shareInTarget(chart(told), 'Climate/Temp/Avg', empty, NOON)).toBeNull()
  expect(share('Air/AirFlow', told)).toBeNull()
})
