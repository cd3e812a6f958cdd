import { z } from 'zod'
import { holidayChoices } from '../alarm-chain.ts'
import {
  conditionNames,
  directionNames,
  metricNames,
  onNames,
  receiverNames,
  ruleLevelNames,
  wayNames,
} from '../alarm-rules.ts'
import { provenWays } from '../alarm-ways.ts'
import { valuesOf } from '../choices.ts'
import { counted, crud, del, get, Id, post, put } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search, typedShape } from '../fields.ts'
import { BULK_ROWS, NO_DATA_LEAST_S, NO_DATA_MOST_S } from '../limits.ts'
import { line } from '../line.ts'
import { CUSTOMER } from '../permissions.ts'
import { houseTypeNames } from '../signals.ts'
import { text } from '../text.ts'

/** Input fields of a farm's rule. */
export const alarmRuleFields = {
  name: { kind: 'text', most: 60, isRequired: true, label: text('规则名称', 'Name') },
  houseType: {
    kind: 'choice',
    choices: houseTypeNames,
    label: text('鸡舍类型', 'House type'),
    hint: text('不选则适用于所有类型。', 'Leave empty to apply it to all types.'),
  },
  metric: {
    kind: 'choice',
    choices: metricNames,
    isRequired: true,
    label: text('监测量', 'Metric'),
    hint: text(
      '环控器上报的数值和状态，或批次的每日指标。',
      'A value or state the controller reports, or a figure of the flock by day.',
    ),
  },
  direction: { kind: 'choice', choices: directionNames, isRequired: true, label: text('条件', 'Rings when') },
  limit: { kind: 'number', least: -1_000, most: 1e9, isRequired: true, label: text('限值', 'Limit') },
  forMinutes: {
    kind: 'whole',
    least: 0,
    most: 240,
    isRequired: true,
    label: text('持续（分钟）', 'Duration (min)'),
  },
  forDays: {
    kind: 'whole',
    least: 1,
    most: 14,
    label: text('连续天数', 'Days in a row'),
    hint: text('按养殖记录逐日判断。', 'Judged day by day, as the days are recorded.'),
  },
  conditionMetric: {
    kind: 'choice',
    choices: conditionNames,
    label: text('仅当', 'Only while'),
    hint: text('条件不满足时不判断此规则。', 'The rule is not judged while this does not hold.'),
  },
  conditionDirection: { kind: 'choice', choices: directionNames, label: text('条件为', 'Is') },
  conditionLimit: {
    kind: 'number',
    least: -1_000,
    most: 1e9,
    label: text('条件限值', 'Limit of the condition'),
  },
  level: { kind: 'choice', choices: ruleLevelNames, isRequired: true, label: text('级别', 'Level') },
  receivers: {
    kind: 'choice',
    choices: receiverNames,
    isRequired: true,
    label: text('通知谁', 'Notify'),
    hint: text(
      '严重和紧急报警始终立即通知所有可处理报警的人，并按值班顺序逐个叫醒，直到有人到场；无人值班时，预警也通知所有人。',
      'Critical and emergency alarms always go to everybody at once, and wake one after another by the on-call plan until somebody is on site. A warning goes to everybody while nobody is on call.',
    ),
  },
  ways: {
    kind: 'choices',
    choices: wayNames,
    label: text('另外通过', 'Also by'),
    hint: text(
      '只用于预警：除各人自选的方式之外。',
      'For warnings: in addition to the ways people chose themselves.',
    ),
  },
  unseenMinutes: {
    kind: 'whole',
    least: 1,
    most: 240,
    label: text('无人查看则升级（分钟）', 'Escalate if not seen for (min)'),
    hint: text(
      '只用于预警：届时以全部方式通知所有人和替班；留空则不升级。',
      'For warnings: everybody and the stand-ins are then notified in every way. Leave empty to never escalate.',
    ),
  },
  action: {
    kind: 'text',
    most: 300,
    label: text('该做什么', 'What to do'),
    hint: text(
      '显示在报警和通知里；留空则按监测量和日龄给出建议。',
      'Shown in the alarm and its messages. Leave empty for advice by what is watched and the age of the birds.',
    ),
  },
  status: { kind: 'choice', choices: onNames, isRequired: true, label: text('状态', 'Status') },
} as const satisfies Fields

