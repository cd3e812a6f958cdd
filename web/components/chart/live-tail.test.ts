import { expect, test } from 'vitest'
import { addLive, type Curve } from './live-tail.ts'

const aCurve = (): Curve => ({ at: [0, 60, 120], columns: [[20, 21, 22]] })
const valuesOf = ({ columns }: Curve) => columns[0] ?? []

test('the first live value continues the stored curve', () => {
  const curve = aCurve()
  addLive(curve, 3, 125, [22.5], 60)
  expect(curve).toEqual({ at: [0, 60, 120, 125], columns: [[20, 21, 22, 22.5]] })
})

test('live values within one step replace each other, so an hour of messages stays an hour of points', () => {
  const curve = aCurve()
  for (let second = 121; second <= 120 + 3_600; second += 1) addLive(curve, 3, second, [second], 60)
  expect(curve.at.length).toBeLessThanOrEqual(3 + 3_600 / 60 + 2)
  expect(curve.at.at(-1)).toBe(3_720)
  expect(valuesOf(curve).at(-1)).toBe(3_720)
  expect(valuesOf(curve).slice(0, 3)).toEqual([20, 21, 22])
})

test('a late sample does not bend the curve back', () => {
  const curve = aCurve()
  expect(addLive(curve, 3, 90, [99], 60)).toBe(false)
  expect(curve).toEqual(aCurve())
})

test('a sensor that dies leaves a gap', () => {
  const curve = aCurve()
  addLive(curve, 3, 125, [null], 60)
  expect(valuesOf(curve).at(-1)).toBeNull()
})

test('several values of one moment are all kept', () => {
  const curve: Curve = { at: [0], columns: [[1], [2]] }
  addLive(curve, 1, 5, [10, null], 60)
  expect(curve).toEqual({
    at: [0, 5],
    columns: [
      [1, 10],
      [2, null],
    ],
  })
})
