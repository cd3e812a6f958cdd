/** What happened to this process between two checks, ms. */
export interface Passed {
  /** How long it did not run: stopped, its machine suspended, or its clock set ahead. 0 if it ran. */
  pausedMs: number
  /** How far its clock was set; negative for back. 0 if it was not, as far as a running process can tell. */
  steppedMs: number
}

/** Even a busy machine delays a timer by this much. ms */
const LATE_MS = 10_000
/** Clocks are set by less all the time, without consequences. ms */
const STEP_MS = 1_000

/**
 * Tells what has happened since the last call; call it every `everyMs`. While the machine sleeps only `wall` goes on,
 * while the process is stopped so does `ticks`. Both in ms.
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
