import { and, gte, inArray, like, lt, ne, or, sql } from 'drizzle-orm'
import { stoodAt } from '#shared/believed-chart.ts'
import type { Chart, DoubtSpan } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { houseTemperature, MEAN, PROBES } from '#shared/house-temperature.ts'
import { doubtOfCode, isAbout, isLeftOut } from '#shared/probe-doubts.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { readChart } from '../../telemetry/history.ts'

type Query = Parameters<typeof readChart>[2]
interface Subject {
  houseId: string
  deviceId?: string | undefined
}

/**
 * The series of a house as `readChart` gives them, with the times in which a value was not believed, and with its mean
 * temperature worked out where no controller told one to rely on. Null outside the scope of `db`.
 */
export async function readBelieved(db: Db, subject: Subject, query: Query): Promise<Chart | null> {
  const asked = await readChart(db, subject, query)
  if (!asked) return null
  const doubts = await doubtsIn(db, subject, query)
  const isTold = asked.series.every(
    ({ metric, mean }) => metric !== MEAN || mean.some(value => value !== null),
  )
  const needsProbes = query.metrics.includes(MEAN) && (!isTold || doubts.some(doubt => isAbout(doubt, MEAN)))
  const metrics = [...new Set([...query.metrics, ...PROBES])]
  const chart = (needsProbes && (await readChart(db, subject, { ...query, metrics }))) || asked
  const made = needsProbes ? workedOut(chart, doubts) : null
  const series = chart.series.slice(0, query.metrics.length).map(each => {
    if (each.metric === MEAN && made) return withMade(each, made)
    const own = doubts.filter(doubt => isAbout(doubt, each.metric))
    return own.length === 0 ? each : { ...each, doubts: own }
  })
  return { ...chart, series }
}

/** What was not believed of the device, or of the main controllers of the house, at some moment of the period. */
async function doubtsIn(db: Db, { houseId, deviceId }: Subject, { from, to }: Query): Promise<DoubtSpan[]> {
  const main = db
    .select({ id: houseDevice.deviceId })
    .from(houseDevice)
    .where(and(sql`${houseDevice.houseId} = ${houseId}`, houseDevice.main))
  const rows = await db
    .select({ code: alarm.code, since: alarm.since, raisedAt: alarm.raisedAt, clearedAt: alarm.clearedAt })
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([houseId])}::text[]`,
        inArray(alarm.subjectId, deviceId === undefined ? main : [deviceId]),
        or(like(alarm.code, 'ProbeWrong.%'), like(alarm.code, 'SensorTemp%')),
        lt(alarm.raisedAt, new Date(to)),
        or(ne(alarm.condition, 'cleared'), gte(alarm.clearedAt, new Date(from))),
      ),
    )
  return rows.flatMap(({ code, since, raisedAt, clearedAt }) => {
    const doubt = doubtOfCode(code)
    return doubt ? [{ ...doubt, from: (since ?? raisedAt).getTime(), to: clearedAt?.getTime() ?? null }] : []
  })
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
