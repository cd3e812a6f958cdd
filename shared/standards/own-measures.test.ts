import { expect, test } from 'vitest'
import { finalOf, wholeWeek } from '../flock-figures/course-measures.ts'
import { type FinalName, finalNames, noFinal } from '../flock-figures/final.ts'
import { type FlockMeasure, flockMeasures, standardOfWeek, standardOn } from '../flock-figures/standard.ts'
import type { HouseType } from '../signals.ts'
import { type OwnMeasure, type OwnRow, ownFaults, ownMeasureNames, ownTable } from './own-standard.ts'
import { readStandard, type StandardTable } from './standard-table.ts'

/** What is told of measures that are not typed themselves: they follow from these. */
const followsFrom: Partial<Record<FlockMeasure, OwnMeasure>> = {
  rate: 'lay',
  losses: 'livability',
  mortality: 'livability',
}
const measures = Object.keys(flockMeasures) as FlockMeasure[]
const PLACED = { type: 'layer', period: 'week' } as const
const WEEK = 30

const isOwn = (name: string): name is OwnMeasure => ownMeasureNames.some(each => each === name)

/** Weeks 1 to 60 with one figure, rising from 10 to 69 (livability: falling from 99). */
const rowsWith = (name: OwnMeasure, weeks = 60): OwnRow[] =>
  Array.from({ length: weeks }, (_, i) => ({
    age: i + 1,
    [name]: name === 'livability' ? 99 - i / 10 : 10 + i,
  }))

const tableWith = (
  rows: readonly OwnRow[],
  of: { type: HouseType; period: 'day' | 'week' },
): StandardTable => ({
  id: 'own',
  name: 'Own',
  houseTypes: [of.type],
  period: of.period,
  source: {
    publisher: 'Hatchery',
    publication: 'Own',
    edition: '2026',
    obtained: '',
    confidence: 'medium',
    caveat: { 'zh-CN': '', 'en-US': '' },
  },
  ...ownTable(rows, of),
})

test.each(measures)('%s is compared with a standard, so it can be imported', measure => {
  const name = followsFrom[measure] ?? measure
  expect(isOwn(name), `${measure} has no column`).toBe(true)
  if (!isOwn(name)) return
  const rows = rowsWith(name)
  expect(ownFaults(rows)).toEqual([])
  const own = readStandard(tableWith(rows, PLACED))
  const standard = standardOfWeek(own, measure, wholeWeek(WEEK), 0)
  if (followsFrom[measure] && name === 'livability') expect(standard?.mid).toBeGreaterThan(0)
  else expect(Math.abs((standard?.mid ?? 0) - (10 + WEEK - 1))).toBeLessThanOrEqual(1)
  // What is not told is no standard: nothing is made up from another figure.
  const others = measures.filter(each => (followsFrom[each] ?? each) !== name && each !== 'uniformity')
  const derived: Partial<Record<OwnMeasure, FlockMeasure[]>> = {
    lay: ['henHoused', 'eggsPerHen'],
    feed: ['water'],
  }
  for (const other of others.filter(each => !derived[name]?.includes(each)))
    expect(standardOfWeek(own, other, wholeWeek(WEEK), 0), `${other} by ${name}`).toBeNull()
})

test('a farm’s own figure of what follows from others stands before what follows', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    age: i + 1,
    lay: i < 20 ? 0 : 90,
    eggWeight: 60,
    livability: 99,
    henHoused: i < 20 ? 0 : 80,
    eggMass: i < 20 ? 0 : 50,
    eggsPerHen: Math.max(0, 5 * (i - 19)),
  }))
  const own = readStandard(tableWith(rows, PLACED))
  const on = (measure: FlockMeasure) => standardOfWeek(own, measure, wholeWeek(40), 0)?.mid
  expect(on('rate')).toBeCloseTo(90, 6)
  expect(on('henHoused')).toBeCloseTo(80, 6)
  expect(on('eggMass')).toBeCloseTo(50, 6)
  expect(on('eggsPerHen')).toBeCloseTo(100, 6)
})

test.each([
  ['eggsPerHen', { eggsPerHen: 20 }, { eggsPerHen: 19 }],
  ['maleLosses', { maleLosses: 3 }, { maleLosses: 2 }],
  ['dailyGain', { dailyGain: 0.05 }, { dailyGain: 0.06 }],
  ['henHoused', { henHoused: 0.8 }, { henHoused: 0.81 }],
] as const)('a wrong %s is a fault at its cell', (field, first, second) => {
  expect(
    ownFaults([
      { age: 20, ...first },
      { age: 21, ...second },
    ]).map(each => each.field),
  ).toContain(field)
})

/** Final figures that have a standard of their own; the others are compared week by week. */
const finalsWithStandard: Partial<Record<FinalName, OwnMeasure>> = { feedConversion: 'feedConversion' }

test.each(finalNames)('%s of a whole flock shows the farm’s own standard where it can be imported', name => {
  const column = finalsWithStandard[name]
  const rows = Array.from({ length: 43 }, (_, i) => ({
    age: i,
    weight: 40 + 70 * i,
    feedConversion: 0.8 + i / 50,
  }))
  const standard = tableWith(rows, { type: 'broiler', period: 'day' })
  const flock = { type: 'broiler', breed: null } as Parameters<typeof finalOf>[0]['flock']
  const days = [{ age: 35, weight: 2_300 }] as Parameters<typeof finalOf>[0]['days']
  const final = { ...noFinal, [name]: 1.6 }
  const shown = finalOf({
    flock,
    standard: standard as never,
    countedFrom: 0,
    days,
    final,
    before: null,
    best: null,
  })
  const row = shown.find(({ key }) => key === name)
  if (row) expect(row.standard).toEqual(column ? expect.closeTo(1.5, 6) : null)
  else expect(column).toBeUndefined()
})

test('a broiler’s own FCR is drawn and compared on the day of weighing', () => {
  const rows = Array.from({ length: 43 }, (_, i) => ({
    age: i + 1,
    dailyGain: 10 + i,
    conversion: 1 + i / 50,
  }))
  const own = readStandard(tableWith(rows, { type: 'broiler', period: 'day' }))
  const week = { ...wholeWeek(6), weighedAt: 35 }
  expect(standardOfWeek(own, 'dailyGain', week, 0)?.mid).toBeCloseTo(41, 6)
  expect(standardOfWeek(own, 'conversion', week, 0)?.mid).toBeCloseTo(1.62, 6)
  expect(standardOn(own, 'waterFeed', { age: 20, placedAge: 0 })).toBeNull()
})
