import { describe, expect, test } from 'vitest'
import { episodesOf, flockVerdicts } from './flock-alarms.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './flock-verdicts/judged.ts'
import type { HouseType } from './signals.ts'
import { breeds, layRateAt, standardOf, survivalBetween, waterAt, weightAt } from './standards/standards.ts'
import { daysAfter } from './zone-time.ts'

const dateOf = (age: number) => daysAfter('2026-01-01', age)
const nothing = { lost: null, left: 0, eggs: null, waterL: null, weight: null, isSoFar: false }
const birdsOf = (type: HouseType, breed: string | null = null): JudgedFlock => ({ type, breed, placedAge: 0 })

/** Days from an age on, each with what it says; the birds follow from what was lost and left. */
function daysFrom(age: number, placed: number, told: readonly Partial<JudgedDay>[]): JudgedDay[] {
  let birds = placed
  return told.map((more, i) => {
    const day = { ...nothing, day: dateOf(age + i), age: age + i, birds, ...more }
    birds -= (day.lost ?? 0) + day.left
    return day
  })
}
const losing = (lost: readonly number[]) => lost.map(each => ({ lost: each }))
const lossesOf = (flock: JudgedFlock, days: readonly JudgedDay[]) => flockVerdicts(flock, days).LossesHigh
/** The bad days by age, with their level. */
const badAges = (verdicts: readonly DayVerdict[], days: readonly JudgedDay[]) =>
  verdicts.flatMap(({ day, level }) => (level ? [[days.find(known => known.day === day)?.age, level]] : []))
const always = (value: number, count: number) => Array.from({ length: count }, () => value)

describe('a flock exactly on its breed’s standard', () => {
  const kept = breeds.flatMap(breed => standardOf(breed).houseTypes.map(type => [breed, type] as const))
  test.each(kept)('%s as %s raises nothing in its whole life', (breed, type) => {
    const { housedAt, lastAge } = standardOf(breed)
    const from = type === 'layer' ? (housedAt ?? 0) : 0
    for (const placed of [300, 4_000, 40_000]) {
      let exact = placed
      let birds = placed
      const days = Array.from({ length: lastAge - from }, (_, i): JudgedDay => {
        const age = from + i
        exact *= (survivalBetween(breed, age, age + 1) ?? 99.98) / 100
        const alive = birds
        birds = Math.round(exact)
        const water = waterAt(breed, age + 0.5)?.mid ?? null
        const lays = layRateAt(breed, age + 0.5)?.mid ?? null
        return {
          ...nothing,
          day: dateOf(age),
          age,
          birds: alive,
          lost: alive - birds,
          eggs: lays === null ? null : Math.round((alive * lays) / 100),
          waterL: water === null ? null : (alive * water) / 1_000,
          weight: age % 7 === 0 ? (weightAt(breed, age)?.mid ?? null) : null,
        }
      })
      const raised = Object.values(flockVerdicts({ type, breed, placedAge: from }, days)).flatMap(episodesOf)
      expect(raised).toEqual([])
    }
  })
})

