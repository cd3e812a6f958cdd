import type { Chart } from './contracts/houses.ts'
import { NO_DATA_CRITICAL_S } from './limits.ts'

/**
 * Controllers report by exception: what has not changed is not reported again. Holds the last value of a series over
 * buckets without one while the house still reported: where a report arrived, or where the silence was shorter
 * than is critical in this house. Longer silences stay gaps.
 */
export function holdUnchanged(chart: Chart): Chart {
  const spoke = whenSpoken(chart)
  return { ...chart, series: chart.series.map(series => held(series, spoke)) }
}

/** For each bucket, whether the house reported at that time. */
function whenSpoken({ at, heard, series, gapS = NO_DATA_CRITICAL_S }: Chart): boolean[] {
  const spoke = at.map((_, i) => heard?.[i] ?? series.some(({ mean }) => (mean[i] ?? null) !== null))
  let last = -1
  for (let i = 0; i < at.length; i += 1) {
    if (!spoke[i]) continue
    const silence = (at[i] ?? 0) - (at[last] ?? 0)
    if (last >= 0 && silence < gapS * 1_000) spoke.fill(true, last, i)
    last = i
  }
  return spoke
}

function held({ low, mean, high, ...about }: Chart['series'][number], spoke: readonly boolean[]) {
  const after: (number | null)[] = []
  let known: number | null = null
  for (const [i, value] of mean.entries()) {
    known = spoke[i] ? (value ?? known) : null
    after.push(known)
  }
  const filled = (values: readonly (number | null)[]) => after.map((value, i) => values[i] ?? value)
  return { ...about, low: filled(low), mean: after, high: filled(high) }
}
