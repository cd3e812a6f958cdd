import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { HouseForm } from '#shared/contracts/houses.ts'
import { keepFlockOf, moveFlocks, type Place, tellBreeds } from '../../farm/flocks/house-flock.ts'
import { sharingAmong } from '../../platform/database/consent.ts'
import { hasBirds } from '../../platform/database/has-birds.ts'
import { newId } from '../../platform/database/ids.ts'
import { house, houseDevice } from '../../platform/database/tables/farms.ts'
import { meterExchange } from '../../platform/database/tables/meters.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { type FarmOffice, farmOffice } from '../../platform/http/farm-office.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'
import { belongingOf, namedCageFault } from './belonging.ts'
import { bindDevices, closeIntervals } from './bindings.ts'
import { type FoundHouse, findHouse, shownHouse } from './houses.queries.ts'
import { houseFaults } from './houses.rules.ts'

type Form = z.output<typeof HouseForm>
type Changing = ChangingCall & { params: { id: string } }

function refuseWrong(form: Form, farm: FarmOffice): void {
  const faults = houseFaults(form, farm.timeZone, new Date())
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** The columns of a house without those of its flock. */
export const columnsOf = (form: Form, farm: Pick<FarmOffice, 'id' | 'path'>) => ({
  name: form.name,
  type: form.type,
  officeId: farm.id,
  officePath: farm.path,
  lengthM: form.lengthM,
  widthM: form.widthM,
  heightM: form.heightM,
  timeZone: form.timeZone || null,
  latitude: form.latitude ?? null,
  longitude: form.longitude ?? null,
})
/** The form's fields about the flock. */
export const flockOf = (form: Form) => ({
  breed: form.breed || null,
  flockStartedOn: form.flockStartedOn ?? null,
  flockHatchedOn: form.flockHatchedOn ?? null,
  flockCount: form.flockCount ?? null,
  flockSold: form.flockSold ?? null,
})

/** The place of its flock. */
const placeOf = ({ type, timeZone }: Form, bound: Omit<Place, 'type' | 'timeZone'>, farm: FarmOffice) => ({
  ...bound,
  type,
  timeZone: timeZone || farm.timeZone,
})

/** After storing: these devices, or which of them serve the house, have changed. */
export function tellRegistry({ services, afterwards }: ChangingCall, deviceIds: string[]): void {
  afterwards(() => {
    services.events.emit('registry', { deviceIds })
  })
}

/** A new house with its flock and its devices. */
export async function createHouse(call: ChangingCall & { body: Form }) {
  const { db, body, viewer, language } = call
  const farm = await farmOffice(db, body.officeId)
  const sharing = await sharingAmong(db, viewer.scope, [farm.id])
  if (flockOf(body).flockStartedOn !== null && !sharing.has(farm.id)) throw refuse.notShared('farm')
  refuseWrong(body, farm)
  const id = newId()
  const belonging = await belongingOf(db, body, farm.farmPath)
  await addRow(call, house, { id, ...columnsOf(body, farm), ...belonging }).catch(namedCageFault)
  const bound = { id, officeId: farm.id, officePath: farm.path, farmPath: farm.farmPath }
  await tellBreeds(db, viewer.scope, [{ id, breed: flockOf(body).breed }])
  await keepFlockOf({ db, scope: viewer.scope }, placeOf(body, bound, farm), flockOf(body))
  const changed = await bindDevices(db, bound, body.deviceIds ?? [], body.mainId)
  tellRegistry(call, changed)
  return shownHouse(await findHouse(db, viewer.scope, id, language))
}

/** The house to change, locked until the transaction ends; the history gets its former state in the form of `shown`. */
export const openHouse = <Shown extends object>(call: Changing, shown: (house: FoundHouse) => Shown) => {
  const { db, params, viewer, language } = call
  return openFound(call, house.id, () => findHouse(db, viewer.scope, params.id, language), shown)
}

/** Changes a house. If the customer does not share, its flock is not shown, so it is not changed either. */
export async function changeHouse(call: Changing & { body: Form }) {
  const { db, body, params, viewer, language } = call
  const found = await openHouse(call, shownHouse)
  const { row, now, farmPath, shown } = found
  refuseOlder(body, row.version, shown)
  const farm = await farmOffice(db, body.officeId)
  if (!now && Object.values(flockOf(body)).some(value => value !== null)) throw refuse.notShared('farm')
  // Readings belong to the house: another customer must not inherit them.
  if (farm.farmPath !== farmPath) throw refuse.invalid([{ field: 'officeId', message: 'house.officeFixed' }])
  refuseWrong(body, farm)
  await changeRows(db, house, eq(house.id, row.id), {
    ...columnsOf(body, farm),
    ...(await belongingOf(db, body, farm.farmPath, found)),
  }).catch(namedCageFault)
  const bound = { id: row.id, officeId: farm.id, officePath: farm.path, farmPath: farm.farmPath }
  if (farm.path !== row.officePath) {
    await db.update(houseDevice).set({ officePath: farm.path }).where(eq(houseDevice.houseId, row.id))
    await db.update(meterExchange).set({ officePath: farm.path }).where(eq(meterExchange.houseId, row.id))
    await moveFlocks(db, row.id, farm.path)
  }
  if (now) await keepFlockOf({ db, scope: viewer.scope }, placeOf(body, bound, farm), flockOf(body))
  const serving = found.devices.map(({ id }) => id)
  const wanted = body.deviceIds ?? serving
  const changed = await bindDevices(db, bound, wanted, body.mainId)
  tellRegistry(call, [...new Set([...changed, ...wanted])])
  return shownHouse(await findHouse(db, viewer.scope, params.id, language))
}

/**
 * Marks the house as deleted and frees its devices; refused while birds are in it. Their intervals end at the same instant,
 * by which restoring finds them.
 */
export async function removeHouse(call: Changing): Promise<null> {
  const { db } = call
  const { row, devices } = await openHouse(call, shownHouse)
  if ((await db.$count(house, and(eq(house.id, row.id), hasBirds))) > 0)
    throw refuse.invalid([{ field: 'flockCount', message: 'house.hasBirds' }], 'house.hasBirds')
  const ids = devices.map(({ id }) => id)
  if (ids.length > 0) await closeIntervals(db, row.id, ids)
  await changeRows(db, house, eq(house.id, row.id), { deletedAt: sql`now()` })
  tellRegistry(call, ids)
  return null
}
