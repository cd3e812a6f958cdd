import { z } from 'zod'
import { birthKinds, deviceStatuses, servingTypes } from '../devices.ts'
import { counted, crud, DeletedFilter, Deletion, get, Id, page, post, put, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { typedShape } from '../fields.ts'
import { equipmentFields, fanGroupFields } from '../house-equipment.ts'
import { CHART_METRICS, CHART_POINTS } from '../limits.ts'
import { line } from '../line.ts'
import { splitMetrics } from '../metric-list.ts'
import { FAN_GROUPS } from '../signals/ventilation-settings.ts'
import { houseTypes, severities } from '../signals.ts'
import { Alarm } from './alarms.ts'
import { cageLayouts } from './cage-types.ts'
import { Job } from './jobs.ts'

/** What everybody in scope may know of a house. Farm data is in `HouseState`. */
export const houseStates = ['normal', 'alarm', 'offline'] as const
export type HouseStateName = (typeof houseStates)[number]

export const HouseForm = z.object({
  name: line(100).min(1),
  officeId: Id,
  type: z.enum(houseTypes),
  lengthM: z.number().min(1).max(300),
  widthM: z.number().min(1).max(60),
  heightM: z.number().min(1).max(15),
  timeZone: line(64).nullish(),
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  breed: line(64).nullish(),
  /** Day on which the birds come into the house; one to come is a plan. */
  flockStartedOn: z.iso.date().nullish(),
  /** Of birds that do not come as chicks. */
  flockHatchedOn: z.iso.date().nullish(),
  flockCount: z.number().int().min(0).max(500_000).nullish(),
  /** Birds sold or moved out since the placement. */
  flockSold: z.number().int().min(0).max(500_000).nullish(),
  /** Its group and its cage system type. Left out they stay as they are, null takes them away. */
  groupId: Id.nullish(),
  cageTypeId: Id.nullish(),
  /** The devices that serve the house from now on; one left out ends its service. Without the list nothing changes. */
  deviceIds: z.array(Id).max(8).optional(),
  /** The controller of these whose figures are the house's. Without it the one that is stays, or the first is. */
  mainId: Id.nullish(),
  version: Version.optional(),
})

/** The cage system of a house, as its drawing needs it. */
export const Cage = z.object({
  id: Id,
  /** In the reader's language. */
  name: z.string(),
  layout: z.enum(cageLayouts),
  tiers: z.number().int(),
  rows: z.number().int(),
})
export type Cage = z.infer<typeof Cage>

export const House = z.object({
  id: Id,
  name: z.string(),
  officeId: Id,
  officeName: z.string(),
  /** The customer; null for its own people. */
  customer: z.string().nullable(),
  type: z.enum(houseTypes),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  cage: Cage.nullable(),
  lengthM: z.number(),
  widthM: z.number(),
  heightM: z.number(),
  /** The house's own zone, or the office's. */
  timeZone: z.string(),
  ownTimeZone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  breed: z.string().nullable(),
  flockStartedOn: z.iso.date().nullable(),
  flockHatchedOn: z.iso.date().nullable(),
  flockCount: z.number().int().nullable(),
  flockSold: z.number().int().nullable(),
  /** As its controller counts them; null while the house is empty or nobody counts. */
  aliveCount: z.number().int().nullable(),
  /** Null where the customer does not let the viewer see its farm (RA). */
  state: z.enum(houseStates).nullable(),
  /** Age in days by the house's midnight as the office counts, from 0 or 1; null while the house is empty. */
  dayAge: z.number().int().nullable(),
  /** The same counted from 0, as the breeds' standards count. */
  standardAge: z.number().int().nullable(),
  /** Days until a planned flock comes; null where none is planned. */
  placedInDays: z.number().int().nullable(),
  /** The main controller first. */
  devices: z.array(
    z.object({
      id: Id,
      code: z.string(),
      name: z.string(),
      type: z.enum(servingTypes),
      status: z.enum(deviceStatuses),
    }),
  ),
  /** The controller whose figures are the house's; null while it has none. */
  mainId: Id.nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  deleted: Deletion.optional(),
})
export type House = z.infer<typeof House>

export const HouseFilter = z.object({
  search: z.string().trim().max(100).optional(),
  type: z.enum(houseTypes).optional(),
  officeId: Id.optional(),
  groupId: Id.optional(),
  /** Of houses whose farm the viewer may see (RA). */
  state: z.enum(houseStates).optional(),
})

/** The deleted ones only to who may restore them. */
const HouseListFilter = HouseFilter.extend(DeletedFilter.shape)

/** [value, time of the sample in ms since 1970]; a stale, bad or absent reading is null. */
export const Reading = z.tuple([z.union([z.number(), z.boolean(), z.string(), z.null()]), z.number()])
export type Reading = z.infer<typeof Reading>

/** An alarm that stands in a house, with the device it is about: two controllers may warn of the same. */
export const HouseAlarm = z.object({ code: z.string(), level: z.enum(severities), iotId: Id })

/** What a device told last. */
export const DeviceNow = z.object({
  iotId: Id,
  /** Server time of the last message, ms since 1970. */
  lastMessageAt: z.number().nullable(),
  /** Seconds between two reports, as observed; values older than three of them are stale. */
  reportIntervalS: z.number(),
  /** metric → reading; settings are not among them */
  readings: z.record(z.string(), Reading),
})
export type DeviceNow = z.infer<typeof DeviceNow>

/** A house with the values of its main controller as its own, and beside them those of each other device. */
export const HouseOnMonitor = House.extend(DeviceNow.shape).extend({
  /** Whose values these are; null where the house has no controller, and nothing is told. */
  iotId: Id.nullable(),
  state: z.enum(houseStates),
  /** Since when the house is in its state. */
  stateSince: z.iso.datetime().nullable(),
  /** Alarms that stand, of its devices, known or not, and of the platform's rules; worst first. */
  alarms: z.array(HouseAlarm),
  others: z.array(DeviceNow),
})
export type HouseOnMonitor = z.infer<typeof HouseOnMonitor>

/** A device that serves a house now. Its settings only to who may control the house (RC); null where unknown. */
export const HouseController = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  status: z.enum(deviceStatuses),
  statusSince: z.iso.datetime(),
  /** Who disabled it, or the gateway it speaks through, and why; null while it may speak. */
  disabledBy: z.string().nullable(),
  /** Version of the settings as the controller told it last. */
  settingsVersion: z.number().int().nullable(),
  /** What its relays drive, by the codes of `Settings/Relay/Rnn/Function`. */
  drives: z.array(z.number().int()).nullable(),
  /** What decides when it takes the next level; differences in K above the target. */
  levelSettings: z
    .object({
      /** Start of each level, from level 1. */
      offsets: z.array(z.number()),
      /** First level that pulls air along the house. */
      tunnelFrom: z.number().int().nullable(),
      /** Tunnel starts no earlier than this. */
      tunnelStart: z.number(),
      /** °C outside, and K below the target, under which tunnel is locked. */
      tunnelOutside: z.number(),
      tunnelBelowTarget: z.number(),
      /** A level is taken after so many seconds. */
      upDelayS: z.number(),
    })
    .nullable(),
})

