import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { isBeyond, type Kind, type Rights, type RolePermission, STAFF } from '#shared/permissions.ts'
import type { Db } from '../../platform/database/store.ts'
import { role } from '../../platform/database/tables/offices.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Who is to get a role: its kind must be theirs, and its office theirs or one above. */
export interface Receiver {
  kind: Kind
  officePath: string
}

/** Roles that belong to the office at this path or to one above it. */
export const isAtOrAbove = (officePath: string | SQL): SQL =>
  sql`starts_with(${officePath}, ${role.officePath})`

type Giver = Pick<Viewer, 'kind' | 'grants' | 'departmentOnly'>

/** Refuses rights the viewer does not hold: nobody gives more than they have. `kept`: what a role already has. */
export function refuseBeyond(viewer: Giver, given: Rights, kept: readonly RolePermission[] = []): void {
  if (isBeyond(viewer, given, kept)) throw refuse.forbidden('role.beyond')
}

/**
 * The roles with these ids, for the viewer to assign. Refuses, naming `roleIds`, any that does not exist, is for another
 * kind of user or another office, or holds more than the viewer does.
 */
export async function rolesToAssign(
  db: Db,
  viewer: Giver,
  { kind, officePath }: Receiver,
  ids: readonly string[],
): Promise<(typeof role.$inferSelect)[]> {
  const found = await db
    .select()
    .from(role)
    .where(and(inArray(role.id, [...ids]), isAtOrAbove(officePath)))
  const fitting = new Map(found.filter(row => row.kind === kind).map(row => [row.id, row]))
  const faults = ids.flatMap((id, index): FieldFault[] => {
    const field = `roleIds.${index}`
    const row = fitting.get(id)
    if (!row) return [{ field, message: 'role.unknown' }]
    return isBeyond(viewer, { ...row, kind }) ? [{ field, message: 'role.beyond' }] : []
  })
  if (faults.length > 0) throw refuse.invalid(faults)
  return [...fitting.values()]
}

/** Kinds of role a person can create: staff for everybody, others for their own kind. */
export const kindsFor = (kind: Kind): readonly Kind[] => (kind === STAFF ? [1, 2, 3] : [kind])
