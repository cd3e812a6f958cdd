import { expect, test } from 'vitest'
import { axisOf } from './axis.ts'

const ticksOf = ({ from, to }: ReturnType<typeof axisOf>) => [from, (from + to) / 2, to]

test.each([[[0, 1]], [[0, 0]], [[3]], [[0, 7, 2]], [[1_000, 1_003]], [[98_123, 101_456]]])(
  'the axis of counts %j has whole numbers and room for all of them',
  values => {
    const axis = axisOf(values, { isWhole: true })
    expect(ticksOf(axis).every(Number.isInteger)).toBe(true)
    expect(axis.from).toBeLessThanOrEqual(Math.min(...values))
    expect(axis.to).toBeGreaterThanOrEqual(Math.max(...values))
    expect(axis.to).toBeGreaterThan(axis.from)
  },
)

test('the axis of a rate ends at 100, whether everything was there or not', () => {
  expect(axisOf([100, 100], { most: 100 }).to).toBe(100)
  expect(axisOf([62, 99.4], { most: 100 }).to).toBe(100)
  expect(axisOf([20, 40], { most: 100 }).to).toBeLessThan(50)
})

test.each([[[81.3, 95.6]], [[88.1, 91.2]], [[3, 97]], [[62, 99.4]]])(
  'the axis of rates %j begins, has its middle and ends at round numbers',
  values => {
    const axis = axisOf(values, { most: 100 })
    for (const tick of ticksOf(axis)) expect(tick * 2).toBe(Math.round(tick * 2))
    expect(axis.from).toBeLessThanOrEqual(Math.min(...values))
    expect(axis.to).toBeGreaterThanOrEqual(Math.max(...values))
  },
)

test('a rate reported as more than 100 is still drawn', () => {
  expect(axisOf([90, 104], { most: 100 }).to).toBe(104)
})
