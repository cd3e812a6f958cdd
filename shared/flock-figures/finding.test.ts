import { describe, expect, test } from 'vitest'
import type { Compared } from '../contracts/comparison.ts'
import { keptBreeds, onStandard, takenOver } from '../testing/three-flocks.ts'
import { toldCourse } from '../testing/told-flock.ts'
import { against, curveOf, measuresOf, wholeWeek, whyUnjudged } from './course-measures.ts'
import { findingOf, leftOutOf, metricFinding } from './finding.ts'

/** Hens from 60 weeks on, with the rate of each week. */
const flock = (houseName: string, rates: readonly (number | null)[], breed = 'hyline-brown', days = 7) =>
  ({
    key: houseName,
    house: { id: houseName, name: houseName },
    course: {
      flock: { houseName, breed, type: 'layer' },
      placedAge: 119,
      weeks: rates.map((rate, i) => ({
        ...wholeWeek(40 + i),
        weighedAt: null,
        days: i === rates.length - 1 ? days : 7,
        ...(i === rates.length - 1 && {
          recorded: { ...wholeWeek(40 + i).recorded, rate: wholeWeek(40 + i).recorded.rate.slice(0, days) },
        }),
        rate,
        losses: i / 10,
      })),
    },
  }) as unknown as Compared
const kept = [94.5, 94.4, 94.2, 94.1, 94, 93.9, 93.8]

test('one that left the standard while another kept it is named with its week and loss', () => {
  const finding = findingOf(
    [flock('House 2', [94.5, 94.4, 94.2, 90, 87, 87, 88]), flock('House 3', kept)],
    'rate',
  )
  expect(finding).toMatchObject({ kind: 'broke', who: 'House 2', week: 43, others: ['House 3'] })
})

test('a younger flock is not said to have kept anything', () => {
  const young = flock('House 1', kept.slice(0, 2))
  const finding = findingOf([flock('House 2', [94.5, 94.4, 94.2, 90, 87, 87, 88]), young], 'rate')
  expect(finding).toMatchObject({ kind: 'broke', who: 'House 2', others: [] })
})

test('without a break, the last common week shows how far apart they are', () => {
  const lower = kept.map(rate => rate - 3)
  expect(findingOf([flock('House 1', lower), flock('House 3', [...kept, 93])], 'losses')).toMatchObject({
    kind: 'alike',
    week: 46,
  })
  expect(
    findingOf(
      [
        flock(
          'House 1',
          kept.map(() => null),
        ),
        flock('House 3', kept),
      ],
      'rate',
    ),
  ).toEqual({
    kind: 'never',
  })
})

test('one alone is compared with nothing', () => {
  expect(findingOf([flock('House 1', kept)], 'rate')).toEqual({ kind: 'nothing' })
})

test('a metric is compared over the time all of them reported it', () => {
  const line = (key: string, mean: (number | null)[]) => ({
    key,
    at: mean.map((_, i) => i),
    low: mean,
    mean,
    high: mean,
    doubts: [],
  })
  const houses = [flock('House 1', []), flock('House 2', [])]
  const metered = (...lines: ReturnType<typeof line>[]) => ({ stepMs: 1, items: lines })
  expect(
    metricFinding(houses, metered(line('House 1', [20, 20, 90]), line('House 2', [24, 26, null]))),
  ).toEqual({ kind: 'higher', high: 'House 2', low: 'House 1', by: 5 })
  expect(metricFinding(houses, metered(line('House 1', [20]), line('House 2', [20.1])))).toEqual({
    kind: 'same',
  })
  expect(metricFinding(houses, metered(line('House 1', [20, null]), line('House 2', [null, 20])))).toEqual({
    kind: 'never',
  })
})

test('two flocks of one house are told apart by their numbers', () => {
  const items = [
    flock(
      'House 1',
      kept.map(rate => rate - 3),
    ),
    flock('House 1', kept),
  ]
  for (const [i, item] of items.entries())
    Object.assign(item.course?.flock ?? {}, { number: `F${i}`, breed: null })
  expect(findingOf(items, 'rate')).toMatchObject({
    kind: 'apart',
    high: 'House 1 · F1',
    low: 'House 1 · F0',
  })
})

