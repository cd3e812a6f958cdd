import { expect, test } from 'vitest'
import { daysAfter } from '../zone-time.ts'
import { isWaterSure, stillDays } from './still-meter.ts'

/** The days in doubt of some in a row, counted from 1. */
const doubted = (
  litres: readonly (number | null)[],
  more: { isWaterSure?: boolean; birds?: number } = {},
) => {
  const dayOf = (i: number) => daysAfter('2026-11-01', i)
  const still = stillDays(
    litres.map((waterL, i) => ({ day: dayOf(i), waterL, birds: 20_000, isSoFar: false, ...more })),
  )
  return litres.flatMap((_, i) => (still.has(dayOf(i)) ? i + 1 : []))
}

test.each([
  ['water that is another every day', [4_103, 4_120, 4_098, 4_103], []],
  ['the same on two days', [4_103, 4_120, 4_120, 4_098], []],
  ['the same on three, of which the first may be right', [4_103, 4_120, 4_120, 4_120, 4_098], [3, 4]],
  ['the same with a day between that nobody recorded', [4_103, 4_120, 4_120, null, 4_120], [3, 5]],
  ['nothing at all', [4_103, 0, 4_098], [2]],
  ['a house without a meter', [0, 0, 0], []],
  ['what people round', [4_100, 4_100, 4_100, 4_100], []],
  ['1,080 gal, rounded to ten', [4_088.245, 4_088.245, 4_088.245], []],
  ['a small flock', [312, 312, 312], []],
])('%s', (_, litres, days) => {
  expect(doubted(litres)).toEqual(days)
})

test('what somebody was asked about and calls right is believed, and a house without birds drinks nothing', () => {
  expect(doubted([4_103, 0, 0], { isWaterSure: true })).toEqual([])
  expect(doubted([4_103, 0, 0], { birds: 0 })).toEqual([])
  expect(['noWater 0', 'waterStill 4120', 'waterMeter 4120'].map(doubt => isWaterSure([doubt]))).toEqual([
    true,
    true,
    false,
  ])
})
