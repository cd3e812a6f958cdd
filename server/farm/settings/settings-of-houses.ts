import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { ownSettings } from '#shared/iot-products.ts'
import type { SettingDocument } from '#shared/signals.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, houseDevice } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { reportedSettings } from '../../platform/database/tables/settings.ts'

/** Reported settings of houses' main controllers; the database hides them from those who may not control them (RC). */
export async function settingsOfHouses(
  db: Db,
  houseIds: readonly string[],
): Promise<Map<string, SettingDocument>> {
  const rows = await db
    .selectDistinctOn([houseDevice.houseId], {
      houseId: houseDevice.houseId,
      values: reportedSettings.values,
      product: iotProduct,
    })
    .from(houseDevice)
    .innerJoin(device, and(eq(device.id, houseDevice.deviceId), isNull(device.deletedAt)))
    .innerJoin(reportedSettings, eq(reportedSettings.deviceId, device.id))
    .leftJoin(iotProduct, eq(iotProduct.id, device.productId))
    .where(and(inArray(houseDevice.houseId, [...houseIds]), isNull(houseDevice.to)))
    .orderBy(houseDevice.houseId, desc(houseDevice.main), houseDevice.from)
  return new Map(rows.map(({ houseId, values, product }) => [houseId, ownSettings(values, product)]))
}
