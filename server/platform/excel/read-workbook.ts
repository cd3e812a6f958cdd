import { columnIndex, withinCell } from './cell.ts'
import { parseXml } from './parse-xml.ts'
import { clockOfSerial, dateOfSerial } from './serial.ts'
import { type Parts, UnreadableFile, unpack } from './unpack.ts'
import { findSheets, readDateStyles, readSharedTexts, type SheetPart } from './workbook-parts.ts'
import { plainText } from './xml.ts'

/**
 * The value of a cell: text, number, boolean, date (YYYY-MM-DD) with its time of day (HH:MM:SS) if it has one, an Excel error, or a
 * formula stored without its result.
 */
export type ReadCell =
  | string
  | number
  | boolean
  | { date: string; clock?: string }
  | { error: string }
  | { formula: string }

export interface ReadRow {
  /** Row number as in Excel, from 1. */
  number: number
  /** Keyed by column from 0; empty cells are left out. */
  cells: ReadonlyMap<number, ReadCell>
}
export interface ReadSheet {
  name: string
  rows: ReadRow[]
  /** Cells shown as one. The value stands in the first. */
  merges: Merge[]
}
/** A block of cells, both corners within: rows from 1 as in Excel, columns from 0. */
export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

const DAY_S = 86_400
const CLOCK = /T\d{2}:\d{2}:\d{2}/

/** Columns beyond this are ignored. */
const COLUMNS_MAX = 400
/** Visible sheets of a file that are read. */
const SHEETS_MAX = 100
/** Merged blocks of a sheet that are read. */
const MERGES_MAX = 5_000

interface OpenCell {
  column: number
  type: string
  format: number
  text: string
  formula: string | null
  /** It has a value, be it an empty text. */
  hasValue: boolean
}

/** What the sheets of a workbook have in common. */
interface Shared {
  parts: Parts
  texts: readonly string[]
  isDate: readonly boolean[]
}

/**
 * The first visible sheet of an Excel file, with its non-empty rows: at most `rowsMax`, including the header.
 * Throws UnreadableFile.
 */
export async function readWorkbook(file: Buffer, rowsMax: number): Promise<ReadSheet> {
  const { sheets, shared } = await openWorkbook(file)
  return readSheet(shared, sheets[0], rowsMax)
}

/** All visible sheets of an Excel file with their non-empty rows, at most `rowsMax` together. Throws UnreadableFile. */
export async function readSheets(file: Buffer, rowsMax: number): Promise<ReadSheet[]> {
  const { sheets, shared } = await openWorkbook(file)
  const read: ReadSheet[] = []
  let left = rowsMax
  for (const sheet of sheets.slice(0, SHEETS_MAX)) {
    const one = await readSheet(shared, sheet, left)
    left -= one.rows.length
    read.push(one)
  }
  return read
}

async function openWorkbook(file: Buffer) {
  const parts = await unpack(file)
  const sheets = await findSheets(parts)
  const texts = await readSharedTexts(parts)
  const isDate = await readDateStyles(parts)
  return { sheets, shared: { parts, texts, isDate } }
}

async function readSheet({ parts, texts, isDate }: Shared, sheet: SheetPart, rowsMax: number) {
  const { name, path, is1904 } = sheet
  const rows: ReadRow[] = []
  const merges: Merge[] = []

  const valueIn = ({ type, format, text, formula, hasValue }: OpenCell): ReadCell | undefined => {
    if (formula !== null && !hasValue) return { formula: `=${formula}` }
    if (text === '') return undefined
    if (type === 's') return texts[Number(text)] || undefined
    if (type === 'inlineStr' || type === 'str') return plainText(text)
    if (type === 'b') return text === '1'
    if (type === 'e') return { error: text }
    if (type === 'd')
      return { date: text.slice(0, 10), ...(CLOCK.test(text) && { clock: text.slice(11, 19) }) }
    const number = Number(text)
    // A second that the fraction misses by its last digits would fall on the day before.
    const seconds = Math.round(number * DAY_S) / DAY_S
    const date = isDate[format] ? dateOfSerial(seconds, is1904) : null
    if (date === null) return number
    const clock = clockOfSerial(seconds)
    return clock === null ? { date } : { date, clock }
  }

  let cells = new Map<number, ReadCell>()
  let [row, column] = [0, -1]
  let cell: OpenCell | undefined
  // Values are in <v>, inline texts in <is><t>, formulas in <f>; phonetic guides are none of them.
  let [isValue, isFormula, guides] = [false, false, 0]
  await parseXml(parts, path, {
    open: (tag, { r = '', t = 'n', s = '0', ref = '' }) => {
      if (tag === 'mergeCell') {
        const merge = mergeOf(ref)
        if (merge && merges.length < MERGES_MAX) merges.push(merge)
      } else if (tag === 'row') {
        row = r === '' ? row + 1 : Number(r)
        column = -1
      } else if (tag === 'c') {
        column = r === '' ? column + 1 : columnIndex(r)
        cell = { column, type: t, format: Number(s), text: '', formula: null, hasValue: false }
      } else if (tag === 'rPh') guides += 1
      else {
        isValue = tag === 'v' || (tag === 't' && guides === 0)
        isFormula = tag === 'f'
        if (cell && isValue) cell.hasValue = true
        if (cell && isFormula) cell.formula = ''
      }
    },
    text: piece => {
      if (cell && isValue) cell.text = withinCell(cell.text, piece)
      if (cell && isFormula) cell.formula = withinCell(cell.formula ?? '', piece)
    },
    close: tag => {
      if (tag === 'v' || tag === 't') isValue = false
      if (tag === 'f') isFormula = false
      if (tag === 'rPh') guides -= 1
      if (tag === 'c' && cell) {
        const value = cell.column >= 0 && cell.column < COLUMNS_MAX ? valueIn(cell) : undefined
        if (value !== undefined) cells.set(cell.column, value)
        cell = undefined
      }
      if (tag !== 'row' || cells.size === 0) return
      if (rows.length >= rowsMax) throw new UnreadableFile('tooManyRows')
      rows.push({ number: row, cells })
      cells = new Map()
    },
  })
  return { name, rows, merges }
}

/** The block of an address such as B2:D4; undefined for anything else. */
function mergeOf(ref: string): Merge | undefined {
  const [from = '', to = ''] = ref.split(':')
  const [left, right] = [columnIndex(from), columnIndex(to)]
  const [top, bottom] = [Number(/\d+$/.exec(from)?.[0]), Number(/\d+$/.exec(to)?.[0])]
  if (left < 0 || right < left || right >= COLUMNS_MAX || !(bottom >= top)) return undefined
  return { top, left, bottom, right }
}
