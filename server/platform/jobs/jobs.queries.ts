import { and, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ChangingRow, DoubtAnswers, FaultyRow, Job, RowChange } from '#shared/contracts/jobs.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { type JobRow, job, jobRow, type StoredFault, storedFile } from '../database/tables/jobs.ts'
import { linkTo } from '../files/signed-link.ts'
import { mayFetch } from '../files/stored-files.ts'
import { refuse } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import { skipped, totalOf } from '../http/lists.ts'
import { say } from '../http/texts.ts'
import { sheetTitle } from './sheet-words.ts'

type FileRow = typeof storedFile.$inferSelect

interface Reader {
  viewer: Viewer
  language: Language
  appSecret: string
}

/** A job as its owner sees it; with a fresh file address while the owner may still have the file. */
function shownJob(row: JobRow, file: FileRow | null, { viewer, language, appSecret }: Reader): Job {
  const { id, kind, list, source, state, done, total, summary, error } = row
  // A file that needs no grant is about its owner, and not for their programs.
  const mayHave = file !== null && mayFetch(viewer, file) && !(viewer.program && file.needs.length === 0)
  return {
    id,
    kind,
    list,
    source,
    state,
    done,
    total,
    summary,
    title: sheetTitle(list, language),
    file: mayHave ? { name: file.name, size: file.size, url: linkTo(appSecret, file.id) } : null,
    error: error && say(language, error),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }
}

const LISTED = 20
const result = and(eq(storedFile.jobId, job.id), eq(storedFile.purpose, 'result'))
/** For a program, only the jobs it began itself. */
const mine = ({ accountId, program }: Viewer) =>
  and(
    eq(job.accountId, accountId),
    program ? eq(job.programId, program.id) : undefined,
    sql`${job.expiresAt} > now()`,
  )

/** The viewer's own jobs, newest first. */
export async function listJobs(db: Db, reader: Reader): Promise<Job[]> {
  const rows = await db
    .select()
    .from(job)
    .leftJoin(storedFile, result)
    .where(mine(reader.viewer))
    .orderBy(desc(job.createdAt), desc(job.id))
    .limit(LISTED)
  return rows.map(({ job: row, stored_file: file }) => shownJob(row, file, reader))
}

/** One of the viewer's own jobs, or a refusal. */
export async function showJob(db: Db, reader: Reader, id: string): Promise<Job> {
  const [found] = await db
    .select()
    .from(job)
    .leftJoin(storedFile, result)
    .where(and(mine(reader.viewer), eq(job.id, id)))
  if (!found) throw refuse.notFound()
  return shownJob(found.job, found.stored_file, reader)
}

/** The row of one of the viewer's own jobs, locked until the transaction ends. */
export async function lockJob(db: Db, viewer: Viewer, id: string): Promise<JobRow> {
  const [row] = await db
    .select()
    .from(job)
    .where(and(mine(viewer), eq(job.id, id)))
    .for('update')
  if (!row) throw refuse.notFound()
  return row
}

/** Number of the viewer's waiting and running jobs. */
export async function unfinished(db: Db, { accountId }: Viewer): Promise<number> {
  const [counted] = await db
    .select({ jobs: count() })
    .from(job)
    .where(and(eq(job.accountId, accountId), inArray(job.state, ['waiting', 'running'])))
  return counted?.jobs ?? 0
}

type FaultyIn = Pick<typeof jobRow.$inferSelect, 'row' | 'found' | 'cells'>

