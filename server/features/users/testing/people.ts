import type { z } from 'zod'
import { type NewUserForm, users } from '#shared/contracts/users.ts'
import type { Action, Grant, Kind, PermissionId } from '#shared/permissions.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { buildRole } from '../../../testing/farm-builder.ts'
import { everyGrant } from '../../../testing/samples.ts'
import type { SeededOffice } from '../../../testing/store.ts'

let made = 0

/** An office's role with exactly these grants, as named in lists. */
export async function roleWith(
  { services }: TestApp,
  office: SeededOffice,
  kind: Kind,
  grants: readonly Grant[],
) {
  const held = Map.groupBy(grants, grant => grant.split(':')[0] as PermissionId)
  const permissions = [...held].map(([permissionId, grants]) => ({
    permissionId,
    actionList: grants.map(grant => grant.split(':')[1] as Action),
  }))
  const { id, englishName: name } = await buildRole(services, office, { kind, permissions })
  return { id, name }
}

/** The minimum form of a new user. */
export function newcomer(
  office: Pick<SeededOffice, 'id'>,
  more: Partial<z.input<typeof NewUserForm>> = {},
): z.input<typeof NewUserForm> {
  const username = `worker-${++made}`
  return { username, actualName: '赵强', officeId: office.id, email: `${username}@farm.example`, ...more }
}

/** A new user, created by somebody who may. */
export const hire = (
  by: Person,
  office: Pick<SeededOffice, 'id'>,
  more: Partial<z.input<typeof NewUserForm>> = {},
) => by.call(users.create, { body: newcomer(office, more) })

/** A signed-in user with every right their kind can hold. */
export const chief = (
  farm: TestApp,
  place: 'provider' | 'agent' | 'sharing' | 'direct' | 'closed' | 'team',
) => {
  const kind = ({ provider: 1, agent: 3 } as const)[place as 'provider' | 'agent'] ?? 2
  return farm.as({ office: farm.offices[place], kind, grants: everyGrant(kind) })
}
