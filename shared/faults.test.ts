import { expect, test } from 'vitest'
import { faultNames, faultOf } from './faults.ts'

test('alarms that differ by a number are one kind of fault, named without it', () => {
  expect([faultOf('FanGroupFault1'), faultOf('FanGroupFault12')]).toEqual(['FanGroupFault', 'FanGroupFault'])
  expect(faultNames.FanGroupFault).toEqual({ 'zh-CN': '风机组故障', 'en-US': 'Fan group fault' })
  expect(faultNames.SensorTemp).toEqual({ 'zh-CN': '温度探头故障', 'en-US': 'Temperature probe fault' })
})

test('a number within a code is part of its name', () => {
  expect(faultOf('HighCO2')).toBe('HighCO2')
  expect(faultNames.HighCO2?.['en-US']).toBe('CO2 above limit')
})

test('an alarm of the platform is the fault that the controller has a name for', () => {
  expect(faultOf('TemperatureHigh')).toBe('HighTemp')
  expect(faultOf('Offline')).toBe('Offline')
  expect(Object.keys(faultNames)).not.toContain('TemperatureHigh')
})

test('an unknown alarm is no kind of fault', () => {
  expect(faultOf('FarmRule.above:Climate/Temp/Avg')).toBeNull()
  expect(faultOf('constructor')).toBeNull()
})
