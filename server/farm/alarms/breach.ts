/**
 * How long a condition has held. Between two looks nothing changes: a value stands until the next one. All times in ms of a
 * clock that nobody sets, but `since`.
 */
export interface Breach {
  /** Counted so far: grows while the value is beyond its limit, shrinks while it is back, no further than the delay. */
  spentMs: number
  /** On which side of the limit the value was last; in between it stays what it was. */
  isBeyond: boolean
  /** When it went beyond, wall clock, ms since 1970; null once nothing is counted any more. */
  since: number | null
  /** The last look. */
  at: number
  /** Since when it has been on its side. */
  sideAt: number
}

/** A return this long is no mere moment: what was counted before is over. ms, and a share of the delay */
const OVER = { least: 120_000, share: 0.1 }

/** Where a value is: beyond the limit, back from it by a margin, or in between. */
export interface Standing {
  breach: boolean
  back: boolean
}

export const noBreach = (at: number): Breach => ({ spentMs: 0, isBeyond: false, since: null, at, sideAt: at })

/** Counts until `at` with the side that has held since the last look. */
export function countUntil(before: Breach, at: number, delayMs: number): Breach {
  const passed = Math.max(0, at - before.at)
  const counted = before.isBeyond ? before.spentMs + passed : before.spentMs - passed
  const isBack = !before.isBeyond && at - before.sideAt >= Math.max(OVER.least, OVER.share * delayMs)
  const spentMs = isBack ? 0 : Math.min(delayMs, Math.max(0, counted))
  const isOver = spentMs === 0 && !before.isBeyond
  return { ...before, spentMs, at, since: isOver ? null : before.since }
}

/**
 * Looks again: a short return takes back no more than its own length, so that one low reading in a minute does not start the
 * delay over. `since`: when what is seen now began, wall clock, ms since 1970.
 */
export function breachStep(
  before: Breach,
  { breach, back }: Standing,
  { at, since, delayMs }: { at: number; since: number; delayMs: number },
): Breach {
  const counted = countUntil(before, at, delayMs)
  const isBeyond = breach || (!back && counted.isBeyond)
  const sideAt = isBeyond === before.isBeyond ? before.sideAt : at
  return { ...counted, isBeyond, sideAt, since: isBeyond ? (counted.since ?? since) : counted.since }
}

/** Whether the value is beyond its limit and has been for long enough. */
export const isDue = ({ isBeyond, spentMs }: Breach, delayMs: number): boolean =>
  isBeyond && spentMs >= delayMs

/** Nobody knew the value since the last look: nothing is counted for that time. */
export const resumeAt = (before: Breach, at: number): Breach => ({
  ...before,
  at,
  sideAt: before.sideAt + Math.max(0, at - before.at),
})
