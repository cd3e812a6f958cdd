import { z } from 'zod'
import { Id, post } from '../endpoint.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'

/** A day of houses: of one, of those of a customer or farm team, or of all that are the asker's to see. */
export const DailyReportForm = z.object({
  /** By the calendar of each house. */
  day: z.iso.date(),
  officeId: Id.optional(),
  houseId: Id.optional(),
})
export type DailyReportForm = z.output<typeof DailyReportForm>

const path = '/admin/auth/reports'

/** Reports as PDF, in the reader's language and units, made as jobs. They show what the asker may see at that moment. */
export const reports = {
  /** A page a house. Flocks, alarms and changes of settings are in it for who may see them. */
  daily: post(`${path}/daily`, 'device_chart:export', {
    body: DailyReportForm,
    whenReadOnly: true,
    returns: Job,
    says: text('导出 {day} 养殖场日报', 'Exported the daily farm report of {day}'),
  }),
}
