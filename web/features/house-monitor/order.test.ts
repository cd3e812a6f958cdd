import { expect, test } from 'vitest'
import { type Urgency, urgencyOf, urgentAlarms, worstFirst } from './order.ts'

test('emergencies come first, then alarms, offline, watch, normal; equals keep the order of the server', () => {
  const houses = ['normal 1', 'watch 2', 'offline 3', 'alarm 4', 'normal 5', 'emergency 6', 'alarm 7']
  expect(worstFirst(houses, name => name.split(' ')[0] as Urgency)).toEqual([
    ...['emergency 6', 'alarm 4', 'alarm 7', 'offline 3', 'watch 2', 'normal 1', 'normal 5'],
  ])
})

test('a warning makes a normal house one to watch, and leaves every other as it is', () => {
  expect(urgencyOf('normal', ['Alarm/SiloLow'])).toBe('watch')
  expect(urgencyOf('normal', [])).toBe('normal')
  expect(urgencyOf('offline', ['Alarm/SiloLow'])).toBe('offline')
  expect(urgencyOf('alarm', ['Alarm/SiloLow'])).toBe('alarm')
})

test('a power failure is worse than any other alarm', () => {
  expect(urgentAlarms).toContain('Alarm/PowerFail')
  expect(urgencyOf('alarm', ['Alarm/PowerFail'])).toBe('emergency')
})
