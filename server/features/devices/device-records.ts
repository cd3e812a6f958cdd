import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { PageQuery } from '#shared/endpoint.ts'
import { isSharedWith } from '../../platform/database/consent.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { deviceConnection, quarantine } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { orderOf, skipped, totalOf } from '../../platform/http/lists.ts'
import type { FoundDevice } from './devices.queries.ts'

const customer = alias(office, 'customer')

/** Births, deaths, connects, disconnects and what administrators did, newest first. */
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

/** Messages about the device: of a gateway all it sent, of a device behind one those that name it. */
const about = ({ row: { id, gatewayId, code } }: FoundDevice) =>
  gatewayId === null
    ? eq(quarantine.deviceId, id)
    : and(eq(quarantine.deviceId, gatewayId), eq(sql`split_part(${quarantine.topic}, '/', 5)`, code))

/** Messages that were not understood, newest first. Their bytes may hold readings, so they need the farm's consent. */
export async function listQuarantine(
  db: Db,
  found: FoundDevice,
  query: z.output<typeof PageQuery>,
  scope: Scope,
) {
  const of = about(found)
  const columns = { at: quarantine.at, size: quarantine.size, topic: quarantine.topic }
  const total = db.$count(quarantine, of)
  const rows = await db
    // Whose it was when it came decides who may read it, not whose the device is now.
    .select({ row: quarantine, mayRead: isSharedWith(scope, customer), farmPath: office.farmPath, total })
    .from(quarantine)
    .innerJoin(office, eq(office.path, quarantine.officePath))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(of)
    .orderBy(...orderOf(query.sort, columns, '-at', quarantine.id))
    .limit(query.size)
    .offset(skipped(query))
  const items = rows.map(({ row: { id, at, topic, reason, size, payload }, mayRead }) => ({
    id: String(id),
    topic,
    reason,
    size,
    at: at.toISOString(),
    payload: mayRead ? payload.toString('base64') : null,
  }))
  const seen = rows.filter(({ mayRead }) => mayRead).map(({ farmPath }) => ({ farmPath }))
  return { total: await totalOf(rows, total), items, seen }
}
