import { describe, expect, test } from 'vitest'
import type { Chart } from './contracts/houses.ts'
import { type CounterNow, courseOf, grown, hasJumped } from './counter.ts'
import { mostInAQuarter } from './meter-limits.ts'

const QUARTER = 900_000
const HOUR = 4 * QUARTER
/** Midnight at a house; the chart begins an hour before. */
const MIDNIGHT = Date.UTC(2026, 10, 19, 16)

type Bucket = readonly [low: number, high: number] | 'unchanged' | 'silent'

/** Buckets of 15 minutes starting an hour before midnight; `until` in h after midnight. */
function course(buckets: readonly Bucket[], until: number, latest: number | null = null) {
  const values = (i: 0 | 1) => buckets.map(bucket => (typeof bucket === 'string' ? null : bucket[i]))
  const chart: Chart = {
    resolution: '15m',
    stepMs: QUARTER,
    at: buckets.map((_, i) => MIDNIGHT - HOUR + i * QUARTER),
    heard: buckets.map(bucket => bucket !== 'silent'),
    series: [{ metric: 'Water/Today', low: values(0), mean: values(0), high: values(1) }],
  }
  const now: CounterNow = { until: MIDNIGHT + until * HOUR, latest, midnights: [MIDNIGHT] }
  return courseOf(chart, 'Water/Today', now)
}
/** Growth between two hours after midnight. */
const between = (known: ReturnType<typeof course>, from: number, to: number) =>
  grown(known, MIDNIGHT + from * HOUR, MIDNIGHT + to * HOUR)

/** The evening before, with a daily counter that ends at 400, then buckets of 10 each after midnight. */
const evening: Bucket[] = [
  [300, 320],
  [320, 350],
  [350, 380],
  [380, 400],
]
const morning = (count: number, before = 0): Bucket[] =>
  Array.from({ length: count }, (_, i) => [before + i * 10, before + (i + 1) * 10] as const)

describe('a daily counter', () => {
  test('counts from midnight to the latest value in the unfinished bucket', () => {
    const known = course([...evening, ...morning(5)], 1.2, 48)
    expect(between(known, 0, 1.2)).toBe(48)
    expect(between(known, 0, 1)).toBe(40)
  })

  test('is known within a bucket by the share of its time', () => {
    expect(between(course([...evening, ...morning(8)], 2), 0, 1.1)).toBeCloseTo(44)
  })

  test('that is reported every five minutes loses nothing at the end of a bucket', () => {
    const sparse = Array.from({ length: 8 }, (_, i) => [i * 15, i * 15 + 10] as const)
    const known = course([...evening, ...sparse], 2)
    expect(between(known, 0, 1)).toBe(60)
    expect(between(known, 0, 1.1)).toBeCloseTo(66)
  })

  test('across midnight sums what both days counted', () => {
    expect(between(course([...evening, ...morning(8)], 2), -0.5, 1)).toBe(50 + 40)
  })

  test.each([
    ['three minutes late', [...evening, [0, 405], [5, 10], [10, 20], [20, 30]], 35],
    ['three minutes early', [...evening.slice(0, 3), [0, 398], [2, 10], [10, 20], [20, 30], [30, 40]], 38],
    [
      'an hour late, as in summer time',
      [...evening, [400, 410], [410, 420], [420, 430], [430, 440], [0, 10], [10, 20]],
      60,
    ],
  ] as [string, Bucket[], number][])(
    'that begins anew %s still counts the day of the house',
    (_, buckets, sum) => {
      const hours = buckets.length / 4 - 1
      expect(between(course(buckets, hours), 0, hours)).toBe(sum)
    },
  )

  test('that is corrected by some has not been reset', () => {
    expect(between(course([...evening, ...morning(2), [15, 20], [15, 25]], 1), 0, 1)).toBe(25)
  })

  test('keeps its value while the house reports without repeating it', () => {
    const known = course([...evening, [0, 0], 'unchanged', 'unchanged', 'unchanged', [0, 10], [10, 20]], 1.5)
    expect(between(known, 0, 1)).toBe(0)
    expect(between(known, 0, 1.5)).toBe(20)
  })
})

describe('a silence', () => {
  const silent = (count: number): Bucket[] => Array.from({ length: count }, () => 'silent' as const)

  test('in the middle of the day loses nothing, since the counter went on', () => {
    expect(between(course([...evening, ...morning(2), ...silent(6), ...morning(2, 90)], 2.5), 0, 2.5)).toBe(
      110,
    )
  })

  test('across the requested hour leaves it unknown', () => {
    const known = course([...evening, ...morning(2), ...silent(6), ...morning(2, 90)], 2.5)
    expect(between(known, 0, 1)).toBeNull()
    expect(between(known, 1, 2.5)).toBeNull()
  })

  test('across midnight leaves the day itself known, and the previous one unknown', () => {
    const known = course([...evening.slice(0, 2), ...silent(8), ...morning(2, 60)], 2)
    expect(between(known, 0, 2)).toBe(80)
    expect(between(known, -0.75, 2)).toBeNull()
  })

  test('across a reset during the day leaves it unknown', () => {
    const known = course([...evening, ...morning(8), ...silent(4), [2, 10]], 3.25)
    expect(between(known, 0, 3.25)).toBeNull()
  })

  test('before the first report is not zero', () => {
    expect(between(course([...silent(6), ...morning(4, 50)], 1.5), 0, 1.5)).toBeNull()
    expect(between(course(silent(8), 1, 70), 0, 1)).toBeNull()
  })

  test('at the end is unknown until the house reports again', () => {
    const known = course([...evening, ...morning(4), ...silent(4)], 2)
    expect(between(known, 0, 2)).toBeNull()
    expect(between(known, 0, 1)).toBe(40)
  })
})

