import { expect, test } from 'vitest'
import { breakPointOf } from './break-point.ts'

const weeks = (rates: readonly number[]) =>
  rates.map((rate, i) => ({ week: 50 + i, rate, standard: { low: 89, mid: 90, high: 91 } }))

test('a flock that keeps its standard has no break, nor has one that is below it all season', () => {
  expect(breakPointOf(weeks([90, 90.5, 89.8, 90.1, 90]))).toBeNull()
  expect(breakPointOf(weeks([86, 86, 86, 86, 86]))).toBeNull()
})

test('the break is where the fall begins, with the loss within two weeks', () => {
  expect(breakPointOf(weeks([90, 90, 90, 87, 84, 85, 86]))).toEqual({ week: 53, lost: 6 })
})
