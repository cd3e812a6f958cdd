import { writeFile } from 'node:fs/promises'
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Job } from '#shared/contracts/jobs.ts'
import { XLSX } from '#shared/excel.ts'
import { FILE_LINK_MS, IMPORT_ROWS, JOB_KEPT_MS } from '#shared/limits.ts'
import { STAFF } from '#shared/permissions.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import type { HistoryRow } from '../database/tables/histories.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import { job } from '../database/tables/jobs.ts'
import { isDiskFull } from '../disk.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { linkTo } from '../files/signed-link.ts'
import { recordFile, writeNewFile } from '../files/stored-files.ts'
import type { ChangingCall } from '../http/call.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import { showJob, unfinished } from './jobs.queries.ts'
import type { JobQueue } from './queue.ts'
import type { ListImport } from './sheet-parts.ts'
import { sheetTitle } from './sheet-words.ts'
import { helpSheet, templateColumns } from './template.ts'
import { importOf, type WorkbookSource } from './workbook.ts'

/** Waiting and running jobs per person. */
const UNFINISHED_MAX = 3
/** Jobs stored per person with their files; older ones are removed. */
const KEPT_MAX = 20
const WAIT_S = 10

type Asking = Pick<
  ChangingCall,
  'db' | 'viewer' | 'language' | 'units' | 'services' | 'afterwards' | 'toldLater'
>
type NewJob = Pick<JobRow, 'id' | 'kind' | 'step' | 'list'> & Partial<JobRow>

/** The reader of a job's answers. */
export const readerOf = ({
  viewer,
  language,
  services,
}: Pick<Asking, 'viewer' | 'language' | 'services'>) => ({
  viewer,
  language,
  appSecret: services.config.appSecret,
})

/** Who shares a turn in the queue. Staff count singly: they are many people in one office. */
const turnOf = (viewer: Viewer) =>
  viewer.kind === STAFF ? viewer.accountId : viewer.scope.farm || viewer.officePath

/** Queues a job that is already stored; it begins once the call has succeeded. */
export async function enqueue(
  { db, viewer, services, afterwards }: Omit<Asking, 'toldLater'>,
  jobId: string,
): Promise<void> {
  await services.jobs.add(db, jobId, turnOf(viewer))
  afterwards(() => services.jobs.wake())
}

async function forgetOldest(db: Db, { accountId }: Viewer): Promise<void> {
  const newest = db
    .select({ id: job.id })
    .from(job)
    .where(eq(job.accountId, accountId))
    .orderBy(desc(job.createdAt), desc(job.id))
    .limit(KEPT_MAX)
  await db
    .update(job)
    .set({ expiresAt: sql`now()` })
    .where(
      and(
        eq(job.accountId, accountId),
        notInArray(job.id, newest),
        inArray(job.state, ['checked', 'done', 'failed', 'cancelled']),
      ),
    )
}

const storeJob = (
  { db, viewer, language, units }: Pick<Asking, 'db' | 'viewer' | 'language' | 'units'>,
  values: NewJob,
) =>
  db.insert(job).values({
    accountId: viewer.accountId,
    officePath: viewer.officePath,
    request: {},
    programId: viewer.program?.id ?? null,
    language,
    units,
    timeZone: viewer.timeZone,
    expiresAt: new Date(Date.now() + JOB_KEPT_MS),
    ...values,
  })

async function begin(asking: Asking, values: NewJob): Promise<Job> {
  const { db, viewer, services } = asking
  if (await isDiskFull(services)) throw refuse.noRoom()
  await storeJob(asking, values)
  asking.toldLater(told => db.update(job).set({ told }).where(eq(job.id, values.id)))
  await forgetOldest(db, viewer)
  await enqueue(asking, values.id)
  return showJob(db, readerOf(asking), values.id)
}

