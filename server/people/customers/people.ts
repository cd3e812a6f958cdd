import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AGENT, CUSTOMER, type Grant, grantsOf, type Kind, STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { account, accountRole, role } from '../../platform/database/tables/offices.ts'
import { isHeld } from './held.ts'

/** Somebody to tell something. */
export interface Told {
  id: string
  officePath: string
  actualName: string
  email: string | null
  language: Language | null
}

/** Enabled accounts of a kind that hold any of the grants, each once. `db` carries at least their scope. */
export async function holders(db: Db, kind: Kind, grants: readonly Grant[], where: SQL): Promise<Told[]> {
  const rows = await db
    .select({
      id: account.id,
      officePath: account.officePath,
      actualName: account.actualName,
      email: account.email,
      language: account.language,
      permissions: role.permissions,
    })
    .from(account)
    .innerJoin(accountRole, eq(accountRole.accountId, account.id))
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(and(isNull(account.deletedAt), isNull(account.disabledAt), eq(account.kind, kind), where))
    .orderBy(account.createdAt, account.id)
  const held = Map.groupBy(rows, ({ id }) => id)
  return [...held.values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const has = grantsOf([first, ...more].flatMap(({ permissions }) => permissions))
    const { permissions, ...told } = first
    return grants.some(grant => has.has(grant)) ? [told] : []
  })
}

/**
 * Staff who see a customer in this care (the path of a department; null if it is in nobody's): all except those whose
 * roles narrow them to another department.
 */
export const caresFor = (care: SQL | string | null): SQL => sql`(${account.officePath} = ${ROOT_PATH}
  or exists (select from ${accountRole} given join ${role} lifting on lifting.id = given.role_id
    where given.account_id = ${account.id} and not lifting.department_only)
  or coalesce(starts_with(${care}, ${account.officePath}), false))`

/** The customer's owners: who decides for it at its root node, without those still waiting for another's confirmation. */
export const ownersOf = (db: Db, farmPath: string): Promise<Told[]> =>
  holders(db, CUSTOMER, ['farm_access:enable'], sql`${account.officePath} = ${farmPath} and not ${isHeld()}`)

/** A customer's project manager: a department of the provider, or the provider itself if none is set. */
export interface Manager {
  path: string
  head: Told | null
}

export async function managerOf(db: Db, farmPath: string): Promise<Manager> {
  const { rows } = await db.execute<{ path: string; head: Told | null }>(sql`
    select m.path, (
      select jsonb_build_object('id', a.id, 'officePath', a.office_path, 'actualName', a.actual_name,
        'email', a.email, 'language', a.language)
      from account a where a.id = m.head_id and a.disabled_at is null and a.deleted_at is null
    ) as head
    from office m
    where m.id = coalesce(
      (select c.manager_office_id from ${customer} c join office o on o.id = c.manager_office_id and o.deleted_at is null
        where c.office_path = ${farmPath}),
      (select id from office where parent_id is null))`)
  const [found] = rows
  if (!found) throw new Error('There is no provider')
  return found
}

/** Everybody in the project manager's department, or at the provider's root node, who holds any of the grants. */
export function membersOf(db: Db, { path }: Manager, grants: readonly Grant[]): Promise<Told[]> {
  const isRoot = path.indexOf('.') === path.length - 1
  const inDepartment = isRoot
    ? eq(account.officePath, path)
    : sql`starts_with(${account.officePath}, ${path})`
  return holders(db, STAFF, grants, sql`${inDepartment} and ${caresFor(path)}`)
}

/** The head of the project manager's department, or its members if it has none. */
export async function managersOf(db: Db, farmPath: string, grants: readonly Grant[]): Promise<Told[]> {
  const manager = await managerOf(db, farmPath)
  return manager.head ? [manager.head] : membersOf(db, manager, grants)
}

const ABOVE: readonly Grant[] = ['custom_manage:query', 'try_custom_manage:query']

/** An agent's people at its own node who hold any of the grants; for a customer that is also one, who sees its area. */
export async function agentsPeople(
  db: Db,
  path: SQL | string,
  grants: readonly Grant[] = ABOVE,
): Promise<Told[]> {
  const isThere = sql`${account.officePath} in (${path})`
  const [ofAgents, ofCustomers] = await Promise.all([
    holders(db, AGENT, grants, isThere),
    holders(db, CUSTOMER, ['agent_client:query'], isThere),
  ])
  return [...ofAgents, ...ofCustomers]
}

/** The paths of all offices above one. */
const pathsAbove = (path: string): string[] =>
  path
    .split('.')
    .slice(0, -2)
    .map((_, i, numbers) => `${numbers.slice(0, i + 1).join('.')}.`)

/** Who speaks for the offices above a customer: the project manager, and its agents' people. */
export async function peopleAbove(db: Db, farmPath: string): Promise<Told[]> {
  const agents = sql`select o.path from office o where o.path = any(${sql.param(pathsAbove(farmPath))}::text[]) and is_agent(o)`
  const [managers, ofAgents] = await Promise.all([managersOf(db, farmPath, ABOVE), agentsPeople(db, agents)])
  return [...managers, ...ofAgents]
}
