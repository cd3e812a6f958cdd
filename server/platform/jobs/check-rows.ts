import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { type ImportSummary, rowChanges } from '#shared/contracts/jobs.ts'
import { XLSX } from '#shared/excel.ts'
import { FileLayout } from '#shared/file-layout.ts'
import { IMPORT_ROWS } from '#shared/limits.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { job, jobRow, type StoredChange, type StoredFault, storedFile } from '../database/tables/jobs.ts'
import { columnLetters } from '../excel/cell.ts'
import { type ReadSheet, readSheets, readWorkbook } from '../excel/read-workbook.ts'
import { UnreadableFile } from '../excel/unpack.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { filesFolder, recordFile, writeNewFile } from '../files/stored-files.ts'
import { sayFault } from '../http/errors.ts'
import { say } from '../http/texts.ts'
import { endJob } from './end-job.ts'
import { judgeRows } from './judge-rows.ts'
import { lettersOf, type ReadImport, RefusedFile, readImport } from './read-import.ts'
import { JobFailed, type Outcome, type RunningJob } from './running-job.ts'
import type { Asked, Draft, ListImport, OwnFile, OwnFiles } from './sheet-parts.ts'
import { sheetTitle, titleFor } from './sheet-words.ts'
import { helpText, templateColumn } from './template.ts'

/** Most characters stored of a value shown beside its faults, and of words that repeat it. */
const SHOWN_MAX = 300

/** Rows stored per statement. */
const CHUNK = 500

/**
 * The faults of a row in stored form; a fault of a part (`deviceIds.0`) counts for its column. `absent`: titles of columns
 * the file lacks.
 */
export function storedFaults(
  draft: Draft,
  fields: ReadonlySet<string>,
  language: Language,
  absent: ReadonlyMap<string, string> = new Map(),
): StoredFault[] | null {
  if (draft.faults.length === 0) return null
  const order = [...fields]
  const told = draft.faults.map(fault => {
    const field = fault.field.split('.')[0] ?? ''
    const title = absent.get(field)
    const reason = `${title ? `${title}: ` : ''}${sayFault(fault, language)}`.slice(0, SHOWN_MAX)
    return { field: fields.has(field) ? field : null, reason }
  })
  // From left to right; faults without a cell come first.
  return told.sort((a, b) => order.indexOf(a.field ?? '') - order.indexOf(b.field ?? ''))
}

/** How many rows do what; null if the file only adds. */
export function changesOf(drafts: readonly Draft[]): ImportSummary['changes'] {
  const kinds = drafts.flatMap(({ change, faults }) => (change && faults.length === 0 ? change.kind : []))
  if (kinds.length === 0) return null
  const count = (wanted: string) => kinds.filter(kind => kind === wanted).length
  return Object.fromEntries(rowChanges.map(kind => [kind, count(kind)])) as ImportSummary['changes']
}

/** A file that was read: by our template, or under a layout of its own. */
interface ReadFile extends ReadImport {
  own: Pick<OwnFile, 'layout' | 'choices' | 'notes'> | null
}

function summaryOf(
  row: RunningJob['row'],
  read: ReadFile,
  drafts: readonly Draft[],
  faults: readonly (StoredFault[] | null)[],
): ImportSummary {
  const faulty = faults.filter(each => each !== null)
  const ofField = (field: string) =>
    faulty.reduce((count, each) => count + each.filter(fault => fault.field === field).length, 0)
  return {
    rows: faults.length,
    valid: faults.length - faulty.length,
    faulty: faulty.length,
    columns: read.columns.map(column => ({
      field: column.field,
      title: column.title,
      letters: lettersOf(column),
      help: helpText(row.list, column, row),
      faults: ofField(column.field),
    })),
    unknown: read.unknown,
    headings: read.unexplained.map(({ index, title }) => ({
      cell: `${columnLetters(index)}${read.heading}`,
      title,
      reason: say(row.language, title.trim() === '' ? 'import.noTitle' : 'import.unknownTitle'),
    })),
    isAnew: false,
    changes: changesOf(drafts),
    doubted: doubtedIn(drafts),
    written: null,
    own: read.own,
  }
}

