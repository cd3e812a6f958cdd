/** Columns of a curve as the chart takes them: seconds since 1970, values, gaps as null. */
export interface Curve {
  at: number[]
  values: (number | null)[]
}

/**
 * Adds a live value to the end of a stored curve. Within one step of the end it takes the place of the last live
 * value, so that a curve never grows faster than it was stored; older values than the end are ignored. `stored` is
 * how many points came from the server. Times in s.
 */
export function addLive(
  curve: Curve,
  stored: number,
  at: number,
  value: number | null,
  step: number,
): boolean {
  const last = curve.at.at(-1)
  if (last !== undefined && at < last) return false
  const end = curve.at.length - 1
  const replaces = last !== undefined && end >= stored && at - (curve.at[end - 1] ?? last - step) < step
  if (replaces) {
    curve.at[end] = at
    curve.values[end] = value
  } else {
    curve.at.push(at)
    curve.values.push(value)
  }
  return true
}
