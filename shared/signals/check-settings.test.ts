import { describe, expect, test } from 'vitest'
import { checkSettings } from './check-settings.ts'
import type { SettingDocument } from './setting.ts'

const problem = (field: string, message: string, values?: Record<string, number | string>) => [
  { field: `Settings/${field}`, message: `settings.${message}`, ...(values && { values }) },
]

/** Puts `Settings/` before every name. */
const settings = (document: SettingDocument): SettingDocument =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [`Settings/${name}`, value]))

describe('a value by itself', () => {
  test.each<[string, string, number | boolean | string, string, Record<string, number>?]>([
    ['an unknown setting', 'Temp/Typo', 1, 'unknown'],
    ['a value below the range', 'Temp/AbsHighAlarm', 24.9, 'low', { low: 25 }],
    ['a value above the range', 'Temp/AbsHighAlarm', 45.1, 'high', { high: 45 }],
    ['a text for a number', 'Temp/AbsHighAlarm', '35', 'notNumber'],
    ['no number at all', 'Temp/AbsHighAlarm', Number.NaN, 'notNumber'],
    ['a fraction for whole seconds', 'Vent/LevelUpDelay', 60.5, 'notWhole'],
    ['a number for yes or no', 'Relay/R01/Inverted', 1, 'notYesNo'],
    ['a function no relay has', 'Relay/R01/Function', 99, 'notChoice'],
    ['an hour no clock shows', 'Cool/Pad/StartHour', '24:01', 'notClock'],
    ['a time without its zero', 'Cool/Pad/StartHour', '9:00', 'notClock'],
  ])('%s is refused by name', (_, field, value, message, values) => {
    expect(checkSettings(settings({ [field]: value }))).toEqual(problem(field, message, values))
  })

  test('both ends of a range, midnight and an empty document are fine', () => {
    expect(checkSettings({})).toEqual([])
    expect(checkSettings(settings({ 'Temp/AbsHighAlarm': 25, 'Temp/SensorDiffAlarm': 10 }))).toEqual([])
    expect(checkSettings(settings({ 'Cool/Pad/StartHour': '00:00', 'Cool/Pad/StopHour': '24:00' }))).toEqual(
      [],
    )
  })

  test('every wrong field is named at once', () => {
    const wrong = settings({ 'Temp/AbsHighAlarm': 90, 'Temp/NightSetback': 1 })
    expect(checkSettings(wrong).map(({ field }) => field)).toEqual(Object.keys(wrong))
  })
})

describe('days of a curve rise', () => {
  const days = (curve: string, list: (number | undefined)[]) =>
    settings(
      Object.fromEntries(
        list.flatMap((day, i) =>
          day === undefined ? [] : [[`${curve}/P${String(i + 1).padStart(2, '0')}/Day`, day]],
        ),
      ),
    )

  test.each(['Temp/Curve', 'Vent/MinMax'])('%s', curve => {
    expect(checkSettings(days(curve, [-7, 0, 7, undefined, 999]))).toEqual([])
    expect(checkSettings(days(curve, [0, 7, 7]))).toEqual(problem(`${curve}/P03/Day`, 'dayNotIncreasing'))
    expect(checkSettings(days(curve, [0, 14, undefined, 7, 10, 15]))).toEqual([
      ...problem(`${curve}/P04/Day`, 'dayNotIncreasing'),
      ...problem(`${curve}/P05/Day`, 'dayNotIncreasing'),
    ])
  })
})

describe('heating, target, tunnel and cooling stand in order', () => {
  const point = { 'Temp/Curve/P01/Target': 23.399999618530273 }

  test('all at the target, as it comes back from 32 bits', () => {
    const same = { 'Temp/Curve/P01/Heat': 23.4, 'Temp/Curve/P01/Tunnel': 23.4, 'Temp/Curve/P01/Cool': 23.4 }
    expect(checkSettings(settings({ ...point, ...same }))).toEqual([])
  })

  test.each([
    ['Heat', 23.5, 'heatAboveTarget'],
    ['Tunnel', 23.3, 'tunnelBelowTarget'],
    ['Cool', 23.3, 'coolBelowTarget'],
  ])('%s %s is on the wrong side', (part, value, message) => {
    const field = `Temp/Curve/P01/${part}`
    expect(checkSettings(settings({ ...point, [field]: value }))).toEqual(problem(field, message))
  })
})

test('the temperature offsets of the levels do not fall', () => {
  const offsets = (second: number, last: number) =>
    settings({ 'Vent/L01/TempOffset': 0.5, 'Vent/L02/TempOffset': second, 'Vent/L18/TempOffset': last })
  expect(checkSettings(offsets(0.5, 6))).toEqual([])
  expect(checkSettings(offsets(0.4, 6))).toEqual(problem('Vent/L02/TempOffset', 'offsetFalls'))
  expect(checkSettings(offsets(3, 2))).toEqual(problem('Vent/L18/TempOffset', 'offsetFalls'))
})

