import { expect, test } from 'vitest'
import { towardsLive } from './live-edge.ts'

const ranges = (...all: [number, number][]) => ({
  length: all.length,
  start: (i: number) => all[i]?.[0] ?? Number.NaN,
  end: (i: number) => all[i]?.[1] ?? Number.NaN,
})

test('a small delay is played as it is, a larger one off, a long one skipped', () => {
  expect(towardsLive(9.9, ranges([0, 10]))).toMatchObject({ rate: 1 })
  expect(towardsLive(9.9, ranges([0, 10]))).not.toHaveProperty('jumpTo')
  expect(towardsLive(9.7, ranges([0, 10]))).toMatchObject({ rate: 1.1, mustJump: false })
  expect(towardsLive(8.5, ranges([0, 10]))).toMatchObject({ jumpTo: 9.95, mustJump: false })
})

test('a hole in what has arrived is jumped over at once, and so is the way to a stream that began long ago', () => {
  expect(towardsLive(4.2, ranges([0, 4.2], [4.8, 5]))).toMatchObject({ jumpTo: 4.95, mustJump: true })
  expect(towardsLive(0, ranges([7_200, 7_200.04]))).toMatchObject({ jumpTo: 7_200, mustJump: true })
  // A stream that began anew, behind where the player still is.
  expect(towardsLive(50, ranges([0, 2]))).toMatchObject({ jumpTo: 1.95, mustJump: true })
})

test('as long as nothing has arrived there is nowhere to go', () => {
  expect(towardsLive(0, ranges())).toBeUndefined()
})
