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

/** Of one period; the previous one is as long. */
const LONGEST_DAYS = 5 * 366

/** Within years of four digits, so that the days before and after can be counted too. */
const Day = z.iso.date().refine(day => day >= '2000' && day < '3000')

/** Either a number of days, or all from one day to another. */
export const AnalysisPeriod = z
  .object({
    days: z.enum(analysisDays).default(USUAL_ANALYSIS),
    from: Day.optional(),
    to: Day.optional(),
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
/** What is counted under one key, in the period and in the previous one. */
const AnalysisLine = z.object({
  kind: z.enum(analysisKinds),
  /** A code, a state, a currency, an id; '' for none. */
  key: z.string(),
  /** If only the server knows the name. */
  name: z.string().nullable(),
  now: count,
  before: count,
  /** By step of the period. */
  values: z.array(count),
  /** For orders in one currency. */
  amount: z.object({ now: z.string(), before: z.string() }).nullable(),
})
export type AnalysisLine = z.infer<typeof AnalysisLine>

/** Working hours within which a given percentage was answered; null if none was. */
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
  /** The same number of days just before. */
  before: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** Days are those of the provider. */
  timeZone: z.string(),
  step: z.enum(['day', 'week', 'month']),
  /** The first day of each step. */
  days: z.array(z.iso.date()),
})

export const AnalysisCard = Shown.extend({
  /** Largest counts first. */
  lines: z.array(AnalysisLine),
  /** For tickets: now, before, and the 90th percentile by step. */
  hours: z.object({ now: Hours, before: Hours, values: z.array(z.number().nullable()) }).nullable(),
  /** Customers whose alarms are missing, since they do not share their farm (RA); null if no farm data is counted. */
  notShared: count.nullable(),
})
export type AnalysisCard = z.infer<typeof AnalysisCard>

export const customerMoves = ['new', 'converted', 'lost'] as const
export type CustomerMove = (typeof customerMoves)[number]

const Page = { page: z.coerce.number().int().min(1).max(10_000).default(1) }
/** Rows behind a count shown at a time. */
export const ROWS_SHOWN = 50
const row = { id: Id, name: z.string(), at: z.iso.datetime() }
/** The id of a good, or '' for none. */
const GoodKey = z
  .string()
  .max(64)
  .regex(/^[\w-]*$/)
/** A customer that joined, became formal or left, and when. */
const MovedCustomer = z.object({ ...row, stage: z.enum(stages), isDeleted: z.boolean() })
export type MovedCustomer = z.infer<typeof MovedCustomer>
/** An order with its number of pieces of a good; `name` is its customer. */
const OrderedGood = z.object({ ...row, number: z.string(), pieces: count })
export type OrderedGood = z.infer<typeof OrderedGood>
/** A device used in the period, with one customer. Its current place is not named if the viewer may not see it. */
const UsedDevice = z.object({
  device: z.object({ id: Id, code: z.string(), name: z.string(), isDeleted: z.boolean() }).nullable(),
  /** The customer it was with; null for one of the provider's own. */
  customer: z.string().nullable(),
  /** Seconds it should have been online, and seconds it was. */
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

/** The provider's analysis, prepared every 15 minutes; each card is for those who may read the list it leads to. */
export const analysis = {
  /** The days shown. */
  period: get(path, 'dashboard_analysis:query', { kinds: [STAFF], query: AnalysisPeriod, returns: Shown }),
  customers: card('customers', [customers.list.access, trialCustomers.list.access]),
  /** The customers behind one of its counts, newest first: only from the lists the caller may read. */
  movedCustomers: get(`${path}/customers/rows`, [customers.list.access, trialCustomers.list.access], {
    kinds: [STAFF],
    query: AnalysisPeriod.safeExtend({ move: z.enum(customerMoves), ...Page }),
    returns: page(MovedCustomer),
  }),
  devices: card('devices', devices.list.access),
  /**
   * The devices behind the rate, longest absence first; together they are what is counted. They are known from the day
   * `since` on; for earlier days only the sum is.
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
  /** The orders behind the count of a good, newest first; '' stands for goods in no catalogue. */
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
  /** All cards the caller may see, as a job. */
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
