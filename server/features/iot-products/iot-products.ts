import { and, eq, sql } from 'drizzle-orm'
import { iotProductFields, iotProducts } from '#shared/contracts/iot-products.ts'
import { covers, settingsOfProduct } from '#shared/iot-products.ts'
import { text } from '#shared/text.ts'
import { toldSettings } from '../../farm/settings/told-settings.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { publishedRecords } from '../../platform/records/published.ts'
import { recordSheet } from '../../platform/records/record-sheet.ts'
import { mapTrials } from './map-trials.ts'
import { productMaps } from './product-maps.ts'

const MODULE = 'iot-products'
const OPTIONS = 100
const FIRMWARE = 'Node Info/Firmware'

const products = publishedRecords({
  module: MODULE,
  contract: iotProducts,
  table: iotProduct,
  typed: iotProductFields,
  usedBy: {
    field: 'devices',
    // Columns with their table names: in a single-table query drizzle leaves them out, and they would mean the device's
    // columns here.
    count: sql<number>`(select count(*)::int from ${device}
      where ${device}.product_id = ${iotProduct}.id and ${device}.deleted_at is null)`,
    by: device.productId,
    stays: text(
      '有 {count} 台环控器属于此产品，请改为撤回，或先为这些环控器更换产品',
      'Controllers with this product: {count}. Withdraw it instead, or choose another product for them',
    ),
  },
  search: [iotProduct.maker],
  sort: {
    maker: iotProduct.maker,
    protocol: iotProduct.protocol,
    levels: iotProduct.levels,
    relays: iotProduct.relays,
  },
  filters: { protocol: iotProduct.protocol },
})

/** Imported products are drafts until they are released. */
export const iotProductsSheet = recordSheet(products, {
  list: MODULE,
  known: {
    by: ['chineseName', 'englishName'],
    taken: text('已有同名产品', 'A product with this name already exists'),
  },
})

/** What a device in the viewer's scope reported about its settings and firmware; undefined if it reported nothing. */
async function toldBy({ db, services }: AnyCall & { db: Parameters<typeof products.find>[0] }, id: string) {
  const [row] = await db.select({ gatewayId: device.gatewayId }).from(device).where(eq(device.id, id))
  if (!row) return undefined
  const latest = services.devices.latest(id)
  const names = Object.keys(toldSettings(latest).values)
  const node = row.gatewayId ? services.devices.latest(row.gatewayId) : latest
  const firmware = String(node?.readings.get(FIRMWARE)?.value ?? '')
  return names.length === 0 ? undefined : { names, firmware }
}

export const iotProductsFeature = feature(MODULE, iotProducts, {
  ...products.everyday,
  ...sheetOf(iotProductsSheet),
  ...productMaps(products.find),
  ...mapTrials,
  async options(call) {
    const { db, query, language, viewer } = call
    const name = nameIn(language, iotProduct)
    const mayLook = viewer.grants.has('device_manage:query')
    const told = query.deviceId && mayLook ? await toldBy(call, query.deviceId) : undefined
    const rows = await db
      .select({ row: iotProduct, name })
      .from(iotProduct)
      .where(and(eq(iotProduct.status, 'released'), query.search ? products.found(query.search) : undefined))
      .orderBy(name, iotProduct.id)
      .limit(OPTIONS)
    const isFitting = ({ row }: (typeof rows)[number]) =>
      told?.firmware.startsWith(row.firmware) === true && covers(row, told.names)
    const fitting = rows
      .filter(isFitting)
      .toSorted((a, b) => settingsOfProduct(a.row) - settingsOfProduct(b.row))
    const others = rows.filter(each => !fitting.includes(each))
    const option = (isProposed: boolean) => (each: (typeof rows)[number]) => ({
      id: each.row.id,
      name: each.name,
      isProposed,
    })
    return [...fitting.map(option(true)), ...others.map(option(false))]
  },
})
