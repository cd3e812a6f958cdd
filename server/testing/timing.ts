import { expect } from 'vitest'

/** How often each of the two is called: at least, and at most on a machine busy with other work. */
export const ROUNDS = { min: 9, max: 60 }

/** Milliseconds a call takes. */
async function timed(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await call()
  return performance.now() - from
}

/**
 * Expects two calls to take equally long: without a hash, one would take a tenth. Each is given its round. They take turns
 * and the fastest of each counts, so that the machine's other work is not measured; if there is too much of it they are
 * repeated, since a call that truly takes longer does so in every round.
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