const houseId = Id.nullable()
const { form, item, fields } = record(alarmRuleFields, {
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
})
export const alarmRuleColumns = fields
const Form = form.extend({ houseId: houseId.optional() })
const Item = item.extend({
  houseId,
  /** Null: all houses, or those of the type. */
  houseName: z.string().nullable(),
})
export type AlarmRule = z.infer<typeof Item>
export type AlarmRuleForm = z.output<typeof Form>

const filter = z.object({
  search: Search,
  status: chosen(onNames),
  level: chosen(ruleLevelNames),
  metric: chosen(metricNames),
})
const permission = 'house_alarm_rule'
const path = '/admin/auth/alarm-rules'
const rules = crud(path, permission, {
  fields,
  item: Item,
  form: Form,
  filter,
  noun: text('报警规则“{name}”', 'the alarm rule “{name}”'),
})

const asked = z.coerce.number()
/** A rule on trial, as its form has it. */
const OnTrial = Form.pick({
  houseId: true,
  houseType: true,
  metric: true,
  direction: true,
  conditionMetric: true,
  conditionDirection: true,
}).extend({
  limit: asked,
  forMinutes: asked.int().min(0).max(alarmRuleFields.forMinutes.most),
  forDays: asked.int().min(1).max(alarmRuleFields.forDays.most).optional(),
  conditionLimit: asked.optional(),
  /** The rule being changed; a new one has none. */
  id: Id.optional(),
  /** How many of its houses were tried by earlier calls. */
  after: asked.int().min(0).max(10_000).default(0),
})
export type RuleOnTrial = z.output<typeof OnTrial>

const Tried = z.object({
  /** Houses that the rule applies to. */
  houses: z.number().int(),
  /** Those tried by this call. */
  tried: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** From when on readings were looked at, ms since 1970; null if there are none. */
      since: z.number().nullable(),
      alarms: z.number().int(),
      /** Of them, raised between 22 and 6 by the clock of the house. */
      atNight: z.number().int(),
      /** The longest, ms. */
      longest: z.number(),
      /** The days on which one was raised, in the house, and how many. */
      days: z.array(z.object({ day: z.iso.date(), alarms: z.number().int() })),
    }),
  ),
  /** The 30 days up to today, by the farm's clock. */
  days: z.array(z.iso.date()),
  /** `after` of the next call; null once all houses are tried. */
  next: z.number().int().nullable(),
})
export type TriedRule = z.output<typeof Tried>

const rung = { alarms: z.number().int(), atNight: z.number().int() }
const BetterRule = z.object({
  /** The rule as it was looked at. */
  version: z.number().int(),
  metric: z.string(),
  limit: z.number(),
  forMinutes: z.number().int(),
  /** Houses looked at: those in which it rang most. */
  houses: z.number().int(),
  /** From when on there were readings in all of them, ms since 1970; null without any. */
  since: z.number().nullable(),
  /** What the rule as it is rings for in those readings. */
  now: z.object(rung),
  /** How people closed its alarms in that time. */
  judged: z.object({
    real: z.number().int(),
    noise: z.number().int(),
    /** Real ones that no stored readings show: nothing proposed was held against them. */
    unchecked: z.number().int(),
  }),
  /** Null: nothing better was found, for this reason. */
  proposed: z
    .object({
      limit: z.number(),
      forMinutes: z.number().int(),
      ...rung,
      /** Of those that were in vain, how many it would not have rung for. */
      noiseGone: z.number().int(),
      /** The longest that a real one would have been told later, ms. */
      laterMs: z.number(),
    })
    .nullable(),
  reason: z.enum(['figure', 'readings', 'judged', 'none']).nullable(),
})
export type BetterRule = z.output<typeof BetterRule>

