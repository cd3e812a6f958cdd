import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { inRound, roundFailed } from '../platform/rounds.ts'
import { quarantined } from './metrics.ts'

/** A message that could not be understood or was refused. */
interface Refused {
  gatewayId: string
  topic: string
  reason: string
  payload: Uint8Array
}

export interface Quarantine {
  /** Counts the message, and keeps it unless the gateway sends too many. Never throws, never waits. */
  put(refused: Refused): void
  stop(): Promise<void>
}

const KEPT_BYTES = 4_096
/** Kept per gateway and minute; the rest is only counted. */
const A_MINUTE = 60
const NEWEST = 1_000
const FLUSH_MS = 500
/** Waiting for the database; beyond this they are only counted. */
const MAX_WAITING = 2_000
const MAX_TOPIC = 300

interface Kept extends Refused {
  at: Date
  size: number
}

/** Writes refused messages in batches, with their payloads apart as farm data, and keeps the newest of each gateway. */
export function startQuarantine(pool: Pool, log: FastifyBaseLogger): Quarantine {
  let waiting: Kept[] = []
  let minute = 0
  const counts = new Map<string, number>()
  const timer = setInterval(() => void flush(), FLUSH_MS)
  let flushing: Promise<void> | undefined

  async function write(): Promise<void> {
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    try {
      await inRound('quarantine', () => writeRefused(pool, batch))
    } catch (error) {
      roundFailed(log, 'quarantine', error)
      waiting = [...batch, ...waiting].slice(0, MAX_WAITING)
    }
  }
  function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  return {
    put(refused) {
      quarantined.inc()
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) counts.clear()
      minute = now
      const count = (counts.get(refused.gatewayId) ?? 0) + 1
      counts.set(refused.gatewayId, count)
      if (count > A_MINUTE || waiting.length >= MAX_WAITING) return
      log.info(
        { gateway: refused.gatewayId, topic: refused.topic, reason: refused.reason },
        'message quarantined',
      )
      const { payload } = refused
      // A copy: the payload may be part of a much larger buffer.
      waiting.push({
        ...refused,
        payload: payload.slice(0, KEPT_BYTES),
        at: new Date(),
        size: payload.length,
      })
    },
    async stop() {
      clearInterval(timer)
      await flushing
      await write()
    },
  }
}

/** The database accepts no NUL in a text. */
const printable = (text: string) => text.replaceAll('\0', '�').slice(0, MAX_TOPIC)

async function writeRefused(pool: Pool, batch: readonly Kept[]): Promise<void> {
  await pool.query(
    `with sent as (
       select nextval('quarantine_id_seq') as id, t.* from (
         select d.id as device_id, d.office_path, coalesce(o.farm_path, d.office_path) as farm_path, t.at, t.topic, t.reason,
           t.size, t.payload
         from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::int[], $6::bytea[])
           with ordinality t(device, at, topic, reason, size, payload, i)
         join device d on d.id = t.device join office o on o.path = d.office_path order by t.i
       ) t
     ), kept as (
       insert into quarantine (id, device_id, office_path, at, topic, reason, size) overriding system value
       select id, device_id, office_path, at, topic, reason, size from sent
     )
     insert into quarantine_payload (quarantine_id, office_path, farm_path, payload)
     select id, office_path, farm_path, payload from sent`,
    [
      batch.map(({ gatewayId }) => gatewayId),
      batch.map(({ at }) => at),
      batch.map(({ topic }) => printable(topic)),
      batch.map(({ reason }) => printable(reason)),
      batch.map(({ size }) => size),
      batch.map(({ payload }) => Buffer.from(payload)),
    ],
  )
  for (const gatewayId of new Set(batch.map(one => one.gatewayId)))
    await pool.query(
      `delete from quarantine where device_id = $1 and id <=
         (select id from quarantine where device_id = $1 order by id desc offset $2 limit 1)`,
      [gatewayId, NEWEST],
    )
}
