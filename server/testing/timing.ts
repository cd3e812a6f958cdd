import { expect } from 'vitest'

/** How often each of the two is called at least, and at most on a machine that is busy with other things. */
export const ROUNDS = { min: 9, max: 60 }

/** Milliseconds that a call takes. */
async function timed(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await call()
  return performance.now() - from
}

/**
 * Expects that two calls take as long: the work of one without a hash would be a tenth. Each is told its round. They take
 * turns and the quickest of each counts, so that whatever else the machine does is not measured; while it does too much,
 * they are asked again, since what truly takes longer stays longer in every round.
 */
export async function expectSameTime(
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<void> {
  const quickest = { one: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY }
  const ratio = () => quickest.one / quickest.other
  const isSame = () => ratio() > 0.6 && ratio() < 1.67
  for (let round = 0; round < ROUNDS.max; round++) {
    if (round >= ROUNDS.min && isSame()) break
    quickest.one = Math.min(quickest.one, await timed(() => one(round)))
    quickest.other = Math.min(quickest.other, await timed(() => other(round)))
  }
  expect(isSame(), `one takes ${ratio().toFixed(2)} times as long as the other`).toBe(true)
}
