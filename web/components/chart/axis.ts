export interface AxisKind {
  /** For counts: whole numbers. */
  isWhole?: boolean | undefined
  /** The axis ends here unless a value is greater; a rate ends at 100. */
  most?: number | undefined
  /** For amounts, such as a stock: it begins at 0 and ends at a round number. */
  isAmount?: boolean | undefined
}

/** Bounds of an axis with room for these values; it is labelled at both ends and in the middle. */
export function axisOf(values: readonly number[], kind: AxisKind = {}) {
  const { isWhole = false, most = Infinity, isAmount = false } = kind
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (isAmount && low >= 0 && high > 0) {
    const step = 10 ** Math.floor(Math.log10(high)) / 5
    return { from: 0, to: Math.ceil(high / step) * step }
  }
  const room = (high - low || Math.abs(high) || 1) * 0.15
  const from = Math.max(low >= 0 ? 0 : Number.NEGATIVE_INFINITY, low - room)
  const to = Math.max(high, Math.min(most, high + room))
  if (!isWhole) return most === Infinity ? { from, to } : roundedTo(most, { low, from, to })
  const whole = Math.floor(from)
  return { from: whole, to: whole + 2 * Math.ceil((to - whole) / 2) }
}

/** Half of an axis that ends at a round number of a rate. */
const STEPS = [0.5, 1, 2, 2.5, 5, 10, 15, 20, 25, 50]

/** The tightest axis whose ends and middle are round, within the greatest value where nothing is above it. */
function roundedTo(most: number, { low, from, to }: { low: number; from: number; to: number }) {
  for (const step of STEPS) {
    const begin = Math.floor(from / step) * step
    const end = begin + 2 * step
    if (end <= most && end >= to) return { from: begin, to: end }
    const back = most - 2 * step
    if (to <= most && back >= 0 && back <= low && end >= to) return { from: back, to: most }
  }
  return { from, to }
}
