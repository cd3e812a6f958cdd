import { describe, expect, test } from 'vitest'
import { safeRangeOf, settingRisks, standingRisks } from '../setting-risks.ts'
import { checkSettings } from '../signals/check-settings.ts'
import { SETTINGS } from '../signals/setting.ts'
import { cellValues, problemFormats, settingTexts } from '../signals/setting-texts.ts'
import { houseTypes, settingGroups, settingsInGroup } from '../signals.ts'
import { ages, safetyHouse } from '../testing/safety-house.ts'
import { riskTexts } from './risk-texts.ts'
import { safetyRules } from './rules.ts'
import { safeRanges } from './safe-ranges.ts'
import { amountOf } from './safety.ts'

const patterns = settingGroups.flatMap(group => group.patterns.map(({ pattern }) => pattern))
const signals = settingGroups.flatMap(({ key }) => settingsInGroup(key))
const houses = houseTypes.flatMap(type => ages[type].map(age => [type, age] as const))

test('every setting has a safe range, a rule, or a reason why it needs neither, and the table has nothing else', () => {
  expect(
    Object.keys(safeRanges)
      .map(name => SETTINGS + name)
      .toSorted(),
  ).toEqual(patterns.toSorted())
  for (const [name, { range, rules = [], none }] of Object.entries(safeRanges)) {
    expect(Boolean(range) || rules.length > 0 || Boolean(none), name).toBe(true)
    expect(Boolean(none) && (Boolean(range) || rules.length > 0), `${name}: a reason beside a range`).toBe(
      false,
    )
  }
})

test('every rule is named by a setting, and every setting names rules that exist', () => {
  const named = new Set(Object.values(safeRanges).flatMap(({ rules = [] }) => rules))
  expect([...named].toSorted()).toEqual(Object.keys(safetyRules).toSorted())
})

describe.each(houses)('for a %s house of day %i', (type, age) => {
  const { house, told } = safetyHouse(type, age)
  const ranged = signals.flatMap(signal => {
    const range = safeRangeOf(told, signal.name, house)
    return range ? [{ signal, range }] : []
  })

  test('ranges lie within what the controller accepts, and say what happens outside', () => {
    for (const { signal, range } of ranged) {
      const [low, high] = range
      const { below, above } = safeRanges[signal.pattern.slice(SETTINGS.length)] ?? {}
      expect(amountOf(low), signal.name).toBeLessThan(amountOf(high))
      // The curve may ask for more than any controller takes: then nothing unsafe can be typed.
      const [least, most] = signal.unit === 'HH:MM' ? [0, 24 * 60] : [signal.low, signal.high]
      if (amountOf(low) > least) expect(below, `${signal.name} below ${low}`).toBeDefined()
      if (amountOf(high) < most) expect(above, `${signal.name} above ${high}`).toBeDefined()
    }
  })

  test('the usual settings of such a house stand inside all of them', () => {
    expect(standingRisks(told, house)).toEqual([])
  })

  test('both ends are safe, a step beyond them is asked about', () => {
    for (const { signal, range } of ranged) {
      if (signal.unit === 'HH:MM') continue
      const step = 10 ** -signal.decimals
      const messages = (value: number) =>
        settingRisks(told, { [signal.name]: value }, house)
          .filter(({ field }) => field === signal.name)
          .map(({ message }) => message)
      for (const [end, beyond, message] of [
        [amountOf(range[0]), -step, 'risk.low'],
        [amountOf(range[1]), step, 'risk.high'],
      ] as const) {
        expect(messages(end), `${signal.name} ${end}`).not.toContain(message)
        const value = Number((end + beyond).toFixed(signal.decimals))
        const isTaken = checkSettings({ [signal.name]: value }).length === 0
        if (isTaken) expect(messages(value), `${signal.name} ${value}`).toContain(message)
      }
    }
  })
})

test('an empty house is asked only about what stays until birds come', () => {
  const { house, told } = safetyHouse('broiler', 20)
  const empty = { ...house, age: null, alive: 0, birds: 0 }
  const asks = (name: string, value: number) =>
    settingRisks(told, { [`Settings/${name}`]: value }, empty).length > 0
  expect(asks('Temp/AbsHighAlarm', 45)).toBe(true)
  expect(asks('Sensor/NH31/Correction', -10)).toBe(true)
  expect(asks('Flock/HouseMode', 0)).toBe(false)
  expect(asks('VentComp/MaxPct', 0)).toBe(false)
})

describe('texts', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

  test.each(Object.entries(settingTexts))('%s writes each value as what it is', (_, text) => {
    const zh = placeholders(text['zh-CN']).toSorted()
    expect(zh).toEqual(placeholders(text['en-US']).toSorted())
    for (const name of zh)
      expect(name in problemFormats !== cellValues.includes(name), `{${name}}`).toBe(true)
  })

  test('all of the risks are told by a rule or a range', () => {
    const { house, told } = safetyHouse('layer', 238)
    const found = settingRisks(told, { 'Settings/Flock/HouseMode': 0 }, house)
    expect(found.every(({ message }) => message in riskTexts)).toBe(true)
  })
})
