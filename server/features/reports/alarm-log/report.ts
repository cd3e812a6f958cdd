import { AlarmLogForm, reports } from '#shared/contracts/reports.ts'
import { REPORT_DAYS } from '#shared/limits.ts'
import { text } from '#shared/text.ts'
import { daysAfter, daysBetween, instantOf } from '#shared/zone-time.ts'
import type { ChangingCall } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import { exporting } from '../../../platform/jobs/requests.ts'
import { JobFailed } from '../../../platform/jobs/running-job.ts'
import type { WorkbookSource } from '../../../platform/jobs/workbook.ts'
import { writePaper } from '../../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../../../platform/pdf/words.ts'
import { alarmsOf } from '../reported-alarms.ts'
import { housesOf, type ReportedHouse } from '../reported-houses.ts'
import { alarmLogTitle, drawHouse, drawQuiet } from './page.ts'

const beforeFirst = text('不能早于开始日期', 'Cannot be before the first day')
const tooLong = text('最多 {most} 天', 'At most {most} days')

/** Starts an alarm log. */
export async function exportAlarmLog(call: ChangingCall & { body: AlarmLogForm }) {
  const { firstDay, lastDay } = call.body
  if (lastDay < firstDay) throw refuse.invalid([{ field: 'lastDay', message: beforeFirst }])
  if (daysBetween(firstDay, lastDay) >= REPORT_DAYS)
    throw refuse.invalid([{ field: 'lastDay', message: [tooLong, { most: REPORT_DAYS }] }])
  const { fault } = await housesOf(call, call.body)
  if (fault) throw refuse.invalid([fault])
  return exporting(alarmLog)(call)
}

/** The alarms of houses over some days: pages for each house that had any, and the names of the others. */
export const alarmLog: WorkbookSource = {
  list: 'alarm-log',
  needs: reports.alarmLog.access,
  async workbook({ row, asked, progress }) {
    const form = AlarmLogForm.parse(row.request)
    const first = await asked()
    const { viewer, language } = first
    const { houses, fault } = await housesOf(first, form)
    if (fault) throw new JobFailed(fault.message)
    const title = alarmLogTitle[language]
    return {
      name: fileName(
        houses.length === 1 ? `${title} ${houses[0]?.name}` : title,
        form.firstDay,
        form.lastDay,
      ),
      seen: () => houses.map(({ farmPath, ...house }) => ({ farmPath, house })),
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, row.timeZone, language) },
          async paper => {
            const quiet: ReportedHouse[] = []
            for (const [i, house] of houses.entries()) {
              const now = await asked()
              await progress(i, houses.length)
              const alarms = await alarmsOf(now.db, house.id, {
                from: new Date(instantOf(`${form.firstDay}T00:00`, house.timeZone)),
                to: new Date(instantOf(`${daysAfter(form.lastDay, 1)}T00:00`, house.timeZone)),
              })
              if (alarms.length === 0) quiet.push(house)
              else drawHouse(paper, house, { alarms, days: form }, now)
            }
            if (quiet.length > 0) drawQuiet(paper, quiet, form, first)
          },
        ),
    }
  },
}
