import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Language, Text } from '#shared/text.ts'
import type { Reader, UnitSystem } from '#shared/units.ts'
import type { Db, Store } from '../database/store.ts'
import type { StoredChange } from '../database/tables/jobs.ts'
import type { Events } from '../events.ts'
import type { CellKind, CellValue } from '../excel/cell.ts'
import type { FieldFault } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'

/** Who asks; `db` carries their scope, `store` is for what lies beyond it, such as codes that are taken. */
export interface Asked {
  db: Db
  store: Store
  viewer: Viewer
  language: Language
  units: UnitSystem
  /** Opens and closes what is stored under it. */
  appSecret: string
}

/** Who writes what was asked for; `notified` is told to whom messages were written. */
export interface Writing extends Asked {
  notified(accountIds: readonly string[]): void
}

export interface Column {
  /** The value of a field that has a unit is in the reader's, which stands in the title. */
  field: string
  /** Its title; the text `column.{list}.{field}`, else `column.{field}`, without it. */
  label?: Text
  kind: CellKind
  /** What values are called, or the family of texts that says so, `{words}.{value}`; a list of them has commas. */
  words?: string | Choices
  /** Characters; a usual width for the kind without it. */
  width?: number
}
export interface ExportColumn<Row> extends Column {
  /** The row's own field without it. */
  value?: (row: Row, reader: Reader) => CellValue
  /** Whose a row is: only for staff and agents, who see several customers. */
  isOthers?: true
}
export interface ImportColumn extends Column {
  isRequired?: boolean
  /** Required where a row makes a record; where it changes one, an empty cell leaves what there is. */
  isRequiredOfNew?: boolean
  /** Several of the choices in one cell. */
  isList?: boolean
  /** The values of `words`. */
  choices?: readonly string[]
  /** What one may enter; the text `help.{list}.{field}` without it. */
  help?(language: Language): string
}

/** A row of an uploaded sheet on its way to a form; `values` by the form's fields. */
export interface Draft {
  row: number
  values: Record<string, unknown>
  faults: FieldFault[]
  /** The record that it changes, as it is; a row without one makes a record. */
  current?: Known
  /** What it does, where the file may change records. */
  change?: StoredChange
}
/** A record that a row of a file changes, as the API shows it. */
export type Known = { id: string; version: number }
/** A row whose form is valid by itself. */
export interface Filled<F = unknown> {
  /** Of the row it will become, so that other rows can name it. */
  id: string
  draft: Draft
  form: F
}
/** A row that was written, as the API shows it. */
export interface Written {
  id: string
  officePath: string
  shown: unknown
  /** As it was, where the row changed it. */
  before?: unknown
}

/** Of the rows of a file, what was made before the transaction that writes them. */
export type Prepared<Made = unknown> = ReadonlyMap<number, Made>

export interface ImportDefinition<Form extends z.ZodType, Made = unknown> {
  form: Form
  columns: readonly ImportColumn[]
  /** Only who proved a short while ago who they are lets it be written. */
  wantsProof?: true
  /** Puts into rows what they have of other rows of the file, and of what is stored. */
  gather?(asked: Asked, drafts: readonly Draft[]): Promise<void>
  /** Puts ids in the place of names, and what an empty cell means; says what it does not find in `faults`. */
  resolve(asked: Asked, drafts: readonly Draft[]): Promise<void>
  /** What a form alone cannot know: other rows of the file (`drafts` has the faulty ones too), the database. Says what is wrong in `faults`. */
  check(asked: Asked, rows: readonly Filled<z.output<Form>>[], drafts: readonly Draft[]): Promise<void>
  /** Makes, by the row of the file, what takes long and needs no transaction; tells `passed` how many it has. */
  prepare?(rows: readonly number[], passed: (rows: number) => Promise<void>): Promise<Prepared<Made>>
  /** Several rows make one record: all of them are written by one call. */
  areParts?: true
  /** Writes the rows in the transaction of `db`. */
  write(asked: Writing, rows: readonly Filled<z.output<Form>>[], prepared: Prepared<Made>): Promise<Written[]>
  /** In the same transaction, when every row is written: tells people of the whole, whom each of its rows would tell too often. */
  finish?(asked: Writing, written: readonly Written[]): Promise<void>
  /** What others must hear once the rows are stored. */
  tell?(events: Events, ids: string[]): void
}
export interface ListImport extends Omit<ImportDefinition<z.ZodType>, 'check' | 'write'> {
  needs: Grant
  /** Its sentence is each row's in the history. */
  create: Endpoint
  /** That of a row which changes a record. */
  update?: Endpoint
  check(asked: Asked, rows: readonly Filled[], drafts: readonly Draft[]): Promise<void>
  write(asked: Writing, rows: readonly Filled[], prepared: Prepared): Promise<Written[]>
}
