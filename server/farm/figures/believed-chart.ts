import { stoodAt } from '#shared/believed-chart.ts'
import type { Chart, DoubtSpan } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { houseTemperature, MEAN, PROBES } from '#shared/house-temperature.ts'
import { isAbout, isLeftOut } from '#shared/probe-doubts.ts'
import type { Db } from '../../platform/database/store.ts'
import { readChart } from '../../telemetry/history.ts'
import { type Belief, beliefIn, type Subject } from './doubt-spans.ts'

type Query = Parameters<typeof readChart>[2]

/**
 * The series of a house as `readChart` gives them, with the times in which a value was not believed, with the exchanges of
 * meters, and with its mean temperature worked out where no controller told one to rely on. Null outside the scope of `db`.
 */
export async function readBelieved(db: Db, subject: Subject, query: Query): Promise<Chart | null> {
  const asked = await readChart(db, subject, query)
  if (!asked) return null
  const belief = await beliefIn(db, subject, query)
  const { doubts } = belief
  const isTold = asked.series.every(
    ({ metric, mean }) => metric !== MEAN || mean.some(value => value !== null),
  )
  const needsProbes = query.metrics.includes(MEAN) && (!isTold || doubts.some(doubt => isAbout(doubt, MEAN)))
  const metrics = [...new Set([...query.metrics, ...PROBES])]
  const chart = (needsProbes && (await readChart(db, subject, { ...query, metrics }))) || asked
  const made = needsProbes ? workedOut(chart, doubts) : null
  const series = chart.series
    .slice(0, query.metrics.length)
    .map(each => (each.metric === MEAN && made ? withMade(each, made) : toldOf(each, belief)))
  return { ...chart, series }
}

/** A chart of single reports with the times in which a value was not believed, and the exchanges of meters. */
export async function withBelief(
  db: Db,
  subject: Subject,
  period: Pick<Query, 'metrics' | 'from' | 'to'>,
  chart: Chart,
): Promise<Chart> {
  const belief = await beliefIn(db, subject, period)
  return { ...chart, series: chart.series.map(each => toldOf(each, belief)) }
}

type Series = Chart['series'][number]
function toldOf(series: Series, { doubts, exchanges }: Belief): Series {
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

function withMade({ metric, low, mean, high }: Series, { values, probes }: Made) {
  const over = (told: readonly (number | null)[]) => told.map((value, i) => values[i] ?? value)
  return { metric, low: over(low), mean: over(mean), high: over(high), probes }
}
