import { eq, inArray, sql } from 'drizzle-orm'
import type { MetricFacts } from '#shared/contracts/houses.ts'
import { isBookkeeping, metricByName, storageOf } from '#shared/signals.ts'
import type { Db } from '../../database/store.ts'
import { deviceState, houseDevice } from '../../database/tables/farms.ts'
import type { BirthMetric } from '../../devices/signal-table.ts'
import { isSetting } from '../../realtime/frames.ts'
import type { Services } from '../../services.ts'
import type { FoundHouse } from './houses.queries.ts'

/** What the last births of these devices said, as far as they are the viewer's to see. */
async function birthsOf(db: Db, deviceIds: readonly string[]): Promise<Map<string, BirthMetric[]>> {
  if (deviceIds.length === 0) return new Map()
  const { deviceId, birth } = deviceState
  const rows = await db
    .select({ deviceId, birth })
    .from(deviceState)
    .where(inArray(deviceId, [...deviceIds]))
  return new Map(rows.map(row => [row.deviceId, (row.birth ?? []) as BirthMetric[]]))
}

const factsOf = (name: string, said: Partial<BirthMetric> | undefined): MetricFacts => {
  const known = metricByName.get(name)
  return {
    name,
    unit: said?.unit ?? known?.unit ?? null,
    low: said?.low ?? known?.low ?? null,
    high: said?.high ?? known?.high ?? null,
    decimals: said?.decimals ?? known?.decimals ?? null,
  }
}

/** By device: what it said of metrics that the signal model does not know. */
export async function foreignMetrics(
  db: Db,
  deviceIds: readonly string[],
): Promise<Map<string, MetricFacts[]>> {
  const births = await birthsOf(db, deviceIds)
  const isForeign = ({ name }: BirthMetric) => !metricByName.has(name) && !isSetting(name)
  return new Map(
    [...births].map(([id, birth]) => [
      id,
      birth.filter(isForeign).map(metric => factsOf(metric.name, metric)),
    ]),
  )
}

const isDrawn = (metric: BirthMetric) =>
  !isBookkeeping(metric.name) && ['real', 'exact'].includes(storageOf(metric))

/** Every metric of the house that a chart can show: announced, told or stored, by whichever device. No settings. */
export async function drawnMetrics(
  db: Db,
  { devices }: Services,
  { row, devices: bound }: FoundHouse,
): Promise<MetricFacts[]> {
  const [{ rows: stored }, served] = await Promise.all([
    db.execute<{ names: string[] | null }>(sql`select house_metrics(${row.id}) as names`),
    db.select({ id: houseDevice.deviceId }).from(houseDevice).where(eq(houseDevice.houseId, row.id)),
  ])
  const births = await birthsOf(
    db,
    served.map(({ id }) => id),
  )
  // The device that serves the house now has the last word.
  const now = new Set(bound.map(({ id }) => id))
  const inOrder = [...births].sort(([a], [b]) => Number(now.has(a)) - Number(now.has(b)))
  const said = new Map<string, Partial<BirthMetric>>((stored[0]?.names ?? []).map(name => [name, {}]))
  for (const [, birth] of inOrder)
    for (const metric of birth) if (isDrawn(metric)) said.set(metric.name, metric)
  for (const id of now)
    for (const [name, { value }] of devices.latest(id)?.readings ?? [])
      if ((typeof value === 'number' || typeof value === 'boolean') && !said.has(name)) said.set(name, {})
  return [...said].filter(([name]) => !isSetting(name)).map(([name, metric]) => factsOf(name, metric))
}
