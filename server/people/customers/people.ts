import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AGENT, CUSTOMER, type Grant, grantsOf, type Kind, STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { anyOf } from '../../platform/database/any-of.ts'
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
  const { id, officePath, actualName, email, language } = account
  const people = await db
    .select({ id, officePath, actualName, email, language })
    .from(account)
    .where(and(isNull(account.deletedAt), isNull(account.disabledAt), eq(account.kind, kind), where))
    .orderBy(account.createdAt, account.id)
  if (people.length === 0) return []
  // By their ids: in one statement the planner takes them for few, and looks through everybody's roles for each.
  const roles = await db
    .select({ accountId: accountRole.accountId, permissions: role.permissions })
    .from(accountRole)
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(
      anyOf(
        accountRole.accountId,
        people.map(person => person.id),
      ),
    )
  const held = Map.groupBy(roles, ({ accountId }) => accountId)
  return people.filter(person => {
    const has = grantsOf((held.get(person.id) ?? []).flatMap(({ permissions }) => permissions))
    return grants.some(grant => has.has(grant))
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

/** What an owner holds. */
export const OWNS: readonly Grant[] = ['farm_access:enable']

/** The owners of these customers (paths): who decides at their root nodes, without those still waiting for another's confirmation. */
export const ownersOfFarms = (db: Db, farmPaths: readonly string[]): Promise<Told[]> =>
  holders(db, CUSTOMER, OWNS, sql`${anyOf(account.officePath, farmPaths)} and not ${isHeld()}`)

/** The customer's owners. */
export const ownersOf = (db: Db, farmPath: string): Promise<Told[]> => ownersOfFarms(db, [farmPath])

interface Department {
  path: string
  headId: string | null
}

/** The department of the provider that looks after a customer, those above it, and last the root department. */
async function departmentsOf(db: Db, farmPath: string): Promise<[Department, ...Department[]]> {
  const { rows } = await db.execute<{ path: string; headId: string | null }>(sql`
    select above.path, above.head_id as "headId" from office m
    join office above on starts_with(m.path, above.path) and above.kind in ('provider', 'department') and above.deleted_at is null
    where m.id = coalesce(
      (select c.manager_office_id from ${customer} c join office o on o.id = c.manager_office_id and o.deleted_at is null
        where c.office_path = ${farmPath}),
      (select id from office where parent_id is null))
    order by length(above.path) desc`)
  const [own, ...above] = rows
  if (!own) throw new Error('There is no provider')
  return [own, ...above]
}

/** Whether a member of staff may sign in as far as their department and those above it go. */
const isOpen = sql`not exists (select from office o
  where o.farm_path is null and o.kind in ('provider', 'department') and starts_with(${account.officePath}, o.path)
    and (o.disabled_at is not null or o.deleted_at is not null))`

/** Staff who can act on something: they hold any of the grants, see it by `isSeen`, and can sign in. */
const staffWho = (db: Db, grants: readonly Grant[], isSeen: SQL): Promise<Told[]> =>
  holders(db, STAFF, grants, sql`${isSeen} and ${isOpen}`)

/** Who can give anybody among the staff the right that is missing; see `keepingAnAdministrator`. */
async function administrators(db: Db): Promise<Told[]> {
  const able = await staffWho(db, ['user_manage:edit'], caresFor(null))
  const givers = new Set((await staffWho(db, ['role_manage:edit'], caresFor(null))).map(({ id }) => id))
  return able.filter(({ id }) => givers.has(id))
}

/** Staff who can act on what is in no department's care, such as an application; administrators if there are none. */
export async function decidersOf(
  db: Db,
  grants: readonly Grant[],
  isSeen: SQL = caresFor(null),
): Promise<Told[]> {
  const able = await staffWho(db, grants, isSeen)
  return able.length > 0 ? able : administrators(db)
}

/**
 * Whom of the provider a message about a customer or another office reaches, in circles that each begin where the one before
 * does not answer: the head of its project manager's department, the members of that, the same of the departments above it,
 * for `work` whoever else can do it (who sells is seldom who looks after a farm), and people of the provider's root
 * department. Only those who hold any of the grants and see the office, each once. If there are none, administrators, who can
 * give the right.
 */
export const circlesOf = async (...asked: Parameters<typeof reachedOf>): Promise<Told[][]> =>
  (await reachedOf(...asked)).circles

async function reachedOf(
  db: Db,
  farmPath: string,
  grants: readonly Grant[],
  { isWork = false } = {},
): Promise<{ own: Told[]; circles: Told[][] }> {
  const departments = await departmentsOf(db, farmPath)
  const able = await staffWho(db, grants, caresFor(departments[0].path))
  const isAtRoot = ({ officePath }: Told) => officePath === ROOT_PATH
  const circles = departments
    .filter(({ path }, at) => at === 0 || path !== ROOT_PATH)
    .flatMap(({ path, headId }) => [
      able.filter(({ id }) => id === headId),
      able.filter(one => (path === ROOT_PATH ? isAtRoot(one) : one.officePath.startsWith(path))),
    ])
  const others = isWork ? able.filter(one => !isAtRoot(one)) : []
  const known = new Set<string>()
  const [head = [], members = [], ...further] = [...circles, others, able.filter(isAtRoot)].map(circle =>
    circle.filter(({ id }) => !known.has(id) && known.add(id)),
  )
  const reached = [head, members, ...further].filter(({ length }) => length > 0)
  return {
    own: [...head, ...members],
    circles: reached.length > 0 ? reached : [await administrators(db)],
  }
}

/**
 * Who of the provider is told about a customer or another office: the first of {@link circlesOf}. `isForAll`: the members of
 * the department as well as its head.
 */
export async function managersOf(
  db: Db,
  farmPath: string,
  grants: readonly Grant[],
  { isForAll = false, isWork = false } = {},
): Promise<Told[]> {
  const { own, circles } = await reachedOf(db, farmPath, grants, { isWork })
  return isForAll && own.length > 0 ? own : (circles[0] ?? [])
}

/** What lets somebody act for an agent. */
export const ACTS: readonly Grant[] = ['agent_client:query']

/** What people look after customers with. */
export const ABOVE: readonly Grant[] = ['custom_manage:query', 'try_custom_manage:query']

/** An agent's people at its own node who hold any of the grants; for a customer that is also one, who sees its area. */
export async function agentsPeople(
  db: Db,
  path: SQL | string,
  grants: readonly Grant[] = ABOVE,
): Promise<Told[]> {
  const isThere = sql`${account.officePath} in (${path})`
  const [ofAgents, ofCustomers] = await Promise.all([
    holders(db, AGENT, grants, isThere),
    holders(db, CUSTOMER, ACTS, isThere),
  ])
  return [...ofAgents, ...ofCustomers]
}
