import type { Layout, Layouts } from './layouts.ts'

/** One report to be stored. */
export interface NewReport {
  /** `device.serial` */
  device: number
  /** ms since 1970 */
  at: number
  layout: Layout
  real: Float32Array
  exact: Float64Array | null
}
/**
 * Sorted by device and time, which is also the order in which rows are locked; reports of the same sample become one,
 * the first value of a metric stays.
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
  const real = new Float32Array(layout.real.length).fill(Number.NaN)
  const exact = new Float64Array(layout.exact.length).fill(Number.NaN)
  // The first is laid over the second, so that its values stay.
  for (const report of [second, first]) {
    lay(report.real, report.layout.real, real, layout.real)
    if (report.exact) lay(report.exact, report.layout.exact, exact, layout.exact)
  }
  return { ...first, layout, real, exact: first.exact || second.exact ? exact : null }
}

export type Values = Float32Array | Float64Array

function lay(from: Values, names: readonly string[], to: Values, places: readonly string[]): void {
  for (let i = 0; i < from.length; i++) {
    const value = from[i] as number
    if (Number.isNaN(value)) continue
    to[names === places || names[i] === places[i] ? i : places.indexOf(names[i] as string)] = value
  }
}

function unionOf(first: Layout, second: Layout, layouts: Layouts): Layout {
  return layouts.of(
    [...new Set([...first.real, ...second.real])],
    [...new Set([...first.exact, ...second.exact])],
  )
}
