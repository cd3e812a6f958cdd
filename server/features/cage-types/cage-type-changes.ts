import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type CageTypeStatus, isTiered } from '#shared/cage-types.ts'
import type { CageTypeForm } from '#shared/contracts/cage-types.ts'
import { newId } from '../../database/ids.ts'
import { ROOT_PATH } from '../../database/scope.ts'
import { cageType } from '../../database/tables/house-groups.ts'
import type { ChangingCall } from '../../http/call.ts'
import { type FieldFault, refuse } from '../../http/errors.ts'
import { type FoundCageType, findCageType, shownCageType } from './cage-types.queries.ts'

type Form = z.output<typeof CageTypeForm>
type Changing = ChangingCall & { params: { id: string } }

/** What the schema cannot say: one name at least, and one tier on the floor. */
export function cageTypeFaults({ chineseName, englishName, layout, tiers }: Form): FieldFault[] {
  const faults: FieldFault[] = []
  if (chineseName === '' && englishName === '')
    faults.push({ field: 'chineseName', message: 'cageType.nameRequired' })
  if (!isTiered(layout) && tiers > 1) faults.push({ field: 'tiers', message: 'cageType.oneTier' })
  return faults
}

/** The columns of a type. */
export const columnsOf = ({ version: _, ...form }: Form) => ({
  ...form,
  birdsPerCage: form.birdsPerCage ?? null,
  houseTypes: [...new Set(form.houseTypes)],
})

function checkedColumns(form: Form) {
  const faults = cageTypeFaults(form)
  if (faults.length > 0) throw refuse.invalid(faults)
  return columnsOf(form)
}

/** A new type; a draft until it is released. */
export async function createCageType({ db, body }: ChangingCall & { body: Form }) {
  const id = newId()
  await db.insert(cageType).values({ id, officePath: ROOT_PATH, ...checkedColumns(body) })
  return shownCageType(await findCageType(db, id))
}

/** Keeps others from changing the type, and houses from being given it, until the transaction ends. */
async function open({ db, params, before, about }: Changing): Promise<FoundCageType> {
  await db.select({ id: cageType.id }).from(cageType).where(eq(cageType.id, params.id)).for('update')
  const found = await findCageType(db, params.id)
  before(shownCageType(found))
  about(found.row.officePath)
  return found
}

const store = ({ db, params }: Changing, changed: Partial<typeof cageType.$inferInsert>) =>
  db
    .update(cageType)
    .set({ ...changed, version: sql`${cageType.version} + 1` })
    .where(eq(cageType.id, params.id))

/** Changes a type; the houses that have it are drawn anew. */
export async function changeCageType(call: Changing & { body: Form }) {
  const { db, body, params } = call
  const found = await open(call)
  if (body.version !== undefined && body.version !== found.row.version)
    throw refuse.conflict({ yours: body, current: shownCageType(found) })
  await store(call, checkedColumns(body))
  return shownCageType(await findCageType(db, params.id))
}

const turnInto =
  (status: CageTypeStatus, refusal: 'cageType.released' | 'cageType.notReleased') =>
  async (call: Changing) => {
    const found = await open(call)
    const isReleased = found.row.status === 'released'
    if (isReleased === (status === 'released'))
      throw refuse.conflict({ yours: null, current: shownCageType(found) }, refusal)
    await store(call, { status })
    return shownCageType(await findCageType(call.db, call.params.id))
  }

export const releaseCageType = turnInto('released', 'cageType.released')
export const withdrawCageType = turnInto('withdrawn', 'cageType.notReleased')

/** Deletes a type that no house has. */
export async function removeCageType(call: Changing): Promise<null> {
  const { houses } = await open(call)
  if (houses > 0)
    throw refuse.invalid(
      [{ field: 'id', message: ['cageType.inUse', { count: houses }] }],
      ['cageType.inUse', { count: houses }],
    )
  await call.db.delete(cageType).where(eq(cageType.id, call.params.id))
  return null
}
