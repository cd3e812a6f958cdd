import { expect, test } from 'vitest'
import { machineOfAlarm } from './fault-machines.ts'
import { alarms } from './signals/alarms.ts'

/** Too hot, too dry or without power: any of several machines may be the cause. */
const OF_NONE =
  /^(High|Low|AbsHigh|Pressure|Power|Phase|Outdoor|Silo|Feed|Emergency|Comm)(Temp|Hum|CO2|NH3|High|Low|Fail|Loss|SensorMisplaced|Overrun|Vent|Lost)$/

test.each(alarms.map(({ code }) => code))('%s leads to a machine or may be any', code => {
  expect(machineOfAlarm(code) === null).toBe(OF_NONE.test(code))
})

test('all fan groups are fans, and a probe that the platform doubts is a probe', () => {
  expect(['FanGroupFault1', 'FanGroupFault12', 'SensorTemp8'].map(machineOfAlarm)).toEqual([
    'fan',
    'fan',
    'temperatureSensor',
  ])
  expect(machineOfAlarm('rule:of-a-farm')).toBeNull()
})
