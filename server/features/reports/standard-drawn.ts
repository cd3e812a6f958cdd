import type { StandardValue } from '#shared/standards/standard-table.ts'
import type { Drawn } from '../../platform/pdf/chart.ts'

/** A standard in a chart: a band if it is a range, else a dashed line; with its sign in the legend. */
export function standardDrawn(
  label: string,
  points: readonly { x: number; standard: StandardValue | null }[],
  shown: (value: number) => number,
) {
  const x = points.map(each => each.x)
  const of = (field: 'low' | 'mid' | 'high') =>
    points.map(({ standard }) => (standard ? shown(standard[field]) : null))
  const isRange = points.some(({ standard }) => standard !== null && standard.low < standard.high)
  const drawn: Drawn = isRange
    ? { kind: 'band', x, low: of('low'), high: of('high'), ink: 'band' }
    : { kind: 'line', x, y: of('mid'), ink: 'ok', width: 0.8, dash: 2.5 }
  const sign = isRange
    ? ({ label, ink: 'band', isBand: true } as const)
    : ({ label, ink: 'ok', dash: 2.5 } as const)
  return { drawn, sign }
}
