import { expect, test } from 'vitest'
import { worstAtMost } from './alarm-figures.ts'

test('the ten that ring most may make 5 % of many, and of few twice what ten make when all ring alike', () => {
  expect(worstAtMost(1_000)).toBe(0.05)
  expect(worstAtMost(100)).toBeCloseTo(0.2)
  // Of ten or fewer they are all.
  expect([worstAtMost(10), worstAtMost(0)]).toEqual([1, 1])
})
