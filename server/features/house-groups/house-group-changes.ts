import { eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { HouseGroupForm } from '#shared/contracts/house-groups.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { houseGroup } from '../../platform/database/tables/house-groups.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { farmOffice } from '../../platform/http/farm-office.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'
import { type FoundGroup, findGroup, groupCandidates, shownGroup } from './house-groups.queries.ts'

type Form = z.output<typeof HouseGroupForm>
type Changing = ChangingCall & { params: { id: string } }

/** The columns of a group of this farm. */
export const columnsOf = (form: Form, farm: { id: string; path: string }) => ({
  name: form.name,
  remarks: form.remarks || null,
  officeId: farm.id,
  officePath: farm.path,
})

/** A new group without houses. */
export async function createGroup(call: ChangingCall & { body: Form }) {
  const { db, body, language } = call
  const farm = await farmOffice(db, body.officeId)
  const id = newId()
  await addRow(call, houseGroup, { id, ...columnsOf(body, farm) })
  return shownGroup(db, await findGroup(db, id, language))
}

/** Locks the group until the transaction ends; refuses an outdated version. */
async function open(call: Changing & { body?: { version?: number | undefined } | undefined }) {
  const { db, params, language, body } = call
  const find = () => findGroup(db, params.id, language)
  const found = await openFound(call, houseGroup.id, find, group => shownGroup(db, group))
  const { row, shown } = found
  if (body?.version !== undefined && body.version !== row.version)
    throw refuse.conflict({ yours: body, current: { ...shown, houseIds: await housesOf(db, found) } })
  return found
}

async function store(call: Changing, changed: Partial<typeof houseGroup.$inferInsert>) {
  const { db, params, language } = call
  await changeRows(db, houseGroup, eq(houseGroup.id, params.id), changed)
  return shownGroup(db, await findGroup(db, params.id, language))
}

/** Changes name and remarks; the group stays with its customer, whose houses are in it. */
export async function changeGroup(call: Changing & { body: Form }) {
  const { db, body } = call
  const found = await open(call)
  const farm = await farmOffice(db, body.officeId)
  if (farm.farmPath !== found.farmPath)
    throw refuse.invalid([{ field: 'officeId', message: 'houseGroup.officeFixed' }])
  return store(call, columnsOf(body, farm))
}

/** Deletes the group; its houses stay, in none. */
export async function removeGroup(call: Changing): Promise<null> {
  const { db, params } = call
  const found = await open(call)
  await moveHouses(db, null, await housesOf(db, found))
  await db.delete(houseGroup).where(eq(houseGroup.id, params.id))
  return null
}

/** Only houses the viewer sees: they cannot have meant to remove the others. */
const housesOf = async (db: Db, found: FoundGroup): Promise<string[]> =>
  (await groupCandidates(db, found)).flatMap(({ id, groupId }) => (groupId === found.row.id ? [id] : []))

async function moveHouses(db: Db, groupId: string | null, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await changeRows(db, house, inArray(house.id, [...ids]), { groupId })
}

/** From now on the group has exactly these houses. */
export async function assignHouses(
  call: Changing & { body: { houseIds: string[]; version?: number | undefined } },
) {
  const { db, params, body } = call
  const found = await open(call)
  const candidates = new Map((await groupCandidates(db, found)).map(house => [house.id, house]))
  for (const [index, id] of body.houseIds.entries())
    if (!candidates.has(id))
      throw refuse.invalid([{ field: `houseIds.${index}`, message: 'houseGroup.houseUnknown' }])
  const wanted = new Set(body.houseIds)
  const isIn = (id: string) => candidates.get(id)?.groupId === params.id
  await moveHouses(
    db,
    params.id,
    [...wanted].filter(id => !isIn(id)),
  )
  await moveHouses(
    db,
    null,
    [...candidates.keys()].filter(id => isIn(id) && !wanted.has(id)),
  )
  return store(call, {})
}
