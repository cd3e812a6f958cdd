import { describe, expect, test } from 'vitest'
import { draftProblems } from '../setting-draft.ts'
import { settingRisks } from '../setting-risks.ts'
import { houseTypes, type SettingDocument, settingByName } from '../signals.ts'
import { ages, safetyHouse } from '../testing/safety-house.ts'
import { moveKinds, movesOf } from './moves.ts'
import { runHouse } from './run-house.ts'
import { isKind } from './verdict.ts'
import { tryOut } from './what-if.ts'

type At = ReturnType<typeof safetyHouse>

/** Numbers of a controller whose names match, changed. */
const each = (told: SettingDocument, pattern: RegExp, to: (value: number) => number): SettingDocument =>
  Object.fromEntries(
    Object.entries(told).flatMap(([name, value]) =>
      pattern.test(name) && typeof value === 'number' ? [[name, to(value)]] : [],
    ),
  )

/** A share of the ON times of the timer, in the same period. */
function shorterOn({ told }: At, share: number): SettingDocument {
  return Object.fromEntries(
    Object.entries(each(told, /L0[1-7]\/CycleOn$/, value => Math.round(value * share))).flatMap(
      ([name, on]) => {
        const off = name.replace(/On$/, 'Off')
        return [
          [name, on],
          [off, Number(told[name]) + Number(told[off]) - Number(on)],
        ]
      },
    ),
  )
}

const drafts: Record<string, (at: At) => SettingDocument> = {
  'a target 3 K higher': () => ({ 'Settings/Temp/TargetOffset': 3 }),
  'a target 2 K lower': () => ({ 'Settings/Temp/TargetOffset': -2 }),
  'nights 3 K colder': () => ({ 'Settings/Temp/NightSetback': -3 }),
  'no fan at any level': ({ told }) => each(told, /FanGroupMode/, () => 0),
  'an empty mode': () => ({ 'Settings/Flock/HouseMode': 0 }),
  'ON times of 60 %': at => shorterOn(at, 0.6),
  'a minimum two levels lower': ({ told }) => each(told, /MinMax\/P\d\d\/Min$/, min => Math.max(1, min - 2)),
  'a maximum six levels lower': ({ told }) => each(told, /MinMax\/P\d\d\/Max$/, max => Math.max(3, max - 6)),
  'pads 4 K later': ({ told }) => each(told, /Pad\/StartDiff$/, value => value + 4),
  'heating 2 K later': ({ told }) => each(told, /Curve\/P\d\d\/Heat$/, value => value - 2),
}

const houses = houseTypes.flatMap(type => ages[type].map(age => [type, age] as const))
const named = Object.keys(drafts).flatMap(name =>
  houses.flatMap(([type, age]) => [-2, 32].map(outside => [name, type, age, outside] as const)),
)

describe('a suggestion', () => {
  test.each(named)(
    'for %s, %s of day %i at %i °C outside, leaves the birds as well off as today',
    (name, type, age, outside) => {
      const at = safetyHouse(type, age, outside)
      const { told, house, run } = at
      const wanted = Object.fromEntries(
        Object.entries(drafts[name]?.(at) ?? {}).filter(([cell, value]) => told[cell] !== value),
      )
      const { verdict, suggestion, today, changed, vain } = tryOut(run, {
        today: told,
        wanted,
        judged: house,
      })
      if (isKind(verdict)) {
        expect([suggestion, vain]).toEqual([null, []])
        return
      }
      if (!suggestion) return
      const all = { ...wanted, ...suggestion.cells }
      // what a grower would send is safe, of one group, and more than taking the draft back
      expect(settingRisks(told, all, house)).toEqual([])
      expect(draftProblems(suggestion.group, suggestion.cells, { ...told, ...wanted })).toEqual([])
      expect(Object.keys(wanted).some(cell => all[cell] !== told[cell])).toBe(true)
      // run again: gases, damp and temperature are where they may be, or where they are today
      const again = runHouse(run, { ...told, ...all }, told)
      const most = (key: 'co2' | 'nh3' | 'temperature') => Math.max(...again.map(sample => sample[key]))
      expect(most('co2')).toBeLessThanOrEqual(Math.max(3_000, today.figures.peakCo2) + 50)
      expect(most('nh3')).toBeLessThanOrEqual(Math.max(20, today.figures.peakNh3) + 1)
      expect(most('temperature')).toBeLessThan(Math.max(35, today.figures.highest + 0.2))
      expect(suggestion.figures).not.toEqual(changed.figures)
    },
  )

  test('where less air is drafted in winter is more air', () => {
    const at = safetyHouse('layer', 238, -5)
    const { verdict, suggestion } = tryOut(at.run, {
      today: at.told,
      wanted: shorterOn(at, 0.6),
      judged: at.house,
    })
    expect(verdict.concerns).toContain('co2')
    expect(suggestion?.kind).toBe('moreAir')
    expect(suggestion?.group).toBe('levels')
  })

  test('where pads start too late in the heat is to start them sooner', () => {
    const at = safetyHouse('layer', 238, 32)
    const wanted = each(at.told, /Pad\/StartDiff$/, value => value + 4)
    const { suggestion } = tryOut(at.run, { today: at.told, wanted, judged: at.house })
    expect(suggestion?.kind).toBe('padsSooner')
  })

  test('does not exist where nothing runs, or the target itself is wrong, and what was tried is told', () => {
    for (const [type, age] of houses) {
      const { run, told, house } = safetyHouse(type, age, 5)
      const stopped = tryOut(run, { today: told, wanted: { 'Settings/Flock/HouseMode': 0 }, judged: house })
      expect(stopped.suggestion).toBeNull()
    }
    const { run, told, house } = safetyHouse('broiler', 4, -2)
    const hot = tryOut(run, { today: told, wanted: { 'Settings/Temp/TargetOffset': 3 }, judged: house })
    expect(hot.suggestion).toBeNull()
    expect(hot.vain).toContain('stepsSooner')
  })
})

test.each(houses)(
  'moves over a draft, %s of day %i: in the steps of the settings, within what is safe',
  (type, age) => {
    const { told, house } = safetyHouse(type, age)
    const wanted = { 'Settings/Temp/TargetOffset': 0.5 }
    for (const kind of moveKinds)
      for (const { cells, group } of movesOf(kind, { today: told, wanted, house })) {
        expect(settingRisks(told, { ...wanted, ...cells }, house)).toEqual([])
        for (const [name, value] of Object.entries(cells)) {
          const signal = settingByName(name)
          expect(signal?.group).toBe(group)
          if (typeof value === 'number') expect(value).toBe(Number(value.toFixed(signal?.decimals)))
        }
      }
  },
)
