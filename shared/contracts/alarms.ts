import { z } from 'zod'
import { Birds } from '../alarm-advice.ts'
import { LikelyCause } from '../alarm-cause.ts'
import { alarmAnswers, answerWays, attemptResults, callResults } from '../alarm-chain.ts'
import { SHELF_MOST_MIN, shelfEvents } from '../alarm-shelf.ts'
import { alarmSources, causes, conditionFilters, conditions, endReasons, handlings } from '../alarms.ts'
import { get, Id, PageQuery, page, post, unsaid } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import { line } from '../line.ts'
import { CUSTOMER } from '../permissions.ts'
import { severities } from '../signals.ts'
import { DoubtedReading } from './doubts.ts'

const Step = z.object({
  step: z.enum(handlings),
  at: z.iso.datetime(),
  /** Null for the first step, which nobody takes, and for whoever is at the panel. */
  by: z.string().nullable(),
  /** How it was taken; null for the first step, and where it was not yet noted. */
  via: z.enum(answerWays).nullable(),
  note: z.string().nullable(),
})

export const Alarm = z.object({
  id: Id,
  code: z.string(),
  source: z.enum(alarmSources),
  /** The device it is about; for silence, the gateway if nothing behind it is heard; the flock of one about a flock. */
  iotId: Id,
  level: z.enum(severities),
  /** Whose houses they are; null for the customer's own people. */
  customer: z.string().nullable(),
  /** One; several if their common gateway is silent. */
  houses: z.array(z.object({ id: Id, name: z.string() })),
  condition: z.enum(conditions),
  /** Device time for what a device measures, server time for silence. */
  raisedAt: z.iso.datetime(),
  /** Null while it is active, or if a device reported it later without saying when it ended. */
  clearedAt: z.iso.datetime().nullable(),
  /** Since when its trouble is over and only its controller holds it, until it is reset at the panel; null: it does not. */
  latchedAt: z.iso.datetime().nullable(),
  /** Why it ended although nothing said that all is well again; null if it cleared by itself. */
  endReason: z.enum(endReasons).nullable(),
  /**
   * Since when the value was beyond its limit or nothing was heard; for a controller's own alarm, since when it had been
   * active while its gateway could not report it.
   */
  since: z.iso.datetime().nullable(),
  /** The metric that shows it. */
  metric: z.string().nullable(),
  /** When the alarm was raised, in the unit of the metric. */
  value: z.number().nullable(),
  /** Now, while the alarm is active. */
  valueNow: z.number().nullable(),
  /** Why the value now is not believed; null while it is. */
  doubtNow: DoubtedReading.nullable(),
  limit: z.number().nullable(),
  target: z.number().nullable(),
  /** How often it came back within a quarter of an hour. */
  repeats: z.number().int(),
  /** It comes and goes: it is active until it has been quiet for a minute. */
  flipping: z.boolean(),
  /** False when the device reported it only afterwards: nobody was alerted. */
  live: z.boolean(),
  handling: z.enum(handlings),
  handledBy: z.string().nullable(),
  handledAt: z.iso.datetime().nullable(),
  /** Who handles it says to be on site, or what its cause is while it stands and is grave; nobody has proven to be there. */
  isUnproven: z.boolean(),
  /** Its chain runs, and the viewer has said nothing of it as it is now: each person answers for themselves. */
  isOwed: z.boolean(),
  cause: z.enum(causes).nullable(),
  /** Nobody is told of it until then; null while it is not shelved. */
  shelf: z
    .object({
      until: z.iso.datetime(),
      /** Null: erased. */
      by: z.string().nullable(),
      why: z.string().nullable(),
    })
    .nullable(),
})
export type Alarm = z.infer<typeof Alarm>

const instant = z.iso.datetime()
/** Whom the alarm was told, what people answered, and its shelves with their ends; oldest first. */
const AlarmEvent = z.object({
  kind: z.enum(['told', 'answer', ...shelfEvents]),
  at: instant,
  /** Null: erased, at the controller's panel, or of a shelf that nobody ended. */
  name: z.string().nullable(),
  isMine: z.boolean(),
  /** Of the chain, from 1; 0: told besides. */
  step: z.number().int(),
  mailedAt: instant.nullable(),
  /** What became of the mail and the push; null while they wait. */
  mailResult: z.enum(attemptResults).nullable(),
  pushedAt: instant.nullable(),
  pushResult: z.enum(attemptResults).nullable(),
  calledAt: instant.nullable(),
  /** What became of the call; null while the gateway has not taken it. */
  callResult: z.enum(callResults).nullable(),
  answer: z.enum(alarmAnswers).nullable(),
  via: z.enum(answerWays).nullable(),
  isProven: z.boolean(),
  /** When the server heard of it, if it was said without network and sent later. */
  heardAt: instant.nullable(),
  /** Until when it was shelved. */
  until: instant.nullable(),
  /** What they said, or why they shelved it. */
  note: z.string().nullable(),
})
export type AlarmEvent = z.infer<typeof AlarmEvent>

