type Values = ArrayLike<number | null | undefined>

/** The range that values of a metric can have; outside it something is broken. */
export interface Bounds {
  low: number
  high: number
}

/** A line on a scale; its columns have one entry per point, null is a gap. */
interface ScaledLine {
  /** What is drawn: the mean, or with a band also the lowest and the highest value. */
  drawn: readonly Values[]
  /** All that is known of each point. A mean is not trusted if what it was taken of is impossible. */
  known: readonly Values[]
  /** Null if everything is possible. */
  bounds: Bounds | null
}

const isPossible = (value: number | null | undefined, bounds: Bounds | null) =>
  value === null || value === undefined || !bounds || (value >= bounds.low && value <= bounds.high)

/** Which values set a scale; a later rule is for when no value meets the former. */
const rules: readonly ((line: ScaledLine, point: number, value: number) => boolean)[] = [
  ({ known, bounds }, point) => known.every(values => isPossible(values[point], bounds)),
  ({ bounds }, _, value) => isPossible(value, bounds),
  () => true,
]

/**
 * Lowest and highest value that set the scale of these lines; null without values. Impossible ones do not: one hour of a
 * broken probe would flatten the whole curve. {@link outsideOf} tells what is left beyond the scale.
 */
export function extentOf(lines: readonly ScaledLine[]): [low: number, high: number] | null {
  for (const rule of rules) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const line of lines)
      for (const values of line.drawn)
        for (let point = 0; point < values.length; point += 1) {
          const value = values[point]
          if (value === null || value === undefined || !rule(line, point, value)) continue
          low = Math.min(low, value)
          high = Math.max(high, value)
        }
    if (low <= high) return [low, high]
  }
  return null
}

/** Neighbouring points of a line beyond the same edge of its scale. */
interface Outside {
  /** The one in their middle. */
  point: number
  /** The value farthest from the edge. */
  value: number
  isAbove: boolean
}

/** Where a line leaves its scale, once for each time. */
export function outsideOf(columns: readonly Values[], from: number, to: number): Outside[] {
  const above = timesBeyond(columns, value => value - to)
  const below = timesBeyond(columns, value => from - value)
  return [
    ...above.map(each => ({ ...each, isAbove: true })),
    ...below.map(each => ({ ...each, isAbove: false })),
  ]
}

function timesBeyond(columns: readonly Values[], by: (value: number) => number) {
  const times: { first: number; last: number; value: number }[] = []
  const length = Math.max(0, ...columns.map(values => values.length))
  for (let point = 0; point < length; point += 1)
    for (const values of columns) {
      const value = values[point]
      if (value === null || value === undefined || by(value) <= 0) continue
      const time = times.at(-1)
      if (!time || time.last < point - 1) times.push({ first: point, last: point, value })
      else {
        time.last = point
        if (by(value) > by(time.value)) time.value = value
      }
    }
  return times.map(({ first, last, value }) => ({ point: Math.floor((first + last) / 2), value }))
}