test('breeds that differ by nature are each held against their own standard', () => {
  const leghorns = kept.map(rate => rate + 1.5)
  expect(findingOf([flock('House 1', kept), flock('House 3', leghorns, 'hyline-w36')], 'rate').kind).toMatch(
    /alike|apartFromOwn/,
  )
  const unknown = [flock('House 1', kept), flock('House 3', leghorns, 'isa')]
  expect(findingOf(unknown, 'rate')).toEqual({ kind: 'breeds' })
})

test('a week of one day is not compared with a full one', () => {
  const items = [flock('House 1', [...kept, 80], 'hyline-brown', 1), flock('House 3', [...kept, 94])]
  expect(findingOf(items, 'rate')).toMatchObject({ week: 46 })
})

describe.each(['layer', 'broiler', 'pullet', 'breeder'] as const)('a %s flock taken over', type => {
  const kept = keptBreeds.find(each => each.type === type)
  if (!kept) throw new Error(`No breed of ${type}`)
  const made = onStandard(kept, { until: '2026-11-27' })
  const from = type === 'broiler' ? 3 : Math.round(kept.age / 7) - 4
  const item = (name: string, flock: typeof made) =>
    ({
      key: name,
      house: { id: name, name },
      course: toldCourse(flock, '2026-11-28'),
    }) as unknown as Compared
  const exact = item('Exact', made)
  const taken = item('Taken', takenOver(made, from))
  const perBird = ['rate', 'feed', 'water'] as const

  test('is compared in nothing that is per bird, since nobody knows how many there are', () => {
    for (const measure of measuresOf({ flock: { type } } as never)) {
      const { kind, ...finding } = findingOf([exact, taken], measure)
      const isPerBird = perBird.some(each => each === measure) || measure === 'losses'
      if (!isPerBird) expect([measure, kind]).toEqual([measure, 'alike'])
      else if (kind !== 'never') expect([kind, finding]).toEqual(['uncounted', { who: ['Taken'] }])
    }
    expect(findingOf([exact, taken], 'feed').kind).toBe('uncounted')
    // What it weighs does not depend on how many there are.
    expect(findingOf([exact, taken], 'weight').kind).toBe('alike')
  })

  test('leaves the others to be compared, and is named as left out', () => {
    const items = [exact, item('Other', made), taken]
    expect(findingOf(items, 'feed').kind).toBe('alike')
    expect(leftOutOf(items, 'feed')).toEqual(['Taken'])
    expect(leftOutOf(items, 'weight')).toEqual([])
  })

  test('is held against no standard by its birds, and says why', () => {
    const course = taken.course
    if (!course) throw new Error('no course')
    const last = course.weeks.findLast(({ feed }) => feed !== null)
    expect(last && against(course, 'feed', last)).toMatchObject({ sense: 'neutral', lacks: 'losses' })
    expect(whyUnjudged(course, 'feed')).toBe('losses')
    expect(whyUnjudged(course, 'weight')).toBeNull()
    const { points } = curveOf(course, 'feed', 4)
    expect(points.length).toBeGreaterThan(0)
    expect(points.every(({ off }) => off === null)).toBe(true)
    expect(exact.course && whyUnjudged(exact.course, 'feed')).toBeNull()
  })
})

test('eggs since the beginning are not told of hens whose records begin in lay', () => {
  for (const type of ['layer', 'breeder'] as const) {
    const kept = keptBreeds.find(each => each.type === type)
    if (!kept) throw new Error(`No breed of ${type}`)
    const made = onStandard(kept, { until: '2026-11-27' })
    const whole = toldCourse(made, '2026-11-28').final
    expect(whole.eggs).toBeGreaterThan(0)
    const { eggs, lacks } = toldCourse(takenOver(made, Math.round(kept.age / 7) - 4), '2026-11-28').final
    expect([eggs, lacks?.eggs]).toEqual([null, { why: 'began' }])
  }
})
