import { z } from 'zod'
import { get, Id, PageQuery, page, post } from '../endpoint.ts'
import { line } from '../line.ts'

export const jobKinds = ['export', 'import'] as const
/**
 * waiting for its turn · running · checked: an import that waits for its owner to decide · done · failed · cancelled
 */
export const jobStates = ['waiting', 'running', 'checked', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

const count = z.number().int()

/** What a row of a file does with the record that it names: makes it, changes it, leaves it as it is. */
export const rowChanges = ['added', 'changed', 'unchanged'] as const
export type RowChange = (typeof rowChanges)[number]

/** What the check of an import found. */
export const ImportSummary = z.object({
  rows: count,
  valid: count,
  faulty: count,
  /** Columns of the sheet as they stand in it, with what one may enter; `faults` counts cells. */
  columns: z.array(
    z.object({
      field: z.string(),
      letters: z.string(),
      title: z.string(),
      help: z.string().nullish(),
      faults: count,
    }),
  ),
  /** Titles of columns that nobody asked for: they are left out. */
  unknown: z.array(z.string()),
  /** Some rows were valid at the check and are not any more: nothing was written. */
  isAnew: z.boolean(),
  /** What the valid rows do, where a file may change records; null where it only adds. */
  changes: z.record(z.enum(rowChanges), count).nullish(),
  /** Rows that were written; null before. */
  written: count.nullable(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const Job = z.object({
  id: Id,
  kind: z.enum(jobKinds),
  /** Module of the list. */
  list: z.string(),
  /** What the list is called. */
  title: z.string(),
  /** Name of the file that was uploaded, or of the house whose chart is written. */
  source: z.string().nullable(),
  state: z.enum(jobStates),
  /** Rows it is through with. */
  done: count,
  /** Rows there are; null while that is not known. */
  total: count.nullable(),
  /** Address of the result, good for ten minutes; of an import the rows with remarks. */
  file: z.object({ name: z.string(), size: count, url: z.string() }).nullable(),
  summary: ImportSummary.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Then it is gone with its file. */
  expiresAt: z.iso.datetime(),
})
export type Job = z.infer<typeof Job>

/** A row of an uploaded sheet that cannot be written as it is. */
export const FaultyRow = z.object({
  /** As Excel counts. */
  row: count,
  /** What stands in the row, by column of the summary; null where nothing does. */
  cells: z.array(z.string().nullable()),
  faults: z.array(
    z.object({
      /** As in B7; the row alone when no cell is to blame. */
      cell: z.string(),
      field: z.string().nullable(),
      column: z.string(),
      found: z.string().nullable(),
      reason: z.string(),
      /** What would be right; null where the reason says it. */
      expected: z.string().nullable(),
    }),
  ),
})
export type FaultyRow = z.infer<typeof FaultyRow>

/** A valid row of an uploaded sheet, and what it does. */
export const ChangingRow = z.object({
  /** As Excel counts. */
  row: count,
  change: z.enum(rowChanges),
  /** What the record is known by. */
  known: z.string(),
  /** The cells that are another than what is stored; null where nothing stands. */
  cells: z.array(
    z.object({
      cell: z.string(),
      column: z.string(),
      was: z.string().nullable(),
      found: z.string().nullable(),
    }),
  ),
})
export type ChangingRow = z.infer<typeof ChangingRow>

const path = '/admin/auth/jobs'

/** Long work of whoever asks; nobody sees another's. A program sees and confirms what it began itself, with the rights it has. */
export const jobs = {
  /** Newest first. */
  list: get(path, 'signedIn', { returns: z.array(Job) }),
  /** Open to programs, which learn the id of a job by beginning it; so is what follows but for ending one. */
  get: get(`${path}/:id`, 'signedIn', { inPerson: false, returns: Job }),
  /** Rows of a checked import that have faults, in the order of the file. */
  faults: get(`${path}/:id/faults`, 'signedIn', {
    inPerson: false,
    query: PageQuery.omit({ sort: true }).extend({ field: line(64).optional() }),
    returns: page(FaultyRow),
  }),
  /** Valid rows of a checked import that may change records, in the order of the file. */
  rows: get(`${path}/:id/rows`, 'signedIn', {
    inPerson: false,
    query: PageQuery.omit({ sort: true }).extend({ change: z.enum(rowChanges).optional() }),
    returns: page(ChangingRow),
  }),
  /**
   * Writes the valid rows of a checked import; needs the permission of the list. A second call changes nothing.
   * `acceptFaulty`: the faulty rows are left out knowingly; without it a file with faults is refused. The file is told in
   * the history when it is written.
   */
  confirm: post(`${path}/:id/confirm`, 'signedIn', {
    inPerson: false,
    body: z.object({ acceptFaulty: z.boolean().default(false) }),
    returns: Job,
    says: null,
  }),
  /** Ends what runs, and forgets what was checked. What is done stays. */
  cancel: post(`${path}/:id/cancel`, 'signedIn', {
    whenReadOnly: true,
    returns: Job,
    says: { 'en-US': 'Cancelled the job {title}', 'zh-CN': '取消任务{title}' },
  }),
}
