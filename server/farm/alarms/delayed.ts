import type { Standing } from './temperature-rule.ts'

/** What a rule remembers of the value it watches. Times in ms since 1970, by which the value is known. */
export interface Watch {
  /** Since when the value is beyond the limit; null while it is not. */
  since: number | null
  lastAt: number
  active: boolean
}

/** After a silence of this length a breach counts anew: nobody knows what was in between. ms */
const GAP_MS = 600_000

export const startWatch = (active: boolean): Watch => ({ since: null, lastAt: 0, active })

/** The server's own clock was set back to `at`: what was watched so far keeps its length. */
export function setBack(watch: Watch, at: number): Watch {
  const by = watch.lastAt - at
  if (by <= 0) return watch
  return { ...watch, lastAt: at, since: watch.since === null ? null : watch.since - by }
}

/**
 * One more sample of a value: the alarm is due when the value was beyond its limit for `delayMs`, and over when it is
 * back. Samples of the past change nothing.
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