export const HouseControllers = z.object({
  /** Until when the customer lets the offices above it read and change settings (RC); null while it does not. */
  remoteControlEndsOn: z.iso.date().nullable(),
  devices: z.array(HouseController),
})
export type HouseControllers = z.infer<typeof HouseControllers>

/** What a device said of one of its metrics, or the signal model does; null where neither says anything. */
export const MetricFacts = z.object({
  name: z.string(),
  unit: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  decimals: z.number().nullable(),
})
export type MetricFacts = z.infer<typeof MetricFacts>

/** Everything one device told last: name → [value, time of the sample in ms]. Settings null without RC. */
export const ReportedByDevice = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  /** Of the metrics that the signal model does not know. */
  foreign: z.array(MetricFacts),
  metrics: z.record(z.string(), Reading),
  settings: z.record(z.string(), Reading).nullable(),
})
export type ReportedByDevice = z.infer<typeof ReportedByDevice>

/** A value of any kind in words: tables, files and arrays by what they hold. */
const Told = z.union([z.number(), z.boolean(), z.string(), z.null()])

/** A birth as it was received, in its order. */
export const Birth = z.object({
  deviceId: Id,
  code: z.string(),
  kind: z.enum(birthKinds),
  receivedAt: z.iso.datetime(),
  topic: z.string(),
  /** bytes */
  size: z.number().int(),
  /** Time of the message by its sender, ms since 1970. */
  sentAt: z.number().nullable(),
  seq: z.number().int().nullable(),
  /** Settings that are not shown, since the customer does not share them (RC). */
  hidden: z.number().int(),
  /** Null when it could not be kept whole; its metrics are missing then. */
  metrics: z
    .array(
      z.object({
        name: z.string().nullable(),
        alias: z.number().nullable(),
        /** Its name in Sparkplug, or its number. */
        datatype: z.string().nullable(),
        value: Told,
        properties: z.array(z.object({ name: z.string(), value: Told })),
        /** ms since 1970 */
        at: z.number().nullable(),
      }),
    )
    .nullable(),
})
export type Birth = z.infer<typeof Birth>

