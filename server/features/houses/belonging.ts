import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { HouseForm } from '#shared/contracts/houses.ts'
import type { Db } from '../../platform/database/store.ts'
import type { house } from '../../platform/database/tables/farms.ts'
import { cageType, houseGroup } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { violates } from '../../platform/database/violations.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { FoundHouse } from './houses.queries.ts'

type Form = Pick<z.output<typeof HouseForm>, 'groupId' | 'cageTypeId'>
type Columns = Partial<Pick<typeof house.$inferInsert, 'groupId' | 'cageTypeId'>>

/** The group and the cage system that a form names, for a house of this customer. Fields left out stay unchanged. */
export async function belongingOf(
  db: Db,
  form: Form,
  farmPath: string,
  found?: FoundHouse,
): Promise<Columns> {
  return { ...(await groupOf(db, form, farmPath, found)), ...(await cageOf(db, form, found)) }
}

async function groupOf(db: Db, { groupId }: Form, farmPath: string, found?: FoundHouse): Promise<Columns> {
  if (groupId === undefined) return {}
  // The viewer cannot have meant to remove what they do not see.
  if (groupId === null) return found?.group === null ? {} : { groupId: null }
  const [group] = await db
    .select({ id: houseGroup.id })
    .from(houseGroup)
    .innerJoin(office, eq(office.id, houseGroup.officeId))
    .where(and(eq(houseGroup.id, groupId), eq(office.farmPath, farmPath)))
    .for('share', { of: houseGroup })
  if (!group) throw refuse.invalid([{ field: 'groupId', message: 'house.groupUnknown' }])
  return { groupId }
}

async function cageOf(db: Db, { cageTypeId }: Form, found?: FoundHouse): Promise<Columns> {
  // A house keeps its withdrawn type.
  if (cageTypeId === undefined || cageTypeId === found?.row.cageTypeId) return {}
  if (cageTypeId === null) return { cageTypeId }
  const [type] = await db
    .select({ id: cageType.id })
    .from(cageType)
    .where(and(eq(cageType.id, cageTypeId), eq(cageType.status, 'released')))
  if (!type) throw cageTypeUnknown()
  return { cageTypeId }
}

const cageTypeUnknown = () => refuse.invalid([{ field: 'cageTypeId', message: 'house.cageTypeUnknown' }])

/** The form's fault for a type that was deleted in the meantime. */
export const namedCageFault = (error: unknown): never => {
  throw violates(error, 'house_cage_type_id_cage_type_id_fk') ? cageTypeUnknown() : error
}
