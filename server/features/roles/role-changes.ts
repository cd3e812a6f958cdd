import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { RoleForm } from '#shared/contracts/roles.ts'
import {
  type Action,
  decidesForFarm,
  type Grant,
  grantsOf,
  type Kind,
  permissions,
  type Rights,
  type RolePermission,
  STAFF,
  unionOf,
} from '#shared/permissions.ts'
import { onCallWithRole, tellingLostDuties } from '../../farm/alarms/lost-duties.ts'
import { kindsFor, refuseBeyond } from '../../people/accounts/assignable-roles.ts'
import { keepingAnAdministrator } from '../../people/accounts/last-administrator.ts'
import { newId } from '../../platform/database/ids.ts'
import { account, accountRole, role } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { askForProofOf } from '../../platform/http/proof.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import { findRole, shownRole } from './roles.queries.ts'

type Form = z.output<typeof RoleForm>
type Names = Pick<Form, 'chineseName' | 'englishName' | 'departmentOnly'>
type Changing = ChangingCall & { params: { id: string } }

/** Checks beyond the schema: at least one name; only permissions for this kind of user, with actions they offer. */
export function roleFaults({
  chineseName,
  englishName,
  kind,
  permissions: held = [],
  departmentOnly = false,
}: Omit<Form, 'version'>) {
  const faults: FieldFault[] = []
  if (departmentOnly && kind !== STAFF)
    faults.push({ field: 'departmentOnly', message: 'role.departmentOnly' })
  if (chineseName === '' && englishName === '')
    faults.push({ field: 'chineseName', message: 'role.nameRequired' })
  for (const [index, { permissionId, actionList }] of held.entries()) {
    const { audience, actions }: { audience: readonly Kind[]; actions: readonly Action[] } =
      permissions[permissionId]
    const field = `permissions.${index}`
    if (!audience.includes(kind)) faults.push({ field, message: ['role.audience', { permissionId }] })
    else if (actionList.some(action => !actions.includes(action)))
      faults.push({ field, message: ['role.noSuchAction', { permissionId }] })
  }
  return faults
}

function refuseFaults(form: Omit<Form, 'version'>): void {
  const faults = roleFaults(form)
  if (faults.length > 0) throw refuse.invalid(faults)
}

async function insert(call: ChangingCall, names: Names, rights: Rights) {
  const { db, viewer, language } = call
  refuseBeyond(viewer, rights)
  const { kind, permissions: held, departmentOnly } = rights
  const id = newId()
  const { chineseName, englishName } = names
  await db.insert(role).values({
    id,
    officePath: viewer.scope.lo,
    chineseName,
    englishName,
    kind,
    departmentOnly,
    permissions: unionOf(held),
  })
  return shownRole(viewer, await findRole(db, viewer, id, language))
}

/** A new role of the viewer's own office. */
export async function createRole(call: ChangingCall & { body: Form }) {
  const { viewer, body } = call
  if (!kindsFor(viewer.kind).includes(body.kind))
    throw refuse.invalid([{ field: 'kind', message: 'role.kindNotYours' }])
  refuseFaults(body)
  const { kind, permissions = [], departmentOnly = false } = body
  return insert(call, body, { kind, permissions, departmentOnly })
}

/** A role of the viewer's own office with the permissions of another, which they must hold themselves. */
export async function cloneRole(call: Changing & { body: Names }) {
  const { db, viewer, params, body, language } = call
  const { row } = await findRole(db, viewer, params.id, language)
  const kind = row.kind as Kind
  refuseFaults({ ...body, kind })
  const { departmentOnly = row.departmentOnly } = body
  return insert(call, body, { kind, permissions: row.permissions, departmentOnly })
}

/** Locks the role until the transaction ends; refuses callers of another office, or with fewer rights. */
async function open(call: Changing) {
  const { db, viewer, params, language } = call
  const find = () => findRole(db, viewer, params.id, language)
  const { row, shown: current } = await openFound(call, role.id, find, found => shownRole(viewer, found))
  if (current.locked === 'provider') throw refuse.forbidden('role.ofProvider')
  if (current.locked === 'beyond') throw refuse.forbidden('role.beyond')
  return { row, current }
}

/**
 * The right to decide for a farm can be removed from a role only by its holders: otherwise the farm could end up with nobody
 * to decide.
 */
function refuseTakingFarms(
  { grants }: Pick<Viewer, 'grants'>,
  had: readonly RolePermission[],
  held: readonly RolePermission[],
): void {
  const stays = grantsOf(held)
  const isTaken = (grant: Grant) => decidesForFarm(grant) && !stays.has(grant) && !grants.has(grant)
  if ([...grantsOf(had)].some(isTaken)) throw refuse.forbidden('role.beyond')
}

/**
 * Changes names and permissions; the kind stays. Holders of the role get the new permissions at once; owners hear of shifts that
 * are without somebody by it.
 */
export const changeRole = (call: Changing & { body: Form }) =>
  keepingAnAdministrator(call, async () => {
    const { db, viewer, params, body, language, services } = call
    const { row, current } = await open(call)
    refuseOlder(body, row.version, current)
    if (body.kind !== row.kind) throw refuse.invalid([{ field: 'kind', message: 'role.kindFixed' }])
    refuseFaults(body)
    const held = body.permissions ?? row.permissions
    const departmentOnly = body.departmentOnly ?? row.departmentOnly
    refuseBeyond(viewer, { kind: body.kind, permissions: held, departmentOnly }, row.permissions)
    refuseTakingFarms(viewer, row.permissions, held)
    await askForProofOf(viewer, services, held, row.permissions)
    const { chineseName, englishName } = body
    await tellingLostDuties(call, await onCallWithRole(call, row.id), () =>
      changeRows(db, role, eq(role.id, row.id), {
        chineseName,
        englishName,
        permissions: unionOf(held),
        departmentOnly,
        changedAt: sql`now()`,
      }),
    )
    return shownRole(viewer, await findRole(db, viewer, params.id, language))
  })

/** Deletes a role that nobody has. */
export async function removeRole(call: Changing): Promise<null> {
  const { db } = call
  const { row, current } = await open(call)
  if (row.builtIn) throw refuse.forbidden('role.builtInStays')
  if (current.people > 0) {
    const message = ['role.inUse', { count: current.people }] as const
    throw refuse.invalid([{ field: 'id', message }], message)
  }
  // Deleted users may be restored, but not with a role that no longer exists.
  const deleted = db.select({ id: account.id }).from(account).where(isNotNull(account.deletedAt))
  await db
    .delete(accountRole)
    .where(and(eq(accountRole.roleId, row.id), inArray(accountRole.accountId, deleted)))
  await db.delete(role).where(eq(role.id, row.id))
  return null
}
