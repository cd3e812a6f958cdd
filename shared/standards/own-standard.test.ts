import { expect, test } from 'vitest'
import { wholeWeek } from '../flock-figures/course-measures.ts'
import { type FlockMeasure, standardIn, standardOfWeek } from '../flock-figures/standard.ts'
import { ownFaults, ownTable } from './own-standard.ts'
import { readStandard, type StandardTable } from './standard-table.ts'
import { eggWeightAt, feedAt, layRateAt, standardOf, survivalBetween, weightAt } from './standards.ts'

const source = {
  publisher: 'x',
  publication: 'x',
  edition: 'x',
  obtained: '',
  confidence: 'medium',
  caveat: { 'zh-CN': '', 'en-US': '' },
}

/** The rows of a published table, as a farm would type them into its sheet. */
function typed(table: { columns: string[]; rows: (number | string | null)[][] }, period: 'week' | 'day') {
  let kept = 100
  let housed = 100
  return table.rows.map(row => {
    const told = Object.fromEntries(table.columns.map((name, i) => [name, row[i] ?? null]))
    const number = (name: string) => {
      const [low, high] = [told[`${name}Low`], told[`${name}High`]]
      const mid =
        told[name] ?? (typeof low === 'number' && typeof high === 'number' ? (low + high) / 2 : null)
      return typeof mid === 'number' ? mid : null
    }
    const mortality = number('mortality')
    if (told.phase !== 'lay' && mortality !== null) housed = 100 - mortality
    kept = told.phase === 'lay' && mortality !== null ? housed * (1 - mortality / 100) : housed
    return {
      age: Number(told[period]),
      weight: number('weight'),
      feed: number('feed'),
      water: number('water'),
      lay: number('lay'),
      eggWeight: number('eggWeight'),
      livability: mortality === null ? null : kept,
    }
  })
}

test('the table of a publisher typed in as a farm’s own says what the published one says', async () => {
  const { default: published } = await import('./data/hyline-w80.json', { with: { type: 'json' } })
  const rows = typed(published, 'week')
  expect(ownFaults(rows)).toEqual([])
  const table: StandardTable = {
    id: 'own',
    name: 'Own',
    houseTypes: ['layer', 'pullet'],
    period: 'week',
    source,
    ...ownTable(rows, { type: 'layer', period: 'week' }),
  }
  const [own, theirs] = [readStandard(table), standardOf('hyline-w80')]
  expect(own.lastAge).toBe(theirs.lastAge)
  for (let age = 7; age < own.lastAge; age += 5) {
    expect(weightAt(own, age)?.mid, `weight at ${age}`).toBeCloseTo(weightAt(theirs, age)?.mid ?? 0, 6)
    expect(feedAt(own, age)?.mid, `feed at ${age}`).toBeCloseTo(feedAt(theirs, age)?.mid ?? 0, 6)
    expect(layRateAt(own, age)?.mid ?? 0, `rate at ${age}`).toBeCloseTo(layRateAt(theirs, age)?.mid ?? 0, 6)
    if (age > 150) expect(eggWeightAt(own, age)?.mid).toBeCloseTo(eggWeightAt(theirs, age)?.mid ?? 0, 6)
  }
  expect(survivalBetween(own, 0, 7 * 72)).toBeCloseTo(survivalBetween(theirs, 0, 7 * 72) ?? 0, 6)
})

test('broilers of a farm’s own standard die as it says, others by the rule of thumb', () => {
  const rows = (livability: boolean) =>
    Array.from({ length: 43 }, (_, age) => ({
      age,
      weight: 40 + 60 * age,
      ...(livability && { livability: 100 - 0.2 * age }),
    }))
  const read = (livability: boolean) =>
    readStandard({
      id: 'own',
      name: 'Own',
      houseTypes: ['broiler'],
      period: 'day',
      source,
      ...ownTable(rows(livability), { type: 'broiler', period: 'day' }),
    })
  expect(survivalBetween(read(true), 0, 42)).toBeCloseTo(91.6, 9)
  expect(survivalBetween(read(false), 0, 42)).toBeCloseTo(survivalBetween('ross308', 0, 42) ?? 0, 9)
})

test('a standard of breeders says what their males, hatching eggs and chicks are to be, week by week', () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({
    age: 24 + i,
    weight: 3_000 + 20 * i,
    maleWeight: 3_600 + 25 * i,
    maleFeed: 130,
    uniformity: 80,
    // The hatchery is told of from the third week of lay on.
    ...(i >= 2 && { hatching: 90 + i / 4, fertility: 96 - i / 10, hatchability: 86, hatchOfFertile: 90 }),
  }))
  expect(ownFaults(rows)).toEqual([])
  const table = { id: 'own', name: 'Own', houseTypes: ['breeder'], period: 'week', source }
  const standard = { ...table, ...ownTable(rows, { type: 'breeder', period: 'week' }) }
  const week = (n: number, measure: FlockMeasure) =>
    standardOfWeek(standardIn({ breed: null, standard }), measure, wholeWeek(n), 0)?.mid ?? null
  expect(week(30, 'maleWeight')).toBe(3_600 + 25 * 6)
  expect(week(30, 'maleFeed')).toBe(130)
  expect(week(30, 'hatching')).toBe(91.5)
  expect(week(30, 'fertility')).toBeCloseTo(95.4, 9)
  expect(week(30, 'hatchability')).toBe(86)
  expect(week(30, 'hatchOfFertile')).toBe(90)
  expect(week(30, 'uniformity')).toBe(80)
  // Before and after its rows it says nothing.
  expect([week(24, 'hatching'), week(50, 'hatching'), week(60, 'maleWeight')]).toEqual([null, null, null])
})

test('the published share of hatching eggs stands beside that of a flock, and a column in another unit is refused', () => {
  expect(standardOfWeek('cobb500-ps', 'hatching', wholeWeek(41), 0)?.mid).toBe(97.5)
  expect(standardOfWeek('ross308-ps', 'hatching', wholeWeek(41), 0)).toBeNull()
  const faults = ownFaults([
    { age: 1, maleWeight: 1.2, fertility: 0.95 },
    { age: 2, maleWeight: 1.3, fertility: 0.94 },
  ])
  expect(new Set(faults.map(({ field }) => field))).toEqual(new Set(['maleWeight', 'fertility']))
})
