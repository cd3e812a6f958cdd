import { expect, test } from 'vitest'
import { isDue, isOld, type Known } from './due.ts'

const at = (text: string) => Date.parse(`${text}:00Z`)
/** 02:00 in Shanghai is 18:00 UTC of the day before. */
const known = (more: Partial<Known> & { now: number }): Known => ({
  hour: 2,
  timeZone: 'Asia/Shanghai',
  wholeAt: at('2026-11-20T18:03'),
  failedAt: null,
  installedAt: at('2026-11-01T12:00'),
  isRunning: false,
  ...more,
})

test('one a day is due from its hour in the zone of the provider', () => {
  expect(isDue(known({ now: at('2026-11-21T17:59') }))).toBe(false)
  expect(isDue(known({ now: at('2026-11-21T18:00') }))).toBe(true)
  expect(isDue(known({ now: at('2026-11-21T18:01'), wholeAt: at('2026-11-21T18:00') }))).toBe(false)
  const berlin = { timeZone: 'Europe/Berlin', wholeAt: at('2026-11-21T01:03') }
  expect(isDue(known({ now: at('2026-11-22T00:59'), ...berlin }))).toBe(false)
  expect(isDue(known({ now: at('2026-11-22T01:00'), ...berlin }))).toBe(true)
})

test('a server that was down makes it when it is there again, one that was just set up waits for the hour', () => {
  expect(isDue(known({ now: at('2026-11-25T09:00') }))).toBe(true)
  const fresh = { wholeAt: null, installedAt: at('2026-11-21T09:00') }
  expect(isDue(known({ now: at('2026-11-21T09:01'), ...fresh }))).toBe(false)
  expect(isDue(known({ now: at('2026-11-21T18:00'), ...fresh }))).toBe(true)
})

test('after a failure it waits an hour, and switched off none is made by itself', () => {
  const now = at('2026-11-21T19:00')
  expect(isDue(known({ now, failedAt: at('2026-11-21T18:30') }))).toBe(false)
  expect(isDue(known({ now, failedAt: at('2026-11-21T18:00') }))).toBe(true)
  expect(isDue(known({ now, hour: undefined }))).toBe(false)
})

test('more than 26 hours without one are too many, counted from the installation where there is none', () => {
  const wholeAt = at('2026-11-20T18:00')
  expect(isOld(known({ now: at('2026-11-21T20:00'), wholeAt }))).toBe(false)
  expect(isOld(known({ now: at('2026-11-21T20:01'), wholeAt }))).toBe(true)
  expect(isOld(known({ now: at('2026-11-21T20:01'), wholeAt, isRunning: true }))).toBe(false)
  const fresh = { wholeAt: null, installedAt: at('2026-11-21T09:00') }
  expect(isOld(known({ now: at('2026-11-22T11:00'), ...fresh }))).toBe(false)
  expect(isOld(known({ now: at('2026-11-22T11:01'), ...fresh }))).toBe(true)
  expect(isOld(known({ now: at('2026-11-30T11:00'), hour: undefined }))).toBe(false)
})