/** A page of an import's faulty rows. */
export async function listFaults(
  db: Db,
  row: Pick<JobRow, 'id' | 'list' | 'summary' | 'language' | 'units'>,
  { page, size, field }: { page: number; size: number; field?: string | undefined },
): Promise<{ total: number; items: FaultyRow[] }> {
  const where = and(
    eq(jobRow.jobId, row.id),
    sql`${jobRow.faults} is not null`,
    field === undefined
      ? undefined
      : sql`${jobRow.faults} @> ${sql.param(JSON.stringify([{ field }]))}::jsonb`,
  )
  const total = db.$count(jobRow, where)
  const rows = await db
    .select({ ...getTableColumns(jobRow), total })
    .from(jobRow)
    .where(where)
    .orderBy(jobRow.row)
    .limit(size)
    .offset(skipped({ page, size }))
  const columns = row.summary?.columns ?? []
  const told =
    ({ found, row: rowNumber, cells }: FaultyIn) =>
    (fault: StoredFault) => {
      const column = columns.find(({ field }) => field === fault.field)
      return {
        cell: cells ? (cells[fault.field ?? 'day'] ?? '') : `${column?.letters ?? ''}${rowNumber}`,
        field: fault.field,
        column: column?.title ?? '',
        found: fault.field === null ? null : (found[fault.field] ?? null),
        reason: fault.reason,
        expected: column?.help ?? null,
      }
    }
  const items = rows.map(each => ({
    row: each.row,
    cells: columns.map(({ field }) => each.found[field] ?? null),
    faults: (each.faults ?? []).map(told(each)),
  }))
  return { total: await totalOf(rows, total), items }
}

/** Rows in doubt that nobody has answered yet. */
const inDoubt = sql`jsonb_array_length(coalesce(${jobRow.change} -> 'doubts', '[]')) > 0 and ${jobRow.change} -> 'said' is null`

/** Keeps what somebody says of rows in doubt; returns how many are left out. Throws where a row has no answer. */
export async function answerDoubts(
  db: Db,
  jobId: string,
  { rows: answers, others }: DoubtAnswers = { rows: [] },
): Promise<number> {
  const rows = await db
    .select({ row: jobRow.row, change: jobRow.change })
    .from(jobRow)
    .where(and(eq(jobRow.jobId, jobId), inDoubt))
  const answerOf = new Map(answers.map(({ row, answer }) => [row, answer]))
  const said = rows.map(({ row }) => ({ row, answer: answerOf.get(row) ?? others }))
  const unanswered = said.filter(({ answer }) => answer === undefined).length
  if (unanswered > 0)
    throw refuse.invalid([{ field: 'doubts', message: ['import.inDoubt', { count: unanswered }] }])
  for (const [answer, each] of Map.groupBy(said, ({ answer }) => answer))
    await db
      .update(jobRow)
      .set({ change: sql`jsonb_set(${jobRow.change}, '{said}', to_jsonb(${answer}::text))` })
      .where(
        and(
          eq(jobRow.jobId, jobId),
          inArray(
            jobRow.row,
            each.map(({ row }) => row),
          ),
        ),
      )
  return said.filter(({ answer }) => answer === 'leftOut').length
}

/** A page of an import's rows that may change records, with the cells that differ. */
export async function listChanges(
  db: Db,
  row: Pick<JobRow, 'id' | 'summary'>,
  { page, size, change }: { page: number; size: number; change?: RowChange | 'doubted' | undefined },
): Promise<{ total: number; items: ChangingRow[] }> {
  const where = and(
    eq(jobRow.jobId, row.id),
    sql`${jobRow.change} is not null`,
    change === 'doubted' ? inDoubt : change && sql`${jobRow.change} ->> 'kind' = ${change}`,
  )
  const total = db.$count(jobRow, where)
  const rows = await db
    .select({ ...getTableColumns(jobRow), total })
    .from(jobRow)
    .where(where)
    .orderBy(jobRow.row)
    .limit(size)
    .offset(skipped({ page, size }))
  const columns = row.summary?.columns ?? []
  const items = rows.flatMap(({ row: number, found, change, cells: places }) => {
    if (!change) return []
    const cells = columns
      .filter(({ field }) => field in change.was)
      .map(({ field, letters, title }) => ({
        cell: places ? (places[field] ?? '') : `${letters}${number}`,
        column: title,
        was: change.was[field] ?? null,
        found: found[field] ?? null,
      }))
    const doubts = (change.doubts ?? []).map(({ field, asks }) => {
      const column = columns.find(each => each.field === field)
      return {
        cell: column ? (places ? (places[field] ?? '') : `${column.letters}${number}`) : '',
        column: column?.title ?? '',
        found: found[field] ?? null,
        asks,
      }
    })
    return [{ row: number, change: change.kind, known: change.known, cells, doubts }]
  })
  return { total: await totalOf(rows, total), items }
}
