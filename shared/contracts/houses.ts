import { z } from 'zod'
import { birthKinds, deviceStatuses, servingTypes } from '../devices.ts'
import {
  counted,
  crud,
  DeletedFilter,
  Deletion,
  get,
  Id,
  page,
  post,
  put,
  unsaid,
  Version,
} from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { typedShape } from '../fields.ts'
import { lossesLacking } from '../flock-figures/grown.ts'
import { equipmentFields, fanGroupFields, HOUSE_MACHINES, houseMachineFields } from '../house-equipment.ts'
import { CHART_METRICS, CHART_POINTS, METER_READING } from '../limits.ts'
import { line } from '../line.ts'
import { litters } from '../litter.ts'
import { exchangeable } from '../meter-exchange.ts'
import { splitMetrics } from '../metric-list.ts'
import { FAN_GROUPS } from '../signals/ventilation-settings.ts'
import { houseTypes, severities } from '../signals.ts'
import { Alarm } from './alarms.ts'
import { OwnStandard } from './breed-standards.ts'
import { cageLayouts } from './cage-types.ts'
import { DoubtedReading } from './doubts.ts'
import { Job } from './jobs.ts'
import { SettingRisk } from './setting-question.ts'

/** What everybody in scope may know about a house. Farm data is in `HouseState`. */
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
  /** Day on which the birds arrive; a future one is a plan. */
  flockStartedOn: z.iso.date().nullish(),
  /** For birds that do not arrive as chicks. */
  flockHatchedOn: z.iso.date().nullish(),
  flockCount: z.number().int().min(0).max(500_000).nullish(),
  /** Birds sold or moved out since the placement. */
  flockSold: z.number().int().min(0).max(500_000).nullish(),
  /** Its group and its cage system type. Unchanged if left out; null removes them. */
  groupId: Id.nullish(),
  cageTypeId: Id.nullish(),
  /** The devices that serve the house from now on; a missing one stops serving it. Without the list nothing changes. */
  deviceIds: z.array(Id).max(8).optional(),
  /** The controller among these whose figures are the house's. By default the current one stays, or the first is taken. */
  mainId: Id.nullish(),
  version: Version.optional(),
})

/** The cage system of a house, as needed for its drawing. */
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
  /** The house's own time zone, or the office's. */
  timeZone: z.string(),
  ownTimeZone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  breed: z.string().nullable(),
  flockStartedOn: z.iso.date().nullable(),
  flockHatchedOn: z.iso.date().nullable(),
  flockCount: z.number().int().nullable(),
  flockSold: z.number().int().nullable(),
  /** What its birds were placed on; null where nobody told, or on no litter. */
  litter: z.enum(litters).nullable(),
  /** By its flock, as the list of flocks has it; else as counted by its controller. Null while the house is empty or nothing tells. */
  aliveCount: z.number().int().nullable(),
  /** Whether losses of that flock were entered: else it is what was placed, and came and left alive. */
  isRecorded: z.boolean(),
  /** As counted by its controller. */
  countedCount: z.number().int().nullable(),
  /** Null if the customer does not let the viewer see its farm (RA). */
  state: z.enum(houseStates).nullable(),
  /** Age in days by the house's midnight as the office counts, from 0 or 1; null while the house is empty. */
  dayAge: z.number().int().nullable(),
  /** The same counted from 0, as breed standards do. */
  standardAge: z.number().int().nullable(),
  /** Days until a planned flock arrives; null without one. */
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
  /** Level of its worst active alarm, from a warning on; only in lists. */
  worst: z.enum(severities).optional(),
  deleted: Deletion.optional(),
})
export type House = z.infer<typeof House>

export const HouseFilter = z.object({
  search: z.string().trim().max(100).optional(),
  type: z.enum(houseTypes).optional(),
  officeId: Id.optional(),
  groupId: Id.optional(),
  /** For houses whose farm the viewer may see (RA). One that is offline with a grave alarm is both. */
  state: z.enum(houseStates).optional(),
})

/** Deleted ones only for those who may restore them. */
const HouseListFilter = HouseFilter.extend(DeletedFilter.shape)

/** [value, time of the sample in ms since 1970]; a stale, bad or absent reading is null. */
export const Reading = z.tuple([z.union([z.number(), z.boolean(), z.string(), z.null()]), z.number()])
export type Reading = z.infer<typeof Reading>

/** An active alarm in a house, with the device it is about: two controllers may warn of the same. */
export const HouseAlarm = z.object({ code: z.string(), level: z.enum(severities), iotId: Id })

