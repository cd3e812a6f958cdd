import { expect, test } from 'vitest'
import { lastDue, nextDue, type Rhythm } from './report-schedules.ts'

const daily: Rhythm = { rhythm: 'day', weekday: null, clock: '06:30' }
const mondays: Rhythm = { rhythm: 'week', weekday: 'monday', clock: '06:30' }
const at = (moment: string) => Date.parse(moment)

test('a daily report is due each day at its time, in its time zone', () => {
  expect(nextDue(daily, 'Asia/Shanghai', at('2026-11-22T22:29:59Z'))).toEqual({
    on: '2026-11-23',
    at: at('2026-11-22T22:30:00Z'),
  })
  expect(nextDue(daily, 'Asia/Shanghai', at('2026-11-22T22:30:00Z'))?.on).toBe('2026-11-24')
  expect(lastDue(daily, 'Asia/Shanghai', at('2026-11-22T22:30:00Z'))?.on).toBe('2026-11-23')
  expect(lastDue(daily, 'Asia/Shanghai', at('2026-11-22T22:29:59Z'))?.on).toBe('2026-11-22')
})

test('a weekly report is due only on its weekday', () => {
  const monday = at('2026-11-23T06:30:00Z')
  expect(nextDue(mondays, 'UTC', monday - 1)?.on).toBe('2026-11-23')
  expect(nextDue(mondays, 'UTC', monday)?.on).toBe('2026-11-30')
  expect(lastDue(mondays, 'UTC', monday - 1)?.on).toBe('2026-11-16')
  const sundays: Rhythm = { ...mondays, weekday: 'sunday' }
  expect(nextDue(sundays, 'UTC', monday)?.on).toBe('2026-11-29')
})

test('it is due once on days when clocks change', () => {
  const early: Rhythm = { ...daily, clock: '02:30' }
  const zone = 'Europe/Berlin'
  // 29 March 2026: there is no 2:30, so it is due equally long after the change.
  const spring = nextDue(early, zone, at('2026-03-28T12:00:00Z'))
  expect(spring).toEqual({ on: '2026-03-29', at: at('2026-03-29T01:30:00Z') })
  expect(nextDue(early, zone, spring?.at ?? 0)?.on).toBe('2026-03-30')
  // 25 October 2026: there are two, and it is due at the first.
  const autumn = nextDue(early, zone, at('2026-10-24T12:00:00Z'))
  expect(autumn).toEqual({ on: '2026-10-25', at: at('2026-10-25T00:30:00Z') })
  expect(nextDue(early, zone, autumn?.at ?? 0)?.on).toBe('2026-10-26')
})

test('the end of a flock is due at no time of day', () => {
  expect(nextDue({ ...daily, rhythm: 'flockEnd' }, 'UTC', 0)).toBeUndefined()
})
