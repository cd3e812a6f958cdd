import { eq, inArray } from 'drizzle-orm'
import type { Birth } from '#shared/contracts/houses.ts'
import { DataType, type Metric, type Payload, type Property } from '#shared/sparkplug/types.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, deviceBirth } from '../../platform/database/tables/farms.ts'
import { openPayload } from '../../telemetry/open-payload.ts'
import { isSetting, wireValue } from '../../telemetry/wire-readings.ts'
import type { FoundHouse } from './houses.queries.ts'

type Value = NonNullable<Birth['metrics']>[number]['value']
type Row = typeof deviceBirth.$inferSelect

/** Longer texts are cut: a birth may carry whole documents. */
const MAX_TEXT = 500

const typeNames = new Map<number, string>(Object.entries(DataType).map(([name, code]) => [code, name]))

/** The births of the devices that serve a house, and of their gateways, newest first. The house must be shared. */
export async function birthsOfHouse(
  db: Db,
  { devices: bound, isRemote }: FoundHouse,
  deviceId: string | undefined,
): Promise<Birth[]> {
  const wanted = bound.map(({ id }) => id).filter(id => deviceId === undefined || id === deviceId)
  if (wanted.length === 0) return []
  const behind = await db
    .select({ gatewayId: device.gatewayId })
    .from(device)
    .where(inArray(device.id, wanted))
  const ids = [...new Set([...wanted, ...behind.map(({ gatewayId }) => gatewayId)])].filter(id => id !== null)
  const rows = await db
    .select({ row: deviceBirth, code: device.code })
    .from(deviceBirth)
    .innerJoin(device, eq(device.id, deviceBirth.deviceId))
    .where(inArray(deviceBirth.deviceId, ids))
  return rows
    .sort((a, b) => b.row.receivedAt.getTime() - a.row.receivedAt.getTime())
    .map(({ row, code }) => shownBirth(row, code, isRemote))
}

function shownBirth(row: Row, code: string, isRemote: boolean): Birth {
  const { deviceId, kind, topic, size } = row
  const payload = opened(row.payload)
  const metrics = payload?.metrics.filter(({ name }) => isRemote || !name || !isSetting(name))
  return {
    deviceId,
    code,
    kind,
    topic,
    size,
    receivedAt: row.receivedAt.toISOString(),
    sentAt: payload?.timestamp ?? null,
    seq: payload?.seq ?? null,
    hidden: (payload?.metrics.length ?? 0) - (metrics?.length ?? 0),
    metrics: metrics?.map(shownMetric) ?? null,
  }
}

function opened(bytes: Buffer | null): Payload | null {
  try {
    return bytes && openPayload(bytes)
  } catch {
    return null
  }
}

const shownMetric = ({ name, alias, datatype, properties = {}, timestamp, value, isNull }: Metric) => ({
  name: name ?? null,
  alias: alias ?? null,
  datatype: datatype === undefined ? null : (typeNames.get(datatype) ?? String(datatype)),
  value: isNull ? null : inWords(value),
  properties: Object.entries(properties).map(([name, property]) => ({
    name,
    value: inWords(property.value),
  })),
  at: timestamp ?? null,
})

/** Scalars as they are, everything else by kind and length: its content is for programs. */
function inWords(value: Property['value']): Value {
  if (value === null || typeof value !== 'object') {
    const plain = wireValue(value)
    if (plain === undefined) return null
    return typeof plain === 'string' && plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain
  }
  if (value instanceof Uint8Array) return `${value.length} B`
  if (Array.isArray(value)) return `[${value.length}]`
  if ('columns' in value && 'rows' in value && Array.isArray(value.rows))
    return `${value.rows.length} × ${String(value.columns)}`
  return `{${Object.keys(value).join()}}`
}
