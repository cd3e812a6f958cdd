import { setTimeout as delay } from 'node:timers/promises'

/** What loops live by; a test sets its own. */
export interface Clock {
  /** ms since 1970 */
  now(): number
  /** Resolves after so many ms, or once it is stopped. */
  pause(ms: number, signal: AbortSignal): Promise<unknown>
  /** Aborts after so many ms. */
  timeout(ms: number): AbortSignal
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  pause: (ms, signal) => delay(ms, undefined, { signal, ref: false }).catch(() => {}),
  timeout: ms => AbortSignal.timeout(ms),
}
