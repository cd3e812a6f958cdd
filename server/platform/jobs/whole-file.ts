import { eq, sql } from 'drizzle-orm'
import { FileLayout } from '#shared/file-layout.ts'
import { job, jobRow } from '../database/tables/jobs.ts'
import { sayFault } from '../http/errors.ts'
import { sheetsOf, uploadOf } from './check-rows.ts'
import { endJob } from './end-job.ts'
import { writeLine } from './file-line.ts'
import { JobFailed, type Outcome, type RunningJob } from './running-job.ts'
import type { Asked, WholeFile, WholeImport } from './sheet-parts.ts'

const SHOWN_MAX = 300

function wholeOf({ sheet }: RunningJob): WholeImport {
  if (!sheet.whole) throw new JobFailed('job.failed')
  return sheet.whole
}

async function fileOf(work: RunningJob, { viewer }: Asked): Promise<WholeFile> {
  const { row, progress } = work
  const source = row.source ?? ''
  const content = await uploadOf(work, viewer.scope)
  return {
    sheets: await sheetsOf(content, source, wholeOf(work)),
    source,
    request: row.request,
    layout: FileLayout.safeParse(row.request.layout).data ?? null,
    progress,
  }
}

/** Reads an uploaded file as a whole. Writes nothing but its own report. */
export async function checkWhole(work: RunningJob): Promise<Outcome> {
  const { row, store } = work
  const asked = await work.asked()
  const { summary, faults } = await wholeOf(work).check(asked, await fileOf(work, asked))
  const { id: jobId, officePath, language } = row
  await store.transaction(asked.viewer.scope, async db => {
    await db.delete(jobRow).where(eq(jobRow.jobId, jobId))
    if (faults.length > 0)
      await db.insert(jobRow).values(
        faults.map(({ row: number, found, field, message }) => ({
          jobId,
          row: number,
          officePath,
          found,
          values: {},
          faults: [
            { field, reason: sayFault({ field: field ?? '', message }, language).slice(0, SHOWN_MAX) },
          ],
        })),
      )
    await db.update(job).set({ summary }).where(eq(job.id, jobId))
    await endJob(db, jobId, { state: 'checked', done: summary.rows, total: summary.rows })
  })
  return { state: 'checked', done: summary.rows, total: summary.rows, ids: [] }
}

/** Reads the file again and writes all of it in one transaction with the end of the job: after a crash nothing is there, or all. */
export async function writeWhole(work: RunningJob): Promise<Outcome> {
  const { row, store } = work
  const { summary } = row
  if (!summary) throw new JobFailed('job.failed')
  const before = await work.asked()
  const layout = summary.own?.layout ?? null
  const file = { ...(await fileOf(work, before)), layout }
  const write = await wholeOf(work).write(before, file)
  const asked = await work.asked()
  return store.transaction(asked.viewer.scope, async db => {
    // A worker taken for dead may still be at it.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`job ${row.id}`}, 0))`)
    const total = await write({ ...asked, db, notified: () => {} })
    await db.delete(jobRow).where(eq(jobRow.jobId, row.id))
    await writeLine(db, row, { rows: total }, { source: row.source })
    await endJob(db, row.id, {
      state: 'done',
      done: total,
      total,
      told: null,
      summary: { ...summary, written: total },
    })
    return { state: 'done', done: total, total, ids: [] }
  })
}
