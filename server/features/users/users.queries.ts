import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { User, UserFilter } from '#shared/contracts/users.ts'
import type { DeletedFilter, PageQuery } from '#shared/endpoint.ts'
import { ONLINE_MS } from '#shared/limits.ts'
import type { UserStatus } from '#shared/people.ts'
import { isBeyond, type Kind, type Rights, rightsOf } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { maskedIdCard } from '../../people/accounts/id-card.ts'
import { isHeld } from '../../people/customers/held.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { account, accountRole, office, role } from '../../platform/database/tables/offices.ts'
import { avatarLink } from '../../platform/files/avatars.ts'
import { deletionsOf, listed } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { nameOf, nodesOf } from './departments.ts'

const OPTIONS = 100

/** The requester, and what the answer is made with. */
export interface Reader {
  db: Db
  /** For other people's rights: a role may belong to an office above the reader's. */
  store: Store
  viewer: Viewer
  language: Language
  appSecret: string
}

const status = sql<UserStatus>`case when ${account.disabledAt} is not null then 'DISABLE'
  when ${isHeld()} then 'HELD'
  when ${account.lastActiveAt} is null then 'UNACTIVE'
  when ${account.lastActiveAt} > now() - interval '${sql.raw(String(ONLINE_MS))} milliseconds' then 'ONLINE'
  else 'OFFLINE' end`

const sortable = {
  username: account.usernameKey,
  actualName: account.actualName,
  // As shown: the order must not reveal either whether somebody elsewhere signs in with it.
  email: sql`lower(${account.email})`,
  status,
  // Users who never signed in sort before everybody else.
  lastActiveAt: sql`coalesce(${account.lastActiveAt}, '-infinity')`,
  createdAt: account.createdAt,
  deletedAt: account.deletedAt,
}