test('the maximum level is not below the minimum level', () => {
  const limits = (low: number, high: number) =>
    settings({ 'Vent/MinMax/P02/Min': low, 'Vent/MinMax/P02/Max': high, 'Vent/MinMax/P03/Min': 18 })
  expect(checkSettings(limits(5, 5))).toEqual([])
  expect(checkSettings(limits(6, 5))).toEqual(problem('Vent/MinMax/P02/Max', 'maxBelowMin'))
})

test('a level with a fan group on the timer has a time', () => {
  const level = (mode: number, on: number, off: number) =>
    settings({ 'Vent/L03/FanGroupMode/G12': mode, 'Vent/L03/CycleOn': on, 'Vent/L03/CycleOff': off })
  expect(checkSettings(level(2, 60, 0))).toEqual([])
  expect(checkSettings(level(1, 0, 0))).toEqual([])
  expect(checkSettings(level(2, 0, 0))).toEqual(problem('Vent/L03/CycleOn', 'cycleWithoutTime'))
})

describe('the windows of a dimmer do not overlap', () => {
  const lights = (...windows: [day: number, on: string, off: string][]) =>
    settings(
      Object.fromEntries(
        windows.flatMap(([day, on, off], i) => [
          [`Light/D1/P0${i + 1}/FromDay`, day],
          [`Light/D1/P0${i + 1}/On`, on],
          [`Light/D1/P0${i + 1}/Off`, off],
        ]),
      ),
    )

  test.each<[string, SettingDocument]>([
    ['one after the other', lights([0, '04:00', '12:00'], [0, '12:00', '20:00'])],
    ['from different days', lights([0, '04:00', '20:00'], [7, '04:00', '20:00'])],
    ['one not used', lights([0, '04:00', '20:00'], [0, '10:00', '10:00'])],
    ['past midnight and by day', lights([0, '20:00', '04:00'], [0, '04:00', '20:00'])],
    ['until midnight and from midnight', lights([0, '12:00', '24:00'], [0, '00:00', '12:00'])],
  ])('%s is fine', (_, document) => {
    expect(checkSettings(document)).toEqual([])
  })

  test.each<[string, SettingDocument]>([
    ['a common hour', lights([0, '04:00', '12:00'], [0, '11:00', '20:00'])],
    ['one inside the other', lights([0, '04:00', '20:00'], [0, '10:00', '11:00'])],
    ['past midnight into the morning', lights([0, '20:00', '04:00'], [0, '03:59', '10:00'])],
    ['two past midnight', lights([0, '23:00', '01:00'], [0, '22:00', '00:30'])],
    ['the whole day', lights([0, '00:00', '24:00'], [0, '12:00', '12:01'])],
  ])('%s is refused', (_, document) => {
    expect(checkSettings(document)).toEqual(problem('Light/D1/P02/On', 'lightOverlap', { programme: 1 }))
  })
})

test('a motor that runs both ways has one relay for each', () => {
  const relays = (a: number, b: number) => settings({ 'Relay/R03/Function': a, 'Relay/R64/Function': b })
  expect(checkSettings(relays(21, 22))).toEqual([])
  expect(checkSettings(relays(1, 1))).toEqual([])
  expect(checkSettings(relays(0, 0))).toEqual([])
  expect(checkSettings(relays(25, 25))).toEqual(problem('Relay/R64/Function', 'relayTaken', { relay: 3 }))
})

test('the age of the flock only goes up', () => {
  const age = (day: number) => settings({ 'Flock/DayAge': day })
  expect(checkSettings(age(12))).toEqual([])
  expect(checkSettings(age(12), age(12))).toEqual([])
  expect(checkSettings(age(11), age(12))).toEqual(problem('Flock/DayAge', 'dayAgeLower', { reported: 12 }))
})

test('humidification stops no lower than it starts, heating no colder', () => {
  expect(checkSettings(settings({ 'Humid/On': 50, 'Humid/Off': 50 }))).toEqual([])
  expect(checkSettings(settings({ 'Humid/On': 56, 'Humid/Off': 55 }))).toEqual(
    problem('Humid/Off', 'humidOffBelowOn'),
  )
  expect(checkSettings(settings({ 'Heat/Z2/OnDiff': 0.5, 'Heat/Z2/OffDiff': 0 }))).toEqual([])
  expect(checkSettings(settings({ 'Heat/Z2/OnDiff': 0.5, 'Heat/Z2/OffDiff': 0.6 }))).toEqual(
    problem('Heat/Z2/OffDiff', 'heatOffBelowOn'),
  )
})
