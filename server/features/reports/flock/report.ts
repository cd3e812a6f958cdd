import { eq } from 'drizzle-orm'
import { FlockReportForm, reports } from '#shared/contracts/reports.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { readCourse } from '../../../farm/flocks/flock-course.ts'
import { flocksWhere, seenFlocks } from '../../../farm/flocks/flocks.queries.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import { exporting } from '../../../platform/jobs/requests.ts'
import { JobFailed } from '../../../platform/jobs/running-job.ts'
import type { Asked } from '../../../platform/jobs/sheet-parts.ts'
import type { WorkbookSource } from '../../../platform/jobs/workbook.ts'
import { writePaper } from '../../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../report-words.ts'
import { drawFlock, flockTitle } from './page.ts'

/** What of a flock's events is told only to who may see it. */
const parts: readonly Grant[] = ['house_alarm:query', 'device_setting:query']

async function flockOf(
  { db, viewer, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  { flockId }: FlockReportForm,
) {
  const [found] = await flocksWhere(db, viewer.scope, language, eq(flock.id, flockId))
  return found
}

/** Begins the report of a flock. */
export async function exportFlock(call: ChangingCall & { body: FlockReportForm }) {
  const found = await flockOf(call, call.body)
  if (!found) throw refuse.invalid([{ field: 'flockId', message: 'row.notFound' }])
  const { number } = found.row
  call.named({ number: text(number, number) })
  return exporting(flockReport)(call)
}

/** A flock from its placement until today or its end. */
export const flockReport: WorkbookSource = {
  list: 'flock-report',
  needs: reports.flock.access,
  async workbook({ row, asked }) {
    const now = await asked()
    const { viewer, language } = now
    const found = await flockOf(now, FlockReportForm.parse(row.request))
    if (!found) throw new JobFailed('row.notFound')
    const course = await readCourse(now, found)
    const title = `${flockTitle[language]} ${course.flock.number}`
    return {
      name: fileName(`${title} ${course.flock.houseName}`),
      alsoNeeds: parts.filter(grant => viewer.grants.has(grant)),
      seen: () => seenFlocks([found]),
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, row.timeZone, language) },
          async paper => drawFlock(paper, course, now),
        ),
    }
  },
}
