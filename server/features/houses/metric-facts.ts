import { and, eq, inArray, sql } from 'drizzle-orm'
import type { MetricFacts } from '#shared/contracts/houses.ts'
import { MEAN, PROBES } from '#shared/house-temperature.ts'
import { isBookkeeping, metricByName, storageOf } from '#shared/signals.ts'
import type { Db } from '../../platform/database/store.ts'
import { deviceState, houseDevice } from '../../platform/database/tables/farms.ts'
import type { Services } from '../../platform/services.ts'
import type { BirthMetric } from '../../telemetry/signal-parts.ts'
import { isSetting } from '../../telemetry/wire-readings.ts'
import { type BoundDevice, type FoundHouse, mainOf } from './houses.queries.ts'

/** The last births of these devices, as far as the viewer may see them. */
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

/** By device: its description of metrics that the signal model does not know. */
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

/** The device whose values a chart draws: one of the house's, or its main controller. */
export const drawnOf = ({ devices }: FoundHouse, deviceId: string | undefined): BoundDevice | undefined =>
  deviceId === undefined ? mainOf(devices) : devices.find(({ id }) => id === deviceId)

/** The drawn device's description of its metrics; for the house itself also that of former main controllers. */
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

/** Facts about these metrics of a house. */
export async function factsFor(
  db: Db,
  house: FoundHouse,
  names: readonly string[],
  deviceId: string | undefined,
): Promise<MetricFacts[]> {
  const said = await saidOf(db, house, deviceId)
  return names.map(name => factsOf(name, said.get(name)))
}

/**
 * Every metric that a chart of the device, or of the main controller, can show: announced, reported or stored. No settings.
 */
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
  // Worked out where no mean is told.
  if (PROBES.some(name => said.has(name)) && !said.has(MEAN)) said.set(MEAN, {})
  return [...said].filter(([name]) => !isSetting(name)).map(([name, metric]) => factsOf(name, metric))
}
