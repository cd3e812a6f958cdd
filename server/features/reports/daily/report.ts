import { DailyReportForm, reports } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { ChangingCall } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import { exporting } from '../../../platform/jobs/requests.ts'
import { JobFailed } from '../../../platform/jobs/running-job.ts'
import type { WorkbookSource } from '../../../platform/jobs/workbook.ts'
import { writePaper } from '../../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../../../platform/pdf/words.ts'
import { housesOf } from '../reported-houses.ts'
import { dailyOf } from './data.ts'
import { dailyTitle } from './drawing.ts'
import { drawDaily } from './page.ts'

/** The zone where a day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati'

const notYet = text('日期不能晚于今天', 'Cannot be later than today')
/** The parts of a report that need their own right. */
const parts: readonly Grant[] = ['chicken_batch:query', 'house_alarm:query', 'device_setting:query']

/** Starts the report of a day. */
export async function exportDaily(call: ChangingCall & { body: DailyReportForm }) {
  if (call.body.day > dateIn(FIRST_ZONE, new Date()))
    throw refuse.invalid([{ field: 'day', message: notYet }])
  const { fault } = await housesOf(call, call.body)
  if (fault) throw refuse.invalid([fault])
  return exporting(dailyReport)(call)
}

/** The day of each house on its own page. */
export const dailyReport: WorkbookSource = {
  list: 'daily-report',
  needs: reports.daily.access,
  async workbook({ row, asked, progress }) {
    const form = DailyReportForm.parse(row.request)
    const first = await asked()
    const { viewer, language } = first
    const { houses, fault } = await housesOf(first, form)
    if (fault) throw new JobFailed(fault.message)
    const title = `${dailyTitle[language]} ${dateOf(form.day, language)}`
    return {
      name: fileName(
        houses.length === 1 ? `${dailyTitle[language]} ${houses[0]?.name}` : dailyTitle[language],
        form.day,
      ),
      alsoNeeds: parts.filter(grant => viewer.grants.has(grant)),
      seen: () => houses.map(({ farmPath, ...house }) => ({ farmPath, house })),
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, row.timeZone, language) },
          async paper => {
            for (const [i, house] of houses.entries()) {
              const now = await asked()
              await progress(i, houses.length)
              drawDaily(paper, await dailyOf(now, house, form.day), now)
            }
          },
        ),
    }
  },
}
