import { z } from 'zod'
import { FaultForm, PlantedFault } from '../demo-faults.ts'
import { deviceStatuses, deviceTypes } from '../devices.ts'
import {
  counted,
  crud,
  DeletedFilter,
  Deletion,
  get,
  Id,
  PageQuery,
  page,
  post,
  RowIds,
  RowResults,
  secret,
  Version,
} from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { DEVICE_CODE } from '../limits.ts'
import { line } from '../line.ts'

const Code = z.string().trim().min(DEVICE_CODE.min).max(DEVICE_CODE.max).regex(DEVICE_CODE.pattern)

export const DeviceForm = z.object({
  type: z.enum(deviceTypes),
  code: Code,
  name: line(100).min(1),
  /** The associated customer. */
  officeId: Id,
  /** Required for every type but gateway; for a controller that speaks MQTT itself leave it out and set `speaksMqtt`. */
  gatewayId: Id.nullish(),
  /** The model of a controller, chosen by staff; unchanged if left out. */
  productId: Id.nullish(),
  /** Registers the controller as its own gateway in one step. */
  speaksMqtt: z.boolean().default(false),
  /** For a change: the version the form was opened with; another one answers 409. */
  version: Version.optional(),
})

/** A value with the time of its sample, ms since 1970. */
const Told = <T extends z.ZodType>(value: T) => z.object({ value, at: z.number() }).nullable()

export const Device = z.object({
  id: Id,
  type: z.enum(deviceTypes),
  code: z.string(),
  name: z.string(),
  officeId: Id,
  officeName: z.string(),
  gatewayId: Id.nullable(),
  gatewayCode: z.string().nullable(),
  /** The model of a controller; null: its birth alone counts. */
  productId: Id.nullable(),
  productName: z.string().nullable(),
  houseId: Id.nullable(),
  houseName: z.string().nullable(),
  status: z.enum(deviceStatuses),
  statusSince: z.iso.datetime(),
  statusReason: z.string().nullable(),
  lastMessageAt: z.iso.datetime().nullable(),
  /** How often its gateway reports if it connects only for that, s; null when it stays connected. */
  reportsEveryS: z.number().int().nullable(),
  /** The device it replaced in the house, and the one that replaced it. */
  replacesId: Id.nullable(),
  replacesCode: z.string().nullable(),
  replacedById: Id.nullable(),
  replacedByCode: z.string().nullable(),
  /** It replaced another device and has not been heard since. */
  awaitsBirth: z.boolean(),
  /** This gateway's messages in quarantine. */
  quarantined: z.number().int(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  /** In lists: what it last said about itself in `Node Info/…`; null if it never did. */
  told: z.object({ firmware: Told(z.string()), signalDbm: Told(z.number()) }).optional(),
  deleted: Deletion.optional(),
})
export type Device = z.infer<typeof Device>

export const DeviceFilter = z.object({
  search: z.string().trim().max(100).optional(),
  type: z.enum(deviceTypes).optional(),
  status: z.enum(deviceStatuses).optional(),
  officeId: Id.optional(),
})

/** Deleted ones only for those who may restore them. */
const DeviceListFilter = DeviceFilter.extend(DeletedFilter.shape)

/** Shown once. `username` and `clientId` are the gateway's code. */
export const Credential = z.object({
  device: Device,
  username: z.string(),
  password: secret(z.string()),
  mqttUrl: z.string(),
  group: z.string(),
})

/** A code by which a gateway gets its credential, shown once. */
export const PairingCode = z.object({
  code: secret(z.string()),
  expiresAt: z.iso.datetime(),
})
export type PairingCode = z.infer<typeof PairingCode>

/** What became of the latest code of a gateway. */
const Pairing = z.object({
  /** Until when it can be used; null when it cannot, or when there is none. */
  expiresAt: z.iso.datetime().nullable(),
  /** When it was used, from which network address, and what the computer there calls itself. */
  used: z.object({ at: z.iso.datetime(), from: z.string(), by: z.string() }).nullable(),
  /** Houses that its devices serve. */
  houses: z.array(z.object({ id: Id, name: z.string() })),
})

/** Required if the device serves a house with birds: recorded in the history and told to the customer. */
const Reason = z.object({ reason: z.string().trim().max(500).optional() })

/** The device that replaces another: a registered one, or a new one that gets registered on the way. */
export const Replacement = Reason.extend({
  newDeviceId: Id.optional(),
  /** For a new one. Customer, gateway and, unless given, the name are those of the old one. */
  code: Code.optional(),
  name: line(100).min(1).optional(),
  /** The new controller is its own gateway; like the old one if left out. */
  speaksMqtt: z.boolean().optional(),
  /** Of the old device as seen; another one answers 409. */
  version: Version.optional(),
})

const bulkActions = ['enable', 'disable', 'remove'] as const

export const ConnectionEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  detail: z.string().nullable(),
})
export const QuarantinedMessage = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  topic: z.string(),
  reason: z.string(),
  size: z.number().int(),
  /** First bytes, base64; null while the customer does not share its farm (RA). */
  payload: z.string().nullable(),
})

const path = '/admin/auth/devices'
const everyday = crud(path, 'device_manage', {
  item: Device,
  form: DeviceForm,
  filter: DeviceListFilter,
  noun: { 'en-US': 'device {code}', 'zh-CN': '设备 {code}' },
})

const noun = { 'en-US': 'devices', 'zh-CN': '设备' }

