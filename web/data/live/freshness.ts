import { STALE_INTERVALS } from '#shared/limits.ts'

/** How a value may be shown: a stale one is grey with its age, never like news. */
export type Freshness = 'fresh' | 'stale' | 'unknown'

/**
 * Freshness of what a device reports, by when it was last heard (ms): stale after three report intervals
 * (seconds), or at once while no live connection could tell us more. A device that reports by exception repeats
 * nothing that has not changed, so a value holds for as long as its device speaks; a dead sensor's value is null.
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
