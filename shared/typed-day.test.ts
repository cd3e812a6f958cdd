import { expect, test } from 'vitest'
import { dateOf } from './dates.ts'
import { languages } from './text.ts'
import { readClock, readDay } from './typed-day.ts'

test.each([
  '2027-12-31',
  '2027/12/31',
  '2027.12.31',
  '20271231',
  '2027年12月31日',
  '２０２７-１２-３１',
  '31 Dec 2027',
  '31 december 2027',
  '31-Dec-2027',
  'Dec 31, 2027',
  'December 31st, 2027',
  '31/12/2027',
  '12/31/2027',
  '31.12.2027',
])('%s is the last day of 2027', typed => expect(readDay(typed)).toBe('2027-12-31'))

test('reads back whatever it shows, in both languages, on every day of a leap year', () => {
  for (let at = Date.UTC(2028, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    for (const language of languages) expect(readDay(dateOf(day, language))).toBe(day)
  }
})

test.each(['02/03/2026', '2027-02-29', '71231-12-27', '31 Nov 2026', '2026-13-01', '1 Foo 2026', '2026', ''])(
  '%s is no day that everybody would read alike',
  typed => expect(readDay(typed)).toBeUndefined(),
)

test('a day that is the same in either order is taken', () =>
  expect(readDay('03/03/2026')).toBe('2026-03-03'))

test.each([
  ['7:30', '07:30'],
  ['07:30', '07:30'],
  ['730', '07:30'],
  ['1930', '19:30'],
  ['7.30', '07:30'],
  ['7：30', '07:30'],
  ['7点30分', '07:30'],
  ['7点', '07:00'],
  ['7:30 pm', '19:30'],
  ['12 am', '00:00'],
  ['12:15pm', '12:15'],
  ['00:00', '00:00'],
])('%s is %s', (typed, clock) => expect(readClock(typed)).toBe(clock))

test.each(['24:00', '7', '7:60', '13 pm', 'noon', ''])('%s is no time', typed =>
  expect(readClock(typed)).toBeUndefined(),
)
