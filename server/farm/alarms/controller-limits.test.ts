import { expect, test } from 'vitest'
import { controllerLimit } from './controller-limits.ts'

const limitOf = (code: string, settings: Record<string, number>, outside: number | null = null) => {
  const readings = new Map(
    Object.entries(settings).map(([name, value]) => [`Settings/${name}`, { value, at: 1 }]),
  )
  const latest = { readings, lastMessageAt: 1, reportIntervalS: 10 }
  return controllerLimit(code, latest, { age: 10, target: 24, outside })
}
const curve = {
  'Temp/Curve/P01/Day': 0,
  'Temp/Curve/P01/HighAlarmDiff': 3,
  'Temp/Curve/P01/LowAlarmDiff': 2,
  'Temp/Curve/P02/Day': 20,
  'Temp/Curve/P02/HighAlarmDiff': 7,
  'Temp/Curve/P02/LowAlarmDiff': 4,
}

test('the limits of high and low temperature are as far from the target as the controller’s curve says', () => {
  expect(limitOf('HighTemp', curve)).toBe(29)
  expect(limitOf('LowTemp', curve)).toBe(21)
  expect(limitOf('HighTemp', { ...curve, 'Temp/Curve/P02/Day': 8 })).toBe(31)
  expect(limitOf('HighTemp', { ...curve, 'Temp/Curve/P01/Day': 12 })).toBe(27)
})

test('on a hot day the high limit is above the outside temperature by what was set', () => {
  expect(limitOf('HighTemp', { ...curve, 'Temp/OutdoorAlarmComp': 5 }, 33)).toBe(38)
  expect(limitOf('HighTemp', { ...curve, 'Temp/OutdoorAlarmComp': 5 }, 10)).toBe(29)
})

test.each([
  ['AbsHighTemp', { 'Temp/AbsHighAlarm': 40 }, 40],
  ['PressureHigh', { 'Alarm/PressureHigh': 55 }, 55],
  ['PressureLow', { 'Alarm/PressureLow': 5 }, 5],
  ['WaterHigh', { 'Alarm/WaterMaxLph': 1_200 }, 20],
  ['WaterLow', { 'Alarm/WaterMinLph': 60 }, 1],
  ['SiloLow', { 'Alarm/SiloLowKg': 800 }, 800],
])('the limit of %s is the setting of the controller', (code, settings, limit) => {
  expect(limitOf(code, settings)).toBe(limit)
})

test('the limit that the alarm itself carries takes precedence over the settings', () => {
  const readings = new Map([['Settings/Temp/AbsHighAlarm', { value: 40, at: 1 }]])
  const limits = new Map([['Alarm/AbsHighTemp', 38.5]])
  const latest = { readings, limits, lastMessageAt: 1, reportIntervalS: 10 }
  expect(controllerLimit('AbsHighTemp', latest, { age: 10, target: 24, outside: null })).toBe(38.5)
})

test('what a controller does not report is not made up', () => {
  for (const code of ['AbsHighTemp', 'HighTemp', 'LowTemp', 'WaterHigh', 'HighCO2', 'SomethingForeign'])
    expect(limitOf(code, {})).toBeNull()
})
