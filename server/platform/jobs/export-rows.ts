import { XLSX } from '#shared/excel.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { sightOf } from '../files/sight.ts'
import { recordFile, writeNewFile } from '../files/stored-files.ts'
import { noteDeed } from '../http/viewing.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { PDF } from '../pdf/paper.ts'
import { endJob } from './end-job.ts'
import { filterOf, writeLine } from './file-line.ts'
import type { Outcome, RunningJob } from './running-job.ts'

/** Writes the requested rows into a file, as the person may see them at that moment. */
export async function exportRows(work: RunningJob): Promise<Outcome> {
  const { row, sheet, store, dataDir } = work
  const { viewer, db } = await work.asked()
  const before = await sightOf(db, viewer)
  const written = await sheet.workbook(work)
  const { name, alsoNeeds = [], seen } = written
  const isReport = 'draw' in written
  let total = 0
  const file = await writeNewFile(dataDir, async path => {
    if (isReport) total = await written.draw(path)
    else {
      total = written.total
      await writeWorkbook(path, written.sheets, written.timeZone, row.language)
    }
  })
  await store.transaction(viewer.scope, async db => {
    const record = {
      name: isReport ? `${name}.pdf` : `${name}.xlsx`,
      type: isReport ? PDF : XLSX,
      needs: [...(sheet.needs ? [sheet.needs] : []), ...alsoNeeds],
      jobId: row.id,
      purpose: 'result' as const,
      expiresAt: row.expiresAt,
    }
    await recordFile(db, viewer, file, record, before)
    if (row.mailTo !== null)
      await queueMail(db, {
        to: row.mailTo,
        language: row.language,
        template: 'report',
        values: { name: viewer.actualName, title: name },
        fileId: file.id,
        usefulUntil: row.expiresAt,
      })
    if (seen) await noteDeed({ db, viewer, ip: row.told?.ip ?? null }, 'file', seen())
    await writeLine(db, row, isReport ? { pages: total } : { rows: total }, await filterOf(db, row))
    await endJob(db, row.id, { state: 'done', done: total, total, told: null })
  })
  return { state: 'done', done: total, total, ids: [] }
}
