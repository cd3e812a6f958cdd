import type { Grant } from '#shared/permissions.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import type { Sheet } from '../excel/sheet.ts'
import type { Seen } from '../http/viewing.ts'
import type { Asked, ListImport } from './sheet-parts.ts'

/** An export that is being written. */
export interface Exporting {
  row: Pick<JobRow, 'request' | 'language' | 'units' | 'timeZone'>
  /** Who asked, as they are now. Throws JobFailed when they may no longer. */
  asked(): Promise<Asked>
  /** Tells how far it is, at most twice a second. Throws JobOver when it shall go no further. */
  progress(done: number, total: number | null): Promise<void>
}

interface Written {
  /** Of the file, without its ending. */
  name: string
  /** What fetching it needs besides the right to make it: the rights to what its sheets show. */
  alsoNeeds?: readonly Grant[]
  /** Once its rows are read: whose farm data is among them. */
  seen?: () => readonly Seen[]
}

/** What is written; the rows of its sheets are read meanwhile. */
export interface Workbook extends Written {
  sheets: readonly Sheet[]
  /** Points in time are written as clocks in this zone show them. */
  timeZone: string
  /** Rows, as progress counts them. */
  total: number
}

/** A report: what it shows is read while its pages are drawn. */
export interface Report extends Written {
  /** Draws the PDF file; answers how many pages it has. */
  draw(path: string): Promise<number>
}

/** Something that a job writes into an Excel file, or as pages into a PDF. */
export interface WorkbookSource {
  /** What it is of: the module of a list, or a name of its own; its title is the text `sheet.{list}`. */
  list: string
  /** Null: it shows nothing but what is the asker's own. */
  needs: Grant | null
  workbook(work: Exporting): Promise<Workbook | Report>
  /** Where the list takes rows from Excel as well. */
  import?: ListImport
}
