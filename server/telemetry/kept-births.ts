import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { BirthKind } from '#shared/devices.ts'
import { inRound, roundFailed } from '../platform/rounds.ts'

/** A birth as it came over the wire. */
interface RawBirth {
  deviceId: string
  /** The owner when it arrived: a new owner of the device must not see it. */
  officePath: string
  kind: BirthKind
  topic: string
  payload: Uint8Array
  /** Server time, ms since 1970. */
  receivedAt: number
}
interface Waiting extends Omit<RawBirth, 'payload'> {
  size: number
  payload: Buffer | null
}

export interface KeptBirths {
  /** Replaces the previous birth. Never throws, never waits. */
  put(birth: RawBirth): void
  stop(): Promise<void>
}

/** The largest birth of a house is under 100 kB; above this limit only the size is kept. */
const KEPT_BYTES = 256 * 1024
const FLUSH_MS = 2_000
/** Births per statement, and the pause after each in ms: a farm sending new births must not notice the writing. */
const AT_ONCE = 10
const REST_MS = 40
/** Births waiting for the database; beyond this the oldest are dropped. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024

/** Writes the last births of devices some time after they arrive: people read them, nothing depends on them. */
export function startKeptBirths(pool: Pool, log: FastifyBaseLogger): KeptBirths {
  const waiting = new Map<string, Waiting>()
  let bytes = 0
  let stopping = false
  let flushing: Promise<void> | undefined
  const timer = setInterval(() => void flush(), FLUSH_MS)

  function drop(key: string): void {
    bytes -= waiting.get(key)?.payload?.length ?? 0
    waiting.delete(key)
  }

  async function write(): Promise<void> {
    // By key, because a birth is dropped as soon as it is written.
    const due = [...waiting.keys()]
    for (let i = 0; i < due.length; i += AT_ONCE) {
      const part = due.slice(i, i + AT_ONCE).flatMap(key => {
        const birth = waiting.get(key)
        return birth ? [[key, birth] as const] : []
      })
      try {
        const born = part.map(([, birth]) => birth)
        await inRound('births', () => writeBirths(pool, born))
      } catch (error) {
        roundFailed(log, 'births', error)
        return
      }
      for (const [key, birth] of part) if (waiting.get(key) === birth) drop(key)
      if (!stopping) await delay(REST_MS, undefined, { ref: false })
    }
  }
  function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  return {
    put(birth) {
      const key = `${birth.deviceId} ${birth.kind}`
      drop(key)
      const size = birth.payload.length
      // A copy: the payload may be part of a much larger buffer.
      const payload = size > KEPT_BYTES ? null : Buffer.from(birth.payload)
      waiting.set(key, { ...birth, size, payload })
      bytes += payload?.length ?? 0
      for (const oldest of waiting.keys()) {
        if (bytes <= MAX_WAITING_BYTES) break
        drop(oldest)
      }
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await flushing
      await write()
    },
  }
}

async function writeBirths(pool: Pool, births: readonly Waiting[]): Promise<void> {
  if (births.length === 0) return
  await pool.query(
    `insert into device_birth as b (device_id, kind, office_path, farm_path, received_at, topic, size, payload)
     select d.id, t.kind, d.office_path, coalesce(o.farm_path, d.office_path), t.at, t.topic, t.size, t.payload
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::int[], $6::bytea[], $7::text[])
       t(device, kind, at, topic, size, payload, owner)
     join device d on d.id = t.device and d.office_path = t.owner join office o on o.path = d.office_path
     on conflict (device_id, kind) do update set office_path = excluded.office_path, farm_path = excluded.farm_path,
       received_at = excluded.received_at, topic = excluded.topic, size = excluded.size, payload = excluded.payload
     where b.received_at <= excluded.received_at`,
    [
      births.map(({ deviceId }) => deviceId),
      births.map(({ kind }) => kind),
      births.map(({ receivedAt }) => new Date(receivedAt)),
      births.map(({ topic }) => topic),
      births.map(({ size }) => size),
      births.map(({ payload }) => payload),
      births.map(({ officePath }) => officePath),
    ],
  )
}
