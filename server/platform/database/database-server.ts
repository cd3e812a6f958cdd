import type { Client } from 'pg'
import { StartError } from '../start-error.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** The oldest PostgreSQL that works: it introduced views with their caller's rights. */
const OLDEST = 15

/** Why a PostgreSQL refuses us, as a sentence that says what to fix; other errors unchanged. */
export function refusalOf(error: unknown, connectionString: string): unknown {
  const url = new URL(connectionString)
  const [role, database] = [decodeURIComponent(url.username), decodeURIComponent(url.pathname.slice(1))]
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const said = error instanceof Error ? error.message || String(code) : String(error)
  if (code === '28P01')
    return new StartError(`DATABASE_URL: wrong user or password (role ${role} at ${url.host})`)
  if (code === '28000')
    return new StartError(`DATABASE_URL: ${url.host} does not let the role ${role} in: ${said}`)
  if (code === '3D000')
    return new StartError(
      `DATABASE_URL: there is no database ${database} at ${url.host}: create it, owned by ${role}`,
    )
  if (isDatabaseUnavailable(error))
    return new StartError(`The database cannot be reached (DATABASE_URL, ${url.host}): ${said}`)
  return error
}

interface Facts {
  version: number
  named: string
  encoding: string
  isCopy: boolean
  mayExtend: boolean
  mayCreate: boolean
  /** Owner of the existing tables, if not this role. */
  otherOwner: string | null
}

/** Throws StartError with the first reason why this server or role cannot carry an installation. */
export async function assertUsable(client: Client): Promise<void> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_version') as named, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isCopy",
      has_database_privilege(current_database(), 'create') as "mayExtend",
      coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
      (select pg_get_userbyid(relowner) from pg_class
        where oid = to_regclass('public.migration') and not pg_has_role(relowner, 'usage')) as "otherOwner"`,
  )
  const [facts] = rows
  if (facts) refuseUnfit(facts, client)
}

/** Throws StartError for what only the operator can fix. */
export function refuseUnfit(facts: Facts, { user, database }: { user?: string; database?: string }): void {
  const { version, named, encoding, isCopy, mayExtend, mayCreate, otherOwner } = facts
  if (version < OLDEST)
    throw new StartError(`DATABASE_URL: PostgreSQL ${named} is too old: ${OLDEST} or newer is needed`)
  if (isCopy)
    throw new StartError('DATABASE_URL: this PostgreSQL is a read-only copy: name the primary server')
  if (encoding !== 'UTF8')
    throw new StartError(
      `DATABASE_URL: the database ${database} is encoded in ${encoding}: create it with encoding UTF8`,
    )
  if (otherOwner !== null)
    throw new StartError(
      `DATABASE_URL: the tables in ${database} belong to the role ${otherOwner}: sign in as that role`,
    )
  if (!mayExtend || !mayCreate)
    throw new StartError(
      `DATABASE_URL: the role ${user} may not create tables in ${database}: make it the owner of the database`,
    )
}
