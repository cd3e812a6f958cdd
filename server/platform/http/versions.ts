import { refuse } from './errors.ts'

/** Refuses whoever saw an older version than the row has: both are shown, `current` as the API shows the row. */
export function refuseOlder(
  yours: { version?: number | undefined } | null | undefined,
  version: number,
  current: unknown,
): void {
  if (yours?.version !== undefined && yours.version !== version) throw refuse.conflict({ yours, current })
}
