/** What happened to this process between two looks, ms. */
export interface Passed {
  /** It did not run for this long: it was stopped, its machine suspended, or its clock set ahead. 0 when it ran. */
  pausedMs: number
  /** Its clock was set by this; negative when back. 0 when it was not, as far as anybody can tell from running on. */
  steppedMs: number
}

/** So much later than due a timer comes on a busy machine as well. ms */
const LATE_MS = 10_000
/** Clocks are set by less all the time, and it matters to nobody. ms */
const STEP_MS = 1_000

/**
 * Tells what has happened since the last look; to be called every `everyMs`. While a machine sleeps only `wall` goes on,
 * while a process is stopped `ticks` does as well. Both in ms.
 */
export function watchOwnPauses(
  everyMs: number,
  wall: () => number = Date.now,
  ticks: () => number = () => performance.now(),
): () => Passed {
  let [lastWall, lastTicks] = [wall(), ticks()]
  return () => {
    const [wallNow, ticksNow] = [wall(), ticks()]
    const [byWall, byTicks] = [wallNow - lastWall, ticksNow - lastTicks]
    lastWall = wallNow
    lastTicks = ticksNow
    const late = Math.max(byWall, byTicks) - everyMs
    const step = byWall - byTicks
    return { pausedMs: late > LATE_MS ? late : 0, steppedMs: Math.abs(step) > STEP_MS ? step : 0 }
  }
}
