import { columnIndex, withinCell } from './cell.ts'
import { parseXml } from './parse-xml.ts'
import { dateOfSerial } from './serial.ts'
import { UnreadableFile, unpack } from './unpack.ts'
import { findFirstSheet, readDateStyles, readSharedTexts } from './workbook-parts.ts'
import { plainText } from './xml.ts'

/** The value of a cell: text, number, boolean, date (YYYY-MM-DD) or an Excel error. */
export type ReadCell = string | number | boolean | { date: string } | { error: string }

export interface ReadRow {
  /** Row number as in Excel, from 1. */
  number: number
  /** Keyed by column from 0; empty cells are left out. */
  cells: ReadonlyMap<number, ReadCell>
}
export interface ReadSheet {
  name: string
  rows: ReadRow[]
}

/** Columns beyond this are ignored. */
const COLUMNS_MAX = 100

interface OpenCell {
  column: number
  type: string
  format: number
  text: string
}

/**
 * The first visible sheet of an Excel file, with its non-empty rows: at most `rowsMax`, including the header.
 * Throws UnreadableFile.
 */
export async function readWorkbook(file: Buffer, rowsMax: number): Promise<ReadSheet> {
  const parts = await unpack(file)
  const { name, path, is1904 } = await findFirstSheet(parts)
  const texts = await readSharedTexts(parts)
  const isDate = await readDateStyles(parts)
  const rows: ReadRow[] = []

  const valueIn = ({ type, format, text }: OpenCell): ReadCell | undefined => {
    if (text === '') return undefined
    if (type === 's') return texts[Number(text)] || undefined
    if (type === 'inlineStr' || type === 'str') return plainText(text)
    if (type === 'b') return text === '1'
    if (type === 'e') return { error: text }
    if (type === 'd') return { date: text.slice(0, 10) }
    const number = Number(text)
    const date = isDate[format] ? dateOfSerial(number, is1904) : null
    return date === null ? number : { date }
  }

  let cells = new Map<number, ReadCell>()
  let [row, column] = [0, -1]
  let cell: OpenCell | undefined
  // Values are in <v>, inline texts in <is><t>; formulas and phonetic guides are neither.
  let [isValue, guides] = [false, 0]
  await parseXml(parts, path, {
    open: (tag, { r = '', t = 'n', s = '0' }) => {
      if (tag === 'row') {
        row = r === '' ? row + 1 : Number(r)
        column = -1
      } else if (tag === 'c') {
        column = r === '' ? column + 1 : columnIndex(r)
        cell = { column, type: t, format: Number(s), text: '' }
      } else if (tag === 'rPh') guides += 1
      else isValue = tag === 'v' || (tag === 't' && guides === 0)
    },
    text: piece => {
      if (cell && isValue) cell.text = withinCell(cell.text, piece)
    },
    close: tag => {
      if (tag === 'v' || tag === 't') isValue = false
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
  return { name, rows }
}
