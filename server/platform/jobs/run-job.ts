import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Grant } from '#shared/permissions.ts'
import { type Store, SYSTEM } from '../database/store.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import { job } from '../database/tables/jobs.ts'
import { UnreadableFile } from '../excel/unpack.ts'
import { Refusal } from '../http/errors.ts'
import { type Viewer, viewerOfAccount } from '../http/identify.ts'
import type { Message } from '../http/texts.ts'
import { checkRows } from './check-rows.ts'
import { exportRows } from './export-rows.ts'
import { RefusedFile } from './read-import.ts'
import { JobFailed, JobOver, type RunningJob, type Stored, type Told } from './running-job.ts'
import type { Asked } from './sheet-parts.ts'
import { checkWhole, writeWhole } from './whole-file.ts'
import { importOf, type WorkbookSource } from './workbook.ts'
import { writeRows } from './write-rows.ts'

interface Surroundings {
  store: Store
  dataDir: string
  appSecret: string
  workbooks: readonly WorkbookSource[]
  tell(told: Told): void
}

/** How often progress is stored and reported. ms */
const TELL_MS = 500
/** How often a running job rechecks its owner's rights. ms */
const LOOK_MS = 2_000

async function askerOf(
  { store, appSecret }: Surroundings,
  row: JobRow,
  needs: Grant | null,
): Promise<Asked & { viewer: Viewer }> {
  const viewer = await viewerOfAccount(store, row.accountId, row.programId)
  if (!viewer || (needs !== null && !viewer.grants.has(needs))) throw new JobFailed('access.forbidden')
  if (viewer.isReadOnly && row.step !== 'export') throw new JobFailed('access.readOnly')
  return {
    viewer,
    store,
    appSecret,
    db: store.scoped(viewer.scope),
    language: row.language,
    units: row.units,
  }
}

function running(row: JobRow, sheet: WorkbookSource, surroundings: Surroundings): RunningJob {
  const { store, dataDir, tell } = surroundings
  const needs = row.step === 'export' ? sheet.needs : (importOf(sheet)?.needs ?? sheet.needs)
  let [toldAt, lookedAt] = [0, 0]
  let asked: Asked | undefined
  return {
    row,
    store,
    dataDir,
    sheet,
    async asked() {
      if (asked && Date.now() - lookedAt < LOOK_MS) return asked
      asked = await askerOf(surroundings, row, needs)
      lookedAt = Date.now()
      return asked
    },
    async progress(done, total) {
      if (Date.now() - toldAt < TELL_MS) return
      toldAt = Date.now()
      const isRunning = and(eq(job.id, row.id), eq(job.state, 'running'))
      const { rowCount } = await store.scoped(SYSTEM).update(job).set({ done, total }).where(isRunning)
      if (rowCount === 0) throw new JobOver()
      tell({ state: 'running', done, total })
    },
  }
}

/** Why the job ends for good; undefined if it may be tried again. */
function reasonOf(error: unknown): Message | undefined {
  if (error instanceof JobFailed || error instanceof RefusedFile) return error.reason
  // The reason a call would be refused with.
  if (error instanceof Refusal) return error.refused.message
  if (error instanceof UnreadableFile) return `import.${error.reason}`
}

/** Ends a job with a reason, unless it has already ended. Returns whether it did. */
export async function failJob(store: Store, jobId: string, reason: Message): Promise<boolean> {
  const { rowCount } = await store
    .scoped(SYSTEM)
    .update(job)
    .set({ state: 'failed', error: reason, endedAt: sql`now()` })
    .where(and(eq(job.id, jobId), inArray(job.state, ['waiting', 'running'])))
  return rowCount === 1
}

const stepOf = ({ step }: JobRow, { whole }: WorkbookSource) =>
  whole && step !== 'export'
    ? { check: checkWhole, write: writeWhole }[step]
    : { export: exportRows, check: checkRows, write: writeRows }[step]

const NOTHING: Stored = { ids: [], notified: [] }

/**
 * Does a job from its beginning with its owner's present rights; a job that has ended is left alone. Returns what it has
 * stored. Rejects if it should be tried again; then nothing is stored.
 */
export async function runJob(jobId: string, surroundings: Surroundings): Promise<Stored> {
  const { store, workbooks, tell } = surroundings
  const [row] = await store
    .scoped(SYSTEM)
    .update(job)
    .set({ state: 'running', done: 0, total: null })
    .where(and(eq(job.id, jobId), inArray(job.state, ['waiting', 'running'])))
    .returning()
  if (!row) return NOTHING
  tell({ state: 'running', done: 0, total: null })
  const sheet = workbooks.find(({ list }) => list === row.list)
  try {
    if (!sheet) throw new JobFailed('job.failed')
    const work = running(row, sheet, surroundings)
    const { ids, notified = [], ...told } = await stepOf(row, sheet)(work)
    tell(told)
    return { ids, notified }
  } catch (error) {
    if (error instanceof JobOver) return NOTHING
    const reason = reasonOf(error)
    if (!reason) throw error
    if (await failJob(store, jobId, reason)) tell({ state: 'failed', done: 0, total: null })
    return NOTHING
  }
}