/** Somebody of the farm who can be called. */
const AlarmNumber = z.object({ name: z.string(), phone: z.string(), isOnCall: z.boolean() })
export type AlarmNumber = z.infer<typeof AlarmNumber>

/** Where the chain of an alarm stands. */
const ChainNow = z.object({
  /** Whom it tells next, and when; null: everybody has been told, and is again until somebody is on site. */
  next: z.object({ at: instant, names: z.array(z.string()) }).nullable(),
  /** Somebody is on site by proof: nobody is told any more. */
  isOver: z.boolean(),
  /** What the viewer last said since it began, and whether they are still left alone for it; null: nothing. */
  mine: z.object({ answer: z.enum(alarmAnswers), isHeld: z.boolean() }).nullable(),
  /** People other than the viewer with a number to call, who are on call now or come next. */
  numbers: z.array(AlarmNumber),
})

export const AlarmDetail = Alarm.extend({
  steps: z.array(Step),
  events: z.array(AlarmEvent),
  /** Null for an alarm that is not told along a chain, or is over. */
  chain: ChainNow.nullable(),
  /** The same alarm in the same houses within 90 days before and after, newest first. */
  similar: z.array(
    Alarm.pick({ id: true, houses: true, raisedAt: true, clearedAt: true, cause: true, condition: true }),
  ),
  /** The total, including those not shown. */
  similarTotal: z.number().int(),
  /** What its farm wants done, in its own words; null where its rule says nothing. */
  ownAction: z.string().nullable(),
  /** The likely cause, judged by the alarms active in its houses at the time. */
  likelyCause: LikelyCause.nullable(),
  timeZone: z.string(),
  /** Those in its houses now; null where they differ so much that one advice would be wrong for some. */
  birds: Birds.nullable(),
})
export type AlarmDetail = z.infer<typeof AlarmDetail>

/** ms since 1970, until the year 9999 */
const Instant = z.coerce.number().int().min(0).max(253_402_300_799_999).optional()
const Narrowing = z.object({
  /** Part of the name of a house or of the alarm. */
  search: z.string().trim().max(100).optional(),
  houseId: Id.optional(),
  /** A customer, including its farm teams. */
  officeId: Id.optional(),
  level: z.enum(severities).optional(),
  /** Its code; the address's `code` is the printed one of a house. */
  alarmCode: Id.optional(),
  /** `none`: nobody has given one. */
  cause: z.enum([...causes, 'none']).optional(),
  from: Instant,
  to: Instant,
})
export const AlarmFilter = Narrowing.extend({
  condition: z.enum(conditionFilters).optional(),
  handling: z.enum(handlings).optional(),
  /** `open`: everything that is not solved. */
  open: z.enum(['open', 'solved']).optional(),
})

const number = z.number().int()
export const AlarmCounts = z.object({
  condition: z.record(z.enum(conditionFilters), number),
  handling: z.record(z.enum(handlings), number),
  total: number,
  open: number,
  /** Active, and seen by nobody. */
  unseen: number,
  /** Customers in scope whose alarms are missing here, since they do not share their farm (RA). */
  notShared: number,
})
export type AlarmCounts = z.infer<typeof AlarmCounts>

/** The largest controllers have half as many fan groups. */
const MOST_ON_A_LINE = 50
const step = {
  note: z.string().trim().max(500).optional(),
  /** Other alarms on the same line: the step applies to those of them that are not further already. */
  also: z.array(Id).max(MOST_ON_A_LINE).optional(),
}
const path = '/admin/auth/house-alarms'

