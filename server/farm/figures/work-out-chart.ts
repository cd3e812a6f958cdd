import { stoodAt } from '#shared/believed-chart.ts'
import type { Chart, DoubtSpan } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { houseTemperature, MEAN } from '#shared/house-temperature.ts'
import { isAbout, isLeftOut } from '#shared/probe-doubts.ts'
import { chartFrom, type StoredChart } from '../../telemetry/chart-from.ts'
import type { Belief } from './doubt-spans.ts'

/** What a chart is worked out from, wherever that happens. */
export interface ChartSources {
  chart: StoredChart
  belief: Belief
  /** How many of the chart's metrics are shown: the first ones. */
  shown: number
  /** Whether the chart has all probes, where its mean temperature may have to be worked out. */
  hasProbes: boolean
}

/**
 * The series of a house as `readChart` gives them, with the times in which a value was not believed, with the
 * exchanges of meters, and with its mean
 * temperature worked out where no controller told one to rely on; 'probes' if it needs all of them for that.
 */
export function believedFrom({ chart: stored, belief, shown, hasProbes }: ChartSources): Chart | 'probes' {
  const { doubts } = belief
  const chart = chartFrom(stored)
  const asked = chart.series.slice(0, shown)
  const told = asked.find(({ metric }) => metric === MEAN)?.mean
  const isReliable = told?.some(value => value !== null) && !doubts.some(doubt => isAbout(doubt, MEAN))
  if (told && !isReliable && !hasProbes) return 'probes'
  const made = hasProbes ? workedOut(chart, doubts) : null
  const series = asked.map(each =>
    each.metric === MEAN && made ? withMade(each, made) : toldOf(each, belief),
  )
  return { ...chart, series }
}

type Series = Chart['series'][number]

/** A series as it was told, with when it was not believed and which meters took over. */
export function toldOf(series: Series, { doubts, exchanges }: Belief): Series {
  const own = doubts.filter(doubt => isAbout(doubt, series.metric))
  const exchanged = exchanges.filter(({ metric }) => metric === series.metric)
  return {
    ...series,
    ...(own.length > 0 && { doubts: own }),
    ...(exchanged.length > 0 && { exchanges: exchanged.map(({ at, reading }) => ({ at, reading })) }),
  }
}

interface Made {
  values: (number | null)[]
  /** The most probes that a value is worked out from. */
  probes: number
}

/** The mean as rules and screens work it out, where it was not told or not believed; null where it always was. */
function workedOut(chart: Chart, doubts: readonly DoubtSpan[]): Made | null {
  const { at, stepMs, series } = holdUnchanged(chart)
  const columns = new Map(series.map(({ metric, mean }) => [metric, mean]))
  let probes = 0
  const values = at.map((start, i) => {
    const now = doubts.filter(doubt => isLeftOut(doubt) && stoodAt(doubt, start, stepMs))
    const doubted = new Set(now.map(({ metric }) => metric))
    const told = (metric: string) => columns.get(metric)?.[i] ?? undefined
    const read = (metric: string) => (doubted.has(metric) ? undefined : told(metric))
    const found = houseTemperature({ told, read, doubted })
    if (!found?.probes) return null
    probes = Math.max(probes, found.probes)
    return found.value
  })
  return probes === 0 ? null : { values, probes }
}

function withMade({ metric, low, mean, high }: Chart['series'][number], { values, probes }: Made) {
  const over = (told: readonly (number | null)[]) => told.map((value, i) => values[i] ?? value)
  return { metric, low: over(low), mean: over(mean), high: over(high), probes }
}
