import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { reportSchedule } from '../../platform/database/tables/report-schedules.ts'
import type { Services } from '../../platform/services.ts'

/** The form of the daily report. */
export const DAILY = { report: 'daily', rhythm: 'day', weekday: null, clock: '06:30' } as const

/** A person's daily report, far in the future. */
export async function buildSchedule(
  { store }: Services,
  { accountId, officePath }: { accountId: string; officePath: string },
  more: Partial<typeof reportSchedule.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    accountId,
    officePath,
    ...DAILY,
    nextAt: new Date('2099-03-01T06:30:00Z'),
    ...more,
  }
  await store.scoped(SYSTEM).insert(reportSchedule).values(row)
  return row
}
