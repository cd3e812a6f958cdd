import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { chooseMain } from '../../farm/houses/main-controller.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { violates } from '../../platform/database/violations.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuseRestoring, standsInTheWay } from '../../platform/http/deleted-rows.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import { NEEDS_CREDENTIAL, settle } from './administration.ts'
import { type FoundDevice, findDevice, findKeptDevice, shownDevice, speaksItself } from './devices.queries.ts'

type Call = ChangingCall & { params: { id: string } }

/**
 * Undoes the deletion of a device. It is as deletion left it, so one that speaks MQTT itself needs a new credential; it
 * serves its house again unless another device of its type is there by now.
 */
export async function restoreDevice(call: Call) {
  const { db, params, language } = call
  const found = await open(call)
  const { device: current } = found.shown
  await refuseRestoring(db, found.row, current, language)
  await refuseWithoutGateway(db, found)
  const home = await formerHouse(db, found)
  await settle(call, found, 'restore', { deletedAt: null, ...statusOf(found) }).catch((error: unknown) => {
    throw violates(error, 'device_code')
      ? standsInTheWay(current, ['device.restore.codeTaken', { code: current.code }])
      : error
  })
  if (home?.isFree) await serve(db, found, home)
  const restored = shownDevice(await findDevice(db, params.id, language))
  return { device: restored, without: home && !home.isFree ? home.name : null }
}

/** Locks the house, then the device, as a change of the house does. */
async function open(call: Call) {
  const { db, params, language } = call
  const find = () => findKeptDevice(db, params.id, language)
  const former = await formerHouse(db, await find())
  if (former) await db.select({ id: house.id }).from(house).where(eq(house.id, former.id)).for('update')
  return openFound(call, device.id, find, found => ({ device: shownDevice(found) }))
}

/** A disabled device stays disabled, and one that was never born stays so; any other has to sign in again. */
function statusOf(found: FoundDevice) {
  if (found.row.status === 'DISABLE') return {}
  return {
    status: found.row.status === 'UNACTIVE' ? ('UNACTIVE' as const) : ('OFFLINE' as const),
    statusSince: new Date(),
    statusReason: speaksItself(found) ? NEEDS_CREDENTIAL : 'restored',
  }
}

/** Its gateway must exist and still belong to the same customer. */
async function refuseWithoutGateway(db: Db, found: FoundDevice): Promise<void> {
  const { gatewayId } = found.row
  if (gatewayId === null) return
  const [gateway] = await db
    .select({
      code: device.code,
      gatewayId: device.gatewayId,
      deletedAt: device.deletedAt,
      farmPath: office.farmPath,
    })
    .from(device)
    .innerJoin(office, eq(office.id, device.officeId))
    .where(eq(device.id, gatewayId))
    .for('share', { of: device })
  const current = shownDevice(found)
  if (gateway?.farmPath !== found.farmPath || gateway.gatewayId !== null)
    throw standsInTheWay(current, 'device.restore.gatewayGone')
  if (gateway.deletedAt !== null)
    throw standsInTheWay(current, ['device.restore.gatewayDeleted', { code: gateway.code }])
}

/** The house it served when it was deleted; free unless a device of its type has taken its place since. */
async function formerHouse(db: Db, { row, farmPath }: FoundDevice) {
  const [found] = await db
    .select({
      id: house.id,
      name: house.name,
      officeId: house.officeId,
      officePath: house.officePath,
      isFree: sql<boolean>`not exists (
        select from ${houseDevice} served join ${device} other on other.id = served.device_id
        where served.house_id = ${house.id} and served."to" is null and other.type = ${row.type}
          and not exists (select from ${houseDevice} beside
            where beside.house_id = served.house_id and beside.device_id = served.device_id
              and beside."from" < ${houseDevice.to} and (beside."to" is null or beside."to" >= ${houseDevice.to})))`,
    })
    .from(houseDevice)
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .innerJoin(house, eq(house.id, houseDevice.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .where(
      and(
        eq(device.id, row.id),
        gte(houseDevice.to, device.deletedAt),
        isNull(house.deletedAt),
        eq(office.farmPath, farmPath ?? ''),
      ),
    )
  return found
}

type Home = NonNullable<Awaited<ReturnType<typeof formerHouse>>>

/** From now on the device serves the house and belongs where the house does. */
async function serve(
  db: Db,
  { row }: FoundDevice,
  { id: houseId, officeId, officePath }: Home,
): Promise<void> {
  await db
    .insert(houseDevice)
    .values({ id: newId(), houseId, deviceId: row.id, officePath, from: sql`now()` })
  await db.update(device).set({ officeId, officePath }).where(eq(device.id, row.id))
  // An open form of the house does not show the device.
  await changeRows(db, house, eq(house.id, houseId), {})
  await chooseMain(db, houseId)
}
