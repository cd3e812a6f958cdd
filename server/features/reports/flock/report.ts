import { FlockReportForm, reports } from '#shared/contracts/reports.ts'
import { text } from '#shared/text.ts'
import { readCourse } from '../../../farm/flocks/flock-course.ts'
import { findFlock, seenFlocks } from '../../../farm/flocks/flocks.queries.ts'
import type { ChangingCall } from '../../../platform/http/call.ts'
import { exporting } from '../../../platform/jobs/requests.ts'
import type { WorkbookSource } from '../../../platform/jobs/workbook.ts'
import { writePaper } from '../../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../report-words.ts'
import { drawFlock, flockTitle } from './page.ts'

/** Begins the report of a flock. */
export async function exportFlock(call: ChangingCall & { body: FlockReportForm }) {
  const { row } = await findFlock(call.db, call.viewer.scope, call.body.flockId, call.language)
  call.named({ number: text(row.number, row.number) })
  return exporting(flockReport)(call)
}

/** A flock from its placement until today or its end. */
export const flockReport: WorkbookSource = {
  list: 'flock-report',
  needs: reports.flock.access,
  async workbook({ row, asked }) {
    const { flockId } = FlockReportForm.parse(row.request)
    const now = await asked()
    const { viewer, language } = now
    const found = await findFlock(now.db, viewer.scope, flockId, language)
    const course = await readCourse(now, found)
    const title = `${flockTitle[language]} ${course.flock.number}`
    return {
      name: fileName(`${title} ${course.flock.houseName}`),
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
