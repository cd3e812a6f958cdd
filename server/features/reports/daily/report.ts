import { DailyReportForm, reports } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import { REPORT_HOUSES } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { ChangingCall } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import type { Message } from '../../../platform/http/texts.ts'
import { exporting } from '../../../platform/jobs/requests.ts'
import { JobFailed } from '../../../platform/jobs/running-job.ts'
import type { Asked } from '../../../platform/jobs/sheet-parts.ts'
import type { WorkbookSource } from '../../../platform/jobs/workbook.ts'
import { writePaper } from '../../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../report-words.ts'
import { dailyOf, type ReportedHouse, reportedHouses } from './data.ts'
import { dailyTitle } from './drawing.ts'
import { drawDaily } from './page.ts'

/** Where a day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati'

const notYet = text('日期不能晚于今天', 'Not later than today')
const noHouse = text('没有可以制作报告的鸡舍', 'There is no house to report of')
const tooMany = text(
  '超过 {most} 栋鸡舍，请选择客户或鸡场',
  'More than {most} houses: choose a customer or a farm team',
)

/** What of a report is in it only for who may see it. */
const parts: readonly Grant[] = ['chicken_batch:query', 'house_alarm:query', 'device_setting:query']

/** The houses that are asked for, or why there is no report of them, at the field that says so. */
async function housesOf(
  asked: Pick<Asked, 'db' | 'viewer' | 'language'>,
  form: DailyReportForm,
): Promise<{ houses: ReportedHouse[]; fault?: { field: string; message: Message } }> {
  const houses = await reportedHouses(asked, form, REPORT_HOUSES + 1)
  const field = form.houseId === undefined ? 'officeId' : 'houseId'
  if (houses.length === 0) return { houses, fault: { field, message: noHouse } }
  if (houses.length > REPORT_HOUSES)
    return { houses, fault: { field, message: [tooMany, { most: REPORT_HOUSES }] } }
  return { houses }
}

/** Begins the report of a day. */
export async function exportDaily(call: ChangingCall & { body: DailyReportForm }) {
  if (call.body.day > dateIn(FIRST_ZONE, new Date()))
    throw refuse.invalid([{ field: 'day', message: notYet }])
  const { fault } = await housesOf(call, call.body)
  if (fault) throw refuse.invalid([fault])
  return exporting(dailyReport)(call)
}

/** The day of each house on a page of its own. */
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
