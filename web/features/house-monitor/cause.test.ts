import { expect, test } from 'vitest'
import { causeOf } from './cause.ts'

const MINUTE = 60_000
const at = (minute: number, code: string) => ({ code, since: minute * MINUTE })

test('a fan group that stopped before the house warmed up is the cause', () => {
  expect(causeOf([at(57, 'HighTemp'), at(55, 'FanGroupFault4')])).toEqual({
    ...{ key: 'fan', since: 55 * MINUTE, numbers: [4] },
  })
})

test('a fan group that stopped long after the house was hot is not', () => {
  expect(causeOf([at(10, 'HighTemp'), at(55, 'FanGroupFault4')])).toBeNull()
})

test('a power failure explains the fans that stopped, not the other way round', () => {
  const alarms = [at(3, 'FanGroupFault1'), at(3, 'FanGroupFault2'), at(2, 'PowerFail'), at(9, 'HighCO2')]
  expect(causeOf(alarms)?.key).toBe('power')
})

test('several groups that failed are all named, since the first of them', () => {
  expect(causeOf([at(5, 'FanGroupFault12'), at(4, 'FanGroupFault3'), at(9, 'HighNH3')])).toEqual({
    ...{ key: 'fan', since: 4 * MINUTE, numbers: [12, 3] },
  })
})

test('a broken heater explains cold, never heat', () => {
  expect(causeOf([at(1, 'HeaterFault'), at(9, 'LowTemp')])?.key).toBe('heater')
  expect(causeOf([at(1, 'HeaterFault'), at(9, 'HighTemp')])).toBeNull()
})

test('one alarm by itself has no cause that we know', () => {
  expect(causeOf([at(5, 'FanGroupFault4')])).toBeNull()
  expect(causeOf([at(5, 'SiloLow')])).toBeNull()
  expect(causeOf([])).toBeNull()
})