export const alarms = {
  ...excelExport(path, 'house_alarm', {
    filter: AlarmFilter,
    noun: { 'en-US': 'alarms', 'zh-CN': '报警' },
  }),
  /** Open ones first: among the active those nobody has seen, then the gravest; then the newest. */
  list: get(path, 'house_alarm:query', {
    query: PageQuery.extend(AlarmFilter.shape),
    returns: page(Alarm),
  }),
  counts: get(`${path}/counts`, 'house_alarm:query', { query: Narrowing, returns: AlarmCounts }),
  /** The farm's own numbers, whoever is on call first: a phone keeps them for when it has no network. */
  numbers: get(`${path}/numbers`, 'house_alarm:query', { kinds: [CUSTOMER], returns: z.array(AlarmNumber) }),
  get: get(`${path}/:id`, 'house_alarm:get', { returns: AlarmDetail }),
  /** Whoever hears of an alarm may say so, and that they come: it takes no more than to hear of it. */
  seen: post(`${path}/:id/seen`, 'house_alarm:query', {
    whenReadOnly: true,
    body: z.object(step),
    returns: AlarmDetail,
    says: { 'en-US': 'Saw the alarm “{code}”', 'zh-CN': '查看报警“{code}”' },
  }),
  going: post(`${path}/:id/going`, 'house_alarm:query', {
    whenReadOnly: true,
    body: z.object(step),
    returns: AlarmDetail,
    says: { 'en-US': 'On the way because of the alarm “{code}”', 'zh-CN': '因报警“{code}”前往现场' },
  }),
  onSite: post(`${path}/:id/on-site`, 'house_alarm:query', {
    whenReadOnly: true,
    body: z.object(step),
    returns: AlarmDetail,
    says: { 'en-US': 'On site because of the alarm “{code}”', 'zh-CN': '因报警“{code}”到达现场' },
  }),
  /** What somebody who was told says; each person for themselves, whoever was first. */
  answer: post(`${path}/:id/answer`, 'house_alarm:query', {
    whenReadOnly: true,
    body: z.object({ answer: z.enum(alarmAnswers), ...step }),
    returns: AlarmDetail,
    says: { 'en-US': 'Answered the alarm “{code}”: {word}', 'zh-CN': '答复报警“{code}”：{word}' },
    summary: 'Says that one has seen an alarm, is on the way, cannot come, or is on site without proof.',
  }),
  /** By the printed code of a house: its scanner stands there. */
  arrive: post(`${path}/arrive`, 'house_alarm:query', {
    whenReadOnly: true,
    changes: path,
    body: z.object({
      code: unsaid(
        z
          .string()
          .trim()
          .max(200)
          .regex(/^[\w-]+\.[\w-]+$/),
      ),
      /**
       * How long ago it was scanned, as the phone has counted while it had no network, ms. When that was the server says by its own
       * clock: the phone's may be wrong.
       */
      waitedMs: z.number().int().min(0).optional(),
    }),
    returns: z.object({
      house: z.object({ id: Id, name: z.string() }),
      /** When it was scanned. */
      at: instant,
      /** Alarms of the house that are now on site; the gravest first. Not those that began after the scan. */
      alarmIds: z.array(Id),
    }),
    says: { 'en-US': 'Scanned the code of {house}', 'zh-CN': '扫描了{house}的现场码' },
    summary: 'Proves by the printed code of a house that somebody is there, for all its open alarms.',
  }),
  cause: post(`${path}/:id/cause`, 'house_alarm:edit', {
    whenReadOnly: true,
    body: z.object({ cause: z.enum(causes), ...step }),
    returns: AlarmDetail,
    says: { 'en-US': 'Found the cause of the alarm “{code}”', 'zh-CN': '查明报警“{code}”的原因' },
  }),
  /** Nobody is told of it for a while: at most 30 minutes of a critical one, never of an emergency. It re-arms by itself. */
  shelve: post(`${path}/:id/shelve`, 'house_alarm:edit', {
    whenReadOnly: true,
    body: z.object({
      minutes: z.number().int().min(1).max(SHELF_MOST_MIN.warning),
      reason: line(200).min(1),
    }),
    returns: AlarmDetail,
    says: {
      'en-US': 'Shelved the alarm “{code}” for {minutes} min: {reason}',
      'zh-CN': '搁置报警“{code}” {minutes} 分钟：{reason}',
    },
  }),
  unshelve: post(`${path}/:id/unshelve`, 'house_alarm:edit', {
    whenReadOnly: true,
    body: z.object({}),
    returns: AlarmDetail,
    says: { 'en-US': 'Ended the shelving of the alarm “{code}”', 'zh-CN': '结束搁置报警“{code}”' },
  }),
  /** Only an alarm that has cleared can be solved, and only with a cause. */
  solve: post(`${path}/:id/solve`, 'house_alarm:edit', {
    whenReadOnly: true,
    body: z.object({ cause: z.enum(causes).optional(), ...step }),
    returns: AlarmDetail,
    says: { 'en-US': 'Solved the alarm “{code}”', 'zh-CN': '解决报警“{code}”' },
  }),
}
