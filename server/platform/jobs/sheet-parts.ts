import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import type { ImportSummary } from '#shared/contracts/jobs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { FileLayout, LayoutChoices } from '#shared/file-layout.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Language, Text } from '#shared/text.ts'
import { type Reader, type UnitSystem, unitOfField } from '#shared/units.ts'
import type { Db, Store } from '../database/store.ts'
import type { StoredChange, StoredDoubt } from '../database/tables/jobs.ts'
import type { Events } from '../events.ts'
import type { CellKind, CellValue } from '../excel/cell.ts'
import type { ReadSheet } from '../excel/read-workbook.ts'
import type { FieldFault } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'

/** Who asks; `db` carries their scope, `store` is for what lies beyond it, such as taken codes. */
export interface Asked {
  db: Db
  store: Store
  viewer: Viewer
  language: Language
  units: UnitSystem
  /** Key of what is stored encrypted. */
  appSecret: string
}

/** Who writes the rows; `notified` is given the accounts that were sent messages. */
export interface Writing extends Asked {
  notified(accountIds: readonly string[]): void
}

export interface Column {
  field: string
  /** Metric unit of its values, by default that of the field. They are in the reader's unit, which the title names. */
  unit?: string
  /** Its title; by default the text `column.{list}.{field}`, else `column.{field}`. */
  label?: Text
  kind: CellKind
  /** Names of the values, or the family of texts with them, `{words}.{value}`; a list of values is joined by commas. */
  words?: string | Choices
  /** Characters; by default a usual width for the kind. */
  width?: number
}
/** The metric unit of a column's values; undefined if they have none. */
export const unitOf = ({ unit, field }: Pick<Column, 'unit' | 'field'>): string | undefined =>
  unit ?? unitOfField(field)

export interface ExportColumn<Row> extends Column {
  /** By default the row's own field. */
  value?: (row: Row, reader: Reader) => CellValue
  /** Tells whose a row is: only for readers who see several customers. */
  isOthers?: true
}
export interface ImportColumn extends Column {
  isRequired?: boolean
  /** Required in rows that create a record; in a row that changes one, an empty cell keeps the present value. */
  isRequiredOfNew?: boolean
  /** Several of the choices in one cell. */
  isList?: boolean
  /** The values of `words`. */
  choices?: readonly string[]
  /** Titles of templates of before, as they stood, for values in metric units. */
  formerly?: readonly Text[]
  /** What to enter; by default the text `help.{list}.{field}`. */
  help?(language: Language, units: UnitSystem): string
}

/** A row of an uploaded sheet before it is a form; `values` by the form's fields. */
export interface Draft {
  row: number
  values: Record<string, unknown>
  faults: FieldFault[]
  /** The record it changes, as it is; without one the row creates a record. */
  current?: Known
  /** What it does, if the file may change records. */
  change?: StoredChange
  /** Its doubts of which somebody said that it is right. */
  sure?: StoredDoubt[]
  /** Where its values stand in a file of another layout, by field. */
  cells?: Record<string, string>
  /** Units of such a file that are not those of the form, by field, with the word for them. */
  units?: Record<string, { factor: number; word: string }>
}
/** A record that a row of a file changes, as the API shows it. */
export type Known = { id: string; version: number }
/** A row whose form is valid in itself. */
export interface Filled<F = unknown> {
  /** Id of the record it will create, so that other rows can refer to it. */
  id: string
  draft: Draft
  form: F
}
/** A row that was written, as the API shows it. */
export interface Written {
  id: string
  officePath: string
  shown: unknown
  /** As it was before, if the row changed it. */
  before?: unknown
}

