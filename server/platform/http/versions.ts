import { refuse } from './errors.ts'

/** Refuses editors who saw an older version: shows both, `current` as the API shows the row. */
export function refuseOlder(
  yours: { version?: number | undefined } | null | undefined,
  version: number,
  current: unknown,
): void {
  if (yours?.version !== undefined && yours.version !== version) throw refuse.conflict({ yours, current })
}
