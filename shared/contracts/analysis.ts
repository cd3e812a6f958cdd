import { z } from 'zod'
import { analysisDays, analysisKinds, USUAL_ANALYSIS } from '../analysis.ts'
import { stages } from '../customers.ts'
import { type Access, get, Id, page, post } from '../endpoint.ts'
import { STAFF } from '../permissions.ts'
import { text } from '../text.ts'
import { daysBetween } from '../zone-time.ts'
import { alarms } from './alarms.ts'
import { articles } from './articles.ts'
import { customers, trialCustomers } from './customers.ts'
import { devices } from './devices.ts'
import { Job } from './jobs.ts'
import { trajectoryAnalysis } from './trajectory.ts'

/** Of one period; the one before is as long. */
const LONGEST_DAYS = 5 * 366

/** Either so many days, or all from one day to another. */
export const AnalysisPeriod = z
  .object({
    days: z.enum(analysisDays).default(USUAL_ANALYSIS),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'both or none',
  })
  .refine(
    ({ from, to }) =>
      from === undefined || to === undefined || (from <= to && daysBetween(from, to) < LONGEST_DAYS),
    { path: ['to'], message: 'at most five years from its beginning' },
  )
export type AnalysisPeriod = z.output<typeof AnalysisPeriod>

const count = z.number().int()
/** What is counted by one key in the period and in the one before. */
const AnalysisLine = z.object({
  kind: z.enum(analysisKinds),
  /** A code, a state, a currency, an id; '' for what has none. */
  key: z.string(),
  /** Of what only the server knows the name of. */
  name: z.string().nullable(),
  now: count,
  before: count,
  /** By the steps of the period. */
  values: z.array(count),
  /** Of orders in one currency. */
  amount: z.object({ now: z.string(), before: z.string() }).nullable(),
})
export type AnalysisLine = z.infer<typeof AnalysisLine>

/** Working hours within which so many of a hundred were answered; null while none was. */
const Hours = z.object({
  answered: count,
  open: count,
  p50: z.number().nullable(),
  p90: z.number().nullable(),
  p95: z.number().nullable(),
})
export type AnsweringHours = z.infer<typeof Hours>

const Shown = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** As many days, just before. */
  before: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** Days are those of the provider. */
  timeZone: z.string(),
  step: z.enum(['day', 'week', 'month']),
  /** The first day of each step. */
  days: z.array(z.iso.date()),
})

export const AnalysisCard = Shown.extend({
  /** What is counted most stands first. */
  lines: z.array(AnalysisLine),
  /** Of tickets: in all, before, and the ninth of ten by steps. */
  hours: z.object({ now: Hours, before: Hours, values: z.array(z.number().nullable()) }).nullable(),
  /** Customers that do not share their farm, whose alarms are not among these (RA); null where nothing of a farm is counted. */
  notShared: count.nullable(),
})
export type AnalysisCard = z.infer<typeof AnalysisCard>

export const customerMoves = ['new', 'converted', 'lost'] as const
export type CustomerMove = (typeof customerMoves)[number]

const Page = { page: z.coerce.number().int().min(1).max(10_000).default(1) }
/** Rows of a count that are shown at a time. */
export const ROWS_SHOWN = 50
const row = { id: Id, name: z.string(), at: z.iso.datetime() }
/** The id of a good, or '' for what has none. */
const GoodKey = z
  .string()
  .max(64)
  .regex(/^[\w-]*$/)
/** A customer that came, became formal or left, and when. */
const MovedCustomer = z.object({ ...row, stage: z.enum(stages), isDeleted: z.boolean() })
export type MovedCustomer = z.infer<typeof MovedCustomer>
/** An order with so many pieces of a good; `name` is its customer. */
const OrderedGood = z.object({ ...row, number: z.string(), pieces: count })
export type OrderedGood = z.infer<typeof OrderedGood>
/** A device that was in use in the period, with one customer. Where it is by now where one may not see it, it is not named. */
const UsedDevice = z.object({
  device: z.object({ id: Id, code: z.string(), name: z.string(), isDeleted: z.boolean() }).nullable(),
  /** The customer it was with; null for one of the provider's own. */
  customer: z.string().nullable(),
  /** Seconds that it should have been there, and that it was. */
  known: count,
  online: count,
})
export type UsedDevice = z.infer<typeof UsedDevice>

const path = '/admin/auth/analysis'
const card = <P extends string, const A extends Access>(name: P, access: A) =>
  get(`${path}/${name}` as const, access, {
    kinds: [STAFF],
    query: AnalysisPeriod,
    returns: AnalysisCard,
  })

/** What the provider looks back on, prepared every 15 minutes; each card is for who may read the list that it leads to. */
export const analysis = {
  /** The days that are shown. */
  period: get(path, 'dashboard_analysis:query', { kinds: [STAFF], query: AnalysisPeriod, returns: Shown }),
  customers: card('customers', [customers.list.access, trialCustomers.list.access]),
  /** The customers behind one of its counts, newest first: those of the lists that whoever asks may read. */
  movedCustomers: get(`${path}/customers/rows`, [customers.list.access, trialCustomers.list.access], {
    kinds: [STAFF],
    query: AnalysisPeriod.safeExtend({ move: z.enum(customerMoves), ...Page }),
    returns: page(MovedCustomer),
  }),
  devices: card('devices', devices.list.access),
  /**
   * The devices behind the rate, those that were away longest first; together they are what is counted. They are known from a day on,
   * `since`; of the days before only the sum is.
   */
  usedDevices: get(`${path}/devices/rows`, devices.list.access, {
    kinds: [STAFF],
    query: AnalysisPeriod.safeExtend(Page),
    returns: page(UsedDevice).extend({ since: z.iso.date().nullable() }),
  }),
  alarms: card('alarms', alarms.list.access),
  questions: card('questions', 'device_user_problem_admin_list:query'),
  repairs: card('repairs', 'device_repair_admin_list:query'),
  inquiries: card('inquiries', 'admin_inquiry:query'),
  orders: card('orders', 'order_center:query'),
  /** The orders behind the count of a good, newest first; '' is what is in no catalogue. */
  orderedGoods: get(`${path}/goods/rows`, 'order_center:query', {
    kinds: [STAFF],
    query: AnalysisPeriod.safeExtend({ good: GoodKey, ...Page }),
    returns: page(OrderedGood),
  }),
  articles: card(
    'articles',
    Object.values(articles).map(({ list }) => list.access),
  ),
  screens: card('screens', trajectoryAnalysis.overview.access),
  /** All cards that whoever asks may see, as a job. */
  analysisWorkbook: post(`${path}/export`, 'dashboard_analysis:export', {
    kinds: [STAFF],
    body: AnalysisPeriod,
    whenReadOnly: true,
    returns: Job,
    says: text('导出分析', 'Exported the analysis'),
  }),
}
export type AnalysisCardName = Exclude<
  keyof typeof analysis,
  'analysisWorkbook' | 'period' | 'movedCustomers' | 'orderedGoods' | 'usedDevices'
>
