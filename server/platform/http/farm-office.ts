import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../database/store.ts'
import { office } from '../database/tables/offices.ts'
import { refuse } from './errors.ts'

export interface FarmOffice {
  id: string
  path: string
  /** Path of the customer that it is or belongs to. */
  farmPath: string
  timeZone: string
}

/** The customer, or part of one, that a form names, within the viewer's scope; refuses anything else. */
export async function farmOffice(db: Db, officeId: string): Promise<FarmOffice> {
  const { id, path, farmPath, timeZone } = office
  const [found] = await db
    .select({ id, path, farmPath, timeZone })
    .from(office)
    .where(and(eq(office.id, officeId), isNull(office.deletedAt)))
  if (!found?.farmPath) throw refuse.invalid([{ field: 'officeId', message: 'office.unknown' }])
  return { ...found, farmPath: found.farmPath }
}