describe('losses of the day', () => {
  test.each<[HouseType, number, number, 'warning' | 'critical' | null]>([
    ['broiler', 3, 0.19, null],
    ['broiler', 3, 0.25, 'warning'],
    ['broiler', 3, 0.35, 'critical'],
    ['broiler', 12, 0.14, null],
    ['broiler', 12, 0.17, 'warning'],
    ['broiler', 12, 0.31, 'critical'],
    ['pullet', 3, 0.25, 'warning'],
    ['pullet', 15, 0.12, 'warning'],
    ['pullet', 60, 0.06, 'warning'],
    ['pullet', 60, 0.11, 'critical'],
    ['layer', 200, 0.04, null],
    ['layer', 200, 0.06, 'warning'],
    ['layer', 200, 0.11, 'critical'],
    ['breeder', 200, 0.09, null],
    ['breeder', 200, 0.12, 'warning'],
    ['breeder', 200, 0.21, 'critical'],
  ])('%s of day %i losing %f %% a day: %s', (type, age, percent, level) => {
    const days = daysFrom(age, 100_000, losing([percent * 1_000]))
    expect(lossesOf({ ...birdsOf(type), placedAge: age - 1 }, days)).toMatchObject([{ level }])
  })

  test('a broiler flock that begins to die is told of days before the limit, and is critical on it', () => {
    const early = [30, 40, 44, 38, 30, 50, 32, 18, 17, 16, 15, 16, 14, 10, 9, 30, 32, 27, 31, 24, 21, 19, 25]
    const rising = [22, 30, 33, 38, 36, 62, 74, 108, 145, 160, 210]
    const days = daysFrom(1, 45_000, losing([...early, ...rising]))
    const bad = badAges(lossesOf(birdsOf('broiler', 'cobb500'), days), days)
    expect(bad[0]?.[1]).toBe('warning')
    expect([29, 30]).toContain(bad[0]?.[0])
    expect(bad.find(([, level]) => level === 'critical')?.[0]).toBe(32)
  })

  test('a third more dead each day is told of within days', () => {
    const dead = [20, 27, 36, 49, 66, 90, 121]
    const days = daysFrom(14, 20_000, losing(dead))
    expect(badAges(lossesOf(birdsOf('broiler', 'ross308'), days), days).slice(0, 3)).toEqual([
      [16, 'warning'],
      [17, 'warning'],
      [18, 'critical'],
    ])
  })

  test('hens dying three times as much as they did are told of before the limit', () => {
    const days = daysFrom(250, 30_000, losing([...always(3, 40), 6, 9, 11, 12, 13]))
    const bad = badAges(lossesOf(birdsOf('layer'), days), days)
    expect(bad[0]).toEqual([294, 'warning'])
  })

  test('culled birds, birds sold and moved, and one day twice the day before raise nothing by themselves', () => {
    const calm = losing([...always(16, 9), 8, 17, 16])
    expect(badAges(lossesOf(birdsOf('broiler'), daysFrom(8, 20_000, calm)), [])).toEqual([])
    const thinned = [...losing(always(16, 20)), { lost: 18, left: 6_000 }, ...losing(always(12, 5))]
    expect(badAges(lossesOf(birdsOf('broiler'), daysFrom(8, 20_000, thinned)), [])).toEqual([])
  })

  test('what is recorded after missing days belongs to these as well', () => {
    const days = daysFrom(8, 20_000, losing(always(16, 12)))
    const caughtUp = days
      .filter((_, i) => i !== 5 && i !== 6)
      .map((day, i) => (i === 5 ? { ...day, lost: 48 } : day))
    expect(badAges(lossesOf(birdsOf('broiler'), caughtUp), caughtUp)).toEqual([])
    const begun = daysFrom(3, 20_000, losing([84]))
    expect(badAges(lossesOf(birdsOf('broiler'), begun), begun)).toEqual([])
  })

  test('few birds dying in a small flock may be chance; many, or some each day, are not', () => {
    const of = (dead: readonly number[]) => {
      const days = daysFrom(300, 500, losing([...always(0, 20), ...dead]))
      return badAges(lossesOf(birdsOf('layer'), days), days)
    }
    expect(of([1, 0, 1, 0, 2])).toEqual([])
    expect(of([6])).toEqual([[320, 'critical']])
    expect(of([1, 2, 3]).at(-1)).toEqual([322, 'critical'])
  })

  test('a day that is not over may be bad already, but is never good', () => {
    const [yesterday] = daysFrom(20, 20_000, losing([80]))
    if (!yesterday) throw new Error('no day')
    const today = (lost: number) => ({ ...yesterday, day: dateOf(21), age: 21, lost, isSoFar: true })
    const of = (lost: number) =>
      lossesOf({ ...birdsOf('broiler'), placedAge: 19 }, [yesterday, today(lost)]).map(({ level }) => level)
    expect(of(2)).toEqual(['critical'])
    expect(of(90)).toEqual(['critical', 'critical'])
  })
})

