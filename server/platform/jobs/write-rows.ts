import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ImportSummary } from '#shared/contracts/jobs.ts'
import type { Db } from '../database/store.ts'
import { operationHistory } from '../database/tables/histories.ts'
import { jobRow } from '../database/tables/jobs.ts'
import { historyRow } from '../http/history.ts'
import { changesOf, doubtedIn, isDoubted, storedChange, storedFaults } from './check-rows.ts'
import { endJob } from './end-job.ts'
import { writeLine } from './file-line.ts'
import { judgeRows } from './judge-rows.ts'
import { JobFailed, type Outcome, type RunningJob } from './running-job.ts'
import type { Asked, Draft, Filled, ListImport, Prepared, Writing, Written } from './sheet-parts.ts'

/** Rows written per call. */
const CHUNK = 500

const validRows = (jobId: string) =>
  and(
    eq(jobRow.jobId, jobId),
    isNull(jobRow.faults),
    sql`${jobRow.change} ->> 'said' is distinct from 'leftOut'`,
  )

/** Each row gets its sentence in the history, as if typed in; it is part of the file's line. */
async function noteRows(
  db: Db,
  work: RunningJob,
  { viewer }: Asked,
  { create, update = create }: ListImport,
  written: Written[],
) {
  const { id, list, told } = work.row
  if (written.length === 0) return
  await db.insert(operationHistory).values(
    written.map(({ officePath, shown, before }) => ({
      ...historyRow({
        module: list,
        type: before === undefined ? 'create' : 'update',
        endpoint: before === undefined ? create : update,
        viewer,
        ip: told?.ip ?? '',
        params: {},
        body: undefined,
        before,
        result: shown,
        subjectPath: officePath,
      }),
      partOf: told && id,
    })),
  )
}

/** What is made before the transaction, so that rows and locks are held only while writing. */
async function prepared(work: RunningJob, importing: ListImport): Promise<Prepared> {
  const { row, store } = work
  if (!importing.prepare) return new Map()
  const stored = await store
    .scoped((await work.asked()).viewer.scope)
    .select({ row: jobRow.row })
    .from(jobRow)
    .where(validRows(row.id))
  const rows = stored.map(({ row }) => row)
  // Progress counts written rows.
  return importing.prepare(rows, () => work.progress(0, rows.length))
}

async function writeAll(
  db: Db,
  work: RunningJob,
  asked: Writing,
  importing: ListImport,
  rows: Filled[],
  made: Prepared,
) {
  const all: Written[] = []
  const chunk = importing.areParts ? rows.length : CHUNK
  for (let from = 0; from < rows.length; from += chunk) {
    const written = await importing.write({ ...asked, db }, rows.slice(from, from + chunk), made)
    await noteRows(db, work, asked, importing, written)
    all.push(...written)
    await work.progress(Math.min(from + chunk, rows.length), rows.length)
  }
  await importing.finish?.({ ...asked, db }, all)
  return all.map(({ id }) => id)
}

/** Back to its owner because rows have become invalid since the check: nothing was written. */
async function askAnew(db: Db, work: RunningJob, summary: ImportSummary, drafts: Draft[]): Promise<Outcome> {
  const { id, language } = work.row
  const fields = new Set(summary.columns.map(({ field }) => field))
  const columns = summary.columns.map(column => ({ ...column }))
  let faulty = 0
  for (const draft of drafts) {
    const faults = storedFaults(draft, fields, language)
    if (!faults) continue
    faulty += 1
    for (const { field } of faults) {
      const column = columns.find(column => column.field === field)
      if (column) column.faults += 1
    }
    await db
      .update(jobRow)
      .set({ faults, change: null })
      .where(and(eq(jobRow.jobId, id), eq(jobRow.row, draft.row)))
  }
  for (const draft of drafts) {
    const change = storedChange(draft)
    if (!change) continue
    await db
      .update(jobRow)
      .set({ change })
      .where(and(eq(jobRow.jobId, id), eq(jobRow.row, draft.row)))
  }
  const changed = {
    changes: changesOf(drafts),
    valid: summary.valid - faulty,
    faulty: summary.faulty + faulty,
    columns,
    doubted: doubtedIn(drafts),
    isAnew: true,
  }
  await endJob(db, id, { state: 'checked', step: 'check', summary: { ...summary, ...changed } })
  return { state: 'checked', done: 0, total: drafts.length, ids: [] }
}

/**
 * Writes the valid rows in one transaction with the end of the job, so that a second try after a crash starts from nothing
 * or finds it done. Judges them again first: the farm may have changed.
 */
export async function writeRows(work: RunningJob): Promise<Outcome> {
  const { row, sheet, store } = work
  const { import: importing } = sheet
  const { summary } = row
  if (!importing || !summary) throw new JobFailed('job.failed')
  const made = await prepared(work, importing)
  const asked = await work.asked()
  return store.transaction(asked.viewer.scope, async db => {
    // A worker taken for dead may still be at it.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`job ${row.id}`}, 0))`)
    const stored = await db.select().from(jobRow).where(validRows(row.id)).orderBy(jobRow.row)
    const drafts = stored.map(
      ({ row, values, change }): Draft => ({
        row,
        values,
        faults: [],
        sure: change?.said === 'sure' ? (change.doubts ?? []) : [],
      }),
    )
    const open = new Set(stored.flatMap(({ row, change }) => (change?.said === 'open' ? row : [])))
    const rows = await judgeRows({ ...asked, db }, importing, drafts, () => work.progress(0, drafts.length))
    const isNewDoubt = drafts.some(({ row, change }) => isDoubted(change) && !open.has(row))
    if (rows.length < drafts.length || isNewDoubt) return askAnew(db, work, summary, drafts)
    const told = new Set<string>()
    const notified = (accountIds: readonly string[]) => {
      for (const id of accountIds) told.add(id)
    }
    if (summary.own) await importing.ownFiles?.keep({ ...asked, db }, summary.own.layout)
    const ids = await writeAll(db, work, { ...asked, notified }, importing, rows, made)
    await db.delete(jobRow).where(validRows(row.id))
    const total = ids.length
    await writeLine(db, row, { rows: total }, { source: row.source })
    await endJob(db, row.id, {
      state: 'done',
      done: total,
      total,
      told: null,
      summary: { ...summary, written: total },
    })
    return { state: 'done', done: total, total, ids, notified: [...told] }
  })
}
