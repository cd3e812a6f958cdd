import { expect, test } from 'vitest'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { todayOf, yesterdayOf } from './totals-of.ts'

const believed = { feedDoubt: null, waterDoubt: null }

const NOW = Date.UTC(2026, 10, 20, 6)
const MINUTE = 60_000
const none = {
  age: 199,
  dead: null,
  culled: null,
  eggs: null,
  rate: null,
  feedKg: null,
  feed: null,
  waterL: null,
  water: null,
  aliveAtStart: null,
  movedIn: 0,
  sold: 0,
  movedOut: 0,
}

function aFlock(feed: readonly [number | null, number | null] | null, minutesAgo = 5): FlockThisMorning {
  const at = new Date(NOW - minutesAgo * MINUTE).toISOString()
  const [feedKg, feedKgBefore] = feed ?? [null, null]
  return {
    id: 'f',
    houseId: 'h',
    houseName: 'House 1',
    timeZone: 'Asia/Shanghai',
    type: 'layer',
    breed: null,
    dayAge: 200,
    age: 200,
    alive: 10_000,
    males: null,
    isRecorded: true,
    placedAge: 0,
    placedOn: '2026-05-04',
    yesterday: '2026-11-19',
    lossesOn: '2026-11-19',
    isTodayTold: false,
    days: [
      { ...none, day: '2026-11-19', feedKg: 1_030 },
      { ...none, day: '2026-11-18', feedKg: 1_000 },
    ],
    today: feed && { at, feedKg, feedKgBefore, waterL: null, waterLBefore: null, ...believed },
    deadMean: null,
    alarms: [],
    weight: null,
    weighedAt: null,
  }
}

test('today sums the houses where it and yesterday at that time are known and recent', () => {
  const flocks = [
    aFlock([440, 400], 20),
    aFlock([550, 500]),
    aFlock([600, null]),
    aFlock([900, 100], 60),
    aFlock(null),
  ]
  expect(todayOf(flocks, 'feedKg', NOW)).toEqual({
    now: 990,
    houses: 2,
    percent: 10,
    until: { at: NOW - 20 * MINUTE, timeZone: 'Asia/Shanghai' },
  })
  expect(todayOf(flocks, 'waterL', NOW)).toBeNull()
  expect(yesterdayOf(flocks, 'feedKg')).toEqual({ now: 5_150, houses: 5, percent: 3 })
})

test('a day that has hardly begun says nothing, and figures that began only today show no change', () => {
  expect(todayOf([aFlock([20, 30])], 'feedKg', NOW)).toBeNull()
  expect(todayOf([aFlock([120, 0])], 'feedKg', NOW)).toMatchObject({ now: 120, percent: null })
  expect(todayOf([aFlock([0, 120])], 'feedKg', NOW)).toMatchObject({ now: 0, percent: -100 })
})

/** A flock with its last two recorded days; the dead of each. */
const withDead = (...days: [day: string, dead: number | null][]): FlockThisMorning => ({
  ...aFlock(null),
  days: days.map(([day, dead]) => ({ ...none, day, dead })),
})

test('the dead of yesterday are those of all houses, a flock’s first day too; the change is of houses with both days', () => {
  const older = [
    withDead(['2026-11-19', 12], ['2026-11-18', 10]),
    withDead(['2026-11-19', 4], ['2026-11-18', 6]),
  ]
  const placedYesterday = withDead(['2026-11-19', 300])
  expect(yesterdayOf([...older, placedYesterday], 'dead')).toEqual({ now: 316, houses: 3, percent: 0 })
  expect(yesterdayOf([placedYesterday], 'dead')).toEqual({ now: 300, houses: 1, percent: null })
})

test('a record of some days ago is no day before, and a day on which nobody counted is in neither', () => {
  const daysAgo = withDead(['2026-11-19', 50], ['2026-11-14', 5])
  const uncounted = withDead(['2026-11-19', 8], ['2026-11-18', null])
  const whole = withDead(['2026-11-19', 12], ['2026-11-18', 10])
  expect(yesterdayOf([daysAgo, uncounted, whole], 'dead')).toEqual({ now: 70, houses: 3, percent: 20 })
  expect(yesterdayOf([daysAgo], 'dead')).toEqual({ now: 50, houses: 1, percent: null })
  // Nothing of yesterday.
  const silent = withDead(['2026-11-18', 9], ['2026-11-17', 9])
  const unsaid = withDead(['2026-11-19', null], ['2026-11-18', 9])
  expect(yesterdayOf([silent, unsaid], 'dead')).toEqual({ now: 0, houses: 0, percent: null })
})
