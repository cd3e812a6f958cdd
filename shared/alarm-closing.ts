import type { Cause } from './alarms.ts'

/** What a cause says of the rule that rang. */
export type Judged = 'real' | 'noise' | 'apart'

/**
 * `noise`: the rule rang for nothing, or for what is known and accepted. `apart`: it rang rightly, but for a test or for
 * people at work, which says nothing of its limit. Everything else was real.
 */
const judgements: Partial<Record<Cause, Judged>> = {
  false_alarm: 'noise',
  limit: 'noise',
  accepted: 'noise',
  test: 'apart',
  works: 'apart',
}

/** What a cause says of the rule that rang; null while nobody has given one. */
export const judgedBy = (cause: Cause | null): Judged | null =>
  cause === null ? null : (judgements[cause] ?? 'real')

const causesOf = (judged: Judged) =>
  (Object.keys(judgements) as Cause[]).filter(cause => judgements[cause] === judged)
/** The causes that say that a rule rang in vain, and those that say nothing of it. */
export const noiseCauses = causesOf('noise')
export const apartCauses = causesOf('apart')

/** What cleared with a known cause closes by itself once it has been quiet for this long. ms */
export const CLOSES_AFTER_MS = 15 * 60_000
