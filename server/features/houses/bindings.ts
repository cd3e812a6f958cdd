import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { servingTypes } from '#shared/devices.ts'
import { chooseMain } from '../../farm/houses/main-controller.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { violates } from '../../platform/database/violations.ts'
import { refuse } from '../../platform/http/errors.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { bindingChange } from './houses.rules.ts'

interface Bound {
  id: string
  officeId: string
  officePath: string
  farmPath: string
}

/** Only devices in the viewer's scope; no gateways, none of another customer, none that serves another house. */
async function refuseForeign(db: Db, { farmPath }: Bound, deviceIds: readonly string[]): Promise<void> {
  const rows = await db
    .select({ id: device.id, code: device.code, farmPath: office.farmPath, house: house.name })
    .from(device)
    .innerJoin(office, eq(office.id, device.officeId))
    .leftJoin(houseDevice, and(eq(houseDevice.deviceId, device.id), isNull(houseDevice.to)))
    .leftJoin(house, eq(house.id, houseDevice.houseId))
    .where(and(anyOf(device.id, deviceIds), anyOf(device.type, servingTypes), isNull(device.deletedAt)))
    .for('update', { of: device })
  const known = new Map(rows.map(row => [row.id, row]))
  for (const [index, deviceId] of deviceIds.entries()) {
    const found = known.get(deviceId)
    const field = `deviceIds.${index}`
    if (found?.farmPath !== farmPath) throw refuse.invalid([{ field, message: 'house.deviceUnknown' }])
    if (found.house !== null) {
      const values = { code: found.code, house: found.house }
      throw refuse.invalid([{ field, message: ['house.deviceTaken', values] }])
    }
  }
}

/**
 * From now on these devices serve the house: intervals of the others end, new ones begin. Readings belong to the house, so
 * its history goes on. `mainId`: the device whose figures are the house's. Returns the devices whose house changed.
 */
export async function bindDevices(
  db: Db,
  bound: Bound,
  wanted: readonly string[],
  mainId?: string | null,
): Promise<string[]> {
  const open = await db
    .select({ deviceId: houseDevice.deviceId })
    .from(houseDevice)
    // The viewer cannot have meant to remove what they do not see.
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .where(and(eq(houseDevice.houseId, bound.id), isNull(houseDevice.to)))
  const { opened, closed } = bindingChange(
    open.map(({ deviceId }) => deviceId),
    wanted,
  )
  if (closed.length > 0) await closeIntervals(db, bound.id, closed)
  if (opened.length > 0) await openIntervals(db, bound, opened)
  const main = await chooseMain(db, bound.id, mainId)
  if (mainId && main !== mainId) throw refuse.invalid([{ field: 'mainId', message: 'house.mainUnknown' }])
  await followHouse(db, bound, wanted)
  return [...closed, ...opened]
}

/** A device belongs to the node of its house, so that the team that sees the house sees its devices. */
async function followHouse(db: Db, { officeId, officePath }: Bound, deviceIds: readonly string[]) {
  if (deviceIds.length === 0) return
  await changeRows(db, device, and(anyOf(device.id, deviceIds), ne(device.officePath, officePath)), {
    officeId,
    officePath,
  })
}

async function openIntervals(db: Db, bound: Bound, opened: readonly string[]): Promise<void> {
  await refuseForeign(db, bound, opened)
  await db
    .insert(houseDevice)
    .values(
      opened.map(deviceId => ({
        id: newId(),
        houseId: bound.id,
        deviceId,
        officePath: bound.officePath,
        from: sql`now()`,
      })),
    )
    .catch((error: unknown) => {
      throw violates(error, 'house_device_once')
        ? refuse.invalid([{ field: 'deviceIds', message: 'house.deviceUnknown' }])
        : error
    })
}

/** Ends the intervals of these devices with the house. */
export async function closeIntervals(db: Db, houseId: string, deviceIds: readonly string[]): Promise<void> {
  await db
    .update(houseDevice)
    // An interval has a positive length, even if the clock was set back in between.
    .set({ to: sql`greatest(now(), ${houseDevice.from} + interval '1 millisecond')` })
    .where(
      and(eq(houseDevice.houseId, houseId), anyOf(houseDevice.deviceId, deviceIds), isNull(houseDevice.to)),
    )
}
