import { and, eq, inArray, sql } from 'drizzle-orm'
import type { MetricFacts } from '#shared/contracts/houses.ts'
import { isBookkeeping, metricByName, storageOf } from '#shared/signals.ts'
import type { Db } from '../../platform/database/store.ts'
import { deviceState, houseDevice } from '../../platform/database/tables/farms.ts'
import type { Services } from '../../platform/services.ts'
import type { BirthMetric } from '../../telemetry/signal-parts.ts'
import { isSetting } from '../../telemetry/wire-readings.ts'
import { type BoundDevice, type FoundHouse, mainOf } from './houses.queries.ts'

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

/** A device of the house, or its main controller: whose values a chart draws. */
export const drawnOf = ({ devices }: FoundHouse, deviceId: string | undefined): BoundDevice | undefined =>
  deviceId === undefined ? mainOf(devices) : devices.find(({ id }) => id === deviceId)

/** What the drawn device said of its metrics; of the house itself also what those said that were its main controller before. */
async function saidOf(
  db: Db,
  house: FoundHouse,
  deviceId: string | undefined,
): Promise<Map<string, BirthMetric>> {
  const served = await db
    .select({ id: houseDevice.deviceId })
    .from(houseDevice)
    .where(and(eq(houseDevice.houseId, house.row.id), houseDevice.main))
  const drawn = drawnOf(house, deviceId)?.id
  const before = deviceId === undefined ? served.map(({ id }) => id) : []
  const births = await birthsOf(db, drawn === undefined ? before : [...before, drawn])
  const inOrder = [...births].sort(([a], [b]) => Number(a === drawn) - Number(b === drawn))
  return new Map(
    inOrder.flatMap(([, birth]) => birth.filter(isDrawn).map(metric => [metric.name, metric] as const)),
  )
}

/** What is known of these metrics of a house. */
export async function factsFor(
  db: Db,
  house: FoundHouse,
  names: readonly string[],
  deviceId: string | undefined,
): Promise<MetricFacts[]> {
  const said = await saidOf(db, house, deviceId)
  return names.map(name => factsOf(name, said.get(name)))
}

/** Every metric that a chart of the device, or of the main controller, can show: announced, told or stored. No settings. */
export async function drawnMetrics(
  db: Db,
  { devices }: Services,
  house: FoundHouse,
  deviceId: string | undefined,
): Promise<MetricFacts[]> {
  const [{ rows: stored }, births] = await Promise.all([
    db.execute<{ names: string[] | null }>(
      sql`select house_metrics(${house.row.id}, ${deviceId ?? null}) as names`,
    ),
    saidOf(db, house, deviceId),
  ])
  const said = new Map<string, Partial<BirthMetric>>((stored[0]?.names ?? []).map(name => [name, {}]))
  for (const [name, metric] of births) said.set(name, metric)
  for (const [name, { value }] of devices.latest(drawnOf(house, deviceId)?.id ?? '')?.readings ?? [])
    if ((typeof value === 'number' || typeof value === 'boolean') && !said.has(name)) said.set(name, {})
  return [...said].filter(([name]) => !isSetting(name)).map(([name, metric]) => factsOf(name, metric))
}
