import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import {
  type ReportSchedule,
  type ReportScheduleForm,
  reportSchedules,
} from '#shared/contracts/report-schedules.ts'
import { nextDue, REPORT_SCHEDULES_MAX, reportGrants, rhythmsOf } from '#shared/report-schedules.ts'
import { text } from '#shared/text.ts'
import { officeOptions } from '../../people/offices/office-options.ts'
import { newId } from '../../platform/database/ids.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { reportRun, reportSchedule } from '../../platform/database/tables/report-schedules.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { type Message, say } from '../../platform/http/texts.ts'
import { changeRows, openRow } from '../../platform/records/rows.ts'
import { noAddress } from './begin-due.ts'

type Changing = ChangingCall & { params: { id: string }; body?: ReportScheduleForm }

const says = {
  beyond: text('您没有导出该报表的权限', 'You do not have permission to export this report'),
  rhythm: text('该报表不支持此频率', 'This report cannot be sent that often'),
  weekday: text('请选择星期几', 'Choose a day of the week'),
  clock: text('时间格式为 07:30', 'A time such as 07:30'),
  place: text('请选择客户或鸡场', 'Choose a customer or a farm team'),
  tooMany: text('最多 {limit} 个定时报表', 'At most {limit} reports by e-mail'),
}

const own = ({ accountId }: Viewer) => eq(reportSchedule.accountId, accountId)

/** The viewer's schedules, or one of them, with the outcome of the last run. */
async function read(
  { db, viewer, language }: Pick<ChangingCall, 'db' | 'viewer' | 'language'>,
  id?: string,
): Promise<ReportSchedule[]> {
  const last = db
    .select({
      at: sql<Date | null>`${reportRun.at}`.mapWith(reportRun.at).as('last_at'),
      problem: sql<Message | null>`coalesce(${reportRun.problem}, ${job.error})`.as('last_problem'),
    })
    .from(reportRun)
    .leftJoin(job, eq(job.id, reportRun.jobId))
    .where(eq(reportRun.scheduleId, reportSchedule.id))
    .orderBy(desc(reportRun.at))
    .limit(1)
    .as('last')
  const rows = await db
    .select({
      row: reportSchedule,
      officeName: nameIn(language, office),
      at: last.at,
      problem: sql<Message | null>`coalesce(${last.problem}, case when ${account.email} is null then ${JSON.stringify(noAddress)}::jsonb end)`,
    })
    .from(reportSchedule)
    .innerJoin(account, eq(account.id, reportSchedule.accountId))
    .leftJoin(office, eq(office.id, reportSchedule.officeId))
    .leftJoinLateral(last, sql`true`)
    .where(and(own(viewer), id === undefined ? undefined : eq(reportSchedule.id, id)))
    .orderBy(reportSchedule.createdAt, reportSchedule.id)
  return rows.map(({ row, officeName, at, problem }) => ({
    id: row.id,
    version: row.version,
    report: row.report,
    rhythm: row.rhythm,
    weekday: row.weekday,
    clock: row.clock,
    officeId: row.officeId,
    officeName: row.officeId === null ? null : officeName,
    nextAt: row.nextAt?.toISOString() ?? null,
    lastAt: at?.toISOString() ?? null,
    problem: problem ? say(language, problem) : null,
  }))
}

async function find(call: ChangingCall, id: string): Promise<ReportSchedule> {
  const [found] = await read(call, id)
  if (!found) throw refuse.notFound()
  return found
}

/** Checks of the form beyond the schema. */
async function faultsOf({ db, viewer }: ChangingCall, form: ReportScheduleForm): Promise<FieldFault[]> {
  const { report, rhythm, weekday, clock, officeId } = form
  const faults: FieldFault[] = []
  if (!viewer.grants.has(reportGrants[report])) faults.push({ field: 'report', message: says.beyond })
  if (!rhythmsOf[report].includes(rhythm)) faults.push({ field: 'rhythm', message: says.rhythm })
  if (rhythm === 'week' && !weekday) faults.push({ field: 'weekday', message: says.weekday })
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(clock)) faults.push({ field: 'clock', message: says.clock })
  const isPlace = and(eq(office.id, officeId ?? ''), isNull(office.deletedAt), isNotNull(office.farmPath))
  // A viewer of many customers must say which one it is for.
  const isMissing = officeId === null ? viewer.scope.farm === '' : (await db.$count(office, isPlace)) === 0
  if (isMissing) faults.push({ field: 'officeId', message: says.place })
  return faults
}

/** The columns of the form, with the next due time from now on. */
async function checked(call: ChangingCall, form: ReportScheduleForm) {
  const faults = await faultsOf(call, form)
  if (faults.length > 0) throw refuse.invalid(faults)
  const { report, rhythm, clock, officeId } = form
  const weekday = rhythm === 'week' ? (form.weekday ?? null) : null
  const next = nextDue({ rhythm, weekday, clock }, call.viewer.timeZone, Date.now())
  return {
    report,
    rhythm,
    weekday,
    clock,
    officeId,
    nextAt: next ? new Date(next.at) : null,
    since: sql`now()`,
  }
}

async function create(call: ChangingCall & { body: ReportScheduleForm }): Promise<ReportSchedule> {
  const { db, viewer, body } = call
  const { accountId, officePath } = viewer
  const typed = await checked(call, body)
  // One at a time per person, or two at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reports of ${accountId}`}, 0))`)
  if ((await db.$count(reportSchedule, own(viewer))) >= REPORT_SCHEDULES_MAX)
    throw refuse.invalid([], [says.tooMany, { limit: REPORT_SCHEDULES_MAX }])
  const id = newId()
  await db.insert(reportSchedule).values({ ...typed, id, accountId, officePath })
  return find(call, id)
}

/** Opens one's own, see {@link openRow}. */
const open = async (call: Changing): Promise<ReportSchedule> =>
  (await openRow(call, reportSchedule, () => find(call, call.params.id))).row

export const reportSchedulesFeature = feature('report-schedules', reportSchedules, {
  list: call => read(call),
  places: async ({ db, viewer, query, language }) =>
    Object.values(reportGrants).some(grant => viewer.grants.has(grant))
      ? officeOptions(db, query.search, language)
      : [],
  create,
  update: async call => {
    const { id } = await open(call)
    const typed = await checked(call, call.body)
    await changeRows(call.db, reportSchedule, eq(reportSchedule.id, id), typed)
    return find(call, id)
  },
  remove: async call => {
    const { id } = await open(call)
    await call.db.delete(reportSchedule).where(eq(reportSchedule.id, id))
    return null
  },
})