test('bad days in a row are one alarm, which the next good day ends', () => {
  const days = daysFrom(20, 20_000, losing([10, 35, 70, 40, 10, 80]))
  expect(episodesOf(lossesOf({ ...birdsOf('broiler'), placedAge: 19 }, days))).toMatchObject([
    { from: dateOf(21), to: dateOf(23), endedOn: dateOf(24), level: 'critical' },
    { from: dateOf(25), endedOn: null, level: 'critical', limit: 0.3 },
  ])
})

describe('growth', () => {
  const weighed = (shares: Record<number, number>, breed: 'ross308' | 'hyline-brown') =>
    Object.entries(shares).map(([age, share]): JudgedDay => {
      const standard = weightAt(breed, Number(age))?.mid ?? 0
      return { ...nothing, day: dateOf(Number(age)), age: Number(age), birds: 1, weight: standard * share }
    })
  test.each<[string, Record<number, number>, (string | null)[]]>([
    ['a third under its standard', { 24: 0.64 }, ['warning']],
    ['a little under', { 14: 0.95, 21: 0.93 }, [null, null]],
    ['falling behind its own course', { 14: 1.02, 21: 1.0, 28: 0.89 }, [null, null, 'warning']],
    ['ahead, and back on the standard', { 14: 1.15, 21: 1.01 }, [null, null]],
  ])('%s', (_, shares, levels) => {
    const days = weighed(shares, 'ross308')
    const found = flockVerdicts(birdsOf('broiler', 'ross308'), days).GrowthBehind
    expect(found.map(({ level }) => level)).toEqual(levels)
  })
})

describe('laying rate', () => {
  const laying = (rates: readonly number[], more: Partial<JudgedDay> = {}) =>
    daysFrom(
      250,
      20_000,
      rates.map(rate => ({ eggs: 200 * rate, ...more })),
    )
  const levels = (days: readonly JudgedDay[]) =>
    badAges(flockVerdicts(birdsOf('layer', 'hyline-brown'), days).LayingRateFalling, days)

  test.each<[string, number[], [number, string][]]>([
    ['steady', [94, 94.4, 93.8, 94.1, 93.9], []],
    ['one low day', [94, 94, 94, 92, 94], []],
    ['three points under the days before', [94, 94, 94, 90.5, 94], [[253, 'warning']]],
    ['five points in a day', [94, 94, 94, 88, 94], [[253, 'critical']]],
    ['falling day by day', [94, 94, 94, 92.9, 91.8, 90.7], [[255, 'warning']]],
  ])('%s', (_, rates, expected) => {
    expect(levels(laying(rates))).toEqual(expected)
  })

  test('today’s eggs so far, and a day on which birds left, say nothing', () => {
    const days = laying([94, 94, 94, 60])
    expect(levels(days.map((day, i) => (i === 3 ? { ...day, isSoFar: true } : day)))).toEqual([])
    expect(levels(days.map((day, i) => (i === 3 ? { ...day, left: 8_000 } : day)))).toEqual([])
  })

  test('eggs collected a day late are the eggs of both days', () => {
    const late = laying([94, 94, 94, 94, 188, 94, 94, 94]).filter((_, i) => i !== 3)
    expect(levels(late)).toEqual([])
  })
})

describe('water', () => {
  const drinking = (litres: readonly number[]) =>
    daysFrom(
      250,
      20_000,
      litres.map(waterL => ({ waterL })),
    )
  const levels = (days: readonly JudgedDay[]) =>
    badAges(flockVerdicts(birdsOf('layer', 'hyline-brown'), days).WaterFalling, days)

  test.each<[string, number[], [number, string][]]>([
    ['steady', [4_000, 4_100, 3_950, 4_020, 3_900], []],
    ['a twelfth less each day', [4_000, 4_000, 3_680, 3_385, 3_115], [[254, 'warning']]],
    [
      'a ninth less each day',
      [4_000, 4_000, 3_560, 3_168, 2_820],
      [
        [253, 'warning'],
        [254, 'warning'],
      ],
    ],
    ['a quarter less in a day', [4_000, 4_000, 4_000, 3_000, 3_950], [[253, 'warning']]],
    ['half in a day', [4_000, 4_000, 4_000, 1_900, 3_950], [[253, 'critical']]],
    ['a day of washing lines, and the next', [4_000, 4_000, 4_000, 8_000, 4_000, 4_000], []],
  ])('%s', (_, litres, expected) => {
    expect(levels(drinking(litres))).toEqual(expected)
  })
})

