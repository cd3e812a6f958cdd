import type { WaitingArrival } from './waiting.ts'

type Clocks = Pick<WaitingArrival, 'at' | 'tick' | 'origin'>

/** What the phone says of the time now. */
export const clocks = (): Clocks => ({
  at: Date.now(),
  tick: performance.now(),
  origin: performance.timeOrigin,
})

/**
 * How long ago it was, ms: by the clock of the phone, or by how long this page has been open, whichever says longer, since the clock
 * may have been set meanwhile and a sleeping phone may not count. Null if the clock was set back and nothing else tells.
 */
export function waitedSince({ at, tick, origin }: Clocks, now: Clocks = clocks()): number | null {
  const byTick = origin === now.origin ? now.tick - tick : Number.NEGATIVE_INFINITY
  const waited = Math.max(now.at - at, byTick)
  return waited < 0 ? null : Math.round(waited)
}
