import { expect, test } from 'vitest'
import { instantOf, localText } from './zone-time.ts'

test('a time typed for a house is meant by the clock of the house', () => {
  expect(instantOf('2026-11-20T15:04', 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 20, 7, 4))
  expect(localText(Date.UTC(2026, 10, 20, 7, 4), 'Asia/Shanghai')).toBe('2026-11-20T15:04')
  expect(instantOf('', 'Asia/Shanghai')).toBeNaN()
})

test('in the night in which the clock is put back the first of two equal hours is meant', () => {
  expect(instantOf('2026-10-25T02:30', 'Europe/Amsterdam')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  expect(instantOf('2026-10-25T03:30', 'Europe/Amsterdam')).toBe(Date.UTC(2026, 9, 25, 2, 30))
})

test('an hour that the clock leaves out is taken as far after the change', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Amsterdam')).toBe(Date.UTC(2026, 2, 29, 1, 30))
})
