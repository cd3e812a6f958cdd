import { z } from 'zod'
import { counted, crud, get, Id } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { protocolNames } from '../iot-products.ts'
import { releaseNames, releasing } from '../release.ts'
import { settingGroupNames } from '../signals.ts'
import { text } from '../text.ts'

/** What is typed of a product. One of the two names may stay empty: the other is shown then. */
export const iotProductFields = {
  chineseName: { kind: 'text', most: 100, language: 'zh', label: text('中文名称', 'Chinese name') },
  englishName: { kind: 'text', most: 100, language: 'en', label: text('英文名称', 'English name') },
  maker: { kind: 'text', most: 100, isRequired: true, label: text('厂家', 'Maker') },
  protocol: {
    kind: 'choice',
    choices: protocolNames,
    isRequired: true,
    label: text('通信协议', 'Protocol'),
  },
  firmware: {
    kind: 'text',
    most: 40,
    label: text('固件版本', 'Firmware'),
    hint: text(
      '填写版本号的开头，如 2.4；留空表示不限。',
      'How its version begins, such as 2.4; empty is any.',
    ),
  },
  groups: {
    kind: 'choices',
    choices: settingGroupNames,
    isRequired: true,
    label: text('参数组', 'Setting groups'),
  },
  levels: { kind: 'whole', least: 0, most: 18, isRequired: true, label: text('通风等级数', 'Levels') },
  fanGroups: { kind: 'whole', least: 0, most: 12, isRequired: true, label: text('风机组数', 'Fan groups') },
  probes: {
    kind: 'whole',
    least: 0,
    most: 8,
    isRequired: true,
    label: text('温度探头数', 'Temperature probes'),
  },
  heatingZones: {
    kind: 'whole',
    least: 0,
    most: 6,
    isRequired: true,
    label: text('加热分区数', 'Heating zones'),
  },
  relays: { kind: 'whole', least: 0, most: 64, isRequired: true, label: text('继电器数', 'Relays') },
  analogInputs: {
    kind: 'whole',
    least: 0,
    most: 16,
    isRequired: true,
    label: text('模拟输入数', 'Analog inputs'),
  },
  digitalInputs: {
    kind: 'whole',
    least: 0,
    most: 16,
    isRequired: true,
    label: text('数字输入数', 'Digital inputs'),
  },
  dimmers: { kind: 'whole', least: 0, most: 4, isRequired: true, label: text('调光器数', 'Light dimmers') },
} as const satisfies Fields

/** What is known of a product besides. */
const facts = {
  status: { kind: 'choice', choices: releaseNames, isRequired: true, label: text('状态', 'Status') },
  /** Controllers that are of it. */
  devices: { kind: 'count', label: text('环控器数', 'Controllers') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

const { form, item, fields } = record(iotProductFields, facts)
export const iotProductColumns = fields
const filter = z.object({
  search: Search,
  status: chosen(releaseNames),
  protocol: chosen(protocolNames),
})
export type IotProduct = z.infer<typeof item>
export type IotProductForm = z.output<typeof form>

const path = '/admin/auth/iot-products'
const permission = 'iot_product_manage'
const noun = text('物联网产品 {chineseName}', 'IoT product {englishName}')
const all = text('物联网产品', 'IoT products')

/** Models of controllers, published by the provider: what one has, and what can be set at it. */
export const iotProducts = {
  ...excelExport(path, permission, { filter, noun: all }),
  ...excelImport(path, permission, all),
  ...crud(path, permission, { fields, item, form, filter, noun }),
  ...releasing(path, permission, { item, noun }),
  counts: counted(path, `${permission}:query`, filter, ['status']),
  /**
   * Released products by name, for devices and for the goods that fit them; first those that have all that a device
   * tells of itself, for whoever may look at devices.
   */
  options: get(`${path}/options`, ['device_manage:query', 'mall_goods_list:query'], {
    kinds: [1],
    query: z.object({ search: Search, deviceId: Id.optional() }),
    returns: z.array(z.object({ id: Id, name: z.string(), isProposed: z.boolean() })),
  }),
}
