import { STALE_INTERVALS } from '#shared/limits.ts'

/** How a value may be shown: a stale one is grey and shows its age, never as if it were current. */
export type Freshness = 'fresh' | 'stale' | 'unknown'

/**
 * Freshness of a device's values by when it was last heard (ms): stale after three report intervals (seconds), or at once
 * while there is no live connection. A device that reports by exception does not repeat unchanged values, so a value holds
 * as long as its device speaks; a dead sensor's value is null.
 */
export function freshnessOf(
  heardAt: number | undefined,
  intervalS: number,
  connected: boolean,
  now: number,
): Freshness {
  if (heardAt === undefined) return 'unknown'
  if (!connected) return 'stale'
  return now - heardAt > STALE_INTERVALS * intervalS * 1_000 ? 'stale' : 'fresh'
}
