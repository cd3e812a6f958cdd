import { z } from 'zod'
import { deviceStatuses } from '../devices.ts'
import { get, Id, PageQuery, page, post, unsaid } from '../endpoint.ts'
import { line } from '../line.ts'
import { litters } from '../litter.ts'
import {
  changeFailures,
  changeOrigins,
  changeStates,
  changeWaits,
  DEFAULT_CHANGE_WAIT,
} from '../setting-changes.ts'
import { templateSeasons } from '../setting-templates.ts'
import { houseTypes, settingGroupKeys } from '../signals.ts'
import { languages } from '../text.ts'
import { HouseEquipment } from './houses.ts'
import { SettingQuestion, SettingRisk } from './setting-question.ts'
import { TimeLeft, TriedOut } from './what-if.ts'

/** Wire name → value, for reported and requested values; rules name the cell of an invalid one. */
const Values = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
const Wanted = z.record(line(100), z.union([z.number(), z.boolean(), line(20), z.null()]))

/** A change of one group's settings, made here or at the panel. Values only for those who may control the house (RC). */
export const SettingChange = z.object({
  id: Id,
  iotId: Id,
  group: z.enum(settingGroupKeys),
  origin: z.enum(changeOrigins),
  state: z.enum(changeStates),
  failure: z.enum(changeFailures).nullable(),
  /** The controller's answer (`Command/Result`, `Command/Message`); null before it. */
  result: z.number().int().nullable(),
  says: z.string().nullable(),
  /** A node that answers no commands reported the new values by itself. */
  isByEcho: z.boolean(),
  /** Null for a change at the panel. The operation history names its actor itself, and forgets an erased one. */
  by: unsaid(z.string().nullable()),
  /** The API token that made it for them; null if they made it themselves. */
  program: z.string().nullable(),
  reason: z.string().nullable(),
  before: unsaid(Values),
  wanted: unsaid(Values),
  /** The same settings as the controller reported them at the end; null until then. */
  after: unsaid(Values.nullable()),
  /** Days of age of the points among them at that time: `Settings/Temp/Curve/P05/Day`. */
  days: unsaid(Values),
  madeAt: z.iso.datetime(),
  /** Until when it waits for a controller that is away. */
  expiresAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  overAt: z.iso.datetime().nullable(),
  /** For a temporary change: when its gateway reverts it by itself, and when that was read back. */
  returnsAt: z.iso.datetime().nullable(),
  returnedAt: z.iso.datetime().nullable(),
})
export type SettingChange = z.infer<typeof SettingChange>

const Value = z.union([z.number(), z.boolean(), z.string()])

/** A setting that is temporarily another. */
export const HeldSetting = z.object({
  /** Wire name. */
  name: z.string(),
  /** What it is permanently. */
  base: Value,
  /** What lies over that, oldest first: the newest that has not ended holds. `until` in ms since 1970. */
  temporaries: z.array(z.object({ id: Id, value: Value, until: z.number() })),
  /** Whether its gateway reports that it will end them as it should; null for one that keeps no list. */
  isKept: z.boolean().nullable(),
})
export type HeldSetting = z.infer<typeof HeldSetting>

/** What settings are judged by. */
const Judged = z.object({
  type: z.enum(houseTypes),
  /** Age of the flock as standards count it, days. */
  age: z.number().int().nullable(),
  lengthM: z.number(),
  widthM: z.number(),
  heightM: z.number(),
  latitude: z.number(),
  /** Birds placed, which its equipment is sized for, and those of both sexes alive; 0 while it is empty. */
  birds: z.number().int(),
  alive: z.number().int(),
  /** Nobody said how many there are: both are what such a house usually holds. */
  isUsual: z.boolean().optional(),
  /** The last day on which medicine forbids catching the birds; null where none does. */
  meatUntil: z.iso.date().nullable().optional(),
  /** kg of one bird; null if neither scale nor breed tells it. */
  weight: z.number().nullable(),
  /** What they were placed on; null where nobody told, or on no litter. */
  litter: z.enum(litters).nullable().optional(),
  /** As recorded; null if it is not. */
  equipment: HouseEquipment.nullable(),
})

