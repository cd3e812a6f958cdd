import { expect, test } from 'vitest'
import { aliveTonight, doubtsOf } from './flock-doubts.ts'

const day = {
  aliveAtStart: 29_755,
  lostMean: 5,
  feedMean: 112,
  weightBefore: 1_980,
  weighedDaysAgo: 7,
  measured: { water: 6_102, feed: 3_333, eggs: 27_961 },
}
const keys = (facts: Parameters<typeof doubtsOf>[0]) =>
  doubtsOf({ dead: 2, ...facts }, day).map(({ key }) => key)

test('an ordinary day raises no doubt', () => {
  expect(
    keys({
      dead: 6,
      culled: 2,
      eggsSound: 27_512,
      eggsBroken: 286,
      feed: 3_333,
      water: 6_100,
      weight: 1_986,
    }),
  ).toEqual([])
})

test.each([
  [{ dead: 16 }, ['deadMany']],
  [{ eggsSound: 29_800 }, ['eggsAboveHens']],
  [{ eggsSound: 31_300 }, ['eggsFarAboveHens', 'eggsMeter']],
  [{ water: 0 }, ['noWater', 'waterMeter']],
  [{ water: 5_100 }, ['waterMeter']],
  [{ feed: 4_600 }, ['feedFar', 'feedMeter']],
  [{ weight: 700 }, ['weightFar']],
  [{ weights: [1_980, 2_010, 1_950] }, ['smallSample']],
] as const)('%o is asked about', (facts, expected) => {
  expect(keys(facts)).toEqual(expected)
})

test('what they have eaten so far today is not too little, and of a day that is over it is', () => {
  const asked = (today: string) =>
    doubtsOf({ dead: 2, feed: 900 }, { ...day, measured: {}, day: '2026-11-28', today })
  expect(asked('2026-11-28')).toEqual([])
  expect(asked('2026-11-29')).toMatchObject([{ key: 'feedFar' }])
})

test('birds alive tonight are derived, and unknown if nobody said how many were placed', () => {
  expect(aliveTonight({ dead: 16, culled: 2, sold: 100, movedIn: 10 }, 29_755)).toBe(29_647)
  expect(aliveTonight({ dead: 16 }, null)).toBeNull()
})

const counted = {
  ...day,
  feedMean: null,
  measured: {},
  countedBefore: { feed: [2_183, 2_183], eggs: [27_961, 27_961] },
  nothingOdd: ['feed' as const, 'eggs' as const],
}

test.each([
  [{ feed: 2_183 }, ['feedStill']],
  [{ feed: 2_184 }, []],
  [{ feed: 0 }, ['noFeed']],
  [{ eggsSound: 27_900, eggsBroken: 61 }, ['eggsStill']],
  [{ eggsSound: 27_962 }, []],
  [{ eggsSound: 0 }, ['noEggs']],
  // They were caught that day.
  [{ eggsSound: 0, feed: 0, sold: 29_753 }, []],
] as const)('a counter that stands still by %o is asked about', (facts, expected) => {
  expect(doubtsOf({ dead: 2, ...facts }, counted).map(({ key }) => key)).toEqual(expected)
})

test('birds that are not due to eat or to lay, and a day that is not over, are asked nothing', () => {
  const asked = (more: object) => doubtsOf({ dead: 2, feed: 0, eggsSound: 0 }, { ...counted, ...more })
  expect(asked({ nothingOdd: [] })).toEqual([])
  expect(asked({ day: '2026-11-28', today: '2026-11-28' })).toEqual([])
  expect(asked({ day: '2026-11-27', today: '2026-11-28' })).toHaveLength(2)
  const repeated = { dead: 2, feed: 2_183 }
  expect(doubtsOf(repeated, { ...counted, type: 'breeder' })).toEqual([])
})

test('a day with figures but without losses is asked whether none died: a blank says nothing', () => {
  const asked = (facts: Parameters<typeof doubtsOf>[0], more = {}) =>
    doubtsOf(facts, { ...counted, countedBefore: {}, ...more }).map(({ key, field }) => `${key} ${field}`)
  expect(asked({ feed: 2_184, eggsSound: 27_962 })).toEqual(['noLosses dead'])
  expect(asked({ feed: 2_184, dead: 0 })).toEqual([])
  expect(asked({ feed: 2_184, culled: 0 })).toEqual([])
  // Males of breeders are entered beside the hens.
  expect(asked({ feed: 2_184, deadMales: 0 }, { type: 'breeder' })).toEqual([])
  // Nothing is typed yet; no bird is there; they were caught that day.
  expect(asked({})).toEqual([])
  expect(asked({ feed: 2_184 }, { aliveAtStart: 0 })).toEqual([])
  expect(asked({ feed: 2_184, sold: 29_755 })).toEqual([])
})
