import { z } from 'zod'
import { del, get, Id, post, put } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { record, Search } from '../fields.ts'
import { reportRhythms, scheduledReports, weekdays } from '../report-schedules.ts'
import { text } from '../text.ts'

/** Input fields of a report that comes by mail. */
export const reportScheduleFields = {
  report: { kind: 'choice', choices: scheduledReports, isRequired: true, label: text('报表', 'Report') },
  rhythm: { kind: 'choice', choices: reportRhythms, isRequired: true, label: text('频率', 'How often') },
  weekday: { kind: 'choice', choices: weekdays, label: text('星期', 'Day of the week') },
  clock: {
    kind: 'text',
    most: 5,
    isRequired: true,
    label: text('时间', 'Time'),
    hint: text('按您个人设置中的时区。', 'In the time zone of your profile.'),
  },
} as const satisfies Fields

const facts = {
  /** When it is next due; null if flocks decide. */
  nextAt: { kind: 'moment', label: text('下次发送', 'Next') },
  lastAt: { kind: 'moment', label: text('上次发送', 'Last sent') },
} as const satisfies Fields

const typed = record(reportScheduleFields, facts)
const form = typed.form.extend({
  /** Customer or farm team whose houses it covers; null: all its reader sees, which only people of a farm may choose. */
  officeId: Id.nullable(),
})
const item = typed.item.extend({
  officeId: Id.nullable(),
  officeName: z.string().nullable(),
  /** Why nothing came the last time; null if it did. */
  problem: z.string().nullable(),
})
export type ReportSchedule = z.infer<typeof item>
export type ReportScheduleForm = z.output<typeof form>

const path = '/admin/auth/report-schedules'
const says = (chinese: string, english: string) =>
  text(`${chinese}定时邮件报表`, `${english} a report by e-mail`)

/**
 * Reports made automatically and mailed to those who want them: with what that person may see of the farm at the time, in
 * their language and units, to the address of their account. Nobody sees another's.
 */
export const reportSchedules = {
  list: get(path, 'signedIn', { inPerson: true, returns: z.array(item) }),
  /** Customers and farm teams with houses that a report may cover; 50 at most. */
  places: get(`${path}/places`, 'signedIn', {
    inPerson: true,
    query: z.object({ search: Search }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
  create: post(path, 'signedIn', {
    inPerson: true,
    body: form,
    returns: item,
    says: says('新增', 'Ordered'),
  }),
  update: put(`${path}/:id`, 'signedIn', {
    inPerson: true,
    body: form,
    returns: item,
    says: says('修改', 'Changed'),
  }),
  remove: del(`${path}/:id`, 'signedIn', {
    inPerson: true,
    whenReadOnly: true,
    returns: z.null(),
    says: says('取消', 'Cancelled'),
  }),
}
