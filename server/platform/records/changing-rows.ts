import { setImmediate as nextTurn } from 'node:timers/promises'
import { asc, inArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { normal } from '#shared/money.ts'
import type { Grant } from '#shared/permissions.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { say } from '../http/texts.ts'
import { shownValue } from '../jobs/list-sheet.ts'
import type { Asked, Draft, ExportColumn, Filled, ImportColumn, Known } from '../jobs/sheet-parts.ts'
import type { RecordTable } from './definition.ts'

type SheetColumn = ImportColumn & ExportColumn<never>

/** The version of the record that a row of a file is based on. */
export const versionColumn: ImportColumn & ExportColumn<object> = {
  field: 'version',
  label: text('版本', 'Version'),
  kind: 'whole',
  help: language => say(language, 'import.version'),
}

/** A column of a file that may change records: each row needs only the columns that identify its record. */
export const ofOld =
  (knownBy: string) =>
  <Column extends ImportColumn>(column: Column): Column => {
    const { isRequired, ...rest } = column
    if (column.field === knownBy) return column
    const help: ImportColumn['help'] = (language, units) => {
      const own = column.help?.(language, units)
      if (!own) return ''
      return `${own}${language === 'zh-CN' ? '；' : '; '}${say(language, 'import.emptyLeaves')}`
    }
    return { ...rest, ...(column.help && { help }), ...(isRequired && { isRequiredOfNew: true }) } as Column
  }

interface Changing<Item> {
  table: RecordTable
  knownBy: string
  columns: readonly SheetColumn[]
  form: z.ZodType
  byId: (db: Db, ids: readonly string[]) => Promise<Item[]>
  /** Adds what the columns show. */
  read: (asked: Asked, rows: Item[]) => Promise<Item[]>
  /** The right to change a record. */
  grant: Grant
}

type Values = Readonly<Record<string, unknown>>

/** Rows compared before anything else of the server has its turn. */
const AT_ONCE = 100

/** Compares amounts in stored form, and omitted values as what they become. */
export const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part) =>
    typeof part === 'string' && /^\d{1,10}\.\d{1,4}$/.test(part) ? normal(part) : part,
  )

/**
 * A file's rows that change records: which record each one changes, what its empty cells keep, and what it changes. Only
 * for fields without a unit: kept values are metric.
 */
export function changesOfRows<Item extends Known>(changing: Changing<Item>) {
  const { table, knownBy, columns, form, byId, read, grant } = changing
  const column = table[knownBy as 'id']
  const keyOf = (values: Values) => String(values[knownBy] ?? '').toLowerCase()

  /** Locks the records until the transaction ends, always in the same order, so that two files cannot deadlock. */
  async function currentOf({ db }: Asked, drafts: readonly Draft[]): Promise<Map<string, Item>> {
    const keys = [...new Set(drafts.map(({ values }) => keyOf(values)))]
    const key = sql<string>`lower(${column})`
    const found = await db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(inArray(key, keys))
      .orderBy(asc(table.id))
      .for('update')
    const rows = await byId(
      db,
      found.map(({ id }) => String(id)),
    )
    return new Map(rows.map(row => [keyOf(row as Values), row]))
  }

  /** Finds the records of the rows; the returned function fills empty cells with their values. */
  async function find(asked: Asked, drafts: readonly Draft[]): Promise<() => void> {
    const current = await currentOf(asked, drafts)
    const typed = drafts.map(({ values }) => new Set(Object.keys(values)))
    for (const draft of drafts) {
      const { values, faults } = draft
      const found = current.get(keyOf(values))
      const { version } = values
      delete values.version
      if (found) {
        draft.current = found
        values[knownBy] = (found as unknown as Values)[knownBy]
        if (version !== undefined && version !== found.version)
          faults.push({ field: 'version', message: ['import.stale', { version: found.version }] })
      } else if (version !== undefined && keyOf(values) !== '')
        faults.push({ field: 'version', message: 'import.versionOfNone' })
    }
    return () => {
      for (const [i, { values, current }] of drafts.entries())
        for (const [name, value] of Object.entries(current ?? {}))
          if (!typed[i]?.has(name)) values[name] = value
    }
  }

  /** Notes what each row does, and refuses changes that are not allowed. */
  async function note(asked: Asked, rows: readonly Filled[]): Promise<void> {
    const known = rows.flatMap(({ draft }) => (draft.current as Item | undefined) ?? [])
    const shown = new Map((await read(asked, known)).map(row => [row.id, row]))
    for (const [i, { draft, form: filled }] of rows.entries()) {
      if (i % AT_ONCE === 0) await nextTurn()
      const { current, values } = draft
      const name = String(values[knownBy])
      if (!current) {
        draft.change = { kind: 'added', known: name, was: {} }
        continue
      }
      const before = form.safeParse(current)
      const [old, now] = [before.success ? (before.data as Values) : {}, filled as Values]
      const other = columns.filter(({ field }) => field in now && plain(old[field]) !== plain(now[field]))
      const was = other.map(column => [column.field, cellOf(column, shown.get(current.id), asked)] as const)
      draft.change = {
        kind: other.length > 0 ? 'changed' : 'unchanged',
        known: name,
        was: Object.fromEntries(was),
      }
      if (other.length > 0 && !asked.viewer.grants.has(grant))
        draft.faults.push({ field: knownBy, message: 'import.mayNotChange' })
    }
  }

  function cellOf({ field, value, words }: SheetColumn, row: Item | undefined, asked: Asked): string | null {
    if (!row) return null
    const stored = value ? value(row as never, asked as never) : (row as unknown as Values)[field]
    const cell = value ? stored : shownValue(stored, words, asked.language)
    return cell === null || cell === undefined ? null : String(cell)
  }

  return { find, note }
}