const shortened = <Text extends string | null>(found: Record<string, Text>): Record<string, Text> =>
  Object.fromEntries(
    Object.entries(found).map(([field, text]) => [field, (text?.slice(0, SHOWN_MAX) ?? null) as Text]),
  )

/** Rows that could be written, but of which somebody should look at a value again. */
export const doubtedIn = (drafts: readonly Draft[]): number =>
  drafts.filter(({ change, faults }) => faults.length === 0 && isDoubted(change)).length
export const isDoubted = (change: StoredChange | null | undefined): boolean =>
  (change?.doubts?.length ?? 0) > 0

/** What a row does, in stored form. */
export const storedChange = ({ change, faults }: Draft): StoredChange | null =>
  change && faults.length === 0 ? { ...change, was: shortened(change.was) } : null

async function storeRows(
  db: Db,
  work: RunningJob,
  read: ReadFile,
  judged: readonly { faults: StoredFault[] | null; change: StoredChange | null }[],
) {
  const { id, officePath } = work.row
  await db.delete(jobRow).where(eq(jobRow.jobId, id))
  for (let from = 0; from < read.rows.length; from += CHUNK)
    await db.insert(jobRow).values(
      read.rows.slice(from, from + CHUNK).map(({ draft, found }, i) => {
        const { faults: rowFaults = null, change = null } = judged[from + i] ?? {}
        // A row with faults is never written.
        const values = rowFaults ? {} : draft.values
        return {
          jobId: id,
          row: draft.row,
          officePath,
          found: shortened(found),
          values,
          faults: rowFaults,
          change,
          cells: draft.cells ?? null,
        }
      }),
    )
}

/** The faulty rows in the template's layout, each with its faults: to correct and upload again. */
function writeRemarks(work: RunningJob, read: ReadFile, faults: (StoredFault[] | null)[], path: string) {
  const { row, sheet } = work
  const { language, list, timeZone } = row
  if (!sheet.import) throw new JobFailed('job.failed')
  // Values stay under the unit they were found in.
  const unitsIn = new Map(read.columns.map(({ field, units }) => [field, units]))
  const columns = sheet.import.columns.map(column =>
    templateColumn(list, column, { language, units: unitsIn.get(column.field) ?? row.units }),
  )
  const titles = new Map(read.columns.map(({ field, title }) => [field, title]))
  const remark = ({ field, reason }: StoredFault) => `${field ? `${titles.get(field)}: ` : ''}${reason}`
  const fields = sheet.import.columns.map(({ field }) => field)
  const rows = read.rows.flatMap(({ draft, found }, i) => {
    const faulty = faults[i]
    if (!faulty) return []
    // A day of a file of another layout may come from several of its rows.
    const inFile = draft.cells ? null : draft.row
    return [[...fields.map(field => found[field] ?? null), inFile, faulty.map(remark).join('\n')]]
  })
  const remarks = { title: say(language, 'import.remarks'), kind: 'text' as const, width: 60 }
  const rowInFile = { title: say(language, 'import.rowInFile'), kind: 'whole' as const, width: 12 }
  return writeWorkbook(
    path,
    [
      {
        name: sheetTitle(list, language),
        columns: [...columns, rowInFile, remarks],
        rows: [rows],
        fillable: rows.length,
      },
    ],
    timeZone,
    language,
  )
}

/** The bytes of the file that was brought. Throws JobFailed. */
export async function uploadOf(
  { store, row, dataDir }: RunningJob,
  scope: Parameters<typeof store.scoped>[0],
) {
  const isUpload = and(eq(storedFile.jobId, row.id), eq(storedFile.purpose, 'upload'))
  const [file] = await store.scoped(scope).select({ id: storedFile.id }).from(storedFile).where(isUpload)
  const content = file && (await readFile(join(filesFolder(dataDir), file.id)).catch(() => undefined))
  if (!content) throw new JobFailed('import.gone')
  return content
}

const ZIP = Buffer.from('PK')
/** All sheets of a workbook, or the one of a text file. Throws UnreadableFile. */
export async function sheetsOf(
  content: Buffer,
  name: string,
  { ofText, rowsMax }: { ofText?: OwnFiles['ofText'] | undefined; rowsMax: number },
): Promise<ReadSheet[]> {
  if (content.subarray(0, ZIP.length).equals(ZIP)) return readSheets(content, rowsMax + 1)
  const sheet = ofText?.(name, content)
  if (!sheet) throw new UnreadableFile('notExcel')
  if (sheet.rows.length > rowsMax + 1) throw new UnreadableFile('tooManyRows')
  return [sheet]
}

