import { expect, test } from 'vitest'
import { causeOf } from './alarm-cause.ts'

const MINUTE = 60_000
const at = (minute: number, code: string) => ({ code, since: minute * MINUTE })

test('a fan group that stopped before the house warmed up is the cause', () => {
  expect(causeOf([at(57, 'HighTemp'), at(55, 'FanGroupFault4')])).toEqual({
    kind: 'FanGroupFault',
    since: 55 * MINUTE,
    numbers: [4],
  })
})

test('a fan group that stopped long after the house was hot is not', () => {
  expect(causeOf([at(10, 'HighTemp'), at(55, 'FanGroupFault4')])).toBeNull()
})

test('a power failure explains the fans that stopped, not the other way round', () => {
  const alarms = [at(3, 'FanGroupFault1'), at(3, 'FanGroupFault2'), at(2, 'PowerFail'), at(9, 'HighCO2')]
  expect(causeOf(alarms)?.kind).toBe('PowerFail')
})

test('without mains and generator what stops is told as that', () => {
  const failure = [at(2.5, 'PowerFail'), at(2, 'GeneratorNotRunning'), at(4, 'HighTemp'), at(3, 'WaterNone')]
  for (const alarm of failure) {
    const cause = causeOf(failure, [alarm])
    expect(cause?.kind ?? null).toBe(alarm.code === 'GeneratorNotRunning' ? null : 'GeneratorNotRunning')
  }
})

test('several groups that failed are all named, with the start of the first', () => {
  expect(causeOf([at(5, 'FanGroupFault12'), at(4, 'FanGroupFault3'), at(9, 'HighNH3')])).toEqual({
    kind: 'FanGroupFault',
    since: 4 * MINUTE,
    numbers: [12, 3],
  })
})

test('a broken heater explains cold, never heat', () => {
  expect(causeOf([at(1, 'HeaterFault'), at(9, 'LowTemp')])?.kind).toBe('HeaterFault')
  expect(causeOf([at(1, 'HeaterFault'), at(9, 'HighTemp')])).toBeNull()
})

test('a single alarm has no known cause', () => {
  expect(causeOf([at(5, 'FanGroupFault4')])).toBeNull()
  expect(causeOf([at(5, 'SiloLow')])).toBeNull()
  expect(causeOf([])).toBeNull()
})

test('emergency ventilation in a power failure comes from the mains, though the controller reported it first', () => {
  const failure = [at(2, 'EmergencyVent'), at(2.5, 'PowerFail')]
  expect(causeOf(failure)).toEqual({ kind: 'PowerFail', since: 2.5 * MINUTE, numbers: [] })
})

test('of several alarms in a house each has its own cause', () => {
  const [power, cold, heater, silo] = [
    at(9, 'PowerFail'),
    at(2, 'LowTemp'),
    at(1, 'HeaterFault'),
    at(9, 'SiloLow'),
  ] as const
  const standing = [power, cold, heater, silo].filter(alarm => alarm !== undefined)
  const causes = standing.map(alarm => causeOf(standing, [alarm])?.kind ?? null)
  expect(causes).toEqual([null, 'HeaterFault', null, null])
})
