import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { EXPORT_ROWS } from '#shared/limits.ts'
import { CUSTOMER, type Grant, type Kind } from '#shared/permissions.ts'
import type { Language, Text } from '#shared/text.ts'
import { type Reader, shownUnit, type UnitSystem, unitOfField } from '#shared/units.ts'
import type { Db, Store } from '../database/store.ts'
import type { Events } from '../events.ts'
import type { CellKind, CellValue } from '../excel/cell.ts'
import type { SheetColumn } from '../excel/sheet.ts'
import type { FieldFault } from '../http/errors.ts'
import type { Viewer } from '../http/identify.ts'
import { isTextKey, say } from '../http/texts.ts'
import type { Seen } from '../http/viewing.ts'
import { JobFailed } from './running-job.ts'
import type { Exporting, Workbook, WorkbookSource } from './workbook.ts'

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

interface Column {
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
interface ExportColumn<Row> extends Column {
  /** The row's own field without it. */
  value?: (row: Row, reader: Reader) => CellValue
  /** Whose a row is: only for staff and agents, who see several customers. */
  isOthers?: true
}
export interface ImportColumn extends Column {
  isRequired?: boolean
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
}
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
}

/** Of the rows of a file, what was made before the transaction that writes them. */
export type Prepared<Made = unknown> = ReadonlyMap<number, Made>

interface ImportDefinition<Form extends z.ZodType, Made = unknown> {
  form: Form
  columns: readonly ImportColumn[]
  /** Only who proved a short while ago who they are lets it be written. */
  wantsProof?: true
  /** Puts ids in the place of names, and what an empty cell means; says what it does not find in `faults`. */
  resolve(asked: Asked, drafts: readonly Draft[]): Promise<void>
  /** What a form alone cannot know: other rows of the file, the database. Says what is wrong in `faults`. */
  check(asked: Asked, rows: readonly Filled<z.output<Form>>[]): Promise<void>
  /** Makes, by the row of the file, what takes long and needs no transaction; tells `passed` how many it has. */
  prepare?(rows: readonly number[], passed: (rows: number) => Promise<void>): Promise<Prepared<Made>>
  /** Writes the rows in the transaction of `db`. */
  write(asked: Writing, rows: readonly Filled<z.output<Form>>[], prepared: Prepared<Made>): Promise<Written[]>
  /** In the same transaction, when every row is written: tells people of the whole, whom each of its rows would tell too often. */
  finish?(asked: Writing, written: readonly Written[]): Promise<void>
  /** What others must hear once the rows are stored. */
  tell?(events: Events, ids: string[]): void
}
interface ListContract {
  export: Endpoint
  import?: Endpoint
  create?: Endpoint
}
interface Definition<Row, Query, Form extends z.ZodType, Made> {
  /** Module of the list in the history. */
  list: string
  contract: ListContract
  columns: readonly ExportColumn<Row>[]
  /** Times are written as clocks show them here, whoever asks; in the zone of who asks without it. */
  timeZone?: string
  /** Ids of all rows under the filter, in its order. */
  ids(asked: Asked, query: Query): Promise<string[]>
  /** The rows of these ids; one that is gone meanwhile is left out. */
  rows(asked: Asked, ids: readonly string[]): Promise<(Row & { id: string })[]>
  /** Which customers' farm data these rows show to who asks. Without it the list shows none. */
  seen?(asked: Asked, ids: readonly string[]): Promise<Seen[]>
  import?: ImportDefinition<Form, Made>
}

export interface ListImport extends Omit<ImportDefinition<z.ZodType>, 'check' | 'write'> {
  needs: Grant
  /** Its sentence is each row's in the history. */
  create: Endpoint
  check(asked: Asked, rows: readonly Filled[]): Promise<void>
  write(asked: Writing, rows: readonly Filled[], prepared: Prepared): Promise<Written[]>
}
/** A list as Excel knows it; the jobs need not know of what. */
export interface ListSheet extends WorkbookSource {
  columns(reader: Reader, timeZone: string, kind: Kind): SheetColumn[]
}

/** What a list is called as a sheet. */
export const sheetTitle = (list: string, language: Language): string => wordOf('sheet', list, language)

/** What a column is called. */
export function titleOf(list: string, field: string, language: Language): string {
  const own = `column.${list}.${field}`
  const key = isTextKey(own) ? own : `column.${field}`
  return isTextKey(key) ? say(language, key) : field
}

