import { describe, expect, test } from 'vitest'
import type { FlockCourse } from '../contracts/flocks.ts'
import type { HouseType } from '../signals.ts'
import { keptBreeds, onStandard, ownKept } from '../testing/three-flocks.ts'
import { toldCourse } from '../testing/told-flock.ts'
import { daysAfter } from '../zone-time.ts'
import { type Counter, counters, isCountSure, stillDays } from './still-meter.ts'

/** The days in doubt of some in a row, counted from 1. */
const doubted = (
  counter: Counter,
  amounts: readonly (number | null)[],
  { type = 'layer', ...more }: { isSure?: boolean; birds?: number; type?: HouseType } = {},
) => {
  const dayOf = (i: number) => daysAfter('2026-11-01', i)
  const days = amounts.map((amount, i) => ({
    day: dayOf(i),
    amount,
    birds: counter === 'feed' ? 19_840 : 20_000,
    isSoFar: false,
    ...more,
  }))
  const still = stillDays(counter, days, type)
  return amounts.flatMap((_, i) => (still.has(dayOf(i)) ? i + 1 : []))
}

/** What an honest counter shows on four days. */
const honest = {
  water: [4_103, 4_121, 4_098, 4_117],
  feed: [2_183, 2_191, 2_179, 2_186],
  eggs: [18_403, 18_421, 18_398, 18_417],
} as const satisfies Record<Counter, readonly number[]>

describe.each(counters)('%s', counter => {
  const [a, b, c, d] = honest[counter]
  test.each([
    ['another every day', [a, b, c, d], []],
    ['the same on two days', [a, b, b, c], []],
    ['the same on three, of which the first may be right', [a, b, b, b, c], [3, 4]],
    ['the same with a day between that nobody recorded', [a, b, b, null, b], [3, 5]],
    ['nothing at all', [a, b, 0, c], [3]],
    ['nothing for days', [a, b, 0, 0, c], [3, 4]],
    ['never anything', [0, 0, 0], []],
    ['nothing before the first', [0, 0, a, b], []],
  ])('%s', (_, amounts, days) => {
    expect(doubted(counter, amounts)).toEqual(days)
  })

  test('what somebody was asked about and calls right is believed, and of a house without birds nothing is due', () => {
    expect(doubted(counter, [a, b, b, b, 0, 0], { isSure: true })).toEqual([])
    expect(doubted(counter, [a, 0, 0], { birds: 0 })).toEqual([])
  })
})

test.each([
  ['water', 'what people round', [4_100, 4_100, 4_100, 4_100]],
  ['water', '1,080 gal, rounded to ten', [4_088.245, 4_088.245, 4_088.245]],
  ['water', 'a small flock', [312, 312, 312]],
  ['feed', 'bags of 25 kg', [2_175, 2_175, 2_175]],
  ['feed', 'rounded to 5 kg', [2_185, 2_185, 2_185]],
  ['feed', 'bags of 50 lb', [2_154.564, 2_154.564, 2_154.564]],
  ['feed', 'worked out of a ration: 112 g for 19,876 hens', [2_226.112, 2_226.112, 2_226.112]],
  ['feed', 'a ration of 100 g for 19,840 hens', [1_984, 1_984, 1_984]],
  ['feed', 'a small flock', [37, 37, 37]],
  ['eggs', 'whole trays', [18_420, 18_420, 18_420]],
  ['eggs', 'whole dozens', [18_408, 18_408, 18_408]],
  ['eggs', 'a small flock', [187, 187, 187]],
  ['eggs', 'pullets that come into lay', [3, 0, 12, 0, 41]],
  ['eggs', 'a moult, and its end', [16_403, 12_011, 6_213, 2_113, 312, 0, 0, 0, 23, 411]],
] as const)('%s: no doubt about %s', (counter, _, amounts) => {
  expect(doubted(counter, amounts)).toEqual([])
})

test('a counter of eggs that tells nothing in a moult which has hardly begun is in doubt', () => {
  expect(doubted('eggs', [16_403, 12_011, 0])).toEqual([3])
})

test.each([
  ['layer', [4, 5], [3]],
  ['broiler', [4, 5], [3]],
  ['pullet', [], []],
  ['breeder', [], []],
] as const)(
  'feed of a %s: a ration is the same for days, and a day of fasting has none',
  (type, repeats, fast) => {
    expect(doubted('feed', [2_183, 2_191, 2_186, 2_186, 2_186], { type })).toEqual(repeats)
    expect(doubted('feed', [2_183, 2_191, 0, 2_186], { type })).toEqual(fast)
    // Nobody fasts birds for two days.
    expect(doubted('feed', [2_183, 2_191, 0, 0, 2_186], { type })).toEqual([...fast, 4])
  },
)

test('once nothing was confirmed, nothing the day after is not asked about again', () => {
  const day = (amount: number, i: number, isSure = false) => ({
    day: daysAfter('2026-11-01', i),
    amount,
    birds: 20_000,
    isSoFar: false,
    isSure,
  })
  for (const counter of ['feed', 'eggs'] as const) {
    const days = [day(honest[counter][0], 0), day(0, 1, true), day(0, 2)]
    expect([...stillDays(counter, days)]).toEqual([])
  }
})

test.each([
  ['noWater 0', 0, ['water']],
  ['waterStill 4121', 4_121, ['water']],
  ['waterStill 4088.245', 4_088.245, ['water']],
  ['waterMeter 4121', 4_121, []],
  ['noFeed 0', 0, ['feed']],
  ['feedFar 0', 0, ['feed']],
  ['feedShort 2183', 2_183, []],
  ['eggsStill 18421', 18_421, ['eggs']],
  ['eggsAboveHens 18421', 18_421, []],
  // Of another number nobody was asked.
  ['waterStill 4121', 4_122, []],
  ['waterStill 4121', 0, []],
  ['noWater 0', 4_121, []],
  ['eggsStill 18421', 1_842, []],
  ['eggsStill 18421', null, []],
])('%s, where %s is recorded, confirms the count of %j', (doubt, amount, sure) => {
  expect(counters.filter(counter => isCountSure(counter, [doubt], amount))).toEqual(sure)
})

const stillIn = (days: FlockCourse['days']) =>
  days.flatMap(({ day, still }) => Object.keys(still ?? {}).map(counter => `${counter} on ${day}`))

test.each([...keptBreeds, ...ownKept].map(kept => [`${kept.breed} ${kept.type}`, kept] as const))(
  'no counter of a flock of %s that is on its standard stands still',
  (_, kept) => {
    const made = onStandard(kept, { until: '2026-11-30' })
    expect(stillIn(toldCourse(made, '2026-12-01').days)).toEqual([])
  },
)
