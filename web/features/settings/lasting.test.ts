import { expect, test } from 'vitest'
import { endOf } from './lasting.ts'

test.each([
  ['Asia/Shanghai', '2026-11-21T21:30:00Z', '2026-11-21T22:00:00.000Z'],
  ['Asia/Shanghai', '2026-11-21T22:00:00Z', '2026-11-22T22:00:00.000Z'],
  ['Europe/Amsterdam', '2026-10-24T20:00:00Z', '2026-10-25T05:00:00.000Z'],
])('until the morning in %s at %s is %s', (zone, now, end) => {
  expect(endOf('morning', zone, Date.parse(now))).toBe(end)
})

test('a permanent change has no end', () => {
  expect(endOf('always', 'UTC', 0)).toBeUndefined()
  expect(endOf('hours', 'UTC', 0)).toBe('1970-01-01T04:00:00.000Z')
})
