import { expect, test } from 'vitest'
import { breakPointOf } from './break-point.ts'

const weeks = (rates: readonly number[], standards?: readonly number[]) =>
  rates.map((rate, i) => {
    const mid = standards?.[i] ?? 90
    const width = standards ? 0 : 1
    return { week: 50 + i, days: 7, rate, standard: { low: mid - width, mid, high: mid + width } }
  })

test('a flock that keeps its standard has no break, nor has one that is below it all season', () => {
  expect(breakPointOf(weeks([90, 90.5, 89.8, 90.1, 90]))).toBeNull()
  expect(breakPointOf(weeks([86, 86, 86, 86, 86]))).toBeNull()
})

test('the break is where the fall begins, with the loss within two weeks', () => {
  expect(breakPointOf(weeks([90, 90, 90, 87, 84, 85, 86]))).toEqual({ week: 53, lost: 6, from: 90, to: 84 })
})

test('a flock that comes into lay a little behind its standard has not fallen', () => {
  // A breeder flock as recorded, with its standard: weeks 26 to 31.
  const rates = [24.8, 52.2, 73.5, 83.7, 86.9, 87.7]
  expect(breakPointOf(weeks(rates, [23.4, 53.6, 75.3, 84.2, 87.2, 88.1]))).toBeNull()
  // Nor has one that rises far less than it should: it is behind, but did not fall.
  expect(breakPointOf(weeks([24, 52, 60, 61, 62, 63], [23.4, 53.6, 75.3, 84.2, 87.2, 88.1]))).toBeNull()
})

test('a week of which only a day is recorded breaks nothing', () => {
  const told = weeks([90, 90, 90, 90, 80])
  expect(breakPointOf(told.map((week, i) => ({ ...week, days: i === 4 ? 1 : 7 })))).toBeNull()
})
