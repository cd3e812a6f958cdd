/**
 * The value below which `share` (0 to 1) of the counted values lie, from counts per bucket: at most each bound, and above
 * the one before. The last count is of values beyond the last bound, about which nothing else is known. Null if nothing was
 * counted.
 */
export function percentileOf(
  bounds: readonly number[],
  counts: readonly number[],
  share: number,
): number | null {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0)
  if (wanted === 0) return null
  let below = 0
  for (const [i, count] of counts.entries()) {
    const bound = bounds[i]
    if (bound === undefined) break
    if (count > 0 && below + count >= wanted) {
      const from = bounds[i - 1] ?? 0
      return from + ((wanted - below) / count) * (bound - from)
    }
    below += count
  }
  return bounds.at(-1) ?? null
}