export const devices = {
  ...excelExport(path, 'device_manage', { filter: DeviceFilter, noun }),
  ...excelImport(path, 'device_manage', noun),
  list: everyday.list,
  counts: counted(path, 'device_manage:query', DeviceListFilter, ['status']),
  get: everyday.get,
  update: { ...everyday.update, tellsTaken: true as const },
  create: post(path, 'device_manage:add', {
    // Installers do this in the house, and so do programs.
    wantsProof: false,
    tellsTaken: true,
    body: DeviceForm,
    /** The credential is null for a device behind a gateway. */
    returns: z.object({ device: Device, credential: Credential.omit({ device: true }).nullable() }),
    says: { 'en-US': 'Registered device {code}', 'zh-CN': '登记设备 {code}' },
  }),
  remove: post(`${path}/:id/remove`, 'device_manage:delete', {
    body: Reason,
    returns: z.null(),
    says: { 'en-US': 'Deleted device {code}', 'zh-CN': '删除设备 {code}' },
  }),
  /**
   * As it was when deleted, and back in its house unless something has replaced it; otherwise `without` names that house.
   * Its credential is gone: `reset`.
   */
  restore: post(`${path}/:id/restore`, 'device_manage:delete', {
    returns: z.object({ device: Device, without: z.string().nullable() }),
    says: { 'en-US': 'Restored device {code}', 'zh-CN': '恢复设备 {code}' },
  }),
  enable: post(`${path}/:id/enable`, 'device_manage:enable', {
    returns: Device,
    says: { 'en-US': 'Enabled device {code}', 'zh-CN': '启用设备 {code}' },
  }),
  disable: post(`${path}/:id/disable`, 'device_manage:disable', {
    body: Reason,
    returns: Device,
    says: { 'en-US': 'Disabled device {code}', 'zh-CN': '禁用设备 {code}' },
  }),
  /** A new credential; the old one stops working at once. */
  reset: post(`${path}/:id/reset`, 'device_manage:edit', {
    // As `create`.
    wantsProof: false,
    body: Reason,
    returns: Credential,
    says: { 'en-US': 'Issued a new credential for device {code}', 'zh-CN': '重置设备 {code} 的凭证' },
  }),
  /**
   * A code by which a new gateway gets its credential by itself: for 15 minutes and once. A new code ends the one before; a
   * credential ends only when the code is used.
   */
  pair: post(`${path}/:id/pair`, 'device_manage:edit', {
    // As `create`.
    wantsProof: false,
    body: Reason,
    returns: PairingCode,
    says: { 'en-US': 'Showed a pairing code for gateway {code}', 'zh-CN': '显示了网关 {code} 的配对码' },
  }),
  pairing: get(`${path}/:id/pairing`, 'device_manage:get', { returns: Pairing }),
  /** Faults that staff planted in the simulated house of a demonstration; null elsewhere, where none can be. */
  faults: get(`${path}/:id/faults`, 'device_manage:edit', {
    kinds: [1],
    returns: z.array(PlantedFault).nullable(),
  }),
  plantFault: post(`${path}/:id/faults`, 'device_manage:edit', {
    kinds: [1],
    body: FaultForm,
    returns: z.array(PlantedFault),
    says: {
      'en-US': 'Changed the planted faults of device {code}',
      'zh-CN': '更改了设备 {code} 的模拟故障',
    },
  }),
  /** Another device serves the house from now on; the old one is disabled. The credential is null behind a gateway. */
  replace: post(`${path}/:id/replace`, 'device_manage:edit', {
    // As `create`.
    wantsProof: false,
    tellsTaken: true,
    body: Replacement,
    returns: z.object({ device: Device, credential: Credential.omit({ device: true }).nullable() }),
    says: {
      'en-US': 'Replaced device {replacesCode} by {code}',
      'zh-CN': '将设备 {replacesCode} 更换为 {code}',
    },
  }),
  /** Does the same to several devices, each separately; needs the permission for that action. */
  bulk: post(`${path}/bulk`, ['device_manage:enable', 'device_manage:disable', 'device_manage:delete'], {
    changes: path,
    body: Reason.extend({ action: z.enum(bulkActions), ids: RowIds }),
    returns: RowResults,
    says: { 'en-US': 'Changed several devices: {done} done', 'zh-CN': '批量处理设备：完成 {done} 台' },
  }),
  /** "Get latest status": asks the gateway to report everything again; `asked` is false when it is not connected. */
  refresh: post(`${path}/:id/refresh`, 'device_manage:get', {
    returns: z.object({ asked: z.boolean(), device: Device }),
    says: { 'en-US': 'Asked device {code} for its latest status', 'zh-CN': '获取设备 {code} 的最新状态' },
  }),
  connections: get(`${path}/:id/connections`, 'device_manage:get', {
    query: PageQuery,
    returns: page(ConnectionEvent),
  }),
  quarantine: get(`${path}/:id/quarantine`, 'device_manage:get', {
    query: PageQuery,
    returns: page(QuarantinedMessage),
  }),
  /** Offices a device may belong to, within the viewer's scope. */
  officeOptions: get('/admin/auth/offices/options', 'signedIn', {
    programsWith: [
      'device_manage:query',
      'chicken_home_manage:query',
      'chicken_group:query',
      'chicken_batch:query',
      'house_alarm:query',
      'house_alarm_rule:query',
      'camera_manage:query',
    ],
    query: z.object({ search: z.string().trim().max(100).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
  options: get(`${path}/options`, 'signedIn', {
    programsWith: ['device_manage:query', 'chicken_home_manage:add', 'chicken_home_manage:edit'],
    query: z.object({
      search: z.string().trim().max(100).optional(),
      type: z.enum(deviceTypes).optional(),
      /** Only devices that can serve a house: no gateways. */
      serving: z.literal('true').optional(),
      /** Only those of the customer that this office is or belongs to. */
      customerOf: Id.optional(),
      /** Only those that could replace this device. */
      replacementOf: Id.optional(),
    }),
    returns: z.array(z.object({ id: Id, name: z.string(), code: z.string(), type: z.enum(deviceTypes) })),
  }),
}
