import { randomBytes } from 'node:crypto'
import type { Grant, Kind, RolePermission } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import { newId } from '../platform/database/ids.ts'
import type { Db } from '../platform/database/store.ts'
import { account, accountRole, role, session } from '../platform/database/tables/offices.ts'
import { apiToken } from '../platform/database/tables/personal.ts'
import { API_TOKEN_PREFIX, hashToken } from '../platform/http/identify.ts'

export interface NewPerson {
  office: { id: string; path: string }
  kind: Kind
  grants?: readonly Grant[]
  /** For staff: their role narrows them to their department's customers. */
  departmentOnly?: boolean
  language?: Language
  units?: UnitSystem
}

const SESSION_MS = 3_600_000

/** Each permission of the grants with its actions, as a role stores them. */
export function permissionsOf(grants: readonly Grant[]): RolePermission[] {
  const held = grants.map(grant => grant.split(':') as [RolePermission['permissionId'], never])
  return held.map(([permissionId, action]) => ({ permissionId, actionList: [action] }))
}

/** Writes a token of a person with these grants, bypassing the check of what it may be given. */
export async function addProgram(
  db: Db,
  { accountId, officePath, grants }: { accountId: string; officePath: string; grants: readonly Grant[] },
): Promise<string> {
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  await db.insert(apiToken).values({
    id: newId(),
    accountId,
    officePath,
    name: 'Program',
    permissions: permissionsOf(grants),
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + SESSION_MS),
  })
  return token
}

/** Writes a new, signed-in person who holds exactly these grants: what a login would leave, without its wait. */
export async function addPerson(
  db: Db,
  { office, kind, grants = [], departmentOnly = false, language = 'en-US', units }: NewPerson,
): Promise<{ accountId: string; token: string }> {
  const [accountId, roleId] = [newId(), newId()]
  const token = randomBytes(32).toString('base64url')
  const username = `user-${accountId}`
  const { path: officePath } = office
  await db.insert(account).values({
    id: accountId,
    officeId: office.id,
    officePath,
    kind,
    language,
    units,
    username,
    usernameKey: username,
    actualName: 'Test User',
    passwordHash: '-',
  })
  await db.insert(role).values({
    id: roleId,
    officePath,
    kind,
    chineseName: '角色',
    englishName: 'Role',
    permissions: permissionsOf(grants),
    departmentOnly,
  })
  await db.insert(accountRole).values({ accountId, roleId, officePath })
  const expiresAt = new Date(Date.now() + SESSION_MS)
  await db.insert(session).values({
    tokenHash: hashToken(token),
    accountId,
    officePath,
    expiresAt,
    // However slow the machine: a test that needs the proof to have expired says so.
    provedAt: expiresAt,
  })
  return { accountId, token }
}