/** What a device last reported. */
export const DeviceNow = z.object({
  iotId: Id,
  /** Server time of the last message, ms since 1970. */
  lastMessageAt: z.number().nullable(),
  /** Observed seconds between two reports; values older than three of them are stale. */
  reportIntervalS: z.number(),
  /** metric → reading; settings are not among them */
  readings: z.record(z.string(), Reading),
})
export type DeviceNow = z.infer<typeof DeviceNow>

/** What the survival of a flock counts, those before a take-over included. */
const CountedLosses = z.object({
  /** Whether anything is recorded; else `lost` are those of before a take-over, and nobody told of the time since. */
  isBegun: z.boolean(),
  /** Birds placed, and moved in since. */
  birds: z.number().int(),
  /** Birds dead and culled. */
  lost: z.number().int(),
  /** Birds that were sold, or moved in or out. */
  moved: z.number().int(),
  /** The day from which they count: that of the first placement. */
  from: z.iso.date(),
})
export type CountedLosses = z.infer<typeof CountedLosses>

/** The eggs of the last recorded day that is over, by the flock's records. */
const Laid = z.object({
  day: z.iso.date(),
  /** Age on that day, as standards count. */
  age: z.number().int(),
  eggs: z.number().int(),
  /** Alive that morning. */
  hens: z.number().int(),
  /** Whether losses are recorded throughout: else nobody knows of how many hens the eggs are. */
  isSure: z.boolean(),
})
export type Laid = z.infer<typeof Laid>

/** A house with the values of its main controller as its own, and those of each other device beside them. */
export const HouseOnMonitor = House.extend(DeviceNow.shape).extend({
  /** The device these values come from; null if the house has no controller and no values. */
  iotId: Id.nullable(),
  state: z.enum(houseStates),
  /** Since when the house has been in its state. */
  stateSince: z.iso.datetime().nullable(),
  /** Active alarms of its devices, known to us or not, and of the platform's rules; worst first. */
  alarms: z.array(HouseAlarm),
  others: z.array(DeviceNow),
  /** The farm's own standard that its flock is held against; missing where it is that of its breed. */
  standard: OwnStandard.optional(),
  /** By the records of its flock; null while the house is empty, or where the losses of some weeks are not known. */
  losses: CountedLosses.nullable(),
  /** Why losses are not known by records; null where they are. */
  lossesLack: z.enum(lossesLacking).nullable(),
  /** What its hens laid by the records; null without. */
  laid: Laid.nullable(),
})
export type HouseOnMonitor = z.infer<typeof HouseOnMonitor>

/** A device that serves a house now. Settings only for those who may control the house (RC); null if unknown. */
export const HouseController = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  status: z.enum(deviceStatuses),
  statusSince: z.iso.datetime(),
  /** Who disabled it or its gateway, and why; null while it may communicate. */
  disabledBy: z.string().nullable(),
  /** Version of the settings, as last reported by the controller. */
  settingsVersion: z.number().int().nullable(),
  /** What its relays drive, as codes of `Settings/Relay/Rnn/Function`. */
  drives: z.array(z.number().int()).nullable(),
  /** When it takes the next level; differences in K above the target. */
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
      /** Seconds before a level is taken. */
      upDelayS: z.number(),
    })
    .nullable(),
  /** Settings that stand outside their safe range now; none without RC. */
  outside: z.array(SettingRisk),
})

export const HouseControllers = z.object({
  /** Until when the customer lets the offices above it read and change settings (RC); null if it does not. */
  remoteControlEndsOn: z.iso.date().nullable(),
  devices: z.array(HouseController),
})
export type HouseControllers = z.infer<typeof HouseControllers>

const SettingValue = z.union([z.number(), z.boolean(), z.string()])

/** A setting that is temporarily another, and what it becomes by itself. */
export const TemporarySetting = z.object({
  houseId: Id,
  /** Wire name. */
  name: z.string(),
  value: SettingValue,
  /** When it ends, ms since 1970, and what holds then. */
  until: z.number(),
  next: SettingValue,
  /** Who made the change, or the program that made it for them. */
  by: z.string().nullable(),
})
export type TemporarySetting = z.infer<typeof TemporarySetting>

/** What a device, or else the signal model, says about a metric; null if neither says anything. */
export const MetricFacts = z.object({
  name: z.string(),
  unit: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  decimals: z.number().nullable(),
})
export type MetricFacts = z.infer<typeof MetricFacts>

