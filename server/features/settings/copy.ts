import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { CopyTarget } from '#shared/contracts/settings.ts'
import { ownSettings } from '#shared/iot-products.ts'
import { differing, groupOf, only } from '#shared/setting-draft.ts'
import { isOfOneHouse, type SettingDocument, type SettingGroupKey, settingByName } from '#shared/signals.ts'
import { lastingValues } from '#shared/temporary-settings.ts'
import { heldFlocks } from '../../farm/flocks/held-flocks.ts'
import { judgedHouse } from '../../farm/settings/judged-house.ts'
import { coursesAt } from '../../farm/settings/temporary.ts'
import { toldSettings } from '../../farm/settings/told-settings.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Services } from '../../platform/services.ts'
import type { FoundController } from './settings.queries.ts'

/** Main controllers of the other houses of this customer and type. */
async function siblings(db: Db, { row, farmPath }: FoundController) {
  const rows = await db
    .selectDistinctOn([house.id], {
      row: house,
      now: houseNow,
      officeZone: office.timeZone,
      device,
      product: iotProduct,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(houseNow, eq(houseNow.houseId, house.id))
    .innerJoin(houseDevice, and(eq(houseDevice.houseId, house.id), isNull(houseDevice.to)))
    .innerJoin(device, and(eq(device.id, houseDevice.deviceId), isNull(device.deletedAt)))
    .leftJoin(iotProduct, eq(iotProduct.id, device.productId))
    .where(
      and(
        eq(office.farmPath, farmPath),
        eq(house.type, row.type),
        ne(house.id, row.id),
        isNull(house.deletedAt),
      ),
    )
    .orderBy(house.id, desc(houseDevice.main), houseDevice.from)
  return rows.toSorted((a, b) => a.row.name.localeCompare(b.row.name, undefined, { numeric: true }))
}

/** The settings of a group that other houses may have too. */
export function sharedOf(group: SettingGroupKey, values: SettingDocument): SettingDocument {
  const has = groupOf(group, values)
  return only(
    has,
    Object.keys(has).filter(name => {
      const signal = settingByName(name)
      return signal && !isOfOneHouse(signal)
    }),
  )
}

/** What each of the other houses would get from a group, house by house. */
export async function copyTargets(
  db: Db,
  { devices }: Services,
  found: FoundController,
  group: SettingGroupKey,
): Promise<CopyTarget[]> {
  const lasting = lastingValues(found.told.values, await coursesAt(db, found.device.id))
  const source = sharedOf(group, lasting)
  const others = await siblings(db, found)
  const courses = new Map(
    await Promise.all(others.map(async ({ device: { id } }) => [id, await coursesAt(db, id)] as const)),
  )
  const flocks = await heldFlocks(
    db,
    others.map(({ row }) => row.id),
  )
  return others.map(other => {
    const latest = devices.latest(other.device.id)
    const { id, name, status } = other.device
    const values = sharedOf(group, ownSettings(toldSettings(latest).values, other.product))
    const held = courses.get(id) ?? new Map()
    const shared = only(source, Object.keys(values))
    return {
      house: {
        ...judgedHouse({ ...other, latest, flock: flocks.get(other.row.id) ?? null }),
        id: other.row.id,
        name: other.row.name,
      },
      device: { id, name, status },
      isSameProduct: other.device.productId === (found.device.product?.id ?? null),
      values,
      wanted: only(shared, differing(shared, lastingValues(values, held))),
      held: Object.keys(values).filter(name => held.has(name)),
      missing: Object.keys(source).filter(each => values[each] === undefined),
    }
  })
}
