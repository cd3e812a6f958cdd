import { expect, test } from 'vitest'
import { figuresOf } from './series-figures.ts'

test('figures of a period leave out its gaps, and take the extremes from the band', () => {
  const series = { metric: 'm', low: [1, null, 2], mean: [2, null, 4], high: [3, null, 9] }
  expect(figuresOf(series)).toEqual({ low: 1, mean: 3, high: 9, last: 4 })
})

test('a series without values has no figures', () => {
  expect(figuresOf({ metric: 'm', low: [null], mean: [null], high: [null] })).toEqual({
    low: null,
    mean: null,
    high: null,
    last: null,
  })
})
