import type { Chart } from '#shared/contracts/houses.ts'
import { PROBES } from '#shared/house-temperature.ts'
import type { Db } from '../../platform/database/store.ts'
import { readStoredChart } from '../../telemetry/history.ts'
import { beliefIn, type Subject } from './doubt-spans.ts'
import { believedFrom, type ChartSources, toldOf } from './work-out-chart.ts'

type Query = Parameters<typeof readStoredChart>[2]

/**
 * Reads what a chart is worked out from and passes it to `workOut`, a second time with all probes when that answers 'probes'.
 * Null outside the scope of `db`.
 */
export async function fromSources<Done>(
  db: Db,
  subject: Subject,
  query: Query,
  workOut: (sources: ChartSources) => Done | 'probes' | Promise<Done | 'probes'>,
): Promise<Done | null> {
  const asked = await readStoredChart(db, subject, query)
  if (!asked) return null
  const belief = await beliefIn(db, subject, query)
  const shown = query.metrics.length
  const done = await workOut({ chart: asked, belief, shown, hasProbes: false })
  if (done !== 'probes') return done
  const metrics = [...new Set([...query.metrics, ...PROBES])]
  const chart = (await readStoredChart(db, subject, { ...query, metrics })) ?? asked
  return (await workOut({ chart, belief, shown, hasProbes: true })) as Done
}

/** Reads a chart and works it out here, see {@link believedFrom}. */
export const readBelieved = (db: Db, subject: Subject, query: Query): Promise<Chart | null> =>
  fromSources(db, subject, query, believedFrom)

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
