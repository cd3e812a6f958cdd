import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openClient } from './open-client.ts'

/** A perfectly dense key takes 31 bytes per report; devices reporting in turn leave up to 50. */
const DENSE_BYTES = 36
const WORTH_BYTES = 1_048_576
/** By then most reports that gateways held back have arrived. */
const SETTLED = '3 days'
/** An arbitrary number, the same in all processes, so that only one of them does it. */
const LOCK = 730_194_662

const SPARSE = `
  select month.relname as month, key.relname as key
  from pg_inherits part
  join pg_class month on month.oid = part.inhrelid
  join pg_index x on x.indrelid = month.oid and x.indisprimary
  join pg_class key on key.oid = x.indexrelid
  where part.inhparent = 'public.report'::regclass and month.relname ~ '^report_\\d{6}$'
    and to_timestamp(substr(month.relname, 8), 'YYYYMM') + interval '1 month' < now() - $1::interval
    and pg_relation_size(key.oid) > greatest(month.reltuples * $2, $3)
  order by month.relname`
/** Left by an interrupted rebuild: never read, but written with every report. */
const LEFT_BEHIND = `
  select key.relname as key from pg_inherits part
  join pg_index x on x.indrelid = part.inhrelid and not x.indisvalid
  join pg_class key on key.oid = x.indexrelid and key.relname ~ '_ccnew\\d*$'
  where part.inhparent = 'public.report'::regclass`

/**
 * Rebuilds the keys of finished months that devices reporting in turn have left half empty; reports are stored and read
 * meanwhile. Needs the owner's connection string. Returns the months; ends early on `signal`.
 */
export async function rebuildSparseKeys(
  ownerUrl: string,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<string[]> {
  const owner = await openClient(ownerUrl, { options: '-c timezone=UTC' })
  const cancel = () => void cancelStatement(ownerUrl, owner)
  signal.addEventListener('abort', cancel)
  const rebuilt: string[] = []
  try {
    const { rows } = await owner.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (!rows[0]?.mine) return rebuilt
    for (const { key } of (await owner.query<{ key: string }>(LEFT_BEHIND)).rows) {
      if (signal.aborted) return rebuilt
      await owner.query(`drop index concurrently if exists public.${owner.escapeIdentifier(key)}`)
    }
    const sparse = await owner.query<{ month: string; key: string }>(SPARSE, [
      SETTLED,
      DENSE_BYTES,
      WORTH_BYTES,
    ])
    for (const { month, key } of sparse.rows) {
      if (signal.aborted) break
      const started = performance.now()
      await owner.query(`reindex index concurrently public.${owner.escapeIdentifier(key)}`)
      log.info({ month, ms: Math.round(performance.now() - started) }, 'key of a month rebuilt')
      rebuilt.push(month)
    }
    return rebuilt
  } finally {
    signal.removeEventListener('abort', cancel)
    await owner.end()
  }
}

async function cancelStatement(ownerUrl: string, client: pg.Client): Promise<void> {
  let other: pg.Client | undefined
  try {
    other = await openClient(ownerUrl)
    await other.query('select pg_cancel_backend($1)', [
      (client as unknown as { processID: number }).processID,
    ])
  } catch {
    // The database is gone, and the statement with it.
  } finally {
    await other?.end().catch(() => {})
  }
}