/** The file by our template if it has its columns, else under the layout it suggests or somebody has chosen. */
async function readFileOf(work: RunningJob, asked: Asked, importing: ListImport, content: Buffer) {
  const { row } = work
  const { ownFiles } = importing
  const chosen = FileLayout.safeParse(row.request.layout).data ?? null
  if (!ownFiles)
    return {
      ...readImport(row.list, await readWorkbook(content, IMPORT_ROWS + 1), importing, row),
      own: null,
    }
  const sheets = await sheetsOf(content, row.source ?? '', { ofText: ownFiles.ofText, rowsMax: IMPORT_ROWS })
  const byTemplate = chosen ? undefined : templateIn(row, importing, sheets)
  if (byTemplate) return byTemplate
  const { layout, choices, notes, rows } = await ownFiles.read(asked, sheets, chosen)
  const used = new Set(rows.flatMap(({ draft }) => Object.keys(draft.cells ?? {})))
  const columns = importing.columns
    .filter(({ field }) => used.has(field))
    .map(column => ({ ...column, title: titleFor(row.list, column, row), index: -1, units: row.units }))
  return { columns, unknown: [], heading: 0, unexplained: [], rows, own: { layout, choices, notes } }
}

function templateIn(
  row: RunningJob['row'],
  importing: ListImport,
  [first]: readonly ReadSheet[],
): ReadFile | undefined {
  try {
    return first && { ...readImport(row.list, first, importing, row), own: null }
  } catch (error) {
    const reason = error instanceof RefusedFile ? error.reason : undefined
    if (Array.isArray(reason) && reason[0] === 'import.columnsMissing') return undefined
    throw error
  }
}

/** Reads an uploaded file and judges every row. Writes nothing but its own report. */
export async function checkRows(work: RunningJob): Promise<Outcome> {
  const { row, sheet, store, dataDir } = work
  const asked = await work.asked()
  const { viewer, language } = asked
  if (!sheet.import) throw new JobFailed('job.failed')
  const content = await uploadOf(work, viewer.scope)
  const read = await readFileOf(work, asked, sheet.import, content)
  const total = read.rows.length
  await work.progress(0, total)
  // Stored as read: names are looked up again when the rows are written.
  const drafts = read.rows.map(({ draft }) => ({ ...draft, values: { ...draft.values } }))
  await judgeRows(asked, sheet.import, drafts, done => work.progress(done, total))
  const fields = new Set(read.columns.map(({ field }) => field))
  const absent = sheet.import.columns.filter(({ field }) => !fields.has(field))
  const titles = new Map(absent.map(column => [column.field, titleFor(row.list, column, row)]))
  const faults = drafts.map(draft => storedFaults(draft, fields, language, titles))
  const summary = summaryOf(row, read, drafts, faults)
  const { needs } = sheet.import
  const name = say(language, [
    'import.remarksFile',
    { name: (row.source ?? '').replace(/\.(xlsx|csv|txt)$/i, '') },
  ])
  const remarks =
    summary.faulty > 0 && (await writeNewFile(dataDir, path => writeRemarks(work, read, faults, path)))
  await store.transaction(viewer.scope, async db => {
    await storeRows(
      db,
      work,
      read,
      drafts.map((draft, i) => ({ faults: faults[i] ?? null, change: storedChange(draft) })),
    )
    await db.update(job).set({ summary }).where(eq(job.id, row.id))
    // The remarks of an earlier reading.
    await db.delete(storedFile).where(and(eq(storedFile.jobId, row.id), eq(storedFile.purpose, 'result')))
    if (remarks)
      await recordFile(db, viewer, remarks, {
        name,
        type: XLSX,
        purpose: 'result',
        needs: [needs],
        jobId: row.id,
        expiresAt: row.expiresAt,
      })
    await endJob(db, row.id, { state: 'checked', done: total, total })
  })
  return { state: 'checked', done: total, total, ids: [] }
}
