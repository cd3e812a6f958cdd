import { expect, test } from 'vitest'
import { type Urgency, urgencyOf, worstFirst } from './house-urgency.ts'

test('emergencies come first, then alarms, offline, watch, normal; equals keep the server’s order', () => {
  const houses = ['normal 1', 'watch 2', 'offline 3', 'alarm 4', 'normal 5', 'emergency 6', 'alarm 7']
  expect(worstFirst(houses, name => name.split(' ')[0] as Urgency)).toEqual([
    'emergency 6',
    'alarm 4',
    'alarm 7',
    'offline 3',
    'watch 2',
    'normal 1',
    'normal 5',
  ])
})

test('a warning turns a normal house into one to watch, and changes no other', () => {
  expect(urgencyOf('normal', 'warning')).toBe('watch')
  expect(urgencyOf('normal', 'info')).toBe('normal')
  expect(urgencyOf('normal', undefined)).toBe('normal')
  expect(urgencyOf('offline', 'warning')).toBe('offline')
  expect(urgencyOf('alarm', 'critical')).toBe('alarm')
})

test('an emergency outranks any other alarm', () => {
  expect(urgencyOf('alarm', 'emergency')).toBe('emergency')
})
