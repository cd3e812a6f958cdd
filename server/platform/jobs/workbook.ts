import type { Grant } from '#shared/permissions.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import type { Sheet } from '../excel/sheet.ts'
import type { Seen } from '../http/viewing.ts'
import type { Asked, ListImport, WholeImport } from './sheet-parts.ts'

/** An export that is being written. */
export interface Exporting {
  row: Pick<JobRow, 'request' | 'language' | 'units' | 'timeZone'>
  /** Who asked, with their present rights. Throws JobFailed if they may no longer. */
  asked(): Promise<Asked>
  /** Reports progress, at most twice a second. Throws JobOver if the job is to stop. */
  progress(done: number, total: number | null): Promise<void>
}

interface Written {
  /** Name of the file, without its extension. */
  name: string
  /** Grants that fetching it needs besides the one to make it: those for what its sheets show. */
  alsoNeeds?: readonly Grant[]
  /** Whose farm data its rows contain; call it after they are read. */
  seen?: () => readonly Seen[]
}

/** What is written; the rows of its sheets are read meanwhile. */
export interface Workbook extends Written {
  sheets: readonly Sheet[]
  /** Points in time are written as clocks in this zone show them. */
  timeZone: string
  /** Number of rows, as progress counts them. */
  total: number
}

/** A report: its data is read while its pages are drawn. */
export interface Report extends Written {
  /** Draws the PDF file; answers its number of pages. */
  draw(path: string): Promise<number>
}

/** Something that a job writes into an Excel file, or as pages into a PDF. */
export interface WorkbookSource {
  /** The module of a list, or a name of its own; its title is the text `sheet.{list}`. */
  list: string
  /** Null: it shows only what is the asker's own. */
  needs: Grant | null
  workbook(work: Exporting): Promise<Workbook | Report>
  /** If the list can also be imported from Excel. */
  import?: ListImport
  /** Or if it takes files whole. */
  whole?: WholeImport
}

/** What may be done with a file that somebody brings: by rows, or whole. */
export const importOf = ({
  import: byRows,
  whole,
}: Pick<WorkbookSource, 'import' | 'whole'>): Pick<ListImport, 'needs' | 'wantsProof'> | undefined =>
  byRows ?? whole
