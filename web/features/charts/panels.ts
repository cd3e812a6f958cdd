import type { ShownMetric } from '#web/components/metric.ts'

/** A line of a panel and the side of its axis. */
export interface Line {
  metric: ShownMetric
  /** Its index among all drawn lines. */
  index: number
  side: 'left' | 'right'
  /** Tells it from lines of the same colour, px; empty is solid. */
  dash: readonly number[]
}

/** Up to two axes over one period. */
export interface Panel {
  key: string
  lines: Line[]
  left: ShownMetric
  right: ShownMetric | undefined
}

const dashes = [[], [7, 4], [2, 3], [10, 4, 2, 4], [4, 4, 1, 4]] as const

/** Metrics measured alike share an axis; two axes make a panel, in the order chosen. */
export function panelsOf(metrics: readonly ShownMetric[]): Panel[] {
  const axes = [...new Set(metrics.map(({ axis }) => axis))]
  const seen = new Map<string | undefined, number>()
  const lines = metrics.map((metric, index): Line => {
    const count = seen.get(metric.quantity) ?? 0
    seen.set(metric.quantity, count + 1)
    const side = axes.indexOf(metric.axis) % 2 === 0 ? 'left' : 'right'
    return { metric, index, side, dash: dashes[count % dashes.length] ?? [] }
  })
  const panels: Panel[] = []
  for (let i = 0; i < axes.length; i += 2) {
    const pair = axes.slice(i, i + 2)
    const own = lines.filter(({ metric }) => pair.includes(metric.axis))
    const first = (axis: string | undefined) => own.find(({ metric }) => metric.axis === axis)?.metric
    const left = first(pair[0])
    if (left) panels.push({ key: pair.join(' '), lines: own, left, right: first(pair[1]) })
  }
  return panels
}
