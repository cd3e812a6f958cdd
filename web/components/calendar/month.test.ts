import { expect, test } from 'vitest'
import { monthPlus, weeksOf } from './month.ts'

test('turning the month crosses the year in both directions', () => {
  expect(monthPlus('2026-12', 1)).toBe('2027-01')
  expect(monthPlus('2027-01', -1)).toBe('2026-12')
})

test('weeks run from Monday to Sunday and hold the whole month', () => {
  // 1 February 2027 is a Monday and its month has exactly four weeks; 1 August 2027 is a Sunday.
  expect(weeksOf('2027-02')).toHaveLength(4)
  const august = weeksOf('2027-08')
  expect(august).toHaveLength(6)
  expect(august[0]).toEqual([
    '2027-07-26',
    '2027-07-27',
    '2027-07-28',
    '2027-07-29',
    '2027-07-30',
    '2027-07-31',
    '2027-08-01',
  ])
  expect(august.at(-1)?.[1]).toBe('2027-08-31')
})
