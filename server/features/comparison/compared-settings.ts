import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { ComparedSettings } from '#shared/contracts/comparison.ts'
import { ownSettings } from '#shared/iot-products.ts'
import { isSame } from '#shared/setting-draft.ts'
import { type SettingDocument, type SettingGroupKey, settingByName, settingGroups } from '#shared/signals.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, houseDevice } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { reportedSettings } from '../../platform/database/tables/settings.ts'
import type { FoundItem } from './comparison.queries.ts'

/** What a controller counts by itself, and how a house is built and wired: nobody runs a house by it. */
const LEFT_OUT: ReadonlySet<SettingGroupKey> = new Set(['flock', 'house', 'inputs', 'relays', 'sensors'])

/** What the main controllers of houses told of their settings; the database keeps it from who may not control them (RC). */
async function toldIn(db: Db, houseIds: readonly string[]): Promise<Map<string, SettingDocument>> {
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

const order = new Map(settingGroups.map(({ key }, i) => [key, i]))
const placeOf = (name: string): number => order.get(settingByName(name)?.group ?? 'flock') ?? order.size

const isCompared = (name: string): boolean => {
  const group = settingByName(name)?.group
  return group !== undefined && !LEFT_OUT.has(group)
}

/** In what the settings of the houses differ now; a flock that has gone has none of now. */
export async function settingsOf(db: Db, items: readonly FoundItem[]): Promise<ComparedSettings> {
  const now = items.filter(({ flock }) => !flock?.row.endedOn)
  const houses = [...new Map(now.toReversed().map(item => [item.house.id, item])).values()].reverse()
  const told = await toldIn(
    db,
    houses.map(({ house }) => house.id),
  )
  const telling = houses.filter(({ house }) => told.has(house.id))
  const documents = telling.map(({ house }) => told.get(house.id) ?? {})
  const names = [...new Set(documents.flatMap(Object.keys))].filter(isCompared)
  const differing = names.filter(name => documents.some(each => !isSame(each[name], documents[0]?.[name])))
  const lacks = (name: string) => Number(documents.some(each => each[name] === undefined))
  return {
    keys: telling.map(({ key }) => key),
    compared: names.length,
    differing: differing
      .sort((a, b) => lacks(a) - lacks(b) || placeOf(a) - placeOf(b))
      .map(name => ({ name, values: documents.map(each => each[name] ?? null) })),
  }
}
