import { expect, test } from 'vitest'
import { stockingDensity, weeksOf } from './flock.ts'

test('an age is whole weeks and the days after them', () => {
  expect(weeksOf(150)).toEqual({ weeks: 21, days: 3 })
  expect(weeksOf(7)).toEqual({ weeks: 1, days: 0 })
  expect(weeksOf(6)).toEqual({ weeks: 0, days: 6 })
})

test('stocking density is of the birds alive, in kg only where they were weighed', () => {
  expect(stockingDensity(22_000, 1_400, 2_600).kg).toBeCloseTo(40.9, 1)
  expect(stockingDensity(22_000, 1_400, 2_600).birds).toBeCloseTo(15.7, 1)
  expect(stockingDensity(22_000, 1_400, null).kg).toBeNull()
})
