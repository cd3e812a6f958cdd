import { expect, test } from 'vitest'
import { curveAt, curvePoints, rangeOf } from './curve.ts'

const document = Object.fromEntries(
  [
    [7, 28],
    [0, 31],
  ].flatMap(([day, target], i) =>
    Object.entries({ Day: day, Target: target, Heat: 27, Tunnel: 32, LowAlarmDiff: 2, HighAlarmDiff: 5 }).map(
      ([part, value]) => [`Settings/Temp/Curve/P0${i + 1}/${part}`, value as number],
    ),
  ),
)

test('a curve is linear between its points and flat beyond them', () => {
  const points = curvePoints(document)
  expect(points.map(({ day }) => day)).toEqual([0, 7])
  expect([-3, 0, 3.5, 7, 40].map(day => curveAt(points, day, 'target'))).toEqual([31, 31, 29.5, 28, 28])
})

test('the axes cover the curve, its alarms, today and the house', () => {
  expect(rangeOf(curvePoints(document), 12, 40)).toEqual({ days: [0, 12], degrees: [26, 40] })
})

test('a point still being typed is not drawn', () => {
  expect(curvePoints({ ...document, 'Settings/Temp/Curve/P01/Target': null })).toHaveLength(1)
})
