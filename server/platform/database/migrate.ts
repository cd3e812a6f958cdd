import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { StartError } from '../start-error.ts'
import { applyPolicies } from './policies.ts'
import { SYSTEM } from './scope.ts'
import { SET_SCOPE, scopeValues } from './scoped-query.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Within the folder: other texts of migrations that need PostgreSQL 17, with the same outcome. */
const BEFORE_17 = 'before-17'

interface Migration {
  name: string
  text: string
  checksum: string
}

/** An arbitrary number that nothing else of ours locks. */
const LOCK = 7_246_911_035

/** Work that only one process at a time may do, across all that use this database. */
export async function underLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
}

/**
 * Applies missing migrations in the order of their names, each in its own transaction, then the policies. Call it under
 * the lock, as the owner. Returns the names applied. Throws StartError if the database was made by newer code, or an
 * applied migration was changed afterwards.
 */
export async function migrate(client: Client, folder = MIGRATIONS): Promise<string[]> {
  await client.query(`create table if not exists migration
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  const applied = new Map(rows.map(row => [row.name, row.checksum]))
  const known = readMigrations(folder)
  refuseForeign(applied, known)
  const missing = known.filter(migration => !applied.has(migration.name))
  const others = (await versionOf(client)) < 17 ? readMigrations(join(folder, BEFORE_17)) : []
  for (const migration of missing) {
    const { text } = others.find(({ name }) => name === migration.name) ?? migration
    await applyOne(client, { ...migration, text })
  }
  await applyPolicies(client, missing.length > 0)
  return missing.map(migration => migration.name)
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  )
  return rows[0]?.version ?? 0
}

/** Name of the newest migration this version knows. */
export const lastMigration = (): string => readMigrations(MIGRATIONS).at(-1)?.name.replace('.sql', '') ?? ''

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'))
  return names.sort().map(name => {
    // A checkout on Windows has other line endings.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

function refuseForeign(applied: Map<string, string>, known: Migration[]): void {
  const names = new Set(known.map(migration => migration.name))
  const newer = [...applied.keys()].filter(name => !names.has(name)).sort()
  if (newer.length > 0)
    throw new StartError(
      `The database was made by a newer version of Smart Farm (it has ${newer.join(', ')}): start that version, or use another DATA_DIR or DATABASE_URL`,
    )
  const changed = known.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed)
    throw new StartError(
      `The database was made with another text of the migration ${changed.name}: changes of tables need a migration of their own`,
    )
}

async function applyOne(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    // The owner is bound by row-level security too: without this a backfill would silently change nothing.
    await client.query(SET_SCOPE, scopeValues(SYSTEM))
    await client.query(migration.text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed and was undone`, { cause: error })
  }
}
