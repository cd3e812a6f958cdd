import { expect, test } from 'vitest'
import { laxerThan } from './alarm-rules.ts'
import { type DutyHours, holesOf, isOnDuty } from './duties.ts'

const ZONE = 'Asia/Shanghai'
const always = { fromOn: null, untilOn: null }
const days: DutyHours = { ...always, weekdays: [1, 2, 3, 4, 5], fromClock: '08:00', untilClock: '20:00' }
const fridayNight: DutyHours = { ...always, weekdays: [5], fromClock: '20:00', untilClock: '08:00' }
/** In Shanghai time; 2026-11-20 is a Friday. */
const at = (text: string) => Date.parse(`${text}+08:00`)

test('a duty follows the farm’s clocks, from its first minute to just before its last', () => {
  const on = [
    '2026-11-20T07:59',
    '2026-11-20T08:00',
    '2026-11-20T19:59',
    '2026-11-20T20:00',
    '2026-11-21T12:00',
  ]
  expect(on.map(text => isOnDuty(days, at(text), ZONE))).toEqual([false, true, true, false, false])
})

test('a night belongs to the day on which it begins, and ends in the morning', () => {
  const on = [
    '2026-11-20T19:59',
    '2026-11-20T23:00',
    '2026-11-21T07:59',
    '2026-11-21T08:00',
    '2026-11-21T23:00',
  ]
  expect(on.map(text => isOnDuty(fridayNight, at(text), ZONE))).toEqual([false, true, true, false, false])
})

test('the same hour twice is a whole day, up to that hour on the next', () => {
  const sunday: DutyHours = { ...fridayNight, weekdays: [7], fromClock: '08:00' }
  const on = ['2026-11-22T07:59', '2026-11-22T08:00', '2026-11-23T07:59', '2026-11-23T08:00']
  expect(on.map(text => isOnDuty(sunday, at(text), ZONE))).toEqual([false, true, true, false])
})

test('a duty between two days ends with the night of the last', () => {
  const week = {
    ...fridayNight,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromOn: '2026-11-20',
    untilOn: '2026-11-21',
  }
  const on = ['2026-11-20T07:00', '2026-11-20T21:00', '2026-11-22T07:00', '2026-11-22T21:00']
  expect(on.map(text => isOnDuty(week, at(text), ZONE))).toEqual([false, true, true, false])
})

test('a rule beyond the built-in limit is laxer; one in the other direction or below it is not', () => {
  const hot = { metric: 'Climate/Temp/Avg', direction: 'above' } as const
  expect([laxerThan({ ...hot, limit: 39 }), laxerThan({ ...hot, limit: 38 })]).toEqual([38, null])
  expect(laxerThan({ metric: 'Climate/Hum/Avg', direction: 'above', limit: 99 })).toBeNull()
  expect(laxerThan({ metric: 'Air/NH3/S1', direction: 'below', limit: 99 })).toBeNull()
})

test('what no duty covers is a hole, on each day from its first minute to its last', () => {
  // 2026-11-19 is a Thursday.
  expect(holesOf([days, fridayNight], '2026-11-19', 4)).toEqual([
    { day: '2026-11-19', fromClock: '00:00', untilClock: '08:00' },
    { day: '2026-11-19', fromClock: '20:00', untilClock: '24:00' },
    { day: '2026-11-20', fromClock: '00:00', untilClock: '08:00' },
    { day: '2026-11-21', fromClock: '08:00', untilClock: '24:00' },
    { day: '2026-11-22', fromClock: '00:00', untilClock: '24:00' },
  ])
  const week = [1, 2, 3, 4, 5, 6, 7]
  const everyDay: DutyHours = { ...always, weekdays: week, fromClock: '06:00', untilClock: '06:00' }
  expect(holesOf([everyDay], '2026-11-19', 7)).toEqual([])
  const until = { ...everyDay, untilOn: '2026-11-20' }
  expect(holesOf([until], '2026-11-20', 2)).toEqual([
    { day: '2026-11-21', fromClock: '06:00', untilClock: '24:00' },
  ])
})

test('a time has a hole exactly when nobody is on duty', () => {
  const early: DutyHours = { ...always, weekdays: [2, 4], fromClock: '05:30', untilClock: '13:00' }
  const plan = [days, fridayNight, early]
  const holes = holesOf(plan, '2026-11-16', 14)
  for (let ms = at('2026-11-16T00:00'); ms < at('2026-11-30T00:00'); ms += 15 * 60_000) {
    const [day = '', clock = ''] = new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16).split('T')
    const isHole = holes.some(hole => hole.day === day && hole.fromClock <= clock && clock < hole.untilClock)
    expect({ day, clock, isHole }).toEqual({
      day,
      clock,
      isHole: !plan.some(duty => isOnDuty(duty, ms, ZONE)),
    })
  }
})
