import { and, eq, ilike, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Role, RoleFilter, RoleRow } from '#shared/contracts/roles.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import { isBeyond, type Kind, type PermissionId } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { isAtOrAbove, kindsFor } from '../../people/accounts/assignable-roles.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, accountRole, office, role } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'

const OPTIONS = 100
/** Roles read for a picker before those beyond the viewer's rights are left out. */
const CANDIDATES = 1_000
/** Number of roles listed for one permission, most used first. */
const HOLDERS = 12

/** Columns with their table names: in a single-table query drizzle leaves them out. */
const people = sql<number>`(select count(*)::int from ${accountRole} held join ${account} who on who.id = held.account_id
  where held.role_id = ${role}.id and who.deleted_at is null)`

const sortable = (language: Language) => ({
  name: nameIn(language, role),
  kind: role.kind,
  granted: sql`jsonb_array_length(${role.permissions})`,
  people,
  createdAt: role.createdAt,
  changedAt: role.changedAt,
})

/** Roles for the kinds of user the viewer deals with: only staff have staff among their people. */
const isFor = ({ kind }: Viewer) => inArray(role.kind, [...kindsFor(kind)])

const rolesWhere = (db: Db, language: Language, condition: SQL | undefined, total = uncounted) =>
  db
    .select({ row: role, people, officeName: nameIn(language, office), total })
    .from(role)
    // A built-in role belongs to an office that most of its readers do not see.
    .leftJoin(office, eq(office.path, role.officePath))
    .where(condition)

export type FoundRole = Awaited<ReturnType<typeof rolesWhere>>[number]

const isIn = ({ scope }: Viewer, path: string) => path >= scope.lo && path < scope.hi

function locked(viewer: Viewer, row: FoundRole['row']): RoleRow['locked'] {
  if (!isIn(viewer, row.officePath)) return 'provider'
  return isBeyond(viewer, { ...row, kind: row.kind as Kind }, row.permissions) ? 'beyond' : null
}

/** The role as the API shows it. */
export function shownRole(viewer: Viewer, { row, people, officeName }: FoundRole): Role {
  const { id, chineseName, englishName, builtIn, permissions, version } = row
  return {
    id,
    chineseName,
    englishName,
    builtIn,
    permissions,
    version,
    people,
    officeName,
    kind: row.kind as Kind,
    departmentOnly: row.departmentOnly,
    granted: permissions.length,
    locked: locked(viewer, row),
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  }
}

type Filter = z.output<typeof RoleFilter>

const named = (search: string) =>
  or(ilike(role.chineseName, anywhere(search)), ilike(role.englishName, anywhere(search)))

const matching = (viewer: Viewer, { search, kind, origin }: Filter) =>
  and(
    isFor(viewer),
    search ? named(search) : undefined,
    kind && eq(role.kind, Number(kind)),
    origin && (origin === 'builtIn' ? role.builtIn : not(role.builtIn)).getSQL(),
  )

/** One page of the roles; by default by kind, built-in ones first. */
export async function listRoles(
  db: Db,
  viewer: Viewer,
  query: z.output<typeof PageQuery> & Filter,
  language: Language,
) {
  const condition = matching(viewer, query)
  const total = db.$count(role, condition)
  const rows = await rolesWhere(db, language, condition, total)
    .orderBy(...orderOf(query.sort, sortable(language), 'kind', role.id))
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), items: rows.map(row => shownRole(viewer, row)) }
}

/** Number of roles of each kind. */
export const countRoles = (db: Db, viewer: Viewer, { by, ...filter }: Filter & { by: 'kind' }) =>
  countedBy(db, role, role[by], matching(viewer, filter))

/** The role; refused when the viewer does not see it. */
export async function findRole(db: Db, viewer: Viewer, id: string, language: Language): Promise<FoundRole> {
  const [found] = await rolesWhere(db, language, and(eq(role.id, id), isFor(viewer)))
  if (!found) throw refuse.notFound()
  return found
}

/** People with a role, in the viewer's scope, with the rights from their other roles. */
export async function peopleWith(
  db: Db,
  roleId: string,
  query: z.output<typeof PageQuery>,
  language: Language,
) {
  const condition = and(eq(accountRole.roleId, roleId), isNull(account.deletedAt))
  const counted = sql<number>`count(*) over ()::int`
  const otherwise = sql<Role['permissions']>`coalesce((
    select jsonb_agg(one) from ${accountRole} other join ${role} r on r.id = other.role_id,
      jsonb_array_elements(r.permissions) one
    where other.account_id = ${account.id} and r.id <> ${roleId}), '[]')`
  const rows = await db
    .select({
      id: account.id,
      actualName: account.actualName,
      officeName: nameIn(language, office),
      disabled: sql<boolean>`${account.disabledAt} is not null`,
      otherwise,
      total: counted,
    })
    .from(accountRole)
    .innerJoin(account, eq(account.id, accountRole.accountId))
    .innerJoin(office, eq(office.id, account.officeId))
    .where(condition)
    .orderBy(...orderOf(query.sort, { actualName: account.actualName }, 'actualName', account.id))
    .limit(query.size)
    .offset(skipped(query))
  return { total: rows[0]?.total ?? 0, items: rows.map(({ total: _, ...holder }) => holder) }
}

/** The roles that hold a permission, most used first, and how many people have it through any role. */
export async function holdersOf(db: Db, viewer: Viewer, permissionId: PermissionId) {
  const holds = sql`${isFor(viewer)} and ${role.permissions} @> ${JSON.stringify([{ permissionId }])}::jsonb`
  const { id, chineseName, englishName } = role
  const actions = sql<number>`(select sum(jsonb_array_length(one -> 'actionList'))::int
    from jsonb_array_elements(${role.permissions}) one where one ->> 'permissionId' = ${permissionId})`
  const distinct = sql<number>`(select count(distinct held.account_id)::int from ${accountRole} held
    join ${account} who on who.id = held.account_id join ${role} on ${role}.id = held.role_id
    where who.deleted_at is null and ${holds})`
  const rows = await db
    .select({ id, chineseName, englishName, actions, people, total: distinct })
    .from(role)
    .where(holds)
    .orderBy(sql`${people} desc`, role.id)
    .limit(HOLDERS)
  return { people: rows[0]?.total ?? 0, roles: rows.map(({ total: _, ...holder }) => holder) }
}

interface Wanted {
  search?: string | undefined
  kind?: string | undefined
  /** Office of the user who is to get a role. */
  officeId?: string | undefined
}

/** Picker: roles at or above the office with no rights that the viewer lacks. */
export async function roleOptions(
  db: Db,
  viewer: Viewer,
  { search, kind, officeId }: Wanted,
  language: Language,
) {
  const asked = sql`(select path from ${office} where id = ${officeId ?? viewer.officeId})`
  const rows = await db
    .select({
      id: role.id,
      name: nameIn(language, role),
      kind: role.kind,
      permissions: role.permissions,
      departmentOnly: role.departmentOnly,
    })
    .from(role)
    .where(
      and(
        isFor(viewer),
        isAtOrAbove(asked),
        search ? named(search) : undefined,
        kind ? eq(role.kind, Number(kind)) : undefined,
      ),
    )
    .orderBy(nameIn(language, role), role.id)
    .limit(CANDIDATES)
  return rows
    .map(row => ({ ...row, kind: row.kind as Kind }))
    .filter(row => !isBeyond(viewer, row))
    .slice(0, OPTIONS)
    .map(({ id, name, kind }) => ({ id, name, kind }))
}
