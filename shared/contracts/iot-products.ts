import { z } from 'zod'
import { get, Id, post, put, unsaid, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { Search } from '../fields.ts'
import { protocolNames } from '../iot-products.ts'
import { MAP_BYTES, MAP_LENGTH } from '../limits.ts'
import { line } from '../line.ts'
import { bothNameFields, published } from '../published.ts'
import { tables } from '../register-maps/registers.ts'
import { trialTroubles, trialVerdicts } from '../register-maps/trial.ts'
import { settingGroupNames } from '../signals.ts'
import { text } from '../text.ts'

/** Input fields of a product. */
export const iotProductFields = {
  ...bothNameFields,
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
      'How the version starts, such as 2.4. Leave empty for any version.',
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

/** Controllers of this product. */
const facts = { devices: { kind: 'count', label: text('环控器数', 'Controllers') } } as const satisfies Fields

const path = '/admin/auth/iot-products'
const permission = 'iot_product_manage'
const all = text('物联网产品', 'IoT products')
const { fields, form, item, filter, endpoints } = published(path, permission, {
  typed: iotProductFields,
  facts,
  filters: ['protocol'],
  noun: text('物联网产品 {chineseName}', 'IoT product {englishName}'),
})
export const iotProductColumns = fields
export type IotProduct = z.infer<typeof item>
export type IotProductForm = z.output<typeof form>

/** YAML of a register map: `shared/register-maps/register-map.ts` has every key. */
const MapText = z.string().min(1).max(MAP_LENGTH)
const DescribedRegister = z.object({
  table: z.enum(tables),
  /** as on the wire, from 0 */
  places: z.array(z.number().int()),
  type: z.string(),
  kind: z.enum(['metric', 'setting', 'alarm', 'latched', 'lock']),
  label: z.string(),
  unit: z.string(),
  scale: z.number(),
})
const CheckedMap = z.object({
  /** What is wrong with the text, in the reader's language; empty for one that a gateway can use. */
  problems: z.array(
    z.object({
      /** counted from 1 */
      line: z.number().int(),
      /** such as `registers.3.scale`; empty for the whole */
      field: z.string(),
      message: z.string(),
    }),
  ),
  /** Its registers in the order of the text; none while something is wrong. */
  registers: z.array(DescribedRegister),
})
export type CheckedMap = z.infer<typeof CheckedMap>
const MapTrial = z.object({
  /** Why nothing was read. */
  trouble: z.enum(trialTroubles).nullable(),
  /** the address that answered instead */
  other: z.int().nullable(),
  registers: z.array(
    DescribedRegister.extend({
      /** as they came, unsigned */
      words: z.array(z.int()),
      value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
      verdict: z.enum(trialVerdicts),
      /** What the farm says beside it: the same value elsewhere behind the gateway, or the temperature outside. */
      beside: z.object({ label: z.string(), value: z.number() }).nullable(),
    }),
  ),
})
export type MapTrial = z.infer<typeof MapTrial>
const ProductMap = z.object({
  chineseName: z.string(),
  englishName: z.string(),
  /** 0: it has none yet */
  version: Version,
  /** how many it has */
  registers: z.number().int(),
  text: unsaid(z.string()),
})
export type ProductMap = z.infer<typeof ProductMap>

/** Controller models published by the provider: what each has, and what can be set on it. */
export const iotProducts = {
  ...endpoints,
  ...excelExport(path, permission, { filter, noun: all }),
  ...excelImport(path, permission, all),
  /** The register map of a product: what its gateway reads. An earlier one by its number. */
  map: get(`${path}/:id/map`, `${permission}:get`, {
    query: z.object({ number: z.coerce.number().pipe(Version).optional() }),
    returns: ProductMap,
  }),
  /** Who saved a map when, newest first. */
  mapVersions: get(`${path}/:id/map/versions`, `${permission}:get`, {
    returns: z.array(
      z.object({
        number: Version,
        at: z.iso.datetime(),
        by: z.string().nullable().describe('null: unknown'),
      }),
    ),
  }),
  /** Checks a map that is being written, and says what its registers are. */
  checkMap: post(`${path}/map-check`, `${permission}:get`, {
    body: z.object({ text: MapText }),
    takesUpTo: MAP_BYTES,
    returns: CheckedMap,
    says: null,
    changes: null,
  }),
  /** Gateways that can try a map: connected, with buses of their own, of customers who share their farm. */
  mapGateways: get(`${path}/map-gateways`, `${permission}:edit`, {
    query: z.object({ search: Search }),
    returns: z.array(z.object({ id: Id, name: z.string(), buses: z.array(z.string()) })),
  }),
  /** Asks a gateway to read everything of a map once from a device on one of its buses. */
  tryMap: post(`${path}/map-trials`, `${permission}:edit`, {
    body: z.object({
      gatewayId: Id,
      bus: line(60).min(1),
      /** address of the device on the bus */
      unit: z.int().min(0).max(255),
      text: unsaid(MapText),
    }),
    takesUpTo: MAP_BYTES,
    returns: z.object({ trialId: Id, code: z.string() }),
    says: text('通过网关 {code} 试读寄存器表', 'Tried a register map through gateway {code}'),
    changes: null,
  }),
  /** What came of a trial by the map it was asked with, or by another text for the same registers; null: not yet. */
  readTrial: post(`${path}/map-trials/answer`, `${permission}:edit`, {
    body: z.object({ gatewayId: Id, trialId: Id, text: MapText }),
    takesUpTo: MAP_BYTES,
    returns: MapTrial.nullable(),
    says: null,
    changes: null,
  }),
  /** Saves a map as a new version; one with a fault is refused with its lines. */
  saveMap: put(`${path}/:id/map`, `${permission}:edit`, {
    body: z.object({ text: unsaid(MapText), version: Version }),
    takesUpTo: MAP_BYTES,
    returns: ProductMap,
    says: text('保存{chineseName}的寄存器表', 'Saved the register map of {englishName}'),
  }),
  /**
   * Released products by name, for devices and for the goods that fit them. For callers who may view devices, those that
   * have everything a device reports about itself come first.
   */
  options: get(`${path}/options`, ['device_manage:query', 'mall_goods_list:query'], {
    kinds: [1],
    query: z.object({ search: Search, deviceId: Id.optional() }),
    returns: z.array(z.object({ id: Id, name: z.string(), isProposed: z.boolean() })),
  }),
}
