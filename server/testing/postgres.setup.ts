import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { initialise, SUPERUSER, startPostgres, stopPostgres } from '../platform/database/embedded/cluster.ts'
import { makePrivate, placeOf } from '../platform/database/embedded/place.ts'
import { createOwnedDatabase, socketUrl } from '../platform/database/embedded.ts'
import { prepareDatabase, urlsOf } from '../platform/database/prepare.ts'

/** Name of the database from which every test file's is cloned. */
export const TEMPLATE = 'smart_farm_template'
const TEST_SECRET = 'the-secret-of-throw-away-databases'
/** Folder of another PostgreSQL, for instance `/usr/lib/postgresql/15` of Debian, instead of the embedded one. */
const OTHER = process.env.TEST_POSTGRES

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away server of this run: the superuser's connection string, without a database name. */
    postgres: { superuser: string; secret: string }
  }
}

/** Nothing is worth keeping: no fsync, no archives, no background work that would disturb a measurement. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  shared_buffers: '128MB',
  max_connections: 200,
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
}

/**
 * Tells the planner that every table has rows of many customers, as in use. Of an empty one it believes that any scope holds a
 * single row, and keeps plans for it that try each row against all others once a test has made hundreds.
 */
const MANY_CUSTOMERS = `
  select pg_restore_attribute_stats('schemaname', nspname::text, 'relname', relname::text, 'attname', attname::text,
    'inherited', false, 'null_frac', 0::real, 'avg_width', 8, 'n_distinct', -0.1::real,
    'histogram_bounds', '{1.,1.2.,1.2.3.,1.2.4.,1.6.,1.7.,1.8.,1.9.}')
  from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
  where nspname = 'public' and relkind = 'r' and attname in ('office_path', 'subject_path', 'farm_path', 'path')`

/** One PostgreSQL per run, in memory if there is /dev/shm, with a migrated and analysed template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'smart-farm-test-'))
  chmodSync(folder, 0o755)
  const place = { ...placeOf(folder), ...(OTHER && { native: OTHER }) }
  makePrivate(place.socketDir, place.user)
  await initialise(
    place,
    TEST_SECRET,
    ['--no-sync', '--auth=trust'],
    OTHER ? ['--locale=C.UTF-8'] : undefined,
  )
  const server = await startPostgres(place, throwAway, join(folder, 'postgres.log'))
  const superuser = socketUrl(place.socketDir, SUPERUSER, TEST_SECRET, 'postgres')
  const stop = async () => {
    await stopPostgres(server)
    for (const path of [folder, place.socketDir]) rmSync(path, { recursive: true, force: true })
  }
  try {
    await makeTemplate(superuser)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgres', { superuser, secret: TEST_SECRET })
  return stop
}

async function makeTemplate(superuser: string): Promise<void> {
  const owner = await createOwnedDatabase(superuser, TEMPLATE, TEST_SECRET)
  await prepareDatabase(urlsOf(owner, TEST_SECRET), TEST_SECRET, async client => {
    await client.query('analyze')
    if (!OTHER) await client.query(MANY_CUSTOMERS)
  })
  const client = new pg.Client({ connectionString: superuser })
  await client.connect()
  // A template that somebody is connected to cannot be copied.
  await client.query(`alter database ${TEMPLATE} allow_connections false`)
  await client.end()
}
