import { describe, expect, test } from 'vitest'
import { draftProblems } from '../setting-draft.ts'
import { settingRisks } from '../setting-risks.ts'
import {
  houseTypes,
  type SettingDocument,
  type SettingSignal,
  type SettingValue,
  settingGroups,
  settingsInGroup,
} from '../signals.ts'
import { ages, safetyHouse } from '../testing/safety-house.ts'
import { harmsOf } from './harm.ts'

const MODE = 'Settings/Flock/HouseMode'
/** °C outside on a cold and on a hot day. */
const COLD = 0
const HOT = 32

describe('a house of 27,490 hens whose fans stop', () => {
  const { told, run } = safetyHouse('layer', 238, 8)

  test('has no air to breathe in minutes, and no bird left soon after', () => {
    const harms = harmsOf(run, told, { [MODE]: 0 })
    expect(harms[0]).toMatchObject({ kind: 'co2', limit: 5_000 })
    expect(harms[0]?.afterMin).toBeGreaterThan(5)
    expect(harms[0]?.afterMin).toBeLessThan(30)
    const hot = harms.find(({ kind }) => kind === 'hot')
    expect(hot?.limit).toBe(35)
    expect(hot?.afterMin).toBeGreaterThan(20)
    expect(hot?.afterMin).toBeLessThan(120)
  })

  test('is told nothing of what it suffers anyway', () => {
    const stopped = { ...told, [MODE]: 0 }
    expect(harmsOf(run, stopped, { 'Settings/Flock/BirdsPlaced': 1 })).toEqual([])
    expect(harmsOf(run, told, { 'Settings/Temp/TargetOffset': 0.5 })).toEqual([])
  })
})

/** Both ends of what a controller takes, and all choices. */
function ends(signal: SettingSignal): SettingValue[] {
  if (signal.unit === 'bool') return [true, false]
  if (signal.unit === 'HH:MM') return ['00:00', '23:59']
  return signal.enum ? Object.keys(signal.enum).map(Number) : [signal.low, signal.high]
}

/** Of many alike (levels, groups, relays, inputs) the model needs to run only a few. */
const alike = /D[234]|R(?:0[2-9]|[1-6]\d)|[AD]I(?:[2-9]|1\d)|[TZ][2-8]\/|L(?:02|09|1\d)|G(?:0[24-9]|1\d)/

/** Whether a point holds on a day: the last one not after it, and the next. */
function holds(told: SettingDocument, name: string, age: number): boolean {
  const [, at = '', part = ''] = /^(.*\/P)\d\d\/(.*)$/.exec(name) ?? []
  if (part === '') return true
  const dayPart = at.includes('/Light/') ? 'FromDay' : 'Day'
  const days = Array.from({ length: 10 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap(index => {
    const day = told[`${at}${index}/${dayPart}`]
    return typeof day === 'number' ? [{ index, day }] : []
  })
  const last = days.findLast(({ day }) => day <= age) ?? days[0]
  const next = days.find(({ day }) => day > age)
  return [last, next].some(each => each !== undefined && name.startsWith(`${at}${each.index}/`))
}

const houses = houseTypes.flatMap(type => ages[type].map(age => [type, age] as const))
test.each(houses)('no cell of a %s house of day %i kills within six hours unasked', (type, age) => {
  const { house, told } = safetyHouse(type, age)
  const runs = [COLD, HOT].map(outside => safetyHouse(type, age, outside).run)
  const unasked: string[] = []
  for (const { key } of settingGroups)
    for (const signal of settingsInGroup(key)) {
      for (const value of ends(signal)) {
        const wanted = { [signal.name]: value }
        if (alike.test(signal.name) || !holds(told, signal.name, age)) continue
        if (told[signal.name] === value) continue
        if (draftProblems(key, wanted, told).length > 0 || settingRisks(told, wanted, house).length > 0)
          continue
        for (const run of runs)
          for (const { kind, afterMin } of harmsOf(run, told, wanted))
            unasked.push(`${signal.name} ${value}: ${kind} in ${afterMin} min`)
      }
    }
  expect(unasked).toEqual([])
})
