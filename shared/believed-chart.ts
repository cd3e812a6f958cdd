import type { Chart, DoubtSpan } from './contracts/houses.ts'
import { isLeftOut } from './probe-doubts.ts'

/** Whether a doubt stood at some moment of a bucket, ms since 1970. */
export const stoodAt = ({ from, to }: DoubtSpan, start: number, stepMs: number): boolean =>
  from <= start + stepMs && (to === null || to >= start)

/** The doubt about a series at some moment between two times, ms since 1970; undefined where it is believed. */
export const doubtDuring = (
  { doubts = [] }: Pick<Chart['series'][number], 'doubts'>,
  from: number,
  to: number,
): DoubtSpan | undefined => doubts.find(span => span.from < to && (span.to === null || span.to > from))

/** Without the points that were in doubt: what figures are counted from. */
export function withoutDoubted(chart: Chart): Chart {
  if (chart.series.every(({ doubts }) => !doubts)) return chart
  const { at, stepMs } = chart
  const series = chart.series.map(each => {
    const spans = each.doubts?.filter(isLeftOut) ?? []
    if (spans.length === 0) return each
    const isDoubted = at.map(start => spans.some(span => stoodAt(span, start, stepMs)))
    const kept = (values: readonly (number | null)[]) =>
      values.map((value, i) => (isDoubted[i] ? null : value))
    return { ...each, low: kept(each.low), mean: kept(each.mean), high: kept(each.high) }
  })
  return { ...chart, series }
}
