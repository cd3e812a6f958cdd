import { expect, test } from 'vitest'
import { bindingChange, urgency } from './houses.rules.ts'

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
