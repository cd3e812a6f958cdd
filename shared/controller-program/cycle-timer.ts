/** Seconds run up to `at` seconds by a timer that runs for the first `on` of every `period` seconds. */
function ranUntil(at: number, on: number, period: number): number {
  const cycles = Math.floor(at / period)
  return cycles * on + Math.min(at - cycles * period, on)
}

/** Share of the last `seconds` before `at` (s) during which a cycle timer had its relay on. */
export function cycleShare(at: number, seconds: number, on: number, period: number): number {
  if (period <= 0 || on <= 0) return 0
  if (on >= period) return 1
  return (ranUntil(at, on, period) - ranUntil(at - seconds, on, period)) / seconds
}
