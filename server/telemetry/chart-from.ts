import type { Chart } from '#shared/contracts/houses.ts'

type Series = Chart['series'][number]
type Values = (number | null)[]

/** The result of house_chart; null where a json_agg had no rows. */
export interface Found {
  step: number
  at: number[] | null
  series: [low: Values | null, mean: Values | null, high: Values | null][]
}

/** A chart as the database tells it: text, which another thread may work out as well, see `chartFrom`. */
export interface StoredChart {
  metrics: readonly string[]
  /** From the edge of the first bucket on. ms since 1970 */
  from: number
  to: number
  points: number
  resolution: Chart['resolution']
  /** {@link Found} as JSON. */
  text: string
  /** From which silence on there is a gap, s, where the farm of the house set that. */
  gapS: number | null
  /** Times with readings that were imported. */
  imported: NonNullable<Chart['imported']>
}

/** A gap is a distance this many times the usual one between reports. */
const GAP = 3

/** Works out a chart; of many points and metrics this takes some ten milliseconds. */
export function chartFrom({
  metrics,
  from,
  to,
  points,
  resolution,
  text,
  gapS,
  imported,
}: StoredChart): Chart {
  const { step: stepMs, at, series } = JSON.parse(text) as Found
  const chart: Chart = {
    resolution,
    stepMs,
    at: at ?? [],
    series: metrics.map((metric, i) => seriesOf(metric, series[i])),
    ...(gapS && { gapS }),
    ...(imported.length > 0 && { imported }),
  }
  if (resolution === 'day') return chart
  return stepMs === 0 ? markGaps(chart, points) : fillBuckets(chart, from, to)
}

export const seriesOf = (metric: string, found: Found['series'][number] | undefined): Series => ({
  metric,
  low: found?.[0] ?? [],
  mean: found?.[1] ?? [],
  high: found?.[2] ?? [],
})

/** Adds a null bucket for every one without a report. */
export function fillBuckets(chart: Chart, from: number, to: number): Chart {
  const { stepMs } = chart
  if (to <= from) return chart
  const first = Math.floor(from / stepMs)
  const length = Math.floor((to - 1) / stepMs) - first + 1
  const places = chart.at.map(at => Math.round(at / stepMs) - first)
  const spread = (values: Values) => {
    const filled: Values = new Array(length).fill(null)
    for (let i = 0; i < places.length; i++) filled[places[i] as number] = values[i] ?? null
    return filled
  }
  return rebuild(
    chart,
    Array.from({ length }, (_, i) => (first + i) * stepMs),
    spread,
    heardAt(length, new Set(places)),
  )
}

/** For each point: whether a report arrived, whatever it carried. */
const heardAt = (length: number, places: ReadonlySet<number>): boolean[] =>
  Array.from({ length }, (_, i) => places.has(i))

/** For single reports: adds a null point where reports are missing, so that no line is drawn across. */
export function markGaps(chart: Chart, points: number): Chart {
  const { at } = chart
  const distances = at.slice(1).map((time, i) => time - (at[i] as number))
  const usual = [...distances].sort((a, b) => a - b)[distances.length >> 1] ?? 0
  const sources: (number | null)[] = []
  let room = points - at.length
  for (let i = 0; i < at.length; i++) {
    if (i > 0 && (distances[i - 1] as number) > GAP * usual && room-- > 0) sources.push(null)
    sources.push(i)
  }
  const times = sources.map(
    (source, i) => (at[source ?? (sources[i - 1] as number)] as number) + (source === null ? usual : 0),
  )
  return rebuild(
    chart,
    times,
    values => sources.map(source => (source === null ? null : (values[source] ?? null))),
    sources.map(source => source !== null),
  )
}

function rebuild(chart: Chart, at: number[], place: (values: Values) => Values, heard: boolean[]): Chart {
  const series = chart.series.map(({ metric, low, mean, high }) => ({
    metric,
    low: place(low),
    mean: place(mean),
    high: place(high),
  }))
  return { ...chart, at, heard, series }
}
