import { expect, test } from 'vitest'
import { lightDays, lightsOn } from './lights.ts'

const programme = (dimmer: number, number: number, fromDay: number, on: string, off: string, level = 80) =>
  Object.entries({ FromDay: fromDay, On: on, Off: off, Level: level, RampUp: 0, RampDown: 60 }).map(
    ([part, value]) => [`Settings/Light/D${dimmer}/P0${number}/${part}`, value] as const,
  )
const document = Object.fromEntries([
  ...programme(1, 1, 0, '00:00', '23:00', 100),
  ...programme(1, 2, 7, '14:00', '20:00', 60),
  ...programme(1, 3, 7, '04:00', '12:00'),
  ...programme(2, 1, 0, '06:00', '06:00'),
])
const at = (course: readonly number[] | undefined, hour: number) => course?.[hour * 12]

test('a dimmer is drawn by the programmes in effect on a day of age', () => {
  const [first, second] = lightsOn(document, 10)
  expect(first).toMatchObject({
    dimmer: 1,
    hours: 14,
    windows: [
      { on: 4, off: 12 },
      { on: 14, off: 20 },
    ],
  })
  expect([3, 4, 11.5, 13, 15].map(hour => at(first?.course, hour))).toEqual([0, 80, 40, 0, 60])
  // Programmes that switch off when they switch on are unused.
  expect(second).toMatchObject({ dimmer: 2, hours: 0, windows: [] })
})

test('until another programme’s day the previous one holds', () => {
  expect(lightsOn(document, 6)[0]).toMatchObject({ hours: 23, windows: [{ level: 100 }] })
  expect(lightDays(document)).toEqual([0, 7])
})

test('a time still being typed gives no light', () => {
  const typed = { ...document, 'Settings/Light/D1/P02/On': null, 'Settings/Light/D1/P02/Off': '2' }
  expect(lightsOn(typed, 10)[0]?.course.every(Number.isFinite)).toBe(true)
})
