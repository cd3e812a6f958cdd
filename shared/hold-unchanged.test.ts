import { expect, test } from 'vitest'
import type { Chart } from './contracts/houses.ts'
import { holdUnchanged } from './hold-unchanged.ts'

const MINUTE = 60_000

/** A chart of two metrics, with a bucket every four minutes. */
const aChart = (...means: (number | null)[][]): Chart => ({
  resolution: 'raw',
  stepMs: 4 * MINUTE,
  at: (means[0] ?? []).map((_, i) => i * 4 * MINUTE),
  series: means.map((mean, i) => ({ metric: `m${i}`, low: mean, mean, high: mean })),
})
const meansOf = (chart: Chart) => holdUnchanged(chart).series.map(({ mean }) => mean)

test('a value that did not change holds while the house reports others', () => {
  expect(meansOf(aChart([50, null, null, null, 52], [1, 2, 3, 4, 5]))[0]).toEqual([50, 50, 50, 50, 52])
})

test('a short silence of a steady house is no gap', () => {
  expect(meansOf(aChart([50, null, 51]))[0]).toEqual([50, 50, 51])
})

test('a house that reports nothing for ten minutes has a gap, and nothing is invented in it', () => {
  expect(meansOf(aChart([50, null, null, null, 51], [1, null, null, null, 2]))).toEqual([
    [50, null, null, null, 51],
    [1, null, null, null, 2],
  ])
})

test.each([
  [
    'a farm that lets a house be silent for half an hour sees no gap in a quarter of one',
    1_800,
    [50, 50, 50, 50, 51],
  ],
  ['one that wants it told after two minutes sees a gap in four', 120, [50, null, null, null, 51]],
])('%s', (_, gapS, expected) => {
  expect(meansOf({ ...aChart([50, null, null, null, 51]), gapS })).toEqual([expected])
})

test('nothing is known before the first value', () => {
  expect(meansOf(aChart([null, null, 7], [1, 2, 3]))[0]).toEqual([null, null, 7])
})

test('a value holds through reports that contain none of the requested metrics', () => {
  const steady = { ...aChart([50, null, null, null, null]), heard: [true, true, true, true, false] }
  expect(meansOf(steady)).toEqual([[50, 50, 50, 50, null]])
})

test('a held value has no band of its own', () => {
  const [series] = holdUnchanged(aChart([50, null, 52])).series
  expect([series?.low, series?.high]).toEqual([
    [50, 50, 52],
    [50, 50, 52],
  ])
})
