import { isContended } from './contention.ts'
import { ShareFull } from './shares.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/**
 * Why something asked of the database failed: it is away; another transaction was in the way; it took too long and was
 * stopped; the account asks for more than its share; or it is our own fault. All but the last may be tried again.
 */
export type Trouble = 'away' | 'contended' | 'tooLong' | 'shareFull' | 'fault'

/** A statement was stopped at its time-out. */
const STOPPED = '57014'

/** The only place that tells these apart. A fault must never be taken for an outage: it would wait for ever, unseen. */
export function troubleOf(error: unknown): Trouble {
  if (isDatabaseUnavailable(error)) return 'away'
  if (isContended(error)) return 'contended'
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof ShareFull) return 'shareFull'
    if ('code' in at && at.code === STOPPED) return 'tooLong'
  }
  return 'fault'
}
