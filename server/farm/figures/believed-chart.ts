import { and, gte, inArray, like, lt, ne, or, sql } from 'drizzle-orm'
import type { Chart, DoubtSpan } from '#shared/contracts/houses.ts'
import { PROBES } from '#shared/house-temperature.ts'
import { doubtOfCode } from '#shared/probe-doubts.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { readStoredChart } from '../../telemetry/history.ts'
import { believedFrom, type ChartSources } from './work-out-chart.ts'

type Query = Parameters<typeof readStoredChart>[2]
interface Subject {
  houseId: string
  deviceId?: string | undefined
}

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
  const doubts = await doubtsIn(db, subject, query)
  const shown = query.metrics.length
  const done = await workOut({ chart: asked, doubts, shown, hasProbes: false })
  if (done !== 'probes') return done
  const metrics = [...new Set([...query.metrics, ...PROBES])]
  const chart = (await readStoredChart(db, subject, { ...query, metrics })) ?? asked
  return (await workOut({ chart, doubts, shown, hasProbes: true })) as Done
}

/** Reads a chart and works it out here, see {@link believedFrom}. */
export const readBelieved = (db: Db, subject: Subject, query: Query): Promise<Chart | null> =>
  fromSources(db, subject, query, believedFrom)

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
