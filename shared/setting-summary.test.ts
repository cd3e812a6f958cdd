import { describe, expect, test } from 'vitest'
import { defaultSettings } from './controller-program/default-settings.ts'
import { summaryOf, summaryValues } from './setting-summary.ts'
import { houseTypes, settingByName, settingGroupKeys } from './signals.ts'

/** Groups that have nothing to say while all is as usual. */
const silent = ['sensors', 'relays', 'inputs']

describe.each(houseTypes)('of a %s house', type => {
  const document = Object.fromEntries(defaultSettings(type, 100))
  test.each(settingGroupKeys)('%s says two or three of its own settings', group => {
    const names = summaryOf(group, document, 30)
    expect(names.map(name => settingByName(name)?.group)).toEqual(names.map(() => group))
    if (silent.includes(group)) expect(names).toEqual([])
    else expect([2, 3]).toContain(names.length)
  })
})

test('what goes by age is that of today', () => {
  const curve = Object.fromEntries(
    [0, 7, 21].flatMap((day, i) => [
      [`Settings/Temp/Curve/P0${i + 1}/Day`, day],
      [`Settings/Temp/Curve/P0${i + 1}/Target`, 30 - i],
    ]),
  )
  const targetOn = (age: number | null) => summaryValues(summaryOf('targetTemperature', curve, age), curve)
  expect(targetOn(8)).toEqual({ 'Settings/Temp/Curve/P02/Target': 29, 'Settings/Temp/Curve/P02/Day': 7 })
  expect(targetOn(300)).toMatchObject({ 'Settings/Temp/Curve/P03/Target': 28 })
  expect(targetOn(null)).toMatchObject({ 'Settings/Temp/Curve/P01/Target': 30 })
})

test('sensors that are out of use or corrected are named', () => {
  const document = {
    'Settings/Sensor/T1/Enabled': true,
    'Settings/Sensor/T2/Enabled': false,
    'Settings/Sensor/T1/Correction': 0,
    'Settings/Sensor/H1/Correction': -4,
  }
  expect(summaryOf('sensors', document, 30)).toEqual([
    'Settings/Sensor/H1/Correction',
    'Settings/Sensor/T2/Enabled',
  ])
})
