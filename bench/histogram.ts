/** Counts durations in 64 steps per doubling, so that percentiles are exact to 1.1 %. */
export interface Histogram {
  /** @param ms duration; below 1 µs counts as 1 µs */
  add(ms: number): void
  /** The duration that a `share` (0 to 1) of all do not exceed, ms; 0 if there are none. */
  at(share: number): number
  readonly count: number
}

const STEPS = 64
/** Doublings from 1 µs: the last is 18 minutes. */
const DOUBLINGS = 30

export function createHistogram(): Histogram {
  const counts = new Float64Array(STEPS * DOUBLINGS)
  let count = 0
  return {
    get count() {
      return count
    },
    add: ms => {
      const step = Math.floor(Math.log2(Math.max(1, ms * 1000)) * STEPS)
      const index = Math.min(step, counts.length - 1)
      counts[index] = (counts[index] ?? 0) + 1
      count += 1
    },
    at: share => {
      let passed = 0
      for (let index = 0; index < counts.length; index++) {
        passed += counts[index] ?? 0
        if (passed > 0 && passed >= share * count) return 2 ** ((index + 0.5) / STEPS) / 1000
      }
      return 0
    },
  }
}

/** The median; of an even number the lower of the two middle values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
