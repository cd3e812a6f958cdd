import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PageQuery } from '#shared/endpoint.ts'
import type { Db } from '../../platform/database/store.ts'
import { deviceConnection, quarantine, quarantinePayload } from '../../platform/database/tables/farms.ts'
import { orderOf, skipped, totalOf } from '../../platform/http/lists.ts'
import type { FoundDevice } from './devices.queries.ts'

/** Births, deaths, connects, disconnects and administrators' actions, newest first. */
export async function listConnections(db: Db, found: FoundDevice, query: z.output<typeof PageQuery>) {
  const of = eq(deviceConnection.deviceId, found.row.id)
  const columns = { at: deviceConnection.at, event: deviceConnection.event }
  const total = db.$count(deviceConnection, of)
  const rows = await db
    .select({ ...getTableColumns(deviceConnection), total })
    .from(deviceConnection)
    .where(of)
    .orderBy(...orderOf(query.sort, columns, '-at', deviceConnection.id))
    .limit(query.size)
    .offset(skipped(query))
  const items = rows.map(({ id, at, event, detail }) => ({
    id: String(id),
    event,
    detail,
    at: at.toISOString(),
  }))
  return { total: await totalOf(rows, total), items }
}

/** Messages about the device: for a gateway all it sent, for a device behind one those that name it. */
const about = ({ row: { id, gatewayId, code } }: FoundDevice) =>
  gatewayId === null
    ? eq(quarantine.deviceId, id)
    : and(eq(quarantine.deviceId, gatewayId), eq(sql`split_part(${quarantine.topic}, '/', 5)`, code))

/**
 * Messages that were not understood, newest first. Their bytes may hold readings, so they need the consent of the customer
 * who had the device when they came.
 */
export async function listQuarantine(db: Db, found: FoundDevice, query: z.output<typeof PageQuery>) {
  const of = about(found)
  const columns = { at: quarantine.at, size: quarantine.size, topic: quarantine.topic }
  const total = db.$count(quarantine, of)
  const rows = await db
    .select({ row: quarantine, held: quarantinePayload, total })
    .from(quarantine)
    .leftJoin(quarantinePayload, eq(quarantinePayload.quarantineId, quarantine.id))
    .where(of)
    .orderBy(...orderOf(query.sort, columns, '-at', quarantine.id))
    .limit(query.size)
    .offset(skipped(query))
  const items = rows.map(({ row: { id, at, topic, reason, size }, held }) => ({
    id: String(id),
    topic,
    reason,
    size,
    at: at.toISOString(),
    payload: held?.payload.toString('base64') ?? null,
  }))
  const seen = rows.flatMap(({ held }) => (held ? [{ farmPath: held.farmPath }] : []))
  return { total: await totalOf(rows, total), items, seen }
}
