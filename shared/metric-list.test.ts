import { expect, test } from 'vitest'
import { joinMetrics, splitMetrics } from './metric-list.ts'

test('metric names come back unchanged, even with commas and backslashes from another maker', () => {
  const names = ['Climate/Temp/Avg', 'Cellar, left\\CO', 'Weird\\', 'Climate/Hum/Avg']
  expect(splitMetrics(joinMetrics(names))).toEqual(names)
})

test('a list typed by hand may have blanks, duplicates and empty places', () => {
  expect(splitMetrics(' Air/CO2/S1 ,, Air/CO2/S1,Air/NH3/S1,\\')).toEqual(['Air/CO2/S1', 'Air/NH3/S1'])
  expect(splitMetrics(' , ')).toEqual([])
})
