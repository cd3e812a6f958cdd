import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Lets a test go on in time: clocks run as usual and jump when told to; timers and the network stay real. Call it at the top of
 * a test file, before whatever starts the server.
 */
export function quickClock() {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  return {
    /** Jumps to this time, ms since 1970, unless it is over. */
    to(at: number): void {
      const ahead = at - Date.now()
      if (ahead > 0) vi.advanceTimersByTime(ahead)
    },
  }
}
