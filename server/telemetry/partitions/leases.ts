import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import { PARTITIONS } from './partition-of.ts'

export interface LeasesOptions {
  pool: Pool
  /** Of this process, the same after a restart, which then goes on at once with what it held. */
  id: string
  /** From now on this process stores what the partition's nodes send. */
  taken(partition: number): void
  /** Resolves when this process has let go of the partition: everything it took is stored or left to the broker. */
  released(partition: number): Promise<void>
  /** Which of those held still deliver what came while nobody held them. */
  behind(): number[]
  log: FastifyBaseLogger
}

/** Which partitions this process holds. */
export interface Leases {
  /** Gives everything up at once, for the others to take. */
  stop(): Promise<void>
}

const ROUND_MS = 1_000
/** A process that has said nothing for this long has lost its partitions. By the database's clock. */
const LEASE = '10 seconds'

/**
 * Shares the partitions evenly among the processes that live. Who holds one is decided in the database, one process after
 * the other; while it is away everybody keeps what it has. The broker closes what two would hold: a partition has one client id.
 */
export async function startLeases(options: LeasesOptions): Promise<Leases> {
  const { pool, id, taken, released, behind, log } = options
  const held = new Set<number>()
  const stopping = new AbortController()

  /** Lets go of partitions first, and only then offers them. */
  async function letGo(partitions: readonly number[]): Promise<void> {
    if (partitions.length === 0) return
    for (const partition of partitions) held.delete(partition)
    await Promise.all(partitions.map(released))
    await pool.query('update node_partition set holder = null where holder = $1 and number = any($2)', [
      id,
      partitions,
    ])
  }

  async function round(): Promise<void> {
    const { mine, tooMany } = await shareOut(pool, id)
    const lost = [...held].filter(partition => !mine.includes(partition))
    for (const partition of lost) held.delete(partition)
    await Promise.all(lost.map(released))
    for (const partition of mine.filter(one => !held.has(one) && !tooMany.includes(one))) {
      held.add(partition)
      taken(partition)
    }
    await letGo(tooMany)
    await noteWaiting(pool, id, behind())
  }

  async function keep(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await delay(ROUND_MS, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted)
        await inRound('partitions', round).catch(error => roundFailed(log, 'partitions', error))
    }
  }

  await inRound('partitions', round).catch(error => roundFailed(log, 'partitions', error))
  const keeping = keep()
  return {
    async stop() {
      stopping.abort()
      await keeping
      await Promise.all([...held].map(released))
      held.clear()
      await pool
        .query('delete from ingest_process where id = $1', [id])
        .catch(error => roundFailed(log, 'partitions', error))
    },
  }
}

/** Any number will do; only this statement uses it. */
const LOCK = 5_163_003

/** Says that this process lives, forgets those that do not, and takes what nobody holds up to this process's share. */
async function shareOut(pool: Pool, id: string): Promise<{ mine: number[]; tooMany: number[] }> {
  return await inTurn(pool, async client => {
    await client.query(
      'insert into ingest_process (id) values ($1) on conflict (id) do update set seen_at = now()',
      [id],
    )
    await client.query(`delete from ingest_process where seen_at < now() - interval '${LEASE}'`)
    await client.query(
      'insert into node_partition (number) select generate_series(0, $1 - 1) on conflict do nothing',
      [PARTITIONS],
    )
    const { rows: processes } = await client.query<{ id: string }>(
      'select id from ingest_process order by id collate "C"',
    )
    const share = shareOf(
      processes.findIndex(one => one.id === id),
      processes.length,
    )
    await client.query(
      `update node_partition set holder = $1 where number in (
         select number from node_partition where holder is null order by number
         limit greatest(0, $2 - (select count(*)::int from node_partition where holder = $1)))`,
      [id, share],
    )
    const { rows } = await client.query<{ number: number }>(
      'select number from node_partition where holder = $1 order by number',
      [id],
    )
    const mine = rows.map(({ number }) => number)
    return { mine, tooMany: mine.slice(share) }
  })
}

/** Notes since when something waits at the broker, of the partitions held and of those that nobody holds. */
const noteWaiting = (pool: Pool, id: string, behind: readonly number[]) =>
  pool.query(
    `update node_partition set waits_since = case when waits then coalesce(waits_since, now()) end
     from (select number as of, holder is null or number = any($2) as waits from node_partition
       where holder is null or holder = $1) w
     where number = of and waits = (waits_since is null)`,
    [id, behind],
  )

/** How many partitions the process at this place among so many gets. */
export const shareOf = (place: number, processes: number): number =>
  Math.floor(PARTITIONS / processes) + (place < PARTITIONS % processes ? 1 : 0)

async function inTurn<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A connection stuck in an open transaction is of no use to the next caller.
    client.release(failure)
  }
}
