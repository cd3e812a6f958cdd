import { asc, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { FlockReportForm, reports } from '#shared/contracts/reports.ts'
import { Id } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import { readClose } from '../../../farm/flocks/flock-close.ts'
import { readCourse } from '../../../farm/flocks/flock-course.ts'
import { flocksWhere, seenFlocks } from '../../../farm/flocks/flocks.queries.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../../platform/http/call.ts'
import { refuse } from '../../../platform/http/errors.ts'
import { exporting } from '../../../platform/jobs/requests.ts'
import { JobFailed } from '../../../platform/jobs/running-job.ts'
import type { Asked } from '../../../platform/jobs/sheet-parts.ts'
import type { WorkbookSource } from '../../../platform/jobs/workbook.ts'
import { writePaper } from '../../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../../../platform/pdf/words.ts'
import { drawFlock, flockTitle } from './page.ts'

/** The kinds of a flock's events, and sales and costs, that need their own right. */
const parts: readonly Grant[] = ['house_alarm:query', 'device_setting:query', 'chicken_batch:edit']

/** The request: for one flock, or for those in the houses when it was due. */
export const FlockReportRequest = FlockReportForm.or(z.object({ flockIds: z.array(Id).min(1) }))
export type FlockReportRequest = z.output<typeof FlockReportRequest>

/** The flocks that the requester may see, in the order of their houses. */
function flocksOf(
  { db, viewer, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  request: FlockReportRequest,
) {
  const ids = 'flockId' in request ? [request.flockId] : request.flockIds
  return flocksWhere(db, viewer.scope, language, inArray(flock.id, ids)).orderBy(
    asc(flock.farmPath),
    asc(house.name),
    asc(flock.id),
  )
}

/** Starts the report of a flock. */
export async function exportFlock(call: ChangingCall & { body: FlockReportForm }) {
  const [found] = await flocksOf(call, call.body)
  if (!found) throw refuse.invalid([{ field: 'flockId', message: 'row.notFound' }])
  const { number } = found.row
  call.named({ number: text(number, number) })
  return exporting(flockReport)(call)
}

/** Flocks from their placement until today or their end. */
export const flockReport: WorkbookSource = {
  list: 'flock-report',
  needs: reports.flock.access,
  async workbook({ row, asked, progress }) {
    const first = await asked()
    const found = await flocksOf(first, FlockReportRequest.parse(row.request))
    const [only, ...others] = found
    if (!only) throw new JobFailed('row.notFound')
    const { viewer, language } = first
    const title = flockTitle[language]
    return {
      name:
        others.length > 0 ? fileName(title) : fileName(`${title} ${only.row.number} ${only.houseRow.name}`),
      alsoNeeds: parts.filter(grant => viewer.grants.has(grant)),
      seen: () => seenFlocks(found),
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, row.timeZone, language) },
          async paper => {
            for (const [i, each] of found.entries()) {
              const now = await asked()
              await progress(i, found.length)
              const close = await readClose({ ...now, services: { store: now.store } }, each)
              drawFlock(paper, await readCourse(now, each), now, close)
            }
          },
        ),
    }
  },
}
