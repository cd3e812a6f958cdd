import { expect, test } from 'vitest'
import { extentOf, outsideOf } from './extent.ts'

const probe = { low: -40, high: 90 }
const line = (values: (number | null)[], bounds: { low: number; high: number } | null = probe) => ({
  drawn: [values],
  known: [values],
  bounds,
})

test('an hour of nonsense does not set the scale, whichever way it goes', () => {
  expect(extentOf([line([20, 21, 125, 125, null, 19])])).toEqual([19, 21])
  expect(extentOf([line([20, -127, 21])])).toEqual([20, 21])
})

test('whatever a metric can have sets the scale, however rare', () => {
  expect(extentOf([line([20, 20, 20, 46, 20])])).toEqual([20, 46])
  expect(extentOf([line([20, 125, 21], null)])).toEqual([20, 125])
})

test('a mean of good and impossible readings does not set the scale either', () => {
  const [low, mean, high] = [
    [20, 20, 125, 20],
    [21, 60, 125, 21],
    [22, 125, 125, 22],
  ]
  const known = [low, mean, high]
  expect(extentOf([{ drawn: [mean], known, bounds: probe }])).toEqual([21, 21])
  expect(extentOf([{ drawn: known, known, bounds: probe }])).toEqual([20, 22])
})

test('if each point has an impossible reading, what is possible of them sets the scale', () => {
  const [low, mean, high] = [
    [20, 19],
    [24, 25],
    [125, 125],
  ]
  const known = [low, mean, high]
  expect(extentOf([{ drawn: known, known, bounds: probe }])).toEqual([19, 25])
})

test('a broken probe does not flatten the others on its scale; alone it is drawn as measured', () => {
  expect(extentOf([line([125, 126]), line([20, 22])])).toEqual([20, 22])
  expect(extentOf([line([125, 126])])).toEqual([125, 126])
})

test('nothing measured has no scale', () => {
  expect(extentOf([line([null, null])])).toBeNull()
  expect(extentOf([])).toBeNull()
})

test('each time a line leaves its scale is told once, by its farthest value', () => {
  expect(outsideOf([[20, 120, 125, 124, 20, null, 99, -127]], 15, 25)).toEqual([
    { point: 2, value: 125, isAbove: true },
    { point: 6, value: 99, isAbove: true },
    { point: 7, value: -127, isAbove: false },
  ])
})

test('a band leaves its scale with its highest or its lowest value', () => {
  const columns = [
    [18, -40, 18],
    [20, 20, 20],
    [22, 22, 125],
  ]
  expect(outsideOf(columns, 15, 25)).toEqual([
    { point: 2, value: 125, isAbove: true },
    { point: 1, value: -40, isAbove: false },
  ])
  expect(outsideOf([[18, 20, 22]], 15, 25)).toEqual([])
})
