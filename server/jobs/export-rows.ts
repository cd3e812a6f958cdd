import { XLSX } from '#shared/excel.ts'
import { EXPORT_ROWS } from '#shared/limits.ts'
import type { CellValue } from '../excel/cell.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { sightOf } from '../files/sight.ts'
import { recordFile, writeNewFile } from '../files/stored-files.ts'
import { endJob } from './end-job.ts'
import { sheetTitle } from './jobs.queries.ts'
import { JobFailed, type Outcome, type RunningJob } from './running-job.ts'

/** Rows read by one statement. */
const CHUNK = 1_000

/** Writes all rows under the filter, as its asker may see them at that moment, into a file. */
export async function exportRows(work: RunningJob): Promise<Outcome> {
  const { row, sheet, store, dataDir } = work
  const { language, timeZone } = row
  const first = await work.asked()
  const ids = await sheet.ids(first, row.request)
  const total = ids.length
  if (total > EXPORT_ROWS)
    throw new JobFailed(['job.tooManyRows', { limit: EXPORT_ROWS.toLocaleString(language) }])

  async function* chunks(): AsyncGenerator<CellValue[][]> {
    for (let from = 0; from < total; from += CHUNK) {
      await work.progress(from, total)
      yield await sheet.cells(await work.asked(), ids.slice(from, from + CHUNK))
    }
  }
  const title = sheetTitle(row.list, language)
  const columns = sheet.columns(language, timeZone)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const { viewer } = first
  const before = await sightOf(first.db, viewer)
  const file = await writeNewFile(dataDir, path =>
    writeWorkbook(path, [{ name: title, columns, rows: chunks() }], timeZone),
  )
  await store.transaction(viewer.scope, async db => {
    const record = {
      ...{ name: `${title} ${day}.xlsx`, type: XLSX, needs: sheet.needs, jobId: row.id },
      ...{ purpose: 'result' as const, expiresAt: row.expiresAt },
    }
    await recordFile(db, viewer, file, record, before)
    await endJob(db, row.id, { state: 'done', done: total, total })
  })
  return { state: 'done', done: total, total, ids: [] }
}
