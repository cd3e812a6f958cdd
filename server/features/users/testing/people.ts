import type { z } from 'zod'
import { type NewUserForm, users } from '#shared/contracts/users.ts'
import type { Action, Grant, Kind, PermissionId } from '#shared/permissions.ts'
import type { Person, TestApp } from '../../../testing/app.ts'
import { buildRole } from '../../../testing/farm-builder.ts'
import { everyGrant } from '../../../testing/samples.ts'
import type { SeededOffice } from '../../../testing/store.ts'

let made = 0

/** A role with exactly these grants, of an office, as lists name it. */
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

/** What a form says of somebody new, at least. */
export function newcomer(
  office: Pick<SeededOffice, 'id'>,
  more: Partial<z.input<typeof NewUserForm>> = {},
): z.input<typeof NewUserForm> {
  const username = `worker-${++made}`
  return { username, actualName: '赵强', officeId: office.id, email: `${username}@farm.example`, ...more }
}

/** Somebody new, made by whoever may. */
export const hire = (
  by: Person,
  office: Pick<SeededOffice, 'id'>,
  more: Partial<z.input<typeof NewUserForm>> = {},
) => by.call(users.create, { body: newcomer(office, more) })

/** Somebody with everything that their kind can hold, signed in. */
export const chief = (
  farm: TestApp,
  place: 'provider' | 'agent' | 'sharing' | 'direct' | 'closed' | 'team',
) => {
  const kind = ({ provider: 1, agent: 3 } as const)[place as 'provider' | 'agent'] ?? 2
  return farm.as({ office: farm.offices[place], kind, grants: everyGrant(kind) })
}