async function refuseMany({ db, viewer }: Asking): Promise<void> {
  // One at a time per person, or several at once would each count as the last allowed one.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`jobs of ${viewer.accountId}`}, 0))`)
  if ((await unfinished(db, viewer)) >= UNFINISHED_MAX) throw refuse.tooMany(WAIT_S, 'job.tooMany')
}

/** Begins an export of all rows under the call's filter, or of what is known of one row. */
export const exporting =
  (sheet: WorkbookSource, of?: { name: string; officePath: string }) =>
  async (call: Asking & Pick<ChangingCall, 'tellHistory'> & { body: object }) => {
    await refuseMany(call)
    if (of) call.tellHistory({ officePath: of.officePath })
    return begin(call, {
      id: newId(),
      kind: 'export',
      step: 'export',
      list: sheet.list,
      source: of?.name ?? null,
      request: { ...call.body },
    })
  }

/** A report sent by mail on schedule: the request, its line of the history, and the recipient's address. */
export interface Mailed {
  list: string
  request: Record<string, unknown>
  told: HistoryRow
  mailTo: string
}

/**
 * Begins an export that nobody waits for, with the viewer's rights at the time it is made. Returns its id; the caller
 * wakes the queue after storing it.
 */
export async function beginMailed(
  { db, viewer, jobs, ...reader }: Pick<Asking, 'db' | 'viewer' | 'language' | 'units'> & { jobs: JobQueue },
  mailed: Mailed,
): Promise<string> {
  const id = newId()
  await storeJob({ db, viewer, ...reader }, { id, kind: 'export', step: 'export', ...mailed })
  await forgetOldest(db, viewer)
  await jobs.add(db, id, turnOf(viewer))
  return id
}

/** Stores an uploaded file and begins its check. */
export const importing =
  (sheet: WorkbookSource) =>
  async (
    call: Asking & { body: Uint8Array; query: { name: string } },
    request: Record<string, unknown> = {},
  ) => {
    const { db, viewer, services, body, query } = call
    await refuseMany(call)
    const id = newId()
    const needs = importOf(sheet)?.needs ?? needed(sheet).needs
    const begun = await begin(call, {
      id,
      kind: 'import',
      step: 'check',
      list: sheet.list,
      source: query.name,
      request,
    })
    const { dataDir } = services.config
    const file = await writeNewFile(dataDir, path => writeFile(path, body, { mode: 0o600 }))
    await recordFile(db, viewer, file, {
      name: query.name,
      type: XLSX,
      purpose: 'upload',
      needs: [needs],
      jobId: id,
      expiresAt: new Date(begun.expiresAt),
    })
    return begun
  }

/** An empty sheet to fill in, in the reader's language and units, with what each column expects. */
export const templating =
  (sheet: WorkbookSource) => async (call: Omit<Asking, 'afterwards' | 'toldLater'>) => {
    const { db, viewer, language, services } = call
    const { dataDir, appSecret } = services.config
    const title = sheetTitle(sheet.list, language)
    const importing = needed(sheet)
    const columns = templateColumns(sheet.list, importing, call)
    const name = `${title}.xlsx`
    const empty = { name: title, columns, rows: [], fillable: IMPORT_ROWS }
    const file = await writeNewFile(dataDir, path =>
      writeWorkbook(path, [empty, helpSheet(sheet.list, importing, call)], viewer.timeZone, language),
    )
    await recordFile(db, viewer, file, {
      name,
      type: XLSX,
      purpose: 'result',
      needs: [importing.needs],
      expiresAt: new Date(Date.now() + FILE_LINK_MS),
    })
    return { name, url: linkTo(appSecret, file.id) }
  }

/** The three endpoints of a list that can be exported to and imported from Excel. */
export const sheetOf = (sheet: WorkbookSource) => ({
  export: exporting(sheet),
  template: templating(sheet),
  import: importing(sheet),
})

function needed(sheet: WorkbookSource): ListImport {
  if (!sheet.import) throw new Error(`${sheet.list} has no import`)
  return sheet.import
}
