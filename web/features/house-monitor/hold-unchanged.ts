import type { Chart } from '#shared/contracts/houses.ts'
import { NO_DATA_CRITICAL_S } from '#shared/limits.ts'

/**
 * Controllers report by exception: what has not changed is not said again. Holds the last value of a series over
 * buckets without one while the house still spoke, that is where any series has a value, or where nothing at all was
 * said for less time than counts as "no data". Longer silences stay gaps. `mean` only, which is what curves draw.
 */
export function holdUnchanged(chart: Chart): Chart {
  const spoke = whenSpoken(chart)
  return { ...chart, series: chart.series.map(series => ({ ...series, mean: held(series.mean, spoke) })) }
}

/** For each bucket, whether the house spoke at that time. */
function whenSpoken({ at, series }: Chart): boolean[] {
  const spoke = at.map((_, i) => series.some(({ mean }) => (mean[i] ?? null) !== null))
  let last = -1
  for (let i = 0; i < at.length; i += 1) {
    if (!spoke[i]) continue
    const silence = (at[i] ?? 0) - (at[last] ?? 0)
    if (last >= 0 && silence < NO_DATA_CRITICAL_S * 1_000) spoke.fill(true, last, i)
    last = i
  }
  return spoke
}

function held(mean: readonly (number | null)[], spoke: readonly boolean[]): (number | null)[] {
  let known: number | null = null
  return mean.map((value, i) => {
    if (!spoke[i]) known = null
    else if (value !== null) known = value
    return known
  })
}
