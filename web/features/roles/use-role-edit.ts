import { useMemo, useState } from 'react'
import { type Role, roles } from '#shared/contracts/roles.ts'
import { type Grant, grantsOf } from '#shared/permissions.ts'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { type Change, changesOf, giveableOf, grantsIn, type Held, type Matrix, withAll } from './matrix.ts'
import { permissionGroups } from './permission-groups.ts'

export interface RoleEdit {
  matrix: Matrix
  /** The role the changes started from. */
  base: Role
  changes: readonly Change[]
  set(grants: readonly Grant[], on: boolean): void
  /** What a newer role would hold with the same changes. */
  heldOn(onto: Role): Held
  /** Continues with the same changes on a newer role. */
  rebase(onto: Role): void
  discard(): void
}

const rows = permissionGroups.flatMap(group => group.rows)

/** Unsaved changes of a role; without changes it follows the server. */
export function useRoleEdit(role: Role): RoleEdit {
  const session = useSession()
  const [edit, setEdit] = useState<{ base: Role; held: Held } | null>(null)
  const base = edit?.base ?? role
  const baseHeld = useMemo(() => grantsOf(base.permissions), [base])
  const held = edit?.held ?? baseHeld
  const changes = useMemo(() => changesOf(baseHeld, held), [baseHeld, held])
  useUnsaved(changes.length > 0)
  const mayEdit = role.locked === null && mayCall(roles.update, session)
  const giveable = useMemo(
    () =>
      mayEdit && session.user
        ? giveableOf({ kind: session.user.kind, grants: session.grants }, grantsIn(rows, role.kind))
        : null,
    [mayEdit, session, role.kind],
  )
  const heldOn = (onto: Role) => {
    const grants = (on: boolean) => changes.flatMap(({ grant, isAdded }) => (isAdded === on ? [grant] : []))
    return withAll(withAll(grantsOf(onto.permissions), grants(false), false), grants(true), true)
  }
  return {
    base,
    changes,
    matrix: { kind: role.kind, held, base: baseHeld, giveable },
    set: (grants, on) => {
      const next = withAll(held, grants, on)
      setEdit(changesOf(baseHeld, next).length > 0 ? { base, held: next } : null)
    },
    heldOn,
    rebase: onto => setEdit({ base: onto, held: heldOn(onto) }),
    discard: () => setEdit(null),
  }
}
