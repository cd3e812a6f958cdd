import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { EXPORT_ROWS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import type { CellValue } from '../excel/cell.ts'
import type { SheetColumn } from '../excel/sheet.ts'
import type { Seen } from '../http/viewing.ts'
import { JobFailed } from './running-job.ts'
import {
  type Asked,
  type ExportColumn,
  type ImportDefinition,
  type ListImport,
  unitOf,
} from './sheet-parts.ts'
import { listed, sheetTitle, titleFor, wordOf } from './sheet-words.ts'
import type { Exporting, Workbook, WorkbookSource } from './workbook.ts'

interface ListContract {
  export: Endpoint
  import?: Endpoint
  create?: Endpoint
  update?: Endpoint
}
interface Definition<Row, Query, Form extends z.ZodType, Made> {
  /** Module of the list in the history. */
  list: string
  contract: ListContract
  columns: readonly ExportColumn<Row>[]
  /** Zone in which times are written for every reader; without it the reader's. */
  timeZone?: string
  /** Ids of all rows under the filter, in its order. */
  ids(asked: Asked, query: Query): Promise<string[]>
  /** The rows of these ids; deleted ones are left out, and one with several parts gives a row for each. */
  rows(asked: Asked, ids: readonly string[]): Promise<(Row & { id: string })[]>
  /** Which customers' farm data these rows show to the asker. Without it the list shows none. */
  seen?(asked: Asked, ids: readonly string[]): Promise<Seen[]>
  import?: ImportDefinition<Form, Made>
}

/** A list in the form Excel needs; jobs need not know what it lists. */
export interface ListSheet extends WorkbookSource {
  columns(reader: Reader, timeZone: string, seesCustomers: boolean): SheetColumn[]
  workbook(work: Exporting): Promise<Workbook>
}

/** A value as written in a cell. */
export function shownValue(
  value: unknown,
  words: string | Choices | undefined,
  language: Language,
): CellValue {
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return listed(
      value.map(each => String(shownValue(each, words, language))),
      language,
    )
  if (words) return wordOf(words, value, language)
  return typeof value === 'number' ? value : String(value)
}

/** Rows read per statement. */
const CHUNK = 1_000

/** Declares a list for Excel: columns for the export, and its form's columns for the import. */
export function listSheet<Row extends object, Query, Form extends z.ZodType, Made>(
  definition: Definition<Row, Query, Form, Made>,
): ListSheet {
  const { list, contract } = definition
  const columnsFor = (seesCustomers: boolean) =>
    definition.columns.filter(({ isOthers }) => !isOthers || seesCustomers)
  const cellOf = (column: ExportColumn<Row>, row: Row, reader: Reader): CellValue => {
    const { field, value, words } = column
    const stored = value ? value(row, reader) : (row as Record<string, unknown>)[field]
    const unit = unitOf(column)
    return unit === undefined || typeof stored !== 'number'
      ? shownValue(stored, words, reader.language)
      : shownUnit(unit, reader.units).shown(stored)
  }
  const sheetColumns = (reader: Reader, timeZone: string, seesCustomers: boolean): SheetColumn[] =>
    columnsFor(seesCustomers).map(column => {
      const { kind, width } = column
      const title = titleFor(list, column, reader)
      const named = kind === 'instant' ? `${title} (${timeZone})` : title
      return { title: named, kind, ...(width !== undefined && { width }) }
    })
  async function cells(asked: Asked, ids: readonly string[]): Promise<CellValue[][]> {
    const columns = columnsFor(asked.viewer.seesCustomers)
    const found = Map.groupBy(await definition.rows(asked, ids), ({ id }) => id)
    return ids
      .flatMap(id => found.get(id) ?? [])
      .map(row => columns.map(column => cellOf(column, row, asked)))
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
    const sheet = {
      name: title,
      columns: sheetColumns(row, timeZone, who.viewer.seesCustomers),
      rows: rows(),
    }
    const seen = () => [...farms.values()]
    return { name: `${title} ${day}`, sheets: [sheet], timeZone, total, seen }
  }
  const { create, update, import: importing } = contract
  return {
    list,
    needs: contract.export.access as Grant,
    columns: sheetColumns,
    workbook,
    ...(definition.import &&
      importing &&
      create && {
        import: {
          ...definition.import,
          needs: importing.access as Grant,
          exported: definition.columns,
          create,
          ...(update && { update }),
        } as ListImport,
      }),
  }
}
