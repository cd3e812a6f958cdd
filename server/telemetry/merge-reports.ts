import type { Layouts } from './layouts.ts'
import { sizeOf } from './placed-values.ts'
import type { Layout } from './signal-parts.ts'

/** One report to store. */
export interface NewReport {
  /** `device.serial` */
  device: number
  /** ms since 1970 */
  at: number
  layout: Layout
  /** The layout's real metrics, then its exact ones; NaN is NULL. */
  numbers: Float64Array
}

/**
 * Sorts by device and time, which is also the order of locking rows; reports of the same sample become one, in which the
 * first value of a metric stays.
 */
export function mergeReports(reports: readonly NewReport[], layouts: Layouts): NewReport[] {
  const sorted = [...reports].sort((a, b) => a.device - b.device || a.at - b.at)
  const merged: NewReport[] = []
  for (const report of sorted) {
    const last = merged.at(-1)
    if (last && last.device === report.device && last.at === report.at)
      merged[merged.length - 1] = mergeTwo(last, report, layouts)
    else merged.push(report)
  }
  return merged
}

function mergeTwo(first: NewReport, second: NewReport, layouts: Layouts): NewReport {
  const same = first.layout === second.layout
  const layout = same ? first.layout : unionOf(first.layout, second.layout, layouts)
  const numbers = new Float64Array(sizeOf(layout)).fill(Number.NaN)
  // The first is laid over the second, so that its values stay.
  for (const report of [second, first]) lay(report, numbers, layout)
  return { ...first, layout, numbers }
}

function lay({ numbers, layout }: NewReport, over: Float64Array, places: Layout): void {
  const reals = layout.real.length
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] as number
    if (Number.isNaN(number)) continue
    const place =
      layout === places
        ? i
        : i < reals
          ? places.real.indexOf(layout.real[i] as string)
          : places.real.length + places.exact.indexOf(layout.exact[i - reals] as string)
    over[place] = number
  }
}

function unionOf(first: Layout, second: Layout, layouts: Layouts): Layout {
  return layouts.of(
    [...new Set([...first.real, ...second.real])],
    [...new Set([...first.exact, ...second.exact])],
  )
}
