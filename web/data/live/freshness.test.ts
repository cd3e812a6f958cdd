import { expect, test } from 'vitest'
import { freshnessOf } from './freshness.ts'

const HEARD = 1_000_000
const INTERVAL_S = 10

test('values are fresh for three report intervals after the house was last heard', () => {
  expect(freshnessOf(HEARD, INTERVAL_S, true, HEARD + 30_000)).toBe('fresh')
  expect(freshnessOf(HEARD, INTERVAL_S, true, HEARD + 30_001)).toBe('stale')
})

test('without a live connection nothing is fresh', () => {
  expect(freshnessOf(HEARD, INTERVAL_S, false, HEARD)).toBe('stale')
})

test('a house never heard has nothing that could be stale', () => {
  expect(freshnessOf(undefined, INTERVAL_S, true, HEARD)).toBe('unknown')
})
