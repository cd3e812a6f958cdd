const DAY_MS = 86_400_000
/** Less says nothing about a day: nights differ from days. */
const LEAST_MS = DAY_MS
/** Beyond this no date is given. */
const FARTHEST_MS = 10 * 366 * DAY_MS

/** The amount at a moment: ms since 1970, bytes. */
export interface Measured {
  at: number
  bytes: number
}

/**
 * Growth in bytes a day: the median of the slopes between any two measurements (Theil-Sen), which a temporary file does not
 * change. Null before there is a day of data.
 */
export function growthADay(measured: readonly Measured[]): number | null {
  const times = measured.map(({ at }) => at)
  if (measured.length < 2 || Math.max(...times) - Math.min(...times) < LEAST_MS) return null
  const slopes = measured.flatMap((one, i) =>
    measured
      .slice(i + 1)
      .filter(other => other.at !== one.at)
      .map(other => ((other.bytes - one.bytes) / (other.at - one.at)) * DAY_MS),
  )
  slopes.sort((a, b) => a - b)
  const middle = slopes.length >> 1
  const [low, high] = [slopes[slopes.length % 2 ? middle : middle - 1], slopes[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** When the free space is used up at this growth, ms since 1970; null if it does not grow, or not within ten years. */
export function fullAt(now: number, free: number, growth: number | null): number | null {
  if (growth === null || growth <= 0) return null
  const left = (free / growth) * DAY_MS
  return left > FARTHEST_MS ? null : now + left
}
