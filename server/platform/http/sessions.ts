import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { PROOF_MS } from '#shared/limits.ts'
import type { Kind, RolePermission } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import { customerOf, hasEndedAsAgent, isReadOnly, isTrialClosed } from '../database/standing.ts'
import { type Db, type Store, SYSTEM } from '../database/store.ts'
import { account, session } from '../database/tables/offices.ts'
import { apiToken } from '../database/tables/personal.ts'

export interface FoundSession {
  tokenHash: string
  accountId: string
  username: string
  actualName: string
  kind: Kind
  language: Language | null
  units: UnitSystem | null
  timeZone: string
  /** The trial of the customer has ended. */
  isReadOnly: boolean
  mustChangePassword: boolean
  officeId: string
  officePath: string
  /** Path of the customer the office is or lies in. */
  farmPath: string | null
  /** Path of the provider. */
  rootPath: string
  /** Logo of the nearest office upward that has one. */
  logo: string | null
  lastSeenAt: Date
  expiresAt: Date
  roles: { permissions: RolePermission[]; departmentOnly: boolean }[]
  /** The organisation of the office is an agent whose rights have ended. */
  isAgentNoMore: boolean
  /** Customers lie below the office in the tree, besides the one it is or belongs to. */
  hasCustomers: boolean
  /** Permissions of the API token; null for somebody who signed in. */
  tokenPermissions: RolePermission[] | null
  hasSecondFactor: boolean
  /** The API token itself; null for somebody who signed in. */
  program: { id: string; name: string } | null
  /** The token belongs to a wall display: no person is there. */
  isWall: boolean
}

/**
 * `upward(…)`: each office with all offices above it; `of` is the office asked for, `inside` marks nodes of the same
 * organisation. Needs `with recursive`. A disabled agent does not close its customers: only departments pass it on.
 */
export const upward = (officeIds: SQL): SQL => sql`upward as (
    select o.*, o.id as of, true as inside from office o where o.id in (${officeIds})
    union all
    select p.*, u.of, u.inside and u.kind = 'department' from office p join upward u on p.id = u.parent_id
  )`
/** Whether the organisation of an office of `upward` is disabled or deleted. */
export const isClosed = (officeId: SQL): SQL => sql`exists (
    select from upward
    where of = ${officeId} and inside and (disabled_at is not null or deleted_at is not null)
  )`

/**
 * The accounts of sessions and API tokens, in one statement. A session is not found once it is over, or once the account,
 * its office or a node above it in the same organisation is disabled or deleted, or its trial and read-only days are over.
 */
export const findSessions = (store: Store, tokenHashes: readonly string[]): Promise<FoundSession[]> =>
  findPeople(
    store,
    sql`select a.*, s.token_hash, s.last_seen_at, s.expires_at, s.token_permissions, s.program, s.is_wall from account a join (
        select account_id, token_hash, last_seen_at, expires_at, null::jsonb as token_permissions,
          null::jsonb as program, false as is_wall
        from session
        union all
        select account_id, token_hash, coalesce(last_used_at, created_at - interval '1 day'), expires_at, permissions,
          jsonb_build_object('id', id, 'name', name), is_wall
        from api_token
      ) s on a.id = s.account_id
      where s.token_hash = any(${sql.param(tokenHashes)}) and s.expires_at > now()`,
  )

/**
 * The account itself, for work that continues without its session; undefined if disabled or deleted. `programId`: the API
 * token with which a program began the work, which continues with the token's rights for as long as the token exists.
 */
export async function findAccount(
  store: Store,
  accountId: string,
  programId: string | null,
): Promise<FoundSession | undefined> {
  const [found] = await findPeople(
    store,
    sql`select a.*, '' as token_hash, now() as last_seen_at, now() as expires_at, t.permissions as token_permissions,
        case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as program, false as is_wall
      from account a
      left join api_token t on t.id = ${programId} and t.account_id = a.id and t.expires_at > now()
      where a.id = ${accountId} and (t.id is not null or ${programId}::text is null)`,
  )
  return found
}