/** A farm's rules beside those of the platform: each can only add an alarm, none can silence one. */
export const alarmRules = {
  ...rules,
  create: { ...rules.create, kinds: [CUSTOMER] as const },
  counts: counted(path, `${permission}:query`, filter, ['status']),
  /** What a rule would have raised in the last 30 days; nothing is stored. Works on some of its houses at a time. */
  tryOut: get(`${path}/try-out`, [`${permission}:add`, `${permission}:edit`], {
    query: OnTrial,
    returns: Tried,
    summary: 'What a rule would have raised in the last 30 days. Nothing is stored.',
  }),
  /** A better limit or delay, by how people closed its alarms and what it would have raised in the last 30 days. */
  better: get(`${path}/:id/better`, `${permission}:edit`, {
    returns: BetterRule,
    summary:
      'A limit or delay that keeps every real alarm of the last 30 days and drops some that were in vain.',
  }),
}

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const Day = z.iso.date().nullable()
const DutyForm = z.object({
  accountId: Id,
  substituteId: Id.nullish(),
  /** 1 is Monday. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  fromClock: Clock,
  untilClock: Clock,
  fromOn: Day.optional(),
  untilOn: Day.optional(),
  note: line(200).optional(),
  /** Place in the chain: 1 is told first, the next after five minutes. */
  step: z.number().int().min(1).max(9).optional(),
  /** Only for alarms of these houses; none: all. */
  houseIds: z.array(Id).max(BULK_ROWS).nullish(),
  holidays: z.enum(holidayChoices).optional(),
})
export type AlarmDutyForm = z.output<typeof DutyForm>

/** Why somebody on the plan hears no alarm: their account is disabled or deleted, or they lack the right. */
export const goneReasons = ['disabled', 'deleted', 'noRight'] as const
const Gone = z.enum(goneReasons).nullable()

const Duty = z.object({
  id: Id,
  accountId: Id,
  name: z.string(),
  /** Null: they hear alarms. Otherwise the duty counts for nothing. */
  gone: Gone,
  substituteId: Id.nullable(),
  substitute: z.string().nullable(),
  substituteGone: Gone,
  /** Nothing wakes the stand-in either; false without one. */
  isSubstituteUnreachable: z.boolean(),
  weekdays: z.array(z.number().int()),
  fromClock: z.string(),
  untilClock: z.string(),
  fromOn: Day,
  untilOn: Day,
  note: z.string(),
  step: z.number().int(),
  /** Null: all houses. */
  houses: z.array(z.string()).nullable(),
  holidays: z.enum(holidayChoices),
  /** Neither phoned nor texted now: nothing wakes them, a push alone least of all. */
  isUnreachable: z.boolean(),
})
export type AlarmDuty = z.infer<typeof Duty>

/** A person who would be told of an alarm, and how they can be reached while no page is open. */
const Reached = z.object({
  id: Id,
  name: z.string(),
  ways: z.array(z.enum(valuesOf(wayNames))),
  /** Somebody above the farm entered their number: it is not called until the farm saves it. */
  isPhoneFromAbove: z.boolean(),
})
/** A test alarm, sent like a grave one; marking its message as read confirms it. */
const Test = z.object({
  startedAt: z.iso.datetime(),
  /** Null when they have been erased. */
  by: z.string().nullable(),
  people: z.array(z.object({ id: Id, name: z.string(), confirmedAt: z.iso.datetime().nullable() })),
})
const Plan = z.object({
  timeZone: z.string(),
  /** Whether the installation has a gateway for calls and text messages. */
  hasGateway: z.boolean(),
  /** Since when that gateway does not work; null: it does. */
  gatewayDeadSince: z.iso.datetime().nullable(),
  duties: z.array(Duty),
  /** When nobody is on call in the seven days from today, by the farm's clocks; none if there are no duties at all. */
  holes: z.array(
    z.object({
      day: z.iso.date(),
      fromClock: z.string(),
      untilClock: z.string(),
      /** Only these; null: all houses. */
      houses: z.array(z.string()).nullable(),
    }),
  ),
  holidays: z.array(z.object({ id: Id, fromOn: z.iso.date(), untilOn: z.iso.date(), name: z.string() })),
  /** On call now. */
  onCall: z.array(Reached.extend({ substitute: z.string().nullable(), step: z.number().int() })),
  /** Everybody else who is told of grave alarms. */
  others: z.array(Reached),
  /** The last one. */
  test: Test.nullable(),
})
export type DutyPlan = z.infer<typeof Plan>

const duties = '/admin/auth/alarm-duties'