/** Everything one device last reported: name → [value, time of the sample in ms]. Settings are null without RC. */
export const ReportedByDevice = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  /** About the metrics that the signal model does not know. */
  foreign: z.array(MetricFacts),
  metrics: z.record(z.string(), Reading),
  /** Which of these are not believed. */
  doubts: z.array(DoubtedReading),
  settings: z.record(z.string(), Reading).nullable(),
  /** From this silence on its house counts as offline, s. */
  silentAfterS: z.number().int(),
})
export type ReportedByDevice = z.infer<typeof ReportedByDevice>

/** Whether each signal of a house's devices arrives and can be true. */
export const SignalsOfHouse = z.object({
  /** Birds can come only after somebody has confirmed this list. */
  isWanted: z.boolean(),
  /** Who did so last, and how many were not right then. */
  look: z
    .object({ at: z.iso.datetime(), by: z.string(), total: z.number().int(), open: z.number().int() })
    .nullable(),
  devices: z.array(
    z.object({
      id: Id,
      code: z.string(),
      name: z.string(),
      signals: z.array(
        z.object({
          /** on the wire */
          name: z.string(),
          state: z.enum(['right', 'missing', 'odd', 'still']),
          /** What to do about it; null if it is right. */
          hint: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type SignalsOfHouse = z.infer<typeof SignalsOfHouse>

/** A value of any kind in words: tables, files and arrays by their contents. */
const Told = z.union([z.number(), z.boolean(), z.string(), z.null()])

/** A birth as received, in its order. */
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
  /** Number of settings hidden because the customer does not share them (RC). */
  hidden: z.number().int(),
  /** Null when it could not be kept whole: its metrics are missing then. */
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
  standard: true,
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

/** What somebody did to a house, or wrote about a day of its flock. */
export const HouseDeed = z.object({
  id: z.string(),
  kind: z.enum(['setting', 'note', 'medicine', 'vaccine']),
  /** The text; for a setting its group. */
  says: z.string(),
  who: z.string().nullable(),
  /** For a note on a day: midnight by the house's clock. */
  at: z.iso.datetime(),
  /** For a note: the flock. */
  flockId: Id.nullable(),
})
export type HouseDeed = z.infer<typeof HouseDeed>

/** Values of this device of the house and those it replaced; by default of the main controller. */
const OfDevice = z.object({ deviceId: Id.optional() })

export const ChartQuery = OfDevice.extend({
  /** Comma-separated metric names; `\\,` is a comma within a name. */
  metrics: z
    .string()
    .min(1)
    .max(6_000)
    .transform(splitMetrics)
    .pipe(z.array(z.string().max(200)).min(1).max(CHART_METRICS)),
  /** ms since 1970 */
  from: z.coerce.number().int().min(0).max(8.64e15),
  to: z.coerce.number().int().min(0).max(8.64e15),
  /** At most so many; of many metrics fewer, 15,000 points in all. */
  points: z.coerce.number().int().min(2).max(CHART_POINTS).default(600),
  resolution: z.enum(['auto', 'raw', '15m', 'day']).default('auto'),
})

/** A chart as an Excel file: the points as drawn, or every report. */
export const ChartWorkbookForm = ChartQuery.omit({ resolution: true }).extend({
  isEveryReport: z.boolean().default(false),
})

/** When a value, or one it is counted from, was not believed and why; ms since 1970, null while it still is not. */
const DoubtSpan = DoubtedReading.extend({
  from: z.number(),
  to: z.number().nullable(),
})
export type DoubtSpan = z.infer<typeof DoubtSpan>

/** Another meter took over then, and showed this when it was fitted. ms since 1970, in the unit of the metric. */
const Exchanged = z.object({ at: z.number(), reading: z.number() })
export type MeterExchanged = z.infer<typeof Exchanged>

/** Series in columns, as charts need them: `at[i]` is the start of the bucket in ms; gaps are null. */
export const Chart = z.object({
  resolution: z.enum(['raw', '15m', 'day']),
  /** Width of a bucket, ms; for raw the width points were merged to, 0 when every stored report is shown. */
  stepMs: z.number(),
  at: z.array(z.number()),
  /** Whether any report arrived then, even one without these metrics; missing for days. */
  heard: z.array(z.boolean()).optional(),
  /** When readings of the house came from a file of another system, oldest first; missing where none did. ms since 1970 */
  imported: z
    .array(z.object({ source: z.string(), from: z.number(), to: z.number(), metrics: z.array(z.string()) }))
    .optional(),
  /** From this silence on there is a gap, s, where the house's farm set how long it may last; else the usual one holds. */
  gapS: z.number().int().optional(),
  series: z.array(
    z.object({
      metric: z.string(),
      low: z.array(z.number().nullable()),
      mean: z.array(z.number().nullable()),
      high: z.array(z.number().nullable()),
      /** Drawn, and in no figure; missing where all is believed. */
      doubts: z.array(DoubtSpan).optional(),
      /** From how many probes it is worked out where the controller tells no mean to rely on. */
      probes: z.number().int().optional(),
      /** Exchanges of the meter that counts it; missing where none was told. */
      exchanges: z.array(Exchanged).optional(),
    }),
  ),
})
export type Chart = z.infer<typeof Chart>

/** Fans by group, each group once, what else moves, warms and cools the air of a house, and its other machines. */
export const HouseEquipment = z.object({
  fanGroups: z.array(z.object(typedShape(fanGroupFields))).max(FAN_GROUPS),
  ...typedShape(equipmentFields),
  machines: z
    .array(z.object(typedShape(houseMachineFields)))
    .max(HOUSE_MACHINES)
    .optional(),
})

/** The recorded equipment of a house, or what a house of its type and size usually has. */
export const EquipmentOfHouse = HouseEquipment.extend({
  id: Id,
  name: z.string(),
  isRecorded: z.boolean(),
  /** What is usual. */
  proposed: HouseEquipment,
  /** Of the house. */
  version: Version,
})
export type EquipmentOfHouse = z.infer<typeof EquipmentOfHouse>

/** That a meter was exchanged, as somebody told it. */
const MeterExchange = z.object({
  id: Id,
  deviceId: Id,
  metric: z.string(),
  /** When the new meter was fitted. */
  at: z.iso.datetime(),
  /** What it showed then, in the unit of the metric. */
  reading: z.number(),
  by: unsaid(z.string()),
})
export type MeterExchange = z.infer<typeof MeterExchange>

/** The meters of a house's controllers, and what was told of their exchanges, newest first. */
const MetersOfHouse = z.object({
  timeZone: z.string(),
  meters: z.array(
    z.object({
      deviceId: Id,
      deviceName: z.string(),
      metric: z.enum(exchangeable),
      /** What it shows; null if it says nothing. */
      value: z.number().nullable(),
      doubt: DoubtedReading.nullable(),
    }),
  ),
  exchanges: z.array(MeterExchange),
})
export type MetersOfHouse = z.infer<typeof MetersOfHouse>

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
  /** No more than the list shows anyway. */
  get: get(`${path}/:id`, ['chicken_home_manage:get', 'chicken_home_manage:query'], { returns: House }),
  counts: counted(path, 'chicken_home_manage:query', HouseListFilter, ['type']),
  /** With the controllers it had when deleted, except those that are deleted or now serve another house. */
  restore: post(`${path}/:id/restore`, 'chicken_home_manage:delete', {
    returns: z.object({
      house: House,
      /** Controllers that did not come back, by code. */
      without: z.array(z.string()),
    }),
    says: { 'en-US': 'Restored house: {name}', 'zh-CN': '恢复鸡舍：{name}' },
  }),
  /** The equipment that what-if, the air of the levels and weather warnings calculate with. */
  equipment: get(`${path}/:id/equipment`, ['chicken_home_manage:get', 'chicken_home_manage:query'], {
    returns: EquipmentOfHouse,
  }),
  equip: put(`${path}/:id/equipment`, 'chicken_home_manage:edit', {
    body: HouseEquipment.extend({ version: Version.optional() }),
    returns: EquipmentOfHouse,
    says: { 'en-US': 'Changed the equipment of house: {name}', 'zh-CN': '修改鸡舍设备：{name}' },
  }),
  /** The meters that count what birds drink, eat and lay, with their exchanges. */
  meters: get(`${path}/:id/meters`, 'chicken_home_manage:query', { returns: MetersOfHouse }),
  /** A meter was exchanged: from then on its jump is no doubt, and a day's total goes on across it. */
  exchangeMeter: post(`${path}/:id/meters`, 'chicken_home_manage:edit', {
    body: z.object({
      deviceId: Id,
      metric: z.enum(exchangeable),
      /** When the new meter was fitted; not in the future. */
      at: z.iso.datetime(),
      /** What the new meter showed then, in the unit of the metric. */
      reading: z.number().min(0).max(METER_READING),
    }),
    returns: MetersOfHouse.pick({ exchanges: true }),
    says: {
      'en-US': 'Meter exchanged in {house}: {meter}, new reading {reading}',
      'zh-CN': '{house} 更换计量表：{meter}，新表读数 {reading}',
    },
  }),
  undoExchange: post(`${path}/:id/meters/undo`, 'chicken_home_manage:edit', {
    body: z.object({ exchangeId: Id }),
    returns: MetersOfHouse.pick({ exchanges: true }),
    says: {
      'en-US': 'Took back a meter exchange in {house}: {meter}',
      'zh-CN': '撤销 {house} 的换表登记：{meter}',
    },
  }),
  /** All houses of the viewer with state and latest readings, worst first. */
  monitor: get('/admin/auth/house-monitor', 'chicken_home_manage:query', {
    kinds: [2],
    returns: z.array(HouseOnMonitor),
  }),
  /** What is temporarily set in the houses that the viewer may control (RC), the next end first. */
  temporary: get('/admin/auth/house-monitor/temporary', 'chicken_home_manage:query', {
    kinds: [2],
    returns: z.array(TemporarySetting),
  }),
  /** Known state of one house: the snapshot a screen starts from. */
  state: get(`${path}/:id/state`, 'chicken_home_manage:get', { returns: HouseOnMonitor }),
  /** The devices behind a house, with what is built into it as far as they report it. */
  controllers: get(`${path}/:id/controllers`, 'chicken_home_manage:query', { returns: HouseControllers }),
  /** Every metric and setting last reported by a house's devices, known to us or not. */
  reported: get(`${path}/:id/reported`, 'chicken_home_manage:query', {
    returns: z.array(ReportedByDevice),
  }),
  /** The same, each judged: for whoever sets up a house, to tick off. */
  signals: get(`${path}/:id/signals`, 'chicken_home_manage:query', { returns: SignalsOfHouse }),
  /** Somebody has looked at that list: from now on birds may come. What is not right is kept with their name. */
  confirmSignals: post(`${path}/:id/signals/confirm`, 'chicken_home_manage:edit', {
    // Installers do this in the house.
    wantsProof: false,
    returns: SignalsOfHouse.omit({ devices: true }),
    says: { 'en-US': 'Looked at the signals of {house}', 'zh-CN': '核对了 {house} 的信号' },
  }),
  chart: get(`${path}/:id/chart`, ['chicken_home_manage:query', 'device_chart:query'], {
    query: ChartQuery,
    returns: Chart,
  }),
  charted: get(`${path}/:id/charted`, ['chicken_home_manage:query', 'device_chart:query'], {
    query: OfDevice,
    returns: Charted,
  }),
  /** The same chart as a table for people, as comma-separated text. */
  chartFile: get(`${path}/:id/chart-file`, 'device_chart:export', {
    query: ChartQuery,
    returns: z.object({ name: z.string(), text: z.string() }),
  }),
  /** The same for Excel, with the period's alarms if the viewer may see them; as a job. */
  chartWorkbook: post(`${path}/:id/chart-workbook`, 'device_chart:export', {
    body: ChartWorkbookForm,
    whenReadOnly: true,
    returns: Job,
    says: { 'en-US': 'Exported the reports: {source}', 'zh-CN': '导出报表：{source}' },
  }),
  /** The same as a page to print: curves, events, figures; as a job. */
  chartPaper: post(`${path}/:id/chart-paper`, 'device_chart:export', {
    body: ChartQuery.omit({ resolution: true }),
    whenReadOnly: true,
    returns: Job,
    says: { 'en-US': 'Exported the chart of {source} as PDF', 'zh-CN': '导出图表 PDF：{source}' },
  }),
  /** Alarms of the house that were active at some time between the two, newest first. */
  alarmMarks: get(`${path}/:id/alarm-marks`, 'house_alarm:query', {
    query: z.object({ from: Instant, to: Instant }),
    returns: page(AlarmMark),
  }),
  /** Setting changes between the two, and notes and treatments of those days; each kind for those who may see it. */
  deeds: get(`${path}/:id/deeds`, 'device_chart:query', {
    query: z.object({ from: Instant, to: Instant }),
    returns: z.array(HouseDeed),
  }),
  /** The last births of a house's devices, or of one of them, and of their gateways. */
  births: get(`${path}/:id/births`, 'chicken_home_manage:query', {
    query: z.object({ deviceId: Id.optional() }),
    returns: z.array(Birth),
  }),
}
