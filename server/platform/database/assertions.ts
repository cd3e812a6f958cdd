import type { Client } from 'pg'
import { openClient } from './open-client.ts'
import { tablesOf } from './policies.ts'
import { tenancy } from './tenancy.ts'

/**
 * Checks before serving anything that the database isolates tenants: the roles cannot bypass row-level security and own
 * nothing, every table is in the registry and closed as it says, views run with their caller's rights, nobody may call a
 * definer function by default. Throws at the first fault.
 */
export async function assertIsolation(owner: Client, urls: { app: string; ingest: string }): Promise<void> {
  for (const url of [urls.app, urls.ingest]) await assertPlainRole(url)
  const tables = await tablesOf(owner)
  const unknown = tables.filter(table => !tenancy[table])
  if (unknown.length > 0) throw new Error(`Not in the tenancy registry: ${unknown.join(', ')}`)
  const guarded = tables.filter(table => !['system', 'telemetry'].includes(tenancy[table] ?? ''))
  await assertNone(
    owner,
    'tables without row-level security',
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname = any($1)
    and not (relrowsecurity and relforcerowsecurity)`,
    [guarded],
  )
  await assertNone(
    owner,
    'tables open to requests',
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm') and not relname = any($1)
    and has_table_privilege('smart_farm_app', oid, 'select, insert, update, delete')`,
    [guarded],
  )
  await assertNone(
    owner,
    'views with the rights of their owner',
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
    and not coalesce(reloptions @> '{security_invoker=true}', false)`,
  )
  await assertNone(
    owner,
    'definer functions open to everybody',
    `select proname as name from pg_proc p
    where pronamespace = 'public'::regnamespace and prosecdef
    and exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)`,
  )
}

async function assertPlainRole(url: string): Promise<void> {
  const client = await openClient(url)
  try {
    const { rows } = await client.query(`select rolname, rolsuper or rolbypassrls or exists (
      select from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace) as powerful
      from pg_roles where rolname = current_user`)
    if (rows[0]?.powerful) throw new Error(`The role ${rows[0].rolname} could pass over row-level security`)
  } finally {
    await client.end()
  }
}

async function assertNone(
  client: Client,
  what: string,
  query: string,
  values: unknown[] = [],
): Promise<void> {
  const { rows } = await client.query(query, values)
  if (rows.length > 0) throw new Error(`The database has ${what}: ${rows.map(row => row.name).join(', ')}`)
}
