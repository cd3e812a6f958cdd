/** Columns in the chart's format: seconds since 1970, then values, gaps as null. */
export interface Curve {
  at: number[]
  columns: (number | null)[][]
}

/**
 * Appends live values to stored columns, one per column. Within one step of the end they replace the last live values, so
 * that a curve grows no faster than it was stored; values older than the end are ignored. `stored` is how many points came
 * from the server. Times in s.
 */
export function addLive(
  { at, columns }: Curve,
  stored: number,
  time: number,
  values: readonly (number | null)[],
  step: number,
): boolean {
  const last = at.at(-1)
  if (last !== undefined && time < last) return false
  const end = at.length - 1
  const replaces = last !== undefined && end >= stored && time - (at[end - 1] ?? last - step) < step
  const place = replaces ? end : end + 1
  at[place] = time
  for (const [i, column] of columns.entries()) column[place] = values[i] ?? null
  return true
}
