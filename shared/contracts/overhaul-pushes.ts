import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { counted, del, get, Id, PageQuery, page, post, put, Seen } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import {
  browserResults,
  inAppResults,
  mailResults,
  pushFailures,
  pushModes,
  pushStates,
  pushTypes,
  reaches,
} from '../overhaul-pushes.ts'
import { text } from '../text.ts'

/** Input fields of a reminder. One of two texts may stay empty: the other is pushed then. */
export const overhaulPushFields = {
  chineseText: { kind: 'text', most: 200, language: 'zh', label: text('中文内容', 'Chinese text') },
  englishText: { kind: 'text', most: 200, language: 'en', label: text('英文内容', 'English text') },
  type: { kind: 'choice', choices: pushTypes, isRequired: true, label: text('提醒类型', 'Type') },
  mode: { kind: 'choice', choices: pushModes, isRequired: true, label: text('推送方式', 'Mode') },
  firstOn: { kind: 'day', isRequired: true, label: text('日期', 'Day') },
  clock: {
    kind: 'text',
    most: 5,
    isRequired: true,
    label: text('时间', 'Time'),
    hint: text('按客户所在时区。', "In the customer's time zone."),
  },
  everyDays: {
    kind: 'whole',
    least: 1,
    most: 365,
    label: text('间隔（天）', 'Interval in days'),
  },
} as const satisfies Fields

const facts = {
  state: { kind: 'choice', choices: pushStates, isRequired: true, label: text('状态', 'Status') },
  /** When it is pushed next; null if it is not. */
  nextAt: { kind: 'moment', label: text('下次推送', 'Next push') },
  lastAt: { kind: 'moment', label: text('上次推送', 'Last push') },
} as const satisfies Fields

/** Customers named one by one for the same reminder. */
const MANY = 500
/** Named in addition to the customer's people who may open its overhaul items. */
const receiverIds = z.array(Id).max(50)
const typed = record(overhaulPushFields, facts)
const form = typed.form.extend({ receiverIds })
const item = typed.item.extend({
  officeId: Id,
  customer: z.string(),
  /** The customer's: its clock counts. */
  timeZone: z.string(),
  receiverIds,
  receivers: z.array(z.object({ id: Id, name: z.string() })),
  /** Why the last push failed; null if it did not. */
  failure: z.enum(valuesOf(pushFailures)).nullable(),
  /** How many people the last one was sent to. */
  told: z.number().int().nullable(),
  /** How many of them it did not reach by any way, and will not. */
  missed: z.number().int(),
})
/** One time that a reminder was sent. */
const run = z.object({
  dueAt: z.iso.datetime(),
  told: z.number().int(),
  missed: z.number().int(),
})
const recipient = z.object({
  id: Id,
  name: z.string(),
  reach: z.enum(valuesOf(reaches)),
  inApp: z.enum(valuesOf(inAppResults)),
  mail: z.enum(valuesOf(mailResults)),
  /** What the mail server said to the last try that failed, for 30 days. */
  mailProblem: z.string().nullable(),
  push: z.enum(valuesOf(browserResults)),
})
export type PushRecipient = z.infer<typeof recipient>
export const overhaulPushColumns = typed.fields
export type OverhaulPush = z.infer<typeof item>
export type OverhaulPushForm = z.output<typeof form>

const filter = z.object({
  search: Search,
  state: chosen(pushStates),
  type: chosen(pushTypes),
  mode: chosen(pushModes),
  officeId: Id.optional(),
})
const path = '/admin/auth/overhaul-pushes'
const permission = 'device_overhaul'
const noun = text('检修提醒“{chineseText}”', 'overhaul reminder “{englishText}”')
const says = (chinese: string, english: string) =>
  text(`${chinese}${noun['zh-CN']}`, `${english} ${noun['en-US']}`)

/** Reminders to a customer's people, once or recurring; each is pushed once each time it is due. */
export const overhaulPushes = {
  list: get(path, `${permission}:query`, {
    query: PageQuery.extend(filter.shape),
    returns: page(item),
    fields: typed.fields,
  }),
  counts: counted(path, `${permission}:query`, filter, ['state']),
  get: get(`${path}/:id`, `${permission}:get`, { returns: item }),
  /** When it was sent, the latest first. */
  runs: get(`${path}/:id/runs`, `${permission}:get`, {
    query: PageQuery.omit({ sort: true }),
    returns: page(run),
  }),
  /**
   * Whom it was sent to at one of these times, by default the last, and what became of it; those not reached first. Only people
   * whom the viewer sees; none for what was sent before results were kept.
   */
  recipients: get(`${path}/:id/recipients`, `${permission}:get`, {
    query: PageQuery.omit({ sort: true }).extend({ dueAt: z.iso.datetime().optional() }),
    returns: page(recipient),
  }),
  create: post(path, `${permission}:add`, {
    body: form.extend({ officeId: Id }),
    returns: item,
    says: says('新增', 'Created'),
  }),
  /**
   * The same for several customers: those named, all of the viewer's, or all in a country. Each gets its own. People can
   * be named in addition for one customer only.
   */
  createForMany: post(`${path}/many`, `${permission}:add`, {
    body: form.extend({
      officeIds: z.array(Id).max(MANY).default([]),
      isForAll: z.boolean().default(false),
      country: z
        .string()
        .regex(/^([A-Z]{2})?$/)
        .default(''),
    }),
    returns: z.object({ made: z.number().int() }),
    changes: path,
    says: text(
      '向 {made} 个客户新增检修提醒“{chineseText}”',
      'Created the overhaul reminder “{englishText}” for {made} customers',
    ),
  }),
  update: put(`${path}/:id`, `${permission}:edit`, {
    body: form,
    returns: item,
    says: says('修改', 'Changed'),
  }),
  remove: del(`${path}/:id`, `${permission}:delete`, { returns: z.null(), says: says('删除', 'Deleted') }),
  start: post(`${path}/:id/start`, `${permission}:enable`, {
    body: Seen,
    returns: item,
    says: says('启动', 'Started'),
  }),
  stop: post(`${path}/:id/stop`, `${permission}:disable`, {
    body: Seen,
    returns: item,
    says: says('停止', 'Stopped'),
  }),
  retry: post(`${path}/:id/retry`, `${permission}:edit`, {
    body: Seen,
    returns: item,
    says: says('重新推送', 'Pushed again'),
  }),
}
