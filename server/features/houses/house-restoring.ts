import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuseRestoring, standsInTheWay } from '../../platform/http/deleted-rows.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import { bindDevices } from './bindings.ts'
import { tellRegistry } from './house-changes.ts'
import { type FoundHouse, findHouse, findKeptHouse, shownHouse } from './houses.queries.ts'

/** Undoes the deletion of a house: its controllers serve it again, except those that another house has by now. */
export async function restoreHouse(call: ChangingCall & { params: { id: string } }) {
  const { db, params, viewer, language } = call
  const find = () => findKeptHouse(db, viewer.scope, params.id, language)
  const found = await openFound(call, house.id, find, kept => ({ house: shownHouse(kept) }))
  const { row, shown } = found
  await refuseRestoring(db, row, shown.house, language)
  await refuseNameInUse(db, found)
  const former = await formerDevices(db, found)
  await changeRows(db, house, eq(house.id, row.id), { deletedAt: null })
  const free = former.flatMap(({ id, isFree }) => (isFree ? [id] : []))
  const bound = {
    id: row.id,
    officeId: row.officeId,
    officePath: row.officePath,
    farmPath: found.farmPath ?? '',
  }
  const main = former.find(({ isFree, isMain }) => isFree && isMain)
  tellRegistry(call, await bindDevices(db, bound, free, main?.id))
  return {
    house: shownHouse(await findHouse(db, viewer.scope, row.id, language)),
    without: former.flatMap(({ code, isFree }) => (isFree ? [] : [code])),
  }
}

/** Two houses of one name are easily taken for each other. */
async function refuseNameInUse(db: Db, found: FoundHouse): Promise<void> {
  const { officeId, name } = found.row
  const [other] = await db
    .select({ name: house.name })
    .from(house)
    .where(
      and(eq(house.officeId, officeId), isNull(house.deletedAt), sql`lower(${house.name}) = lower(${name})`),
    )
    .limit(1)
  if (other) throw standsInTheWay(shownHouse(found), ['house.restore.nameTaken', other])
}

/** The controllers it had when it was deleted, and whether they exist, still belong to this customer, and are free. */
function formerDevices(db: Db, { row, farmPath }: FoundHouse) {
  return db
    .select({
      id: device.id,
      code: device.code,
      isMain: houseDevice.main,
      isFree: sql<boolean>`${device.deletedAt} is null and ${office.farmPath} = ${farmPath} and not exists (
        select from ${houseDevice} served where served.device_id = ${device.id} and served."to" is null)`,
    })
    .from(houseDevice)
    .innerJoin(house, eq(house.id, houseDevice.houseId))
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .innerJoin(office, eq(office.id, device.officeId))
    .where(and(eq(house.id, row.id), gte(houseDevice.to, house.deletedAt)))
    .orderBy(houseDevice.from, device.id)
}