/** Accounts that are not disabled or deleted, with office and roles, in one statement. */
async function findPeople(store: Store, accounts: SQL): Promise<FoundSession[]> {
  const { rows } = await store.scoped(SYSTEM).execute<FoundSession & Record<string, unknown>>(sql`
    with recursive found as (
      select * from (${accounts}) a where a.disabled_at is null and a.deleted_at is null
    ), ${upward(sql`select office_id from found`)}
    select f.token_hash as "tokenHash", f.id as "accountId", f.username, f.actual_name as "actualName", f.kind,
      f.language, f.units, f.must_change_password as "mustChangePassword", coalesce(f.time_zone, o.time_zone) as "timeZone", f.last_seen_at::text as "lastSeenAt",
      f.expires_at::text as "expiresAt", o.id as "officeId", o.path as "officePath", o.farm_path as "farmPath",
      (select path from upward where of = o.id and parent_id is null) as "rootPath",
      (select logo from upward where of = o.id and logo is not null order by length(path) desc limit 1) as logo,
      ${isReadOnly} as "isReadOnly",
      exists (
        select from upward where of = o.id and inside and ${hasEndedAsAgent(sql`upward`)}
      ) as "isAgentNoMore",
      exists (
        select from office below where below.kind = 'customer' and below.deleted_at is null and below.path > o.path
          and below.path < left(o.path, -1) || '/' and below.path <> coalesce(o.farm_path, '')
      ) as "hasCustomers",
      coalesce((
        select jsonb_agg(jsonb_build_object('permissions', r.permissions, 'departmentOnly', r.department_only))
        from account_role ar join role r on r.id = ar.role_id where ar.account_id = f.id
      ), '[]') as roles,
      f.token_permissions as "tokenPermissions", f.program, f.is_wall as "isWall",
      exists (
        select from second_factor where account_id = f.id and confirmed_at is not null
      ) as "hasSecondFactor"
    from found f join office o on o.id = f.office_id ${customerOf(sql`o.farm_path`)}
    where not ${isClosed(sql`o.id`)} and not ${isTrialClosed}`)
  return rows.map(row => ({
    ...row,
    lastSeenAt: new Date(row.lastSeenAt),
    expiresAt: new Date(row.expiresAt),
  }))
}

/** Whether the user of a session has recently proved their identity. */
export async function isProven(store: Store, tokenHash: string): Promise<boolean> {
  const [found] = await store
    .scoped(SYSTEM)
    .select({ tokenHash: session.tokenHash })
    .from(session)
    .where(
      and(eq(session.tokenHash, tokenHash), gt(session.provedAt, sql`now() - ${PROOF_MS} * interval '1 ms'`)),
    )
  return found !== undefined
}

/** How often a session records that its user is active. */
const SEEN_EVERY_MS = 60_000

/** Records that the users of these sessions are active, at most once a minute per session. */
export async function noteSeen(store: Store, found: readonly FoundSession[]): Promise<void> {
  const before = new Date(Date.now() - SEEN_EVERY_MS)
  const due = found.filter(({ lastSeenAt }) => lastSeenAt < before)
  if (due.length === 0) return
  const now = new Date()
  await store.transaction(SYSTEM, async db => {
    // Rows that another process is recording right now need no second write; waiting for each other could deadlock.
    const free = { skipLocked: true } as const
    const sessions = db
      .select({ key: session.tokenHash })
      .from(session)
      .where(
        inArray(
          session.tokenHash,
          due.map(({ tokenHash }) => tokenHash),
        ),
      )
      .for('update', free)
    await db.update(session).set({ lastSeenAt: now }).where(inArray(session.tokenHash, sessions))
    const tokens = due.filter(({ tokenPermissions }) => tokenPermissions).map(({ tokenHash }) => tokenHash)
    if (tokens.length > 0)
      await db.update(apiToken).set({ lastUsedAt: now }).where(inArray(apiToken.tokenHash, tokens))
    // Passers-by look at a wall display; none of them is the person who set it up.
    const accountIds = due.filter(({ isWall }) => !isWall).map(({ accountId }) => accountId)
    const accounts = db
      .select({ key: account.id })
      .from(account)
      .where(inArray(account.id, accountIds))
      .for('update', free)
    await db.update(account).set({ lastActiveAt: now }).where(inArray(account.id, accounts))
    await noteCustomersActive(db, accountIds)
  })
}

/** Records activity for the customers these accounts belong to, for the customer list. */
export async function noteCustomersActive(db: Db, accountIds: readonly string[]): Promise<void> {
  await db.execute(sql`update customer set last_active_at = now() where office_id in (
    select c.office_id from account a join office o on o.id = a.office_id
    join customer c on c.office_path = o.farm_path
    where a.id = any(${sql.param(accountIds)}::text[])
      and (c.last_active_at is null or c.last_active_at < now() - make_interval(secs => ${SEEN_EVERY_MS / 1_000}))
    for update of c skip locked)`)
}
