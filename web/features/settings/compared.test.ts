import { expect, test } from 'vitest'
import { comparedRows } from './compared.ts'

const curve = (points: readonly (readonly [day: number, target: number])[]) =>
  Object.fromEntries(
    points.flatMap(([day, target], i) => [
      [`Settings/Temp/Curve/P0${i + 1}/Day`, day],
      [`Settings/Temp/Curve/P0${i + 1}/Target`, target],
    ]),
  )
const said = (documents: Parameters<typeof comparedRows>[0]) =>
  comparedRows(documents).map(({ label, values }) => [label['en-US'], ...values])

test('points of two houses stand beside each other by their day of age, not by their number', () => {
  const house = curve([
    [0, 33],
    [7, 30],
    [21, 25],
  ])
  const other = curve([
    [0, 33],
    [21, 24],
  ])
  expect(said([house, other])).toEqual([
    ['Day 7: target', 30, undefined],
    ['Day 21: target', 25, 24],
  ])
})

test('the same days with another number of points are no difference', () => {
  const house = curve([
    [0, 33],
    [21, 25],
  ])
  expect(said([house, { ...house, 'Settings/Temp/TargetOffset': 0.5 }])).toEqual([
    ['Target offset', undefined, 0.5],
  ])
})