describe('water of birds that are fed on some days only', () => {
  const patterns = {
    'every other day': [true, false],
    'four days of seven': [true, false, true, false, true, false, true],
    'five days of seven': [true, true, false, true, true, true, false],
  }
  const daysOf = (fed: readonly boolean[], more: (i: number) => number = () => 1) =>
    daysFrom(
      63,
      10_000,
      Array.from({ length: 28 }, (_, i) => ({
        waterL: (fed[i % fed.length] ? 2_200 : 1_300) * more(i),
      })),
    )
  const flocks = (['pullet', 'breeder'] as const).flatMap(type =>
    Object.entries(patterns).map(([name, fed]) => [type, name, fed] as const),
  )
  // The first days say what is usual: until a day without feed was made up for, it is a fall.
  const settled = (day: string) => day >= dateOf(63 + 9)

  test.each(flocks)('%s, %s: follows the ration and raises nothing', (type, _, fed) => {
    const days = daysOf(fed)
    const raised = flockVerdicts(birdsOf(type), days).WaterFalling.filter(
      ({ level, day }) => level && settled(day),
    )
    expect(raised).toEqual([])
  })

  test.each(flocks)(
    '%s, %s: raises nothing from its first day on where the feed is recorded',
    (type, _, fed) => {
      const days = daysOf(fed).map((day, i) => ({
        ...day,
        isFast: i >= 7 && !fed[i % fed.length],
        ...(i < 7 && { waterL: 2_200 }),
      }))
      expect(flockVerdicts(birdsOf(type), days).WaterFalling.filter(({ level }) => level)).toEqual([])
    },
  )

  test.each(flocks)(
    '%s, %s: a line that runs half empty is still told of within two days',
    (type, _, fed) => {
      const days = daysOf(fed, i => (i < 20 ? 1 : 0.4))
      const raised = flockVerdicts(birdsOf(type), days).WaterFalling.filter(
        ({ level, day }) => level && day >= dateOf(63 + 20) && day <= dateOf(63 + 21),
      )
      expect(raised).not.toEqual([])
    },
  )
})

describe('breeder males', () => {
  const breeders = birdsOf('breeder')
  const daysOf = (dead: (i: number) => number | null) => {
    let males = 1_000
    return daysFrom(
      210,
      10_000,
      Array.from({ length: 30 }, (_, i) => {
        const lost = dead(i)
        const day = { lost: 2, males: { birds: males, dead: lost } }
        males -= lost ?? 0
        return day
      }),
    )
  }

  test('that die ring, however well the hens do', () => {
    const days = daysOf(i => (i < 20 ? 0 : 50))
    expect(badAges(lossesOf(breeders, days), days)[0]).toEqual([230, 'critical'])
  })

  test('that are well end no alarm of the hens on a day on which nobody told of these', () => {
    const days = daysOf(() => 0).map((day, i) => ({ ...day, lost: i < 20 ? 2 : i < 22 ? 200 : null }))
    const [episode] = episodesOf(lossesOf(breeders, days))
    expect(episode).toMatchObject({ level: 'critical', endedOn: null })
  })

  test('of which one dies now and then, or of which nobody told, raise nothing', () => {
    for (const dead of [(i: number) => (i % 3 === 0 ? 1 : 0), () => null]) {
      const days = daysOf(dead)
      expect(badAges(lossesOf(breeders, days), days)).toEqual([])
    }
  })
})