/**
 * What a page of charts starts from: the house, its devices, whose values are drawn and how fresh they are, and every metric
 * that can be drawn.
 */
export const Charted = HouseOnMonitor.pick({
  id: true,
  name: true,
  type: true,
  timeZone: true,
  breed: true,
  dayAge: true,
  standardAge: true,
  customer: true,
  devices: true,
  flockStartedOn: true,
  state: true,
  iotId: true,
  mainId: true,
  lastMessageAt: true,
  reportIntervalS: true,
}).extend({ metrics: z.array(MetricFacts) })
export type Charted = z.infer<typeof Charted>

/** ms since 1970, until the year 9999 */
const Instant = z.coerce.number().int().min(0).max(253_402_300_799_999)

/** An alarm as a mark on the time axis. */
export const AlarmMark = Alarm.pick({
  id: true,
  code: true,
  level: true,
  condition: true,
  handling: true,
  raisedAt: true,
  clearedAt: true,
})
export type AlarmMark = z.infer<typeof AlarmMark>

/** What somebody did to a house, or wrote of a day of its flock. */
export const HouseDeed = z.object({
  id: z.string(),
  kind: z.enum(['setting', 'note', 'medicine', 'vaccine']),
  /** What was written; of a setting its group. */
  says: z.string(),
  who: z.string().nullable(),
  /** Of what was written of a day: its midnight by the clock of the house. */
  at: z.iso.datetime(),
  /** Of what was written: the flock. */
  flockId: Id.nullable(),
})
export type HouseDeed = z.infer<typeof HouseDeed>

/** Whose values: of this device of the house, and of those whose place it took; else of the main controller. */
const OfDevice = z.object({ deviceId: Id.optional() })

export const ChartQuery = OfDevice.extend({
  /** Comma-separated metric names; `\\,` is a comma of a name. */
  metrics: z
    .string()
    .min(1)
    .max(6_000)
    .transform(splitMetrics)
    .pipe(z.array(z.string().max(200)).min(1).max(CHART_METRICS)),
  /** ms since 1970 */
  from: z.coerce.number().int().min(0).max(8.64e15),
  to: z.coerce.number().int().min(0).max(8.64e15),
  points: z.coerce.number().int().min(2).max(CHART_POINTS).default(600),
  resolution: z.enum(['auto', 'raw', '15m', 'day']).default('auto'),
})

/** A chart as an Excel file: the points as they are drawn, or every report. */
export const ChartWorkbookForm = ChartQuery.omit({ resolution: true }).extend({
  isEveryReport: z.boolean().default(false),
})

/** Series in columns, as charts want them: `at[i]` is the start of the bucket in ms; gaps are null. */
export const Chart = z.object({
  resolution: z.enum(['raw', '15m', 'day']),
  /** Width of a bucket, ms; for raw the width points were merged to, 0 when every stored report is shown. */
  stepMs: z.number(),
  at: z.array(z.number()),
  /** Whether any report came then, also one that did not repeat these metrics; days do not tell. */
  heard: z.array(z.boolean()).optional(),
  series: z.array(
    z.object({
      metric: z.string(),
      low: z.array(z.number().nullable()),
      mean: z.array(z.number().nullable()),
      high: z.array(z.number().nullable()),
    }),
  ),
})
export type Chart = z.infer<typeof Chart>

/** Fans by group, each group once, and what else moves, warms and cools the air of a house. */
export const HouseEquipment = z.object({
  fanGroups: z.array(z.object(typedShape(fanGroupFields))).max(FAN_GROUPS),
  ...typedShape(equipmentFields),
})

/** What stands on record of a house's equipment, or what a house of its type and size usually has. */
export const EquipmentOfHouse = HouseEquipment.extend({
  id: Id,
  name: z.string(),
  isRecorded: z.boolean(),
  /** The usual. */
  proposed: HouseEquipment,
  /** Of the house. */
  version: Version,
})
export type EquipmentOfHouse = z.infer<typeof EquipmentOfHouse>

const path = '/admin/auth/houses'

const noun = { 'en-US': 'houses', 'zh-CN': '鸡舍' }