/** What a column is called for a reader: with the unit of its values, where it has one. */
export function titleFor(
  list: string,
  { field, label }: Pick<Column, 'field' | 'label'>,
  { language, units }: Reader,
): string {
  const unit = unitOfField(field)
  const title = label ? label[language] : titleOf(list, field, language)
  return unit === undefined ? title : `${title} (${shownUnit(unit, units).unit})`
}

/** What a value is called; the value itself where it has no name. */
export function wordOf(words: string | Choices, value: unknown, language: Language): string {
  if (typeof words === 'object') return words[String(value)]?.[language] ?? String(value)
  const key = `${words}.${String(value)}`
  return isTextKey(key) ? say(language, key) : String(value)
}

/** Several words in one cell. */
export const listed = (words: readonly string[], language: Language): string =>
  words.join(language === 'zh-CN' ? '、' : ', ')

function shownValue(value: unknown, words: string | Choices | undefined, language: Language): CellValue {
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return listed(
      value.map(each => String(shownValue(each, words, language))),
      language,
    )
  if (words) return wordOf(words, value, language)
  return typeof value === 'number' ? value : String(value)
}

/** Rows read by one statement. */
const CHUNK = 1_000

/** Declares a list for Excel: its columns once for the export, its form's columns for the import. */
export function listSheet<Row extends object, Query, Form extends z.ZodType, Made>(
  definition: Definition<Row, Query, Form, Made>,
): ListSheet {
  const { list, contract } = definition
  const columnsFor = (kind: Kind) =>
    definition.columns.filter(({ isOthers }) => !isOthers || kind !== CUSTOMER)
  const cellOf = ({ field, value, words }: ExportColumn<Row>, row: Row, reader: Reader): CellValue => {
    const stored = value ? value(row, reader) : (row as Record<string, unknown>)[field]
    const unit = typeof stored === 'number' ? unitOfField(field) : undefined
    return unit === undefined
      ? shownValue(stored, words, reader.language)
      : shownUnit(unit, reader.units).shown(stored as number)
  }
  const sheetColumns = (reader: Reader, timeZone: string, kind: Kind): SheetColumn[] =>
    columnsFor(kind).map(({ field, label, kind, width }) => {
      const title = titleFor(list, { field, label }, reader)
      const named = kind === 'instant' ? `${title} (${timeZone})` : title
      return { title: named, kind, ...(width !== undefined && { width }) }
    })
  async function cells(asked: Asked, ids: readonly string[]): Promise<CellValue[][]> {
    const columns = columnsFor(asked.viewer.kind)
    const found = new Map((await definition.rows(asked, ids)).map(row => [row.id, row]))
    return ids.flatMap(id => {
      const row = found.get(id)
      return row ? [columns.map(column => cellOf(column, row, asked))] : []
    })
  }
  /** All rows under the filter. */
  async function workbook({ row, asked, progress }: Exporting): Promise<Workbook> {
    const { language } = row
    const timeZone = definition.timeZone ?? row.timeZone
    const who = await asked()
    const ids = await definition.ids(who, contract.export.body?.parse(row.request) as Query)
    const total = ids.length
    if (total > EXPORT_ROWS)
      throw new JobFailed(['job.tooManyRows', { limit: EXPORT_ROWS.toLocaleString(language) }])
    const farms = new Map<string | null, Seen>()
    async function* rows() {
      for (let from = 0; from < total; from += CHUNK) {
        await progress(from, total)
        const [who, chunk] = [await asked(), ids.slice(from, from + CHUNK)]
        for (const seen of (await definition.seen?.(who, chunk)) ?? []) farms.set(seen.farmPath, seen)
        yield await cells(who, chunk)
      }
    }
    const title = sheetTitle(list, language)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
    const sheet = { name: title, columns: sheetColumns(row, timeZone, who.viewer.kind), rows: rows() }
    const seen = () => [...farms.values()]
    return { name: `${title} ${day}`, sheets: [sheet], timeZone, total, seen }
  }
  const { create, import: importing } = contract
  return {
    ...{ list, needs: contract.export.access as Grant, columns: sheetColumns, workbook },
    ...(definition.import &&
      importing &&
      create && { import: { ...definition.import, needs: importing.access as Grant, create } as ListImport }),
  }
}
