import { count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { PageQuery } from '#shared/endpoint.ts'
import type { Db } from '../../database/store.ts'
import { deviceConnection, quarantine } from '../../database/tables/farms.ts'
import { orderOf, skipped } from '../../http/lists.ts'
import type { FoundDevice } from './devices.queries.ts'

/** Births, deaths, connects, disconnects and what administrators did, newest first. */
export async function listConnections(db: Db, found: FoundDevice, query: z.output<typeof PageQuery>) {
  const of = eq(deviceConnection.deviceId, found.row.id)
  const columns = { at: deviceConnection.at, event: deviceConnection.event }
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(deviceConnection)
      .where(of)
      .orderBy(...orderOf(query.sort, columns, '-at', deviceConnection.id))
      .limit(query.size)
      .offset(skipped(query)),
    db.select({ total: count() }).from(deviceConnection).where(of),
  ])
  const items = rows.map(({ id, at, event, detail }) => ({
    ...{ id: String(id), event, detail },
    at: at.toISOString(),
  }))
  return { total: counted?.total ?? 0, items }
}

/** Messages that were not understood, newest first. Their bytes may hold readings, so they need the farm's consent. */
export async function listQuarantine(
  db: Db,
  found: FoundDevice,
  query: z.output<typeof PageQuery>,
  mayReadFarm: boolean,
) {
  const of = eq(quarantine.deviceId, found.row.id)
  const columns = { at: quarantine.at, size: quarantine.size, topic: quarantine.topic }
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(quarantine)
      .where(of)
      .orderBy(...orderOf(query.sort, columns, '-at', quarantine.id))
      .limit(query.size)
      .offset(skipped(query)),
    db.select({ total: count() }).from(quarantine).where(of),
  ])
  const items = rows.map(({ id, at, topic, reason, size, payload }) => ({
    ...{ id: String(id), topic, reason, size },
    at: at.toISOString(),
    payload: mayReadFarm ? payload.toString('base64') : '',
  }))
  return { total: counted?.total ?? 0, items }
}
