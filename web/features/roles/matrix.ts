import {
  type Action,
  actions,
  beyond,
  type Grant,
  type Kind,
  type PermissionId,
  permissionIds,
  type RolePermission,
} from '#shared/permissions.ts'
import type { PermissionRow } from './permission-groups.ts'

export type Held = ReadonlySet<Grant>

/** What is needed to decide about a cell. */
export interface Matrix {
  /** The role's kind. */
  kind: Kind
  held: Held
  /** As stored. */
  base: Held
  /** Grants the viewer may give; null if they may only look. */
  giveable: Held | null
}

/** `none`: the permission has no such action; `lock`: the viewer does not hold it; `follows`: another action includes it. */
export type Cell = 'none' | 'lock' | 'follows' | 'on' | 'off'

export const grantOf = (id: PermissionId, action: Action) => `${id}:${action}` as Grant
export const permissionOf = (grant: Grant) => grant.split(':')[0] as PermissionId
export const actionOf = (grant: Grant) => grant.split(':')[1] as Action

export const isForKind = ({ audience }: Pick<PermissionRow, 'audience'>, kind: Kind) =>
  audience.includes(kind)

/** All grants of these rows, or of one of their columns, that a role of the kind can hold. */
export const grantsIn = (rows: readonly PermissionRow[], kind: Kind, column?: Action): Grant[] =>
  rows
    .filter(row => isForKind(row, kind))
    .flatMap(({ id, actions }) =>
      actions.filter(action => column === undefined || action === column).map(action => grantOf(id, action)),
    )

/** Which of these grants the viewer may give. */
export function giveableOf(viewer: { kind: Kind; grants: Held }, grants: readonly Grant[]): Held {
  const mayGive = (grant: Grant) =>
    beyond(viewer, [{ permissionId: permissionOf(grant), actionList: [actionOf(grant)] }]).length === 0
  return new Set(grants.filter(mayGive))
}

/** Which of these grants the viewer can change. */
export const changeable = ({ giveable }: Matrix, grants: readonly Grant[]): Grant[] =>
  grants.filter(grant => giveable?.has(grant))

/** The state of a cell. */
export function cellOf({ held, giveable }: Matrix, row: PermissionRow, action: Action): Cell {
  if (!row.actions.includes(action)) return 'none'
  const grant = grantOf(row.id, action)
  if (giveable && !giveable.has(grant)) return 'lock'
  if (!held.has(grant)) return 'off'
  const others = row.actions.some(other => other !== 'query' && held.has(grantOf(row.id, other)))
  return action === 'query' && others ? 'follows' : 'on'
}

/** With these grants on or off; any action includes viewing. */
export function withAll(held: Held, grants: readonly Grant[], on: boolean): Held {
  const next = new Set(held)
  for (const grant of grants) on ? next.add(grant) : next.delete(grant)
  for (const grant of Array.from(next)) next.add(grantOf(permissionOf(grant), 'query'))
  return next
}

export type Share = 'all' | 'some' | 'none'

/** Whether all, some or none of these are held. */
export function shareOf(held: Held, grants: readonly Grant[]): Share {
  const on = grants.filter(grant => held.has(grant)).length
  return on === 0 ? 'none' : on === grants.length ? 'all' : 'some'
}

export const isGranted = (held: Held, { id, actions }: PermissionRow): boolean =>
  actions.some(action => held.has(grantOf(id, action)))

export interface Change {
  grant: Grant
  isAdded: boolean
}

/** The differences, in the order of the catalogue. */
export function changesOf(base: Held, held: Held): Change[] {
  const all = permissionIds.flatMap(id => actions.map(action => grantOf(id, action)))
  return all.flatMap(grant =>
    base.has(grant) === held.has(grant) ? [] : [{ grant, isAdded: held.has(grant) }],
  )
}

/** Grants in the form a role stores. */
export const permissionsOf = (held: Held): RolePermission[] =>
  permissionIds
    .map(permissionId => ({
      permissionId,
      actionList: actions.filter(action => held.has(grantOf(permissionId, action))),
    }))
    .filter(({ actionList }) => actionList.length > 0)

export const shows = ['all', 'granted', 'notGranted', 'changed'] as const
export type Show = (typeof shows)[number]

/** Whether a row matches the chosen filter. */
export function isShown({ held, base }: Matrix, row: PermissionRow, show: Show): boolean {
  if (show === 'all') return true
  if (show === 'changed')
    return row.actions.some(of => held.has(grantOf(row.id, of)) !== base.has(grantOf(row.id, of)))
  return isGranted(held, row) === (show === 'granted')
}

/** Whether a row's names, key or addresses contain the text. */
export const matches = ({ id, title, paths }: PermissionRow, text: string): boolean =>
  [id, title['en-US'], title['zh-CN'], ...paths].some(part => part.toLowerCase().includes(text.toLowerCase()))
