import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Kind, RolePermission } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { type Store, SYSTEM } from '../database/store.ts'
import { account, session } from '../database/tables/offices.ts'

export interface FoundSession {
  accountId: string
  username: string
  actualName: string
  kind: Kind
  language: Language | null
  timeZone: string
  officeId: string
  officePath: string
  /** Path of the customer the office is or lies in. */
  farmPath: string | null
  /** Path of the provider. */
  rootPath: string
  lastSeenAt: Date
  roles: { permissions: RolePermission[] }[]
}

/**
 * `upward(…)`: the office and all above it, `inside` being the nodes of the same organisation. Wants `with recursive`.
 * A disabled agent does not close its customers: only departments pass it on.
 */
export const upward = (officeId: SQL): SQL => sql`upward as (
    select o.*, true as inside from office o where o.id = ${officeId}
    union all
    select p.*, u.inside and u.kind = 'department' from office p join upward u on p.id = u.parent_id
  )`
/** Whether the organisation of `upward` is disabled or deleted. */
export const isClosed = sql`exists (
    select from upward where inside and (disabled_at is not null or deleted_at is not null)
  )`

/** The account of a session that is not over; nothing when it, its office or a node above it is disabled or deleted. */
export const findSession = (store: Store, tokenHash: string): Promise<FoundSession | undefined> =>
  findPerson(
    store,
    sql`select a.*, s.last_seen_at from session s join account a on a.id = s.account_id
      where s.token_hash = ${tokenHash} and s.expires_at > now()`,
  )

/** The account itself, for work that goes on without its session; nothing when it is disabled or deleted. */
export const findAccount = (store: Store, accountId: string): Promise<FoundSession | undefined> =>
  findPerson(store, sql`select a.*, now() as last_seen_at from account a where a.id = ${accountId}`)

/** Account, office and roles in one statement. */
async function findPerson(store: Store, accounts: SQL): Promise<FoundSession | undefined> {
  const { rows } = await store.scoped(SYSTEM).execute<FoundSession & Record<string, unknown>>(sql`
    with recursive found as (
      select * from (${accounts}) a where a.disabled_at is null and a.deleted_at is null
    ), ${upward(sql`(select office_id from found)`)}
    select f.id as "accountId", f.username, f.actual_name as "actualName", f.kind, f.language,
      coalesce(f.time_zone, o.time_zone) as "timeZone", f.last_seen_at::text as "lastSeenAt",
      o.id as "officeId", o.path as "officePath", o.farm_path as "farmPath",
      (select path from upward where parent_id is null) as "rootPath",
      coalesce((
        select jsonb_agg(jsonb_build_object('permissions', r.permissions))
        from account_role ar join role r on r.id = ar.role_id where ar.account_id = f.id
      ), '[]') as roles
    from found f join upward o on o.id = f.office_id
    where not ${isClosed}`)
  const row = rows[0]
  return row && { ...row, lastSeenAt: new Date(row.lastSeenAt) }
}

/** Notes that the user is active, at most once a minute a session. */
export async function noteSeen(store: Store, tokenHash: string, accountId: string): Promise<void> {
  await store.transaction(SYSTEM, async db => {
    const now = new Date()
    await db
      .update(session)
      .set({ lastSeenAt: now })
      .where(and(eq(session.tokenHash, tokenHash), sql`${session.lastSeenAt} < now() - interval '1 minute'`))
    await db.update(account).set({ lastActiveAt: now }).where(eq(account.id, accountId))
  })
}
