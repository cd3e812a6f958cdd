import { and, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { reports } from '#shared/contracts/reports.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Due, lastDue, nextDue, reportGrants, type ScheduledReport } from '#shared/report-schedules.ts'
import { type Language, text } from '#shared/text.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { flocksWhere } from '../../farm/flocks/flocks.queries.ts'
import { isHeld } from '../../people/customers/held.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { reportRun, reportSchedule } from '../../platform/database/tables/report-schedules.ts'
import { historyRow } from '../../platform/http/history.ts'
import { type Viewer, viewerOfAccount } from '../../platform/http/identify.ts'
import type { Message } from '../../platform/http/texts.ts'
import { beginMailed } from '../../platform/jobs/requests.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'

type Parts = Pick<Services, 'store' | 'jobs' | 'config'>
type Schedule = typeof reportSchedule.$inferSelect

/** A report starts within half a minute of its time. ms */
const EVERY_MS = 30_000
const DAY_MS = 86_400_000
/** The end of a flock that no process noticed for this long is no longer reported. ms */
const FLOCKS_MS = 8 * DAY_MS

/** Why a report that could be made is not sent. */
export const noAddress = text(
  '账号没有可用的邮箱，请在个人资料中填写',
  'Your account has no e-mail address. Enter one in your profile',
)
const noFlock = text('没有在养的批次', 'There were no flocks in the houses')

/** The list of the job, and the endpoint whose sentence is in the history. */
const kinds: Readonly<Record<ScheduledReport, { list: string; type: keyof typeof reports }>> = {
  daily: { list: 'daily-report', type: 'daily' },
  alarmLog: { list: 'alarm-log', type: 'alarmLog' },
  flock: { list: 'flock-report', type: 'flock' },
}

/** Flocks that the viewer may see, in the houses of the schedule, with their numbers. */
const flocksOf = ({ store }: Parts, viewer: Viewer, { officeId }: Schedule, which: SQL | undefined) =>
  flocksWhere(
    store.scoped(viewer.scope),
    viewer.scope,
    'en-US',
    and(which, officeId === null ? undefined : isOfOffice(flock.officePath, officeId)),
  )

/** The parameters of a report due on this day: the days before it, or the flocks in the houses. */
async function requestOf(parts: Parts, viewer: Viewer, schedule: Schedule, on: string) {
  const { report, rhythm, officeId } = schedule
  const place = officeId === null ? {} : { officeId }
  const yesterday = daysAfter(on, -1)
  if (report === 'daily') return { ...place, day: yesterday }
  if (report === 'alarmLog')
    return { ...place, firstDay: rhythm === 'week' ? daysAfter(on, -7) : yesterday, lastDay: yesterday }
  const running = and(isNull(flock.endedOn), lte(flock.placedOn, on))
  return flocksAsked(await flocksOf(parts, viewer, schedule, running))
}

const flocksAsked = (found: Awaited<ReturnType<typeof flocksOf>>) =>
  found.length === 0
    ? null
    : { flockIds: found.map(({ row }) => row.id), number: found.map(({ row }) => row.number).join(', ') }

interface Dued {
  schedule: Schedule
  /** Null: no address that mails go to. */
  email: string | null
}

const addressed = { email: sql<string | null>`case when not ${isHeld()} then ${account.email} end` }

/**
 * Starts the report for its owner with their current rights, and records the run; once per `due`, however often it is tried.
 */
async function begin(
  db: Db,
  parts: Parts,
  { schedule, email }: Dued,
  due: string,
  ask: (viewer: Viewer) => Promise<Record<string, unknown> | null>,
): Promise<boolean> {
  const [run] = await db
    .insert(reportRun)
    .values({ scheduleId: schedule.id, due, officePath: schedule.officePath })
    .onConflictDoNothing()
    .returning({ due: reportRun.due })
  if (!run) return false
  const begun = await job(db, parts, { schedule, email }, ask)
  await db
    .update(reportRun)
    .set(begun)
    .where(and(eq(reportRun.scheduleId, schedule.id), eq(reportRun.due, due)))
  return 'jobId' in begun
}

async function job(
  db: Db,
  parts: Parts,
  { schedule, email }: Dued,
  ask: (viewer: Viewer) => Promise<Record<string, unknown> | null>,
): Promise<{ jobId: string } | { problem: Message }> {
  const viewer = await viewerOfAccount(parts.store, schedule.accountId)
  if (!viewer?.grants.has(reportGrants[schedule.report])) return { problem: 'access.forbidden' }
  if (email === null) return { problem: noAddress }
  const request = await ask(viewer)
  if (request === null) return { problem: noFlock }
  const { list, type } = kinds[schedule.report]
  const endpoint: Endpoint = reports[type]
  const { number, ...asked } = request
  const told = historyRow({
    module: 'reports',
    type,
    endpoint,
    viewer,
    ip: '',
    params: { ...request },
    body: asked,
    before: undefined,
    result: undefined,
    subjectPath: viewer.officePath,
  })
  const language: Language = viewer.language ?? parts.config.defaultLanguage ?? 'en-US'
  const reader = { language, units: viewer.units ?? 'metric' }
  const mailed = { list, request: asked, told, mailTo: email }
  return { jobId: await beginMailed({ db, viewer, jobs: parts.jobs, ...reader }, mailed) }
}

/** Starts one report whose time has come and schedules its next, in one transaction. Null if none is due. */
const beginNext = (parts: Parts, at: Date): Promise<boolean | null> =>
  parts.store.transaction(SYSTEM, async db => {
    const [dued] = await db
      .select({
        schedule: reportSchedule,
        ...addressed,
        timeZone: sql<string>`coalesce(${account.timeZone}, ${office.timeZone})`,
      })
      .from(reportSchedule)
      .innerJoin(account, eq(account.id, reportSchedule.accountId))
      .innerJoin(office, eq(office.id, account.officeId))
      .where(lte(reportSchedule.nextAt, at))
      .orderBy(reportSchedule.nextAt)
      .limit(1)
      .for('update', { of: reportSchedule, skipLocked: true })
    if (!dued) return null
    const { schedule, timeZone } = dued
    const next = nextDue(schedule, timeZone, at.getTime()) as Due
    await db
      .update(reportSchedule)
      .set({ nextAt: new Date(next.at) })
      .where(eq(reportSchedule.id, schedule.id))
    const { on } = lastDue(schedule, timeZone, at.getTime()) as Due
    return begin(db, parts, dued, on, viewer => requestOf(parts, viewer, schedule, on))
  })

/** Starts the report of one closed flock not yet reported. Null if there is none. */
const beginClosed = (parts: Parts, at: Date): Promise<boolean | null> =>
  parts.store.transaction(SYSTEM, async db => {
    const due = sql<string>`${flock.id} || ' ' || (extract(epoch from ${flock.closedAt}) * 1000)::bigint`
    const place = sql`coalesce((select path from ${office} where id = ${reportSchedule.officeId}), ${reportSchedule.officePath})`
    const isNew = sql`not exists (select from ${reportRun} run where run.schedule_id = ${reportSchedule.id} and run.due = ${due})`
    const [dued] = await db
      .select({ schedule: reportSchedule, ...addressed, flockId: flock.id, due })
      .from(reportSchedule)
      .innerJoin(account, eq(account.id, reportSchedule.accountId))
      .innerJoin(flock, and(sql`starts_with(${flock.officePath}, ${place})`, isNull(flock.deletedAt)))
      .where(
        and(
          eq(reportSchedule.rhythm, 'flockEnd'),
          gt(flock.closedAt, reportSchedule.since),
          gt(flock.closedAt, new Date(at.getTime() - FLOCKS_MS)),
          isNew,
        ),
      )
      .limit(1)
      .for('update', { of: reportSchedule, skipLocked: true })
    if (!dued) return null
    const { schedule, flockId } = dued
    const which = inArray(flock.id, [flockId])
    return begin(db, parts, dued, dued.due, async viewer =>
      flocksAsked(await flocksOf(parts, viewer, schedule, which)),
    )
  })

/** Starts everything that is due at `at`. Returns the number of reports started. */
export async function beginDue(parts: Parts, at = new Date()): Promise<number> {
  let begun = 0
  for (const next of [beginNext, beginClosed])
    for (let one = await next(parts, at); one !== null; one = await next(parts, at)) if (one) begun += 1
  if (begun > 0) parts.jobs.wake()
  return begun
}

/** Looks for what is due, twice a minute; any number of processes may. */
export const startReportSchedules = (parts: Parts & Pick<Services, 'log'>): { stop(): Promise<void> } =>
  startRounds({
    name: 'reports',
    everyMs: EVERY_MS,
    round: () => beginDue(parts),
    log: parts.log,
  })