export const houses = {
  ...excelExport(path, 'chicken_home_manage', { filter: HouseFilter, noun }),
  ...excelImport(path, 'chicken_home_manage', noun),
  ...crud(path, 'chicken_home_manage', {
    item: House,
    form: HouseForm,
    filter: HouseListFilter,
    noun: { 'en-US': 'house: {name}', 'zh-CN': '鸡舍：{name}' },
  }),
  /** What the list shows of it anyway. */
  get: get(`${path}/:id`, ['chicken_home_manage:get', 'chicken_home_manage:query'], { returns: House }),
  counts: counted(path, 'chicken_home_manage:query', HouseListFilter, ['type']),
  /** With the controllers it had when it was deleted, but for those that serve another house or are deleted. */
  restore: post(`${path}/:id/restore`, 'chicken_home_manage:delete', {
    returns: z.object({
      house: House,
      /** Controllers that did not come back, by code. */
      without: z.array(z.string()),
    }),
    says: { 'en-US': 'Restored house: {name}', 'zh-CN': '恢复鸡舍：{name}' },
  }),
  /** What what-if, the air of the levels and warnings of the weather reckon with. */
  equipment: get(`${path}/:id/equipment`, ['chicken_home_manage:get', 'chicken_home_manage:query'], {
    returns: EquipmentOfHouse,
  }),
  equip: put(`${path}/:id/equipment`, 'chicken_home_manage:edit', {
    body: HouseEquipment.extend({ version: Version.optional() }),
    returns: EquipmentOfHouse,
    says: { 'en-US': 'Changed the equipment of house: {name}', 'zh-CN': '修改鸡舍设备：{name}' },
  }),
  /** All houses of the viewer with state and latest readings, worst first. */
  monitor: get('/admin/auth/house-monitor', 'chicken_home_manage:query', {
    kinds: [2],
    returns: z.array(HouseOnMonitor),
  }),
  /** Known state of one house: the snapshot a screen starts from. */
  state: get(`${path}/:id/state`, 'chicken_home_manage:get', { returns: HouseOnMonitor }),
  /** The devices behind a house, with what is built into it as far as they tell. */
  controllers: get(`${path}/:id/controllers`, 'chicken_home_manage:query', { returns: HouseControllers }),
  /** Every metric and setting the devices of a house told last, known to us or not. */
  reported: get(`${path}/:id/reported`, 'chicken_home_manage:query', {
    returns: z.array(ReportedByDevice),
  }),
  chart: get(`${path}/:id/chart`, ['chicken_home_manage:query', 'device_chart:query'], {
    query: ChartQuery,
    returns: Chart,
  }),
  charted: get(`${path}/:id/charted`, ['chicken_home_manage:query', 'device_chart:query'], {
    query: OfDevice,
    returns: Charted,
  }),
  /** The same chart as a table for people, as text with commas. */
  chartFile: get(`${path}/:id/chart-file`, 'device_chart:export', {
    query: ChartQuery,
    returns: z.object({ name: z.string(), text: z.string() }),
  }),
  /** The same for Excel, with the alarms of the period where the viewer may see them; as a job. */
  chartWorkbook: post(`${path}/:id/chart-workbook`, 'device_chart:export', {
    body: ChartWorkbookForm,
    whenReadOnly: true,
    returns: Job,
    says: { 'en-US': 'Exported the reports: {source}', 'zh-CN': '导出报表：{source}' },
  }),
  /** The same as a page to print: curves, what happened, figures; as a job. */
  chartPaper: post(`${path}/:id/chart-paper`, 'device_chart:export', {
    body: ChartQuery.omit({ resolution: true }),
    whenReadOnly: true,
    returns: Job,
    says: { 'en-US': 'Exported the chart of {source} as PDF', 'zh-CN': '导出图表 PDF：{source}' },
  }),
  /** Alarms of the house that stood at some moment between the two, newest first. */
  alarmMarks: get(`${path}/:id/alarm-marks`, 'house_alarm:query', {
    query: z.object({ from: Instant, to: Instant }),
    returns: page(AlarmMark),
  }),
  /** Settings that were changed between the two, notes and treatments of those days; each kind for who may see it. */
  deeds: get(`${path}/:id/deeds`, 'device_chart:query', {
    query: z.object({ from: Instant, to: Instant }),
    returns: z.array(HouseDeed),
  }),
  /** What the devices of a house, or one of them, and their gateways said at their last births. */
  births: get(`${path}/:id/births`, 'chicken_home_manage:query', {
    query: z.object({ deviceId: Id.optional() }),
    returns: z.array(Birth),
  }),
}
