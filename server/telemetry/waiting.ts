import { watchOwnPauses } from '#server/platform/own-pauses.ts'

const TICK_MS = 1_000
/** What was sent during a pause of this process has arrived this long after it. ms */
const ARRIVED_MS = 60_000

/** How long messages may have waited for this process. */
export interface Waiting {
  /** At most how long ago a message that arrives now was sent, apart from its way here. ms */
  waitedMs(): number
  stop(): void
}

/** While this process is stopped, or its machine sleeps, messages wait in the connections and look old when they are read. */
export function watchWaiting(): Waiting {
  const passed = watchOwnPauses(TICK_MS)
  let paused = { ms: 0, until: Number.NEGATIVE_INFINITY }
  function look(): number {
    const now = performance.now()
    const { pausedMs } = passed()
    if (pausedMs > 0) paused = { ms: pausedMs, until: now }
    return now
  }
  const timer = setInterval(look, TICK_MS)
  return {
    waitedMs() {
      const since = look() - paused.until
      return since < ARRIVED_MS ? paused.ms + since : 0
    },
    stop: () => clearInterval(timer),
  }
}
