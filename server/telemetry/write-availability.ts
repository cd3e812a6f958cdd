import type { Pool, PoolClient } from 'pg'
import type { DeviceStatus } from '#shared/devices.ts'

/** A device went from one state to another. */
export interface Change {
  id: string
  from: DeviceStatus
  to: DeviceStatus
  at: number
  reason: string
}
/** A row of the connection history. */
export interface Note {
  id: string
  at: number
  event: string
  detail: string | null
}

/** A reason that a device which is offline already may get. */
const HELD = 'restarts'

/** Writes the last change of each device; with `shared`, what another process has written stays as it is. */
export async function writeStatus(pool: Pool, changes: readonly Change[], shared: boolean): Promise<void> {
  // The last change of each device; an administrator's decision stands.
  const last = [...new Map(changes.map(change => [change.id, change])).values()]
    // Processes that write the same rows in the same order do not lock each other out.
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (last.length === 0) return
  await pool.query(
    `update device d set status = t.status, status_since = t.since, status_reason = t.reason
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) t(id, status, since, reason)
     where d.id = t.id and d.status <> 'DISABLE' and not ($5 and d.status = t.status and (t.reason <> $6 or d.status_reason = t.reason))`,
    [
      last.map(({ id }) => id),
      last.map(({ to }) => to),
      last.map(({ at }) => new Date(at)),
      last.map(({ reason }) => reason),
      shared,
      HELD,
    ],
  )
}

/** Two processes see the same birth within this time; a node born twice within it is noted once. */
const SAME_EVENT = '2 seconds'
/** Any number will do; only this statement uses it. */
const NOTES_LOCK = 5_163_002

/** Adds to the connection history, in order. */
export async function writeNotes(pool: Pool, notes: readonly Note[]): Promise<void> {
  if (notes.length > 0) await insertNotes(pool, notes, false)
}

/** The same when other processes write too: leaves out what one of them has already noted. */
export async function writeSharedNotes(pool: Pool, notes: readonly Note[]): Promise<void> {
  if (notes.length === 0) return
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [NOTES_LOCK])
    await insertNotes(client, notes, true)
    await client.query('commit')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection stuck in an open transaction is of no use to the next caller.
    client.release(failure)
  }
}

async function insertNotes(client: Pool | PoolClient, notes: readonly Note[], once: boolean): Promise<void> {
  await client.query(
    `insert into device_connection (device_id, office_path, at, event, detail)
     select d.id, d.office_path, t.at, t.event, t.detail
     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[]) with ordinality t(id, at, event, detail, i)
     join device d on d.id = t.id
     where not ($5 and exists (select from device_connection c where c.device_id = d.id and c.event = t.event
       and c.at between t.at - interval '${SAME_EVENT}' and t.at + interval '${SAME_EVENT}'))
     order by t.i`,
    [
      notes.map(({ id }) => id),
      notes.map(({ at }) => new Date(at)),
      notes.map(({ event }) => event),
      notes.map(({ detail }) => detail?.replaceAll('\0', '�') ?? null),
      once,
    ],
  )
}

/** Server time of the last message of each device. */
export async function writeHeard(pool: Pool, heard: readonly { id: string; at: number }[]): Promise<void> {
  if (heard.length === 0) return
  const last = heard.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await pool.query(
    `update device d set last_message_at = t.at from unnest($1::text[], $2::timestamptz[]) t(id, at)
     where d.id = t.id and (d.last_message_at is null or d.last_message_at < t.at)`,
    [last.map(({ id }) => id), last.map(({ at }) => new Date(at))],
  )
}
