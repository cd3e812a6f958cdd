import { and, eq, sql } from 'drizzle-orm'
import { type IotProductForm, iotProductFields, iotProducts } from '#shared/contracts/iot-products.ts'
import { covers, settingsOfProduct } from '#shared/iot-products.ts'
import { text } from '#shared/text.ts'
import { toldSettings } from '../../farm/settings/told-settings.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { recordSheet } from '../../platform/records/record-sheet.ts'
import { records } from '../../platform/records/records.ts'
import { releasingOf } from '../../platform/records/releasing.ts'

const OPTIONS = 100
const FIRMWARE = 'Node Info/Firmware'

/** Columns with their tables: in a query of one table drizzle names them alone, which here would be the device's. */
const devices = sql<number>`(select count(*)::int from ${device}
  where ${device}.product_id = ${iotProduct}.id and ${device}.deleted_at is null)`

/** What the schema cannot say: one name at least. */
const faults = ({ chineseName, englishName }: IotProductForm): FieldFault[] =>
  chineseName === '' && englishName === ''
    ? [
        {
          field: 'chineseName',
          message: text('请至少填写一种语言的名称', 'Enter a name in at least one language'),
        },
      ]
    : []

const products = records({
  contract: iotProducts,
  table: iotProduct,
  typed: iotProductFields,
  computed: { devices },
  search: [iotProduct.chineseName, iotProduct.englishName, iotProduct.maker],
  sort: language => ({
    name: nameIn(language, iotProduct),
    maker: iotProduct.maker,
    protocol: iotProduct.protocol,
    levels: iotProduct.levels,
    relays: iotProduct.relays,
    status: iotProduct.status,
    devices,
    createdAt: iotProduct.createdAt,
  }),
  filters: { status: iotProduct.status, protocol: iotProduct.protocol },
  officePath: () => ROOT_PATH,
  faults,
  staysFor: ({ devices: count }) =>
    count === 0
      ? null
      : [
          text(
            '有 {count} 台环控器属于此产品，请改为撤回，或先为这些环控器更换产品',
            'Controllers of this product: {count}. Withdraw it instead, or give those controllers another',
          ),
          { count },
        ],
})

/** Imported products are drafts until they are released. */
export const iotProductsSheet = recordSheet(products, {
  list: 'iot-products',
  known: {
    by: ['chineseName', 'englishName'],
    taken: text('已有同名产品', 'There is a product of this name already'),
  },
})

/** What a device of the viewer's told of its settings and its firmware; undefined of one that told none. */
async function toldBy({ db, services }: AnyCall & { db: Parameters<typeof products.find>[0] }, id: string) {
  const [row] = await db.select({ gatewayId: device.gatewayId }).from(device).where(eq(device.id, id))
  if (!row) return undefined
  const latest = services.devices.latest(id)
  const names = Object.keys(toldSettings(latest).values)
  const node = row.gatewayId ? services.devices.latest(row.gatewayId) : latest
  const firmware = String(node?.readings.get(FIRMWARE)?.value ?? '')
  return names.length === 0 ? undefined : { names, firmware }
}

export const iotProductsFeature = feature('iot-products', iotProducts, {
  ...products.everyday,
  ...releasingOf(products),
  ...sheetOf(iotProductsSheet),
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