/** Who is on call now, first step first, for everybody who sees alarms. */
const OnCallNow = z.object({
  hasPlan: z.boolean(),
  people: z.array(z.object({ name: z.string(), step: z.number().int(), isMe: z.boolean() })),
  /** Of the houses asked about, how many whose critical alarms now would phone or text nobody. */
  mute: z.number().int(),
  /** Ways by which alarms do not go out to this farm at the moment, and since when; over once they are proven again. */
  dead: z.array(z.object({ way: z.enum(provenWays), since: z.iso.datetime() })),
})
export type OnCallNow = z.infer<typeof OnCallNow>

/** Who is on call when, by the farm's clocks. */
export const alarmDuties = {
  plan: get(duties, `${permission}:query`, { kinds: [CUSTOMER], returns: Plan }),
  now: get(`${duties}/now`, ['house_alarm:query', `${permission}:query`], {
    kinds: [CUSTOMER],
    query: z.object({ houseId: Id.optional() }),
    returns: OnCallNow,
    summary: 'Who of the own farm is on call now, for a house or for any.',
  }),
  create: post(duties, `${permission}:add`, {
    kinds: [CUSTOMER],
    body: DutyForm,
    returns: z.object({ id: Id, person: z.string() }),
    says: text('安排 {person} 值班', 'Put {person} on call'),
  }),
  test: post(`${duties}/test`, `${permission}:edit`, {
    changes: duties,
    kinds: [CUSTOMER],
    returns: z.object({ told: z.number().int() }),
    says: text('发出测试报警，通知 {told} 人', 'Sent a test alarm to {told} people'),
    summary:
      'Tells everybody of a test by the ways of a grave alarm; refused within ten minutes of the last.',
  }),
  remove: del(`${duties}/:id`, `${permission}:delete`, {
    kinds: [CUSTOMER],
    returns: z.null(),
    says: text('取消 {person} 的值班', 'Took {person} off call'),
  }),
}

const holidays = '/admin/auth/alarm-holidays'

/** Days that the on-call plan treats as holidays. */
export const alarmHolidays = {
  create: post(holidays, `${permission}:add`, {
    changes: duties,
    kinds: [CUSTOMER],
    body: z.object({ fromOn: z.iso.date(), untilOn: z.iso.date(), name: line(60) }),
    returns: z.object({ id: Id, name: z.string() }),
    says: text('增加节假日“{name}”', 'Added the holiday “{name}”'),
  }),
  remove: del(`${holidays}/:id`, `${permission}:delete`, {
    changes: duties,
    kinds: [CUSTOMER],
    returns: z.null(),
    says: text('删除节假日“{holiday}”', 'Removed the holiday “{holiday}”'),
  }),
}

const seconds = { kind: 'whole', least: NO_DATA_LEAST_S, most: NO_DATA_MOST_S, isRequired: true } as const
/** Input fields of how long a house may send no data. */
export const silenceFields = {
  warningS: { ...seconds, label: text('无数据多久预警（秒）', 'Warning after (s)') },
  criticalS: { ...seconds, label: text('多久升为严重（秒）', 'Critical after (s)') },
} as const satisfies Fields

const SilenceForm = z.object({
  /** None: all houses. */
  houseIds: z.array(Id).max(BULK_ROWS),
  ...typedShape(silenceFields),
})
export type SilenceForm = z.output<typeof SilenceForm>

const LimitedHouse = z.object({
  id: Id,
  name: z.string(),
  warningS: z.number().int(),
  criticalS: z.number().int(),
})
const silence = '/admin/auth/silence-limits'

/** After how many seconds without data a house is told as silent, and offline; then as critical. */
export const silenceLimits = {
  limits: get(silence, `${permission}:query`, {
    kinds: [CUSTOMER],
    returns: z.array(LimitedHouse),
    summary: 'How long each house in scope may send no data, by name.',
  }),
  set: put(silence, `${permission}:edit`, {
    kinds: [CUSTOMER],
    body: SilenceForm,
    returns: z.object({ houses: z.array(LimitedHouse) }),
    says: text(
      '设置 {houses} 的无数据报警：{warningS} 秒预警，{criticalS} 秒严重',
      'Set the no-data alarm of {houses}: warning after {warningS} s, critical after {criticalS} s',
    ),
    summary: 'Sets how long these houses may send no data, or all in scope. Takes effect at once.',
  }),
}
