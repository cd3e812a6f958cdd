export interface AxisKind {
  /** For counts: whole numbers. */
  isWhole?: boolean | undefined
  /** The axis ends here unless a value is greater; a rate ends at 100. */
  most?: number | undefined
}

/** Bounds of an axis with room for these values; it is labelled at both ends and in the middle. */
export function axisOf(values: readonly number[], { isWhole = false, most = Infinity }: AxisKind = {}) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = (high - low || Math.abs(high) || 1) * 0.15
  const from = Math.max(low >= 0 ? 0 : Number.NEGATIVE_INFINITY, low - room)
  const to = Math.max(high, Math.min(most, high + room))
  if (!isWhole) return { from, to }
  const whole = Math.floor(from)
  return { from: whole, to: whole + 2 * Math.ceil((to - whole) / 2) }
}
