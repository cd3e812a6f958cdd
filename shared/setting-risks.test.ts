import { describe, expect, test } from 'vitest'
import { settingRisks } from './setting-risks.ts'
import { houseOf } from './testing/judged-house.ts'

const at = (part: string) => `Settings/Temp/Curve/P01/${part}`
const day14 = { [at('Day')]: 14, [at('HighAlarmDiff')]: 5, 'Settings/Temp/AbsHighAlarm': 35 }

describe('a target', () => {
  test.each([
    [25.5, []],
    [28.5, []],
    [22.4, ['risk.colder']],
    [29, ['risk.warmer']],
    [31, ['risk.warmer', 'risk.aboveAbsolute']],
  ])('of %s °C for broilers of 14 days', (target, expected) => {
    const risks = settingRisks(day14, { [at('Target')]: target }, houseOf('broiler'))
    expect(risks.map(({ message }) => message)).toEqual(expected)
  })

  test('that was already so is not questioned again', () => {
    const told = { ...day14, [at('Target')]: 15, 'Settings/Alarm/Delay': 60 }
    expect(settingRisks(told, { 'Settings/Alarm/Delay': 90 }, houseOf('broiler'))).toEqual([])
  })
})

test('a correction beyond what a sound probe needs', () => {
  const name = 'Settings/Sensor/T1/Correction'
  expect(settingRisks({ [name]: 0 }, { [name]: 2 }, houseOf('layer'))).toEqual([])
  expect(settingRisks({ [name]: 0 }, { [name]: -2.1 }, houseOf('layer'))).toEqual([
    { field: name, message: 'risk.low', values: { low: -2 } },
  ])
})

test('tunnel levels for birds that moving air chills', () => {
  const risks = (day: number, max: number) =>
    settingRisks(
      {},
      { 'Settings/Vent/MinMax/P01/Day': day, 'Settings/Vent/MinMax/P01/Max': max },
      houseOf('broiler'),
    )
  expect(risks(13, 11)).toMatchObject([{ message: 'risk.coldTunnel' }])
  expect([...risks(14, 18), ...risks(0, 10)]).toEqual([])
})

test.each([
  ['LowAlarmDiff', 1.1, 2.1, []],
  ['LowAlarmDiff', 1, 2.1, ['risk.lowAlarmAboveHeat']],
  ['HighAlarmDiff', 1.1, 2, ['risk.highAlarmBelowTunnel']],
])('%s: an alarm that rings while the controller still helps by itself', (part, low, high, expected) => {
  const point = { [at('Target')]: 22, [at('Heat')]: 21, [at('Tunnel')]: 24 }
  const alarms = { [at('LowAlarmDiff')]: low, [at('HighAlarmDiff')]: high }
  const wanted = { [at(part)]: alarms[at(part)] ?? null }
  const risks = settingRisks({ ...point, ...alarms, [at(part)]: 3 }, wanted, houseOf('layer'))
  expect(risks.map(({ message }) => message)).toEqual(expected)
})
