import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { SYSTEM } from '../platform/database/store.ts'
import { device } from '../platform/database/tables/farms.ts'
import { createEvents } from '../platform/events.ts'
import type { Services } from '../platform/services.ts'
import { createLayouts } from '../telemetry/layouts.ts'
import { startReadings } from '../telemetry/readings.ts'
import { startRollups } from '../telemetry/rollups.ts'

/** Rows stored per call. */
const CHUNK = 5_000

interface StoredReport {
  /** ms since 1970 */
  at: number
  /** In the order of the metrics; NaN if one was not repeated. */
  values: readonly number[]
}

/** Stores reports of a device like a gateway's, and updates the 15-minute and daily rows from them. */
export async function storeReports(
  { store }: Pick<Services, 'store'>,
  deviceId: string,
  metrics: string[],
  reports: readonly StoredReport[],
): Promise<void> {
  const layouts = createLayouts()
  const pool = store.ingest
  const { log } = Fastify()
  const readings = startReadings({ pool, layouts, log })
  const layout = layouts.of(metrics, [])
  const [row] = await store.scoped(SYSTEM).select().from(device).where(eq(device.id, deviceId))
  if (!row) throw new Error('no such device')
  for (let from = 0; from < reports.length; from += CHUNK)
    await readings.store({
      device: row.serial,
      reports: reports
        .slice(from, from + CHUNK)
        .map(({ at, values }) => ({ device: row.serial, at, layout, numbers: Float64Array.from(values) })),
      texts: [],
      onRefused: reason => {
        throw new Error(reason)
      },
    })
  await readings.stop()
  const rollups = startRollups(pool, createEvents(), log)
  await rollups.catchUp(true)
  await rollups.stop()
}
