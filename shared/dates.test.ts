import { expect, test } from 'vitest'
import { clockOf, dateOf, dayOf, momentOf, nearDayOf } from './dates.ts'

const AT = Date.parse('2026-11-20T18:30:05.000Z')

test('a date has one form in each language, near or far', () => {
  expect(dateOf('2026-11-20', 'zh-CN')).toBe('2026-11-20')
  expect(dateOf('2025-01-05', 'en-US')).toBe('5 Jan 2025')
  expect(dayOf(AT, 'zh-CN', 'Asia/Shanghai')).toBe('2026-11-21')
  expect(momentOf(AT, 'en-US', 'Asia/Shanghai')).toBe('21 Nov 2026 02:30:05')
  expect(momentOf(AT, 'zh-CN', 'UTC')).toBe('2026-11-20 18:30:05')
})

test('an axis shows the same day without its year', () => {
  expect(nearDayOf(AT, 'en-US', 'UTC')).toBe('20 Nov')
  expect(nearDayOf(AT, 'zh-CN', 'UTC')).toBe('11-20')
  expect(clockOf(AT, 'Asia/Shanghai')).toBe('02:30')
})
