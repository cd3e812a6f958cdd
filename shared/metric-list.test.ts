import { expect, test } from 'vitest'
import { joinMetrics, splitMetrics } from './metric-list.ts'

test('names of metrics come back as they were, also with commas and backslashes of another maker', () => {
  const names = ['Climate/Temp/Avg', 'Cellar, left\\CO', 'Weird\\', 'Climate/Hum/Avg']
  expect(splitMetrics(joinMetrics(names))).toEqual(names)
})

test('a list typed by hand may have blanks, doubles and empty places', () => {
  expect(splitMetrics(' Air/CO2/S1 ,, Air/CO2/S1,Air/NH3/S1,\\')).toEqual(['Air/CO2/S1', 'Air/NH3/S1'])
  expect(splitMetrics(' , ')).toEqual([])
})