/** A file of another layout than ours, as it was read. */
export interface OwnFile {
  layout: FileLayout
  choices: LayoutChoices
  /** How values came about that do not stand in the file so. */
  notes: string[]
  rows: { draft: Draft; found: Record<string, string> }[]
}
/** Reads files of other layouts. */
export interface OwnFiles {
  /** A text file as a sheet; undefined if it has no columns. */
  ofText(name: string, content: Buffer): ReadSheet | undefined
  /** The rows under a layout; without one, under that which was last used for such titles, or that the file suggests. */
  read(asked: Asked, sheets: readonly ReadSheet[], layout: FileLayout | null): Promise<OwnFile>
  /** Keeps the layout of an imported file for the next one. */
  keep(asked: Asked, layout: FileLayout): Promise<void>
}

/** What was made for rows of the file before the transaction that writes them, by row number. */
export type Prepared<Made = unknown> = ReadonlyMap<number, Made>

export interface ImportDefinition<Form extends z.ZodType, Made = unknown> {
  form: Form
  columns: readonly ImportColumn[]
  /** Files of other layouts, and text files, can be imported too. */
  ownFiles?: OwnFiles
  /** Writing it requires a recent proof of identity. */
  wantsProof?: true
  /** Adds to rows what comes from other rows of the file and from stored data. */
  gather?(asked: Asked, drafts: readonly Draft[]): Promise<void>
  /** Replaces names by ids and fills in the meaning of empty cells; adds `faults` for what it does not find. */
  resolve(asked: Asked, drafts: readonly Draft[]): Promise<void>
  /** Checks beyond a single form: other rows of the file (`drafts` has faulty ones too) and the database. Adds `faults`. */
  check(asked: Asked, rows: readonly Filled<z.output<Form>>[], drafts: readonly Draft[]): Promise<void>
  /** Makes, per row number, what takes long and needs no transaction; tells `passed` how many are done. */
  prepare?(rows: readonly number[], passed: (rows: number) => Promise<void>): Promise<Prepared<Made>>
  /** Several rows make one record, so all of them are written by one call. */
  areParts?: true
  /** Writes the rows in the transaction of `db`. */
  write(asked: Writing, rows: readonly Filled<z.output<Form>>[], prepared: Prepared<Made>): Promise<Written[]>
  /** In the same transaction, after all rows: sends one message about the whole where one per row would be too many. */
  finish?(asked: Writing, written: readonly Written[]): Promise<void>
  /** Tells others once the rows are stored. */
  tell?(events: Events, ids: string[]): void
}
/** A file of readings while it is checked or written. */
export interface WholeFile {
  sheets: readonly ReadSheet[]
  source: string
  /** Parameters of the upload. */
  request: Readonly<Record<string, unknown>>
  /** The layout that somebody has chosen; null at the first reading. */
  layout: FileLayout | null
  progress(done: number, total: number | null): Promise<void>
}
/** A row that cannot be read, by the columns of the summary. */
export interface WholeFault {
  row: number
  found: Record<string, string>
  field: string | null
  message: FieldFault['message']
}
/** An import that reads and writes its file as a whole: files with more rows than can be stored and judged one by one. */
export interface WholeImport {
  needs: Grant
  rowsMax: number
  /** A text file as a sheet; undefined if it has no columns. */
  ofText(name: string, content: Buffer): ReadSheet | undefined
  check(asked: Asked, file: WholeFile): Promise<{ summary: ImportSummary; faults: WholeFault[] }>
  /** Makes what needs no transaction; what it returns writes all in one, and answers the number of rows. */
  write(asked: Asked, file: WholeFile): Promise<(asked: Writing) => Promise<number>>
}
export interface ListImport extends Omit<ImportDefinition<z.ZodType>, 'check' | 'write'> {
  needs: Grant
  /** Columns of the list's exported files; what only they have is no fault in a file. */
  exported: readonly Column[]
  /** Endpoint whose sentence each new row gets in the history. */
  create: Endpoint
  /** The same for a row that changes a record. */
  update?: Endpoint
  check(asked: Asked, rows: readonly Filled[], drafts: readonly Draft[]): Promise<void>
  write(asked: Writing, rows: readonly Filled[], prepared: Prepared): Promise<Written[]>
}