const rolesOf = (language: Language) => sql<{ id: string; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'name', ${nameOf(language)}) order by r.kind, r.id)
  from ${accountRole} ar join ${role} r on r.id = ar.role_id where ar.account_id = ${account}.id), '[]')`

const hasSecondFactor = sql<boolean>`has_second_factor(${account}.id)`
const hasTokens = sql<boolean>`has_tokens(${account}.id)`

const usersWhere = (db: Db, language: Language, condition: SQL | undefined, total = uncounted) =>
  db
    .select({ row: account, status, roles: rolesOf(language), hasSecondFactor, hasTokens, total })
    .from(account)
    .where(condition)

const inUse = isNull(account.deletedAt)

export type FoundUser = Awaited<ReturnType<typeof usersWhere>>[number]

type HeldRoles = Omit<Rights, 'kind'>[]

/** The roles of each of these accounts, including those the viewer does not see. */
async function rolesHeldBy(store: Store, ids: readonly string[]): Promise<Map<string, HeldRoles>> {
  if (ids.length === 0) return new Map()
  const { permissions, departmentOnly } = role
  const rows = await store
    .scoped(SYSTEM)
    .select({ id: accountRole.accountId, permissions, departmentOnly })
    .from(accountRole)
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(anyOf(accountRole.accountId, ids))
  return Map.groupBy(rows, ({ id }) => id)
}

/** The users as the API shows them. */
export async function shownUsers(reader: Reader, found: readonly FoundUser[]): Promise<User[]> {
  const { db, store, viewer, language, appSecret } = reader
  const nodes = await nodesOf(
    db,
    viewer,
    found.map(({ row }) => row.officeId),
    language,
  )
  const held = await rolesHeldBy(
    store,
    found.map(({ row }) => row.id),
  )
  return found.map(({ row, status, roles, hasSecondFactor, hasTokens }) => {
    const { id, username, actualName, email, phone, sex, job, officeId } = row
    const rights = rightsOf(row.kind as Kind, held.get(id) ?? [])
    return {
      id,
      username,
      actualName,
      email,
      phone,
      sex,
      job,
      officeId,
      roles,
      status,
      hasSecondFactor,
      hasTokens,
      language: row.language,
      timeZone: row.timeZone,
      version: row.version,
      kind: row.kind as Kind,
      officeName: nodes.get(officeId)?.name ?? '',
      avatar: avatarLink(appSecret, row.avatarId),
      idCard: maskedIdCard(appSecret, id, row.idCard),
      erasureAskedAt: row.erasureAskedAt?.toISOString() ?? null,
      heldUntil: (status === 'HELD' && row.heldUntil?.toISOString()) || null,
      isBeyond: isBeyond(viewer, rights),
      isDataBeyond: isBeyond(viewer, rights, rights.permissions),
      lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

export async function shownUser(reader: Reader, found: FoundUser): Promise<User> {
  const [user] = await shownUsers(reader, [found])
  if (!user) throw refuse.notFound()
  return user
}

type Filter = z.output<typeof UserFilter>
type Rows = Filter & z.output<typeof DeletedFilter>

function matching({ search, status: asked, officeId, roleId, kind, deleted }: Rows) {
  const text = search && anywhere(search)
  return and(
    // Erased users are deleted, too.
    deleted ? isNull(account.erasedAt) : undefined,
    text
      ? or(
          ilike(account.username, text),
          ilike(account.actualName, text),
          ilike(account.email, text),
          ilike(account.phone, text),
        )
      : undefined,
    asked && sql`${status} = ${asked}`,
    officeId === undefined
      ? undefined
      : sql`starts_with(${account.officePath}, (select path from ${office} where id = ${officeId}))`,
    roleId === undefined
      ? undefined
      : sql`exists (select from ${accountRole} where account_id = ${account}.id and role_id = ${roleId})`,
    kind && eq(account.kind, Number(kind)),
  )
}

type Sorted = { sort?: string | undefined }

const conditionOf = (query: Rows) => and(listed(account.deletedAt, query), matching(query))
const orderFor = ({ sort, deleted }: Rows & Sorted) =>
  orderOf(sort, sortable, deleted ? '-deletedAt' : '-createdAt', account.id)

/** The users that match a filter, in the order of the list. */
const idsIn = (db: Db, query: Rows & Sorted) =>
  db
    .select({ id: account.id })
    .from(account)
    .where(conditionOf(query))
    .orderBy(...orderFor(query))

/** Ids of all users that match a filter, in its order. */
export async function userIds(db: Db, query: Filter & Sorted) {
  const rows = await idsIn(db, query)
  return rows.map(({ id }) => id)
}

/** The users of these ids as the API shows them, in no order. */
export const usersById = async (reader: Reader, ids: readonly string[]): Promise<User[]> =>
  shownUsers(reader, await usersWhere(reader.db, reader.language, and(inUse, anyOf(account.id, ids))))

/** One page of the users, newest first by default; of deleted ones the last deleted first. */
export async function listUsers(reader: Reader, query: z.output<typeof PageQuery> & Rows) {
  const { db, language } = reader
  const total = db.$count(account, conditionOf(query))
  // The page's rows are found first, so that nothing is looked up for the pages before.
  const shownIds = idsIn(db, query).limit(query.size).offset(skipped(query))
  const rows = await usersWhere(db, language, inArray(account.id, shownIds), total).orderBy(
    ...orderFor(query),
  )
  const deletions = await deletionsOf(
    db,
    'users',
    rows.map(({ row }) => row),
  )
  const shown = await shownUsers(reader, rows)
  const items = shown.map(user => ({ ...user, deleted: deletions.get(user.id) }))
  return { total: await totalOf(rows, total), items }
}

/** Number of users in each status. */
export const countUsers = (db: Db, { by: _, ...filter }: Rows & { by: 'status' }) =>
  countedBy(db, account, status, conditionOf(filter))

/** The user, even a deleted one but not an erased one; refused when not in the viewer's scope. */
export async function findKeptUser(db: Db, id: string, language: Language): Promise<FoundUser> {
  const [found] = await usersWhere(db, language, and(isNull(account.erasedAt), eq(account.id, id)))
  if (!found) throw refuse.notFound()
  return found
}

/** The user; refused when not in the viewer's scope. */
export async function findUser(db: Db, id: string, language: Language): Promise<FoundUser> {
  const found = await findKeptUser(db, id, language)
  if (found.row.deletedAt !== null) throw refuse.notFound()
  return found
}

/** Picker. */
export const userOptions = (db: Db, search: string | undefined) =>
  db
    .select({ id: account.id, name: account.actualName })
    .from(account)
    .where(
      and(
        inUse,
        search
          ? or(ilike(account.actualName, anywhere(search)), ilike(account.username, anywhere(search)))
          : undefined,
      ),
    )
    .orderBy(account.actualName, account.id)
    .limit(OPTIONS)
