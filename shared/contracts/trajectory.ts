import { z } from 'zod'
import { get, Id, post } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import { VISITS_AT_ONCE } from '../limits.ts'
import { screenPaths } from '../screens.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A screen that was open. How long ago it was opened, ms: a difference is right even if the device's clock is wrong. */
export const NewVisit = z
  .object({
    /** Number of the visit in its lane: sent twice, it is kept once. */
    number: z.number().int().min(0).max(1_000_000),
    /** Its path; the rest of the address is not sent. */
    screen: z.enum(screenPaths),
    ago: z.number().int().min(0).max(DAY_MS),
    lasted: z.number().int().min(0).max(DAY_MS),
  })
  .refine(({ ago, lasted }) => lasted <= ago, { path: ['lasted'], message: 'must have ended' })
export type NewVisit = z.infer<typeof NewVisit>

export const Visit = z.object({
  id: Id,
  /** One tab of a browser. */
  lane: z.string(),
  screen: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().int(),
})
export type Visit = z.infer<typeof Visit>

/** A user, as far as visits are concerned. */
export const Visitor = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  /** The user's customer, or the office of a user without one. */
  customerName: z.string(),
  lastSeenAt: z.iso.datetime().nullable(),
})
export type Visitor = z.infer<typeof Visitor>

/** ms since 1970, until the year 9999 */
const Instant = z.coerce.number().int().min(0).max(253_402_300_799_999)
/** A week, plus the hour gained when clocks are put back. */
const LONGEST_MS = 7 * DAY_MS + HOUR_MS
const Period = z
  .object({ userId: Id, from: Instant, to: Instant })
  .refine(({ from, to }) => to > from && to - from <= LONGEST_MS, {
    path: ['to'],
    message: 'at most a week after the start',
  })

const path = '/admin/auth/user-trajectory'

/** Which screens people had open, when and for how long; never what they typed or pointed at. */
export const trajectory = {
  ...excelExport(path, 'user_trajectory', {
    filter: z.object({ userId: Id.optional(), days: z.enum(['1', '7', '30', '90', '180']).default('30') }),
    noun: { 'en-US': 'the user trajectory', 'zh-CN': '用户轨迹' },
  }),
  record: post('/admin/auth/user/screen-visits', 'signedIn', {
    changes: null,
    body: z.object({
      lane: z.string().regex(/^[0-9a-f]{16}$/),
      visits: z.array(NewVisit).min(1).max(VISITS_AT_ONCE),
    }),
    /** False: this deployment keeps none and wants none sent. */
    returns: z.object({ isKept: z.boolean() }),
    says: null,
    summary: 'The browser tells which screens its user had open.',
  }),
  /** Latest seen first. */
  people: get(`${path}/people`, 'user_trajectory:query', {
    query: z.object({ search: z.string().trim().max(100).optional() }),
    returns: z.array(Visitor),
  }),
  /** In order of their beginning. */
  visits: get(path, 'user_trajectory:query', {
    query: Period,
    returns: z.object({ user: Visitor, visits: z.array(Visit), isMore: z.boolean() }),
  }),
}

export const visitorKinds = ['staff', 'customer', 'agent'] as const
/** Half a year of a busy deployment takes longer than a call may. */
export const analysisPeriods = ['7', '30', '90'] as const
export const inactiveDays = ['7', '14', '30', '90'] as const

const AnalysisFilter = z.object({
  days: z.enum(analysisPeriods).default('30'),
  kind: z.enum(visitorKinds).optional(),
  /** A customer, or another node with everything below it. */
  officeId: Id.optional(),
})

const count = z.number().int()
const analysisPath = '/admin/auth/user-trajectory/analysis'

const InactiveFilter = z.object({ days: z.enum(inactiveDays).default('14') })

export const trajectoryAnalysis = {
  /** Of the customers from whom nobody came, all of them. */
  ...excelExport(`${analysisPath}/inactive`, 'user_trajectory_analyze', {
    filter: InactiveFilter,
    noun: { 'en-US': 'the inactive customers', 'zh-CN': '不活跃客户' },
  }),
  overview: get(analysisPath, 'user_trajectory_analyze:query', {
    query: AnalysisFilter,
    returns: z.object({
      visits: count,
      people: count,
      /** ms of all visits */
      duration: count,
      timeZone: z.string(),
      /** Screens opened by day of the week (1 is Monday) and hour in the viewer's zone; hours without any are left out. */
      heat: z.array(z.object({ weekday: count, hour: count, visits: count })),
      /** Most opened first. */
      screens: z.array(z.object({ screen: z.string(), visits: count, people: count, median: count })),
      /** From one screen straight to another, most frequent first. */
      paths: z.array(z.object({ from: z.string(), to: z.string(), visits: count })),
    }),
  }),
  /** Customers whose users have all been away for this many days, longest absence first. */
  inactive: get(`${analysisPath}/inactive`, 'user_trajectory_analyze:query', {
    query: InactiveFilter,
    returns: z.array(
      z.object({ id: Id, name: z.string(), users: count, lastSeenAt: z.iso.datetime().nullable() }),
    ),
  }),
}
