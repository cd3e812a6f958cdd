import { createHmac } from 'node:crypto'
import pg, { type Client } from 'pg'
import { StartError } from '../start-error.ts'
import { refusalOf } from './database-server.ts'
import { openClient } from './open-client.ts'

/** Owns the schema and migrates; only in the embedded database, otherwise the role of DATABASE_URL does. */
export const OWNER = 'smart_farm_owner'
/** Serves requests; bound by row-level security. */
export const APP = 'smart_farm_app'
/** Writes telemetry and device tables. */
export const INGEST = 'smart_farm_ingest'

/** Derived from the secret in every process, so that no password has to be stored or passed around. */
export const passwordOf = (appSecret: string, role: string): string =>
  createHmac('sha256', appSecret).update(`postgres role ${role}`).digest('base64url')

/**
 * Creates missing roles with their passwords; throws StartError if `client` may not. Call it under the migration lock.
 */
export async function ensureRoles(
  client: Client,
  roles: readonly string[],
  appSecret: string,
): Promise<void> {
  const { rows } = await client.query('select rolname from pg_roles where rolname = any($1)', [roles])
  const existing = new Set(rows.map(row => row.rolname))
  for (const role of roles) {
    if (existing.has(role)) continue
    await asAdministrator(client, role, 'create', passwordOf(appSecret, role))
  }
}

/** Lets the role into this database if it is not open to all. */
export async function ensureAccess(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ connect: boolean; usage: boolean }>(
    `select has_database_privilege($1, current_database(), 'connect') as connect,
      has_schema_privilege($1, 'public', 'usage') as usage`,
    [role],
  )
  const database = client.escapeIdentifier(client.database ?? '')
  const name = client.escapeIdentifier(role)
  if (!rows[0]?.connect) await client.query(`grant connect on database ${database} to ${name}`)
  if (!rows[0]?.usage) await client.query(`grant usage on schema public to ${name}`)
}

/**
 * Whether the role can sign in; resets its password if APP_SECRET has changed. A PostgreSQL's roles are shared by all its
 * databases: a role that another installation uses is left alone; then throws StartError.
 */
export async function ensurePassword(
  client: Client,
  url: string,
  role: string,
  appSecret: string,
): Promise<void> {
  try {
    await (await openClient(url)).end()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw refusalOf(error, url)
    await refuseShared(client, role)
    await asAdministrator(client, role, 'alter', passwordOf(appSecret, role))
  }
}

async function refuseShared(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct d.datname as name from pg_shdepend s join pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_authid'::regclass and s.refobjid = (select oid from pg_roles where rolname = $1)
       and d.datname <> current_database() order by 1`,
    [role],
  )
  if (rows.length === 0) return
  throw new StartError(
    `DATABASE_URL: the role ${role} belongs to another installation in this PostgreSQL (database ${rows.map(({ name }) => name).join(', ')}): give both the same APP_SECRET, or this one a PostgreSQL of its own`,
  )
}

async function asAdministrator(client: Client, role: string, verb: 'create' | 'alter', password: string) {
  const rights = verb === 'create' ? 'login nosuperuser nobypassrls' : ''
  try {
    await client.query(
      `${verb} role ${client.escapeIdentifier(role)} ${rights} password ${client.escapeLiteral(password)}`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    const remedy =
      verb === 'create'
        ? 'give it the attribute CREATEROLE'
        : 'APP_SECRET is not the one it was made with; restore that, or drop the role if nothing uses it'
    throw new StartError(`DATABASE_URL: the role ${client.user} may not ${verb} the role ${role}: ${remedy}`)
  }
}
