import { expect, test } from 'vitest'
import {
  dateIn,
  daysAfter,
  dayUntil,
  endOfDay,
  instantOf,
  isTimeZone,
  lastDay,
  localText,
} from './zone-time.ts'

test('a time typed for a house is in the house’s time zone', () => {
  expect(instantOf('2026-11-20T15:04', 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 20, 7, 4))
  expect(localText(Date.UTC(2026, 10, 20, 7, 4), 'Asia/Shanghai')).toBe('2026-11-20T15:04')
  expect(instantOf('', 'Asia/Shanghai')).toBeNaN()
})

test('in the night when the clock is put back, the first of two equal hours is meant', () => {
  expect(instantOf('2026-10-25T02:30', 'Europe/Amsterdam')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  expect(instantOf('2026-10-25T03:30', 'Europe/Amsterdam')).toBe(Date.UTC(2026, 9, 25, 2, 30))
})

test('an hour that the clock skips is taken as equally long after the change', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Amsterdam')).toBe(Date.UTC(2026, 2, 29, 1, 30))
})

test('a day and the one before end at the same time by the house’s clock', () => {
  const now = Date.UTC(2026, 10, 20, 7, 4, 30)
  expect(dayUntil(now, 'Asia/Shanghai')).toEqual({
    today: { from: Date.UTC(2026, 10, 19, 16), to: now },
    yesterday: { from: Date.UTC(2026, 10, 18, 16), to: Date.UTC(2026, 10, 19, 7, 4, 30) },
  })
})

test('the same time on a day with 23 or 25 hours is by the clock, not 24 hours ago', () => {
  // 29 March 2026: the clock is put forward from 2:00; 25 October: back from 3:00.
  const spring = dayUntil(Date.UTC(2026, 2, 29, 10), 'Europe/Amsterdam')
  expect(spring.today.from).toBe(Date.UTC(2026, 2, 28, 23))
  expect(spring.yesterday).toEqual({ from: Date.UTC(2026, 2, 27, 23), to: Date.UTC(2026, 2, 28, 11) })
  const autumn = dayUntil(Date.UTC(2026, 9, 26, 10), 'Europe/Amsterdam')
  expect(autumn.yesterday).toEqual({ from: Date.UTC(2026, 9, 24, 22), to: Date.UTC(2026, 9, 25, 10) })
})

test('the date in a house is the date on its wall', () => {
  expect(dateIn('America/Chicago', new Date('2026-03-01T04:00:00Z'))).toBe('2026-02-28')
})

test('a time zone is a place in the world, not an offset or nonsense', () => {
  expect(isTimeZone('Asia/Shanghai')).toBe(true)
  expect(isTimeZone('UTC')).toBe(true)
  expect(isTimeZone('+08:00')).toBe(false)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  for (const short of ['CTT', 'CST', 'IST', 'CET', 'US/Pacific-New']) expect(isTimeZone(short)).toBe(false)
  expect(isTimeZone("x'; drop table house")).toBe(false)
})

test('days are counted by the calendar, across month ends and leap years', () => {
  expect(daysAfter('2028-02-28', 2)).toBe('2028-03-01')
  expect(daysAfter('2026-01-01', -1)).toBe('2025-12-31')
})

test('what is valid to the end of a day ends on that day by the same calendar, wherever it is read', () => {
  for (const timeZone of ['Asia/Shanghai', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])
    expect(lastDay(endOfDay('2026-12-22', timeZone), timeZone)).toBe('2026-12-22')
})
