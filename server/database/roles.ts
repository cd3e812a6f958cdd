import { createHmac } from 'node:crypto'
import pg, { type Client } from 'pg'
import { StartError } from '../start-error.ts'

/** Owns the schema and migrates; only in the embedded database, else the role of DATABASE_URL does. */
export const OWNER = 'smart_farm_owner'
/** Serves requests; bound by row-level security. */
export const APP = 'smart_farm_app'
/** Writes telemetry and device tables. */
export const INGEST = 'smart_farm_ingest'

/** The same in every process that knows the secret, so that none has to be stored or handed around. */
export const passwordOf = (appSecret: string, role: string): string =>
  createHmac('sha256', appSecret).update(`postgres role ${role}`).digest('base64url')

/**
 * Creates the roles that are missing, with their passwords; `client` must be allowed to. Throws StartError when it is
 * not. Call it under the lock of the migrations.
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

/** Whether the role can sign in; gives it its password again when APP_SECRET has changed. */
export async function ensurePassword(
  client: Client,
  url: string,
  role: string,
  appSecret: string,
): Promise<void> {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await probe.connect()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error
    await asAdministrator(client, role, 'alter', passwordOf(appSecret, role))
  } finally {
    await probe.end().catch(() => {})
  }
}

async function asAdministrator(client: Client, role: string, verb: 'create' | 'alter', password: string) {
  const rights = verb === 'create' ? 'login nosuperuser nobypassrls' : ''
  try {
    await client.query(
      `${verb} role ${client.escapeIdentifier(role)} ${rights} password ${client.escapeLiteral(password)}`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new StartError(
      `DATABASE_URL: the role ${client.user} may not ${verb} the role ${role}; give it the attribute CREATEROLE`,
    )
  }
}
