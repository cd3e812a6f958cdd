import { describe, expect, test } from 'vitest'
import { houseTypes, type SettingDocument } from '../signals.ts'
import { ages, safetyHouse } from '../testing/safety-house.ts'
import type { Verdict } from './verdict.ts'
import { tryOut } from './what-if.ts'

/** °C outside. */
const seasons = { winter: -2, spring: 12, summer: 32 }
const OFFSET = 'Settings/Temp/TargetOffset'
const MODE = 'Settings/Flock/HouseMode'
const houses = houseTypes.flatMap(type => ages[type].map(age => [type, age] as const))
const everywhere = houses.flatMap(([type, age]) =>
  Object.entries(seasons).map(([season, outside]) => [type, age, season, outside] as const),
)

/** All settings of a controller whose names match, with another value. */
const each = (told: SettingDocument, pattern: RegExp, value: number): SettingDocument =>
  Object.fromEntries(Object.keys(told).flatMap(name => (pattern.test(name) ? [[name, value]] : [])))

function verdictOn(at: ReturnType<typeof safetyHouse>, wanted: SettingDocument): Verdict {
  return tryOut(at.run, { today: at.told, wanted, judged: at.house }).verdict
}

/** What is said first: a harm, or the gravest of what gets worse, or that nothing does. */
const first = ({ harms, concerns }: Verdict): string =>
  harms.find(({ isNew }) => isNew)?.kind ?? concerns[0] ?? 'fine'

describe('the first thing that is said of a draft', () => {
  test.each(everywhere)('all fans off, %s of day %i in %s: what it kills', (type, age, _, outside) => {
    const at = safetyHouse(type, age, outside)
    const off = each(at.told, /FanGroupMode/, 0)
    const verdict = verdictOn(at, off)
    // chicks make little heat and gas, and breeders stand far apart: leaks may feed them in the cold
    if (age < 14) {
      expect(first(verdict)).toMatch(/^(?:hot|co2|nh3|heat|air)$/)
      return
    }
    if (type !== 'breeder' || outside > 25)
      expect(verdict.harms[0]).toMatchObject({ kind: 'hot', isDeadly: true })
    expect(verdict.harms[0]?.isNew).toBe(true)
    // carbon dioxide is not left out
    expect(verdict.harms.map(({ kind }) => kind)).toContain('co2')
    expect(verdict.concerns).toContain('air')
  })

  test.each(houses)(
    '3 K over the standard in winter, %s of day %i: too warm, and what it costs',
    (type, age) => {
      const at = safetyHouse(type, age, seasons.winter)
      const { today, changed, verdict } = tryOut(at.run, {
        today: at.told,
        judged: at.house,
        wanted: { [OFFSET]: 3 },
      })
      expect(['warmer', 'hotter']).toContain(verdict.course)
      expect(verdict.harms.filter(({ isNew }) => isNew)).toEqual([])
      expect(verdict.concerns.at(-1)).toBe('heating')
      expect(changed.figures.heatKwh - today.figures.heatKwh).toBeGreaterThan(100)
    },
  )

  test.each(['broiler', 'pullet', 'breeder'] as const)('3 K over the standard of %s chicks', type => {
    expect(first(verdictOn(safetyHouse(type, 4, seasons.winter), { [OFFSET]: 3 }))).toBe('warm')
  })

  test.each(everywhere)('an empty mode over birds, %s of day %i in %s', (type, age, _, outside) => {
    const at = safetyHouse(type, age, outside)
    const verdict = verdictOn(at, { [MODE]: 0 })
    expect(first(verdict)).not.toBe('fine')
    if (age >= 14) expect(verdict.harms[0]?.isNew).toBe(true)
  })

  test.each(houses)('no heat in winter, %s of day %i: the cold, or nothing', (type, age) => {
    const at = safetyHouse(type, age, -15)
    const off = Object.fromEntries(
      Object.keys(at.told).flatMap(name => (/Heat\/Z\d\/Enabled/.test(name) ? [[name, false]] : [])),
    )
    const verdict = verdictOn(at, off)
    if (age < 14) expect(first(verdict)).toBe('cold')
    expect(verdict.concerns).not.toContain('heating')
    expect(['cold', 'fine', 'damp', 'co2', 'cool', 'nh3']).toContain(first(verdict))
  })

  test.each(everywhere)(
    'a tenth of a degree more, %s of day %i in %s: at most its heat',
    (type, age, _, outside) => {
      const verdict = verdictOn(safetyHouse(type, age, outside), { [OFFSET]: 0.1 })
      expect(verdict.harms.filter(({ isNew }) => isNew)).toEqual([])
      expect(verdict.concerns.filter(concern => concern !== 'heating')).toEqual([])
    },
  )
})

test('what the current settings do as well is not called new', () => {
  const at = safetyHouse('layer', 238, 8)
  const { told, run } = { ...at, told: { ...at.told, ...each(at.told, /FanGroupMode/, 0) } }
  const { harms } = tryOut(run, {
    today: told,
    judged: at.house,
    wanted: { [OFFSET]: 0.5 },
  }).verdict
  expect(harms.length).toBeGreaterThan(1)
  expect(harms.filter(({ isNew }) => isNew)).toEqual([])
})
