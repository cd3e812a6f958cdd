import { z } from 'zod'
import { Id, post } from '../endpoint.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'

/** The houses covered: one, those of a customer or farm team, or all the caller may see. */
export const ReportedPlace = z.object({ officeId: Id.optional(), houseId: Id.optional() })
export type ReportedPlace = z.output<typeof ReportedPlace>

export const DailyReportForm = ReportedPlace.extend({
  /** By the calendar of each house. */
  day: z.iso.date(),
})
export type DailyReportForm = z.output<typeof DailyReportForm>

export const AlarmLogForm = ReportedPlace.extend({
  /** First and last day, by the calendar of each house. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
})
export type AlarmLogForm = z.output<typeof AlarmLogForm>

export const FlockReportForm = z.object({ flockId: Id })
export type FlockReportForm = z.output<typeof FlockReportForm>

const path = '/admin/auth/reports'

/** Reports as PDF, in the reader's language and units, made as jobs. They show what the caller may see at the time. */
export const reports = {
  /** One page per house. Includes flocks, alarms and setting changes for those who may see them. */
  daily: post(`${path}/daily`, 'device_chart:export', {
    body: DailyReportForm,
    whenReadOnly: true,
    returns: Job,
    says: text('导出 {day} 养殖场日报', 'Exported the daily farm report of {day}'),
  }),
  /** A flock against its standard: figures, curves, weeks, treatments. */
  flock: post(`${path}/flock`, 'chicken_batch:export', {
    body: FlockReportForm,
    whenReadOnly: true,
    returns: Job,
    says: text('导出批次 {number} 的报告', 'Exported the report of flock {number}'),
  }),
  /** Alarms of each house, their causes and who handled them; one page per house, more if there are many. */
  alarmLog: post(`${path}/alarm-log`, 'house_alarm:export', {
    body: AlarmLogForm,
    whenReadOnly: true,
    returns: Job,
    says: text(
      '导出 {firstDay} 至 {lastDay} 报警记录',
      'Exported the alarm log from {firstDay} to {lastDay}',
    ),
  }),
}
