import { expect, test } from 'vitest'
import { percentileOf } from './percentile.ts'

const bounds = [10, 20, 50, 100]
/** Counts of these values per bucket: at most each bound, and above the one before. */
const counted = (values: readonly number[]) =>
  [...bounds, Number.POSITIVE_INFINITY].map(
    (bound, i) => values.filter(value => value <= bound && value > (bounds[i - 1] ?? 0)).length,
  )
const exact = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN

test.each([
  { of: 'even ones', values: Array.from({ length: 100 }, (_, i) => i + 1) },
  {
    of: 'mostly quick ones',
    values: [...Array.from({ length: 990 }, () => 5), ...Array.from({ length: 10 }, () => 90)],
  },
  { of: 'a single one', values: [35] },
])('percentiles of $of lie between the bounds of the exact ones, and never fall', ({ values }) => {
  let before = 0
  for (const share of [0.1, 0.5, 0.9, 0.95, 0.99, 1]) {
    const found = percentileOf(bounds, counted(values), share) ?? Number.NaN
    const place = bounds.findIndex(bound => bound >= exact(values, share))
    expect(found).toBeGreaterThan(bounds[place - 1] ?? 0)
    expect(found).toBeLessThanOrEqual(bounds[place] ?? Number.NaN)
    expect(found).toBeGreaterThanOrEqual(before)
    before = found
  }
})

test('of what lies beyond the last bound that is all that is said, and nothing of nothing', () => {
  expect(percentileOf(bounds, counted([5, 500, 900]), 0.99)).toBe(100)
  expect(percentileOf(bounds, [0, 0, 0, 0, 0], 0.5)).toBe(null)
  expect(percentileOf(bounds, [], 0.5)).toBe(null)
})