/** A controller of a house whose settings are shown, and what keeps the viewer from changing them. */
const OfHouse = z.object({
  house: Judged.extend({
    id: Id,
    name: z.string(),
    timeZone: z.string(),
    customer: z.string().nullable(),
    /** What the farm calls the day of placement, 0 or 1: its age of the flock is `age` and this. The controller's is 0. */
    placementDay: z.number().int(),
  }),
  devices: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
  device: z.object({
    id: Id,
    code: z.string(),
    name: z.string(),
    status: z.enum(deviceStatuses),
    statusSince: z.iso.datetime(),
    /** Its model, which determines what it has; null if its birth alone does. */
    product: z.record(z.enum(languages), z.string()).nullable(),
  }),
  /** Version of the settings reported by the controller; null if it reports none. */
  version: z.number().int().nullable(),
  /** Until when the customer lets the viewer control it (RC); null for the customer's own people. */
  remoteControlEndsOn: z.iso.date().nullable(),
  /** What the controller's clock last showed, and how far it is ahead, ms. */
  clock: z.object({ shows: z.number().nullable(), aheadMs: z.number() }),
  /** Changes waiting or being sent, in order: one at a time. */
  open: z.array(SettingChange),
  /** Temporary changes now in force. */
  returning: z.array(SettingChange),
  /** Settings that are temporarily others. */
  held: z.array(HeldSetting),
  /** Whether its gateway reverts a temporary change by itself. */
  canReturn: z.boolean(),
})

export const SettingsOfHouse = OfHouse.extend({
  /** The controller's groups, with the last change of each. */
  groups: z.array(
    z.object({
      key: z.enum(settingGroupKeys),
      settings: z.number().int(),
      /** The settings that say most about the group, and their values with the days of age of points among them. */
      summary: z.array(z.string()),
      values: Values,
      last: SettingChange.nullable(),
    }),
  ),
  /** What stands outside its safe range now, whoever set it. */
  outside: z.array(SettingRisk),
})
export type SettingsOfHouse = z.infer<typeof SettingsOfHouse>

export const SettingsOfGroup = OfHouse.extend({
  group: z.enum(settingGroupKeys),
  /** As last reported by the controller. */
  values: Values,
  /** What stands outside its safe range now, in all groups. */
  outside: z.array(SettingRisk),
  /** Server time of the controller's last message, ms since 1970. */
  toldAt: z.number().nullable(),
  last: SettingChange.nullable(),
  /** Who last changed a setting, by wire name; without settings that nobody has changed since records began. */
  changedBy: z.record(
    z.string(),
    z.object({
      by: unsaid(z.string().nullable()),
      program: z.string().nullable(),
      origin: z.enum(changeOrigins),
      at: z.iso.datetime(),
    }),
  ),
})
export type SettingsOfGroup = z.infer<typeof SettingsOfGroup>

/** Another house of the customer that could get a group's settings, and what that would change. */
export const CopyTarget = z.object({
  house: Judged.extend({ id: Id, name: z.string() }),
  device: z.object({ id: Id, name: z.string(), status: z.enum(deviceStatuses) }),
  /** Only controllers of the same product get them. */
  isSameProduct: z.boolean(),
  /** The group as last reported by this controller, and everything in it that would change permanently. */
  values: Values,
  wanted: Values,
  /** Settings that are temporarily others there. */
  held: z.array(z.string()),
  /** Settings it does not have. */
  missing: z.array(z.string()),
})
export type CopyTarget = z.infer<typeof CopyTarget>

/** A group's settings that a customer keeps under a name, for houses of one type. */
export const SettingTemplate = z.object({
  id: Id,
  name: z.string(),
  season: z.enum(templateSeasons),
  values: unsaid(Values),
  by: unsaid(z.string()),
  keptAt: z.iso.datetime(),
})
export type SettingTemplate = z.infer<typeof SettingTemplate>

/** ms since 1970 */
const Instant = z.coerce.number().int().min(0).max(253_402_300_799_999).optional()

/** A house's main controller unless another of its devices is named. */
const OfDevice = z.object({ deviceId: Id.optional() })
const path = '/admin/auth/device-settings/:id'

