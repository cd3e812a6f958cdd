import { z } from 'zod'
import { get, Id, PageQuery, page, post } from '../endpoint.ts'
import { FileLayout, LayoutChoices } from '../file-layout.ts'
import { line } from '../line.ts'

export const jobKinds = ['export', 'import'] as const
/**
 * waiting for its turn · running · checked: an import that waits for its owner to decide · done · failed · cancelled
 */
export const jobStates = ['waiting', 'running', 'checked', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

const count = z.number().int()

/** What a row of a file does with the record it names: adds it, changes it, leaves it as it is. */
export const rowChanges = ['added', 'changed', 'unchanged'] as const
export type RowChange = (typeof rowChanges)[number]

/** What somebody says of a row in doubt: it is right · import it, and leave it in doubt · leave it out. */
export const doubtAnswers = ['sure', 'open', 'leftOut'] as const
export type DoubtAnswer = (typeof doubtAnswers)[number]
/** Most rows that are answered one by one; the rest have one answer. */
const ANSWERED_ROWS = 2_000

/** What the check of an import found. */
export const ImportSummary = z.object({
  rows: count,
  valid: count,
  faulty: count,
  /** Columns of the sheet as they are in it, with what may be entered; `faults` counts cells. */
  columns: z.array(
    z.object({
      field: z.string(),
      letters: z.string(),
      title: z.string(),
      help: z.string().nullish(),
      faults: count,
    }),
  ),
  /** Titles of columns that only an exported file has, which are left out. */
  unknown: z.array(z.string()),
  /** Columns with values that no title explains, at their headings: they are left out only if `acceptFaulty` says so. */
  headings: z.array(z.object({ cell: z.string(), title: z.string(), reason: z.string() })).nullish(),
  /** Some rows that were valid at the check no longer are: nothing was written. */
  isAnew: z.boolean(),
  /** What the valid rows do, if a file may change records; null if it can only add. */
  changes: z.record(z.enum(rowChanges), count).nullish(),
  /** Rows with values that somebody should look at again before they are written, and rows left out for that. */
  doubted: count.nullish(),
  leftOut: count.nullish(),
  /** Rows written; null before. */
  written: count.nullable(),
  /** How a file of another layout than ours was read, and what else may be chosen; null for a file of our layout. */
  own: z
    .object({
      layout: FileLayout,
      choices: LayoutChoices,
      /** How values came about that do not stand in the file so, in the uploader's language. */
      notes: z.array(z.string()).optional(),
    })
    .nullish(),
  /** What a file of readings would bring into the history of which houses; null for any other file. */
  readings: z
    .object({
      houses: z.array(
        z.object({
          house: z.string(),
          from: z.iso.datetime(),
          to: z.iso.datetime(),
          timeZone: z.string(),
          /** Moments with a value. */
          reports: count,
          metrics: z.array(
            z.object({
              metric: z.string(),
              readings: count,
              low: z.number(),
              mean: z.number(),
              high: z.number(),
            }),
          ),
        }),
      ),
      /** What is doubtful or left out, in the uploader's language. */
      notes: z.array(z.string()),
    })
    .nullish(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const Job = z.object({
  id: Id,
  kind: z.enum(jobKinds),
  /** Module of the list. */
  list: z.string(),
  /** Name of the list. */
  title: z.string(),
  /** Name of the uploaded file, or of the house whose chart is written. */
  source: z.string().nullable(),
  state: z.enum(jobStates),
  /** Rows processed so far. */
  done: count,
  /** Total rows; null while unknown. */
  total: count.nullable(),
  /** Address of the result, valid for ten minutes; for an import, the rows with remarks. */
  file: z.object({ name: z.string(), size: count, url: z.string() }).nullable(),
  summary: ImportSummary.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** When it is deleted along with its file. */
  expiresAt: z.iso.datetime(),
})
export type Job = z.infer<typeof Job>

/** A row of an uploaded sheet that cannot be written as it is. */
export const FaultyRow = z.object({
  /** As Excel counts. */
  row: count,
  /** The contents of the row, by column of the summary; null for empty cells. */
  cells: z.array(z.string().nullable()),
  faults: z.array(
    z.object({
      /** Like B7; the row alone if no single cell is at fault. */
      cell: z.string(),
      field: z.string().nullable(),
      column: z.string(),
      found: z.string().nullable(),
      reason: z.string(),
      /** What would be right; null if the reason says it. */
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
  /** What identifies the record. */
  known: z.string(),
  /** The cells that differ from what is stored; null for empty ones. */
  cells: z.array(
    z.object({
      cell: z.string(),
      column: z.string(),
      was: z.string().nullable(),
      found: z.string().nullable(),
    }),
  ),
  /** Values that somebody should look at again, with the question; `cell` is empty for what the file does not tell. */
  doubts: z
    .array(z.object({ cell: z.string(), column: z.string(), found: z.string().nullable(), asks: z.string() }))
    .optional(),
})
export type ChangingRow = z.infer<typeof ChangingRow>

const DoubtAnswers = z.object({
  rows: z
    .array(z.object({ row: count, answer: z.enum(doubtAnswers) }))
    .max(ANSWERED_ROWS)
    .default([]),
  others: z.enum(doubtAnswers).optional(),
})
export type DoubtAnswers = z.output<typeof DoubtAnswers>

const path = '/admin/auth/jobs'

/** Long-running work of the caller; nobody sees another's. A program sees and confirms its own, with the rights it has. */
export const jobs = {
  /** Newest first. */
  list: get(path, 'signedIn', { returns: z.array(Job) }),
  /** Open to programs, which learn a job's id by starting it; so is everything below except cancelling. */
  get: get(`${path}/:id`, 'signedIn', { inPerson: false, returns: Job }),
  /** Rows of a checked import that have faults, in file order. */
  faults: get(`${path}/:id/faults`, 'signedIn', {
    inPerson: false,
    query: PageQuery.omit({ sort: true }).extend({ field: line(64).optional() }),
    returns: page(FaultyRow),
  }),
  /** Valid rows of a checked import that may change records, in file order. */
  rows: get(`${path}/:id/rows`, 'signedIn', {
    inPerson: false,
    query: PageQuery.omit({ sort: true }).extend({ change: z.enum([...rowChanges, 'doubted']).optional() }),
    returns: page(ChangingRow),
  }),
  /**
   * Writes the valid rows of a checked import; needs the permission of the list. A second call changes nothing.
   * `acceptFaulty`: leaves out faulty rows and unknown columns knowingly; without it a file with faults is refused.
   * `doubts`: answers for rows in doubt, and one for all `others`; without an answer for each the file is refused. The
   * history records the file when it is written.
   */
  confirm: post(`${path}/:id/confirm`, 'signedIn', {
    inPerson: false,
    body: z.object({
      acceptFaulty: z.boolean().default(false),
      doubts: DoubtAnswers.optional(),
    }),
    returns: Job,
    says: null,
  }),
  /**
   * Reads the file of a checked import again under another layout; for files that are not laid out as the template. Nothing
   * is written by it.
   */
  layout: post(`${path}/:id/layout`, 'signedIn', {
    inPerson: false,
    body: FileLayout,
    returns: Job,
    says: null,
  }),
  /** Stops what is running, and discards what was checked. What is done stays. */
  cancel: post(`${path}/:id/cancel`, 'signedIn', {
    whenReadOnly: true,
    returns: Job,
    says: { 'en-US': 'Cancelled the job {title}', 'zh-CN': '取消任务{title}' },
  }),
}
