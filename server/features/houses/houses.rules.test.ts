import { expect, test } from 'vitest'
import { bindingChange, dayAge, urgency } from './houses.rules.ts'

const shanghai = { timeZone: 'Asia/Shanghai', placementDay: 0 }

test('a flock gets a day older at the midnight of its house, not of the server', () => {
  const before = new Date('2026-03-01T15:59:59Z')
  const after = new Date('2026-03-01T16:00:00Z')
  expect(dayAge('2026-02-01', { ...shanghai, at: before })).toBe(28)
  expect(dayAge('2026-02-01', { ...shanghai, at: after })).toBe(29)
})

test('the day of placement is day 0 or day 1 as the office counts', () => {
  const at = new Date('2026-03-01T04:00:00Z')
  expect(dayAge('2026-03-01', { ...shanghai, at })).toBe(0)
  expect(dayAge('2026-03-01', { ...shanghai, placementDay: 1, at })).toBe(1)
})

test('the change to summer time neither adds nor loses a day', () => {
  const at = new Date('2026-04-10T10:00:00Z')
  expect(dayAge('2026-03-20', { timeZone: 'Europe/Berlin', placementDay: 0, at })).toBe(21)
})

test('an empty house and a flock still to come have no age', () => {
  const at = new Date('2026-03-01T04:00:00Z')
  expect(dayAge(null, { ...shanghai, at })).toBeNull()
  expect(dayAge('2026-03-05', { ...shanghai, at })).toBeNull()
})

test('a replaced controller closes one interval and opens the next', () => {
  expect(bindingChange(['old', 'scale'], ['scale', 'new', 'new'])).toEqual({
    opened: ['new'],
    closed: ['old'],
  })
})

test('the worst house comes first: emergency, critical, offline, warning, normal', () => {
  const places = [
    urgency('alarm', 'emergency'),
    urgency('alarm', 'critical'),
    urgency('offline', 'emergency'),
    urgency('normal', 'warning'),
    urgency('normal', undefined),
  ]
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(new Set(places).size).toBe(5)
})