test('two meters reported under one name are no counter', () => {
  const both: Bucket[] = Array.from({ length: 12 }, (_, i) => [i * 10, 5_000 + i * 10] as const)
  expect(between(course(both, 2), 0, 2)).toBeNull()
})

test('a meter that is never reset counts the same', () => {
  const known = course(
    Array.from({ length: 12 }, (_, i) => [9_000 + i * 5, 9_005 + i * 5] as const),
    2,
  )
  expect(between(known, 0, 1.5)).toBe(30)
})

describe('a meter that shows nonsense for a moment', () => {
  const day = [...evening, ...morning(8, 1_000)]
  const honest = between(course(day, 2), 0.25, 2)
  const jumped = (known: ReturnType<typeof course>) =>
    hasJumped(known, MIDNIGHT, MIDNIGHT + 2 * HOUR, mostInAQuarter('water', null))

  test.each<[string, Bucket]>([
    ['a register read in the wrong order', [1_030, 103_206]],
    ['a bit too many', [1_030, 4_195_334]],
    ['no more than three times as much', [1_030, 3_200]],
    ['zeros', [0, 1_040]],
  ])('adds nothing to the day: %s', (_, glitch) => {
    const known = course([...day.slice(0, 7), glitch, ...day.slice(8)], 2)
    expect(between(known, 0.25, 2)).toBeCloseTo(honest ?? 0, 5)
    expect(jumped(known)).toBe(false)
  })

  test('and one that goes on there is known to have jumped', () => {
    const after = morning(4, 61_040)
    expect(jumped(course([...day.slice(0, 8), ...after], 2))).toBe(true)
    expect(jumped(course(day, 2))).toBe(false)
  })

  test('while a reset at midnight stays a reset', () => {
    expect(between(course([...evening, ...morning(8)], 2), 0, 2)).toBeCloseTo(80, 5)
  })
})

describe('a meter that shows zeros for a moment', () => {
  const day = [...evening, ...morning(8, 1_000)]
  const honest = between(course(day, 2), 0.25, 2) ?? 0
  const withZeros = (...at: number[]) =>
    day.map((bucket, i): Bucket => (at.includes(i) && typeof bucket !== 'string' ? [0, bucket[1]] : bucket))

  test.each([
    ['in one quarter of an hour', [7]],
    ['in two in a row', [7, 8]],
    ['in three in a row', [7, 8, 9]],
    ['twice', [6, 10]],
  ])('has not been reset: %s', (_, at) => {
    expect(between(course(withZeros(...at), 2), 0.25, 2)).toBeCloseTo(honest, 5)
  })

  test('a lifetime meter adds nothing either', () => {
    const meter = Array.from({ length: 12 }, (_, i): Bucket => [880_000 + i * 5, 880_005 + i * 5])
    const flickers = meter.map(
      (bucket, i): Bucket => (i === 6 || i === 7 ? [0, bucket[1] as number] : bucket),
    )
    expect(between(course(flickers, 2), 0, 1.5)).toBeCloseTo(between(course(meter, 2), 0, 1.5) ?? 0, 5)
  })
})

describe('an exchanged meter', () => {
  const HALF_PAST = 0.5
  /** A meter that counts 10 in a quarter of an hour, and the one that takes over half an hour after midnight. */
  const exchanged = (reading: number): Bucket[] => [
    ...Array.from({ length: 6 }, (_, i) => [880_000 + i * 10, 880_010 + i * 10] as const),
    ...Array.from({ length: 6 }, (_, i) => [reading + i * 10, reading + (i + 1) * 10] as const),
  ]
  const known = (reading: number, told: { at: number; reading: number }[]) => {
    const buckets = exchanged(reading)
    const values = (i: 0 | 1) => buckets.map(bucket => (typeof bucket === 'string' ? null : bucket[i]))
    const chart: Chart = {
      resolution: '15m',
      stepMs: QUARTER,
      at: buckets.map((_, i) => MIDNIGHT - HOUR + i * QUARTER),
      heard: buckets.map(() => true),
      series: [
        { metric: 'Water/Meter1/Total', low: values(0), mean: values(0), high: values(1), exchanges: told },
      ],
    }
    const now = { until: MIDNIGHT + 2 * HOUR, latest: null, midnights: [MIDNIGHT] }
    return courseOf(chart, 'Water/Meter1/Total', now)
  }
  const hasJumpedIn = (course: ReturnType<typeof courseOf>) =>
    hasJumped(course, MIDNIGHT, MIDNIGHT + 2 * HOUR, mostInAQuarter('water', null))

  test.each([
    ['that shows less', 0],
    ['that shows more', 1_200_000],
    ['that shows about the same', 880_300],
    ['that is not new', 4_700],
  ])('one %s adds what it counted, whenever within hours it is told', (_, reading) => {
    for (const hours of [HALF_PAST, HALF_PAST - 2, HALF_PAST + 3]) {
      const course = known(reading, [{ at: MIDNIGHT + hours * HOUR, reading }])
      expect(hasJumpedIn(course)).toBe(false)
      // Eight quarters of 10 each; what the old one counted at the very end may not be known.
      const sum = between(course, 0, 2) ?? 0
      expect(sum).toBeGreaterThanOrEqual(70)
      expect(sum).toBeLessThanOrEqual(80)
    }
  })

  test('that nobody told is known to have jumped, and so is one told of another day', () => {
    expect(hasJumpedIn(known(1_200_000, []))).toBe(true)
    expect(hasJumpedIn(known(1_200_000, [{ at: MIDNIGHT - 24 * HOUR, reading: 1_200_000 }]))).toBe(true)
  })
})