export const settings = {
  ofHouse: get(path, 'device_setting:query', { query: OfDevice, returns: SettingsOfHouse }),
  ofGroup: get(`${path}/group`, 'device_setting:query', {
    query: OfDevice.extend({ group: z.enum(settingGroupKeys) }),
    returns: SettingsOfGroup,
  }),
  /**
   * Houses of the same customer and type, by name; each gets its own change. What belongs to one house's flock, probes or
   * equipment is left out.
   */
  copyTargets: get(`${path}/copy-targets`, 'device_setting:query', {
    query: OfDevice.extend({ group: z.enum(settingGroupKeys) }),
    returns: z.array(CopyTarget),
  }),
  /** Newest first; only one group's if it is named, and only those made in a time, ms since 1970. */
  changes: get(`${path}/changes`, 'device_setting:query', {
    query: PageQuery.extend(OfDevice.shape).extend({
      group: z.enum(settingGroupKeys).optional(),
      from: Instant,
      to: Instant,
    }),
    returns: page(SettingChange),
  }),
  /** When the house passes its first limit if nobody does anything, by its model; null where that is not known. */
  timeLeft: get(`${path}/time-left`, 'house_alarm:get', { returns: TimeLeft.nullable() }),
  /** Runs the next 24 hours of the house with its settings and with a draft of one group; nothing is stored or sent. */
  tryOut: post(`${path}/what-if`, 'device_setting:edit', {
    changes: null,
    // It changes nothing.
    wantsProof: false,
    body: OfDevice.extend({ group: z.enum(settingGroupKeys), wanted: unsaid(Wanted) }),
    returns: TriedOut,
    says: null,
  }),
  /** What sending a draft of one group would ask, and what the house's model says of it; nothing is stored or sent. */
  question: post(`${path}/question`, 'device_setting:edit', {
    changes: null,
    // It changes nothing.
    wantsProof: false,
    body: OfDevice.extend({ group: z.enum(settingGroupKeys), wanted: unsaid(Wanted) }),
    returns: SettingQuestion,
    says: null,
  }),
  /** Nothing counts as changed until the controller reports the new values; the answer says how far the change is. */
  send: post(`${path}/changes`, 'device_setting:edit', {
    // It asks itself if values are outside the safe range or the house's model sees harm; within it programs may send.
    wantsProof: false,
    body: OfDevice.extend({
      group: z.enum(settingGroupKeys),
      /** The values on the screen; a different one at the controller is a conflict. */
      before: unsaid(Wanted),
      wanted: unsaid(Wanted),
      reason: z.string().trim().max(500).optional(),
      /** min */
      waits: z.union(changeWaits.map(each => z.literal(each))).default(DEFAULT_CHANGE_WAIT),
      /** For a temporary change: until when, at most a week from now. */
      returnsAt: z.iso.datetime().optional(),
      /** A permanent change may end temporary values of the same settings. */
      endsTemporary: z.boolean().default(false),
      /** Values outside the safe range were read and are intended. */
      isConfirmed: z.boolean().default(false),
    }),
    returns: SettingChange,
    says: {
      'en-US': 'Sent a change of “{groupName}” to {house} (settings: {count})',
      'zh-CN': '向{house}下发“{groupName}”的 {count} 项参数',
    },
  }),
  /** Those for houses of this type, by season and name. */
  templates: get(`${path}/templates`, 'device_setting:query', {
    query: OfDevice.extend({ group: z.enum(settingGroupKeys) }),
    returns: z.array(SettingTemplate),
  }),
  /**
   * Keeps a group as the controller has it, with the permanent values of what is temporarily another unless asked; a template
   * with the same name is replaced.
   */
  keepTemplate: post(`${path}/templates`, 'device_setting:edit', {
    // No controller gets any of it before it is sent.
    wantsProof: false,
    body: OfDevice.extend({
      group: z.enum(settingGroupKeys),
      name: line(40).min(1),
      season: z.enum(templateSeasons),
      /** With temporary values as they are now. */
      asNow: z.boolean().default(false),
    }),
    returns: SettingTemplate,
    says: {
      'en-US': 'Saved “{groupName}” of {house} as template “{name}”',
      'zh-CN': '将{house}的“{groupName}”保存为模板“{name}”',
    },
  }),
  removeTemplate: post(`${path}/templates/remove`, 'device_setting:edit', {
    wantsProof: false,
    body: z.object({ templateId: Id }),
    returns: SettingTemplate.pick({ id: true, name: true }),
    says: {
      'en-US': 'Deleted the template “{name}” of “{groupName}”',
      'zh-CN': '删除“{groupName}”的模板“{name}”',
    },
  }),
  /** Withdraws a waiting change; one already sent cannot be. */
  withdraw: post(`${path}/withdraw`, 'device_setting:edit', {
    // Withdrawing is never held up.
    wantsProof: false,
    body: z.object({ changeId: Id }),
    returns: SettingChange,
    says: {
      'en-US': 'Withdrew the change of “{groupName}” of {house}',
      'zh-CN': '撤回{house}“{groupName}”的参数修改',
    },
  }),
}
