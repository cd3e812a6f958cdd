import type { Standing } from './temperature-rule.ts'

/** What a rule remembers of the value it watches. Times at which the value is known, in ms since 1970. */
export interface Watch {
  /** Since when the value has been beyond the limit; null while it is not. */
  since: number | null
  lastAt: number
  active: boolean
}

/** After a silence this long a breach starts over: nobody knows what happened in between. ms */
const GAP_MS = 600_000

export const startWatch = (active: boolean): Watch => ({ since: null, lastAt: 0, active })

/** The server's own clock was set back to `at`: what was observed so far keeps its length. */
export function setBack(watch: Watch, at: number): Watch {
  const by = watch.lastAt - at
  if (by <= 0) return watch
  return { ...watch, lastAt: at, since: watch.since === null ? null : watch.since - by }
}

/**
 * Takes one more sample: the alarm is due once the value has been beyond its limit for `delayMs`, and over once it is
 * back. Samples from the past change nothing.
 */
export function watchStep(
  watch: Watch,
  { breach, back }: Pick<Standing, 'breach' | 'back'>,
  at: number,
  delayMs: number,
): { watch: Watch; due: 'raise' | 'clear' | null } {
  if (at < watch.lastAt) return { watch, due: null }
  if (watch.active) {
    const active = !back
    return {
      watch: { since: active ? watch.since : null, lastAt: at, active },
      due: active ? null : 'clear',
    }
  }
  if (!breach) return { watch: { since: null, lastAt: at, active: false }, due: null }
  const isAnew = watch.since === null || at - watch.lastAt > GAP_MS
  const since = isAnew ? at : (watch.since ?? at)
  const active = at - since >= delayMs
  return { watch: { since, lastAt: at, active }, due: active ? 'raise' : null }
}
