import type { FastifyBaseLogger } from 'fastify'
import pg, { type Pool, type PoolClient } from 'pg'
import { rollupsSetAside } from './metrics.ts'

/** One rollup that is behind: a quarter hour of a device, or a day of a house. */
interface Mark {
  of: number | string
  at: string
}

/** Rollups of one length: how to find those behind, and how to make them. */
export interface RollupKind {
  name: string
  /** Selects due marks, as many as one statement can handle. `$1`: how long they wait after their end. */
  due: string
  /** Makes those of `$1` at `$2` that are still marked, and returns their number. */
  make: string
  /** Skips the mark of `$1` at `$2` for a day. */
  setAside: string
}

/** Buckets per statement, and values in them: half a million take one core about a second. */
const QUARTERS_AT_ONCE = 50
export const VALUES_AT_ONCE = 500_000
/** A day of 4,000 metrics has 400,000 quarter-hour values. */
const DAYS_AT_ONCE = 10
const NOT_SET_ASIDE = `(set_aside is null or set_aside < now() - interval '1 day')`

/** `values`: the first bucket always fits, however many it has. */
export const quarters = (values = VALUES_AT_ONCE): RollupKind => ({
  name: '15 minutes',
  due: `select device as "of", bucket::text as at from (
      select device, bucket, sum(held.count) over (order by device, bucket) - held.count as before
      from (
        select device, bucket from rollup_dirty
        where bucket < now() - interval '15 minutes' - $1::interval and ${NOT_SET_ASIDE}
        order by device, bucket limit ${QUARTERS_AT_ONCE}
      ) marked
      cross join lateral (
        select coalesce(sum(greatest(cardinality(real_metrics), cardinality(exact_metrics))), 0) as count
        from report r join report_layout l on l.id = r.layout
        where r.device = marked.device and r.at >= marked.bucket and r.at < marked.bucket + interval '15 minutes'
      ) held
    ) sized where before < ${values} order by device, bucket`,
  make: 'select rollup_15m($1::int[], $2::timestamptz[]) as count',
  setAside: 'update rollup_dirty set set_aside = now() where device = $1 and bucket = $2',
})

export const days: RollupKind = {
  name: 'day',
  due: `select house as "of", day::text as at from rollup_dirty_day
    where since + $1::interval < now() and ${NOT_SET_ASIDE} order by house, day limit ${DAYS_AT_ONCE}`,
  make: 'select rollup_day($1::text[], $2::date[]) as count',
  setAside: 'update rollup_dirty_day set set_aside = now() where house = $1 and day = $2',
}

/**
 * Makes some of what is due; false when nothing is left. A failing batch is halved until the bucket that cannot be made
 * stands alone: it is set aside, and the others are made. Rejects when the stored data is not the cause. Uses a single
 * connection: a failure is reported before its locks are released, and another connection would skip what they hold.
 */
export async function rollUpSome(
  pool: Pool,
  kind: RollupKind,
  wait: string,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const client = await pool.connect()
  try {
    return await rollUpOn(client, kind, wait, log)
  } finally {
    client.release()
  }
}

async function rollUpOn(
  client: PoolClient,
  kind: RollupKind,
  wait: string,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const { rows: marks } = await client.query<Mark>(kind.due, [wait])
  return marks.length > 0 && (await make(marks)) > 0

  async function make(some: readonly Mark[]): Promise<number> {
    try {
      const values = [some.map(({ of }) => of), some.map(({ at }) => at)]
      const { rows } = await client.query<{ count: number }>(kind.make, values)
      return rows[0]?.count ?? 0
    } catch (error) {
      if (!isOfItsOwn(error)) throw error
      const [only] = some
      if (some.length > 1) {
        const middle = some.length >> 1
        return (await make(some.slice(0, middle))) + (await make(some.slice(middle)))
      }
      if (only) await leaveOut(only, error)
      return some.length
    }
  }

  async function leaveOut({ of, at }: Mark, error: unknown): Promise<void> {
    await client.query(kind.setAside, [of, at])
    rollupsSetAside.inc({ rollup: kind.name })
    log.error(
      { err: error, rollup: kind.name, of, at },
      'a rollup cannot be made; it is tried again tomorrow',
    )
  }
}

/** Unusable values, too many of them, or not finished within the statement's time limit. */
const isOfItsOwn = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(22|23|54|53200|57014)/.test(error.code ?? '')
