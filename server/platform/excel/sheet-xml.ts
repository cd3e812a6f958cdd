import { CELL_CHARACTERS, type CellKind, type CellValue, columnLetters } from './cell.ts'
import { serialOfDate } from './serial.ts'
import type { Sheet, SheetColumn } from './sheet.ts'
import { style, styleOfDecimals } from './styles.ts'
import { xmlText } from './xml.ts'

/** Rows per piece of text. */
const ROWS_A_PIECE = 250
/** Excel's limits in characters: a list of choices, the title and the text of a hint. */
const CHOICES = 255
const HINT = { title: 32, text: 255 }
const widths: Record<CellKind, number> = { text: 22, number: 14, whole: 14, date: 13, instant: 20 }

/** A text that a program might take for a formula once somebody edits it or saves the sheet as CSV. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r]/

type Serial = (value: string | number) => number | null

function textCell(text: string): string {
  const shown = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text
  const s = LOOKS_LIKE_FORMULA.test(shown) ? style.quoted : style.text
  return ` s="${s}" t="inlineStr"><is><t xml:space="preserve">${xmlText(shown)}</t></is></c>`
}

const styleOf = ({ kind, decimals }: SheetColumn): number =>
  kind === 'number' && decimals !== undefined ? styleOfDecimals(decimals) : style[kind]

/** Digits that Excel keeps of a number: more of them it would show as 0.30000000000000004. */
const DIGITS = 15
const shortest = (value: number): number => Number(value.toPrecision(DIGITS))

/** The cell from its style on; empty for an empty cell. A value that does not fit its kind is written as text. */
function cell(
  { kind, format }: { kind: CellKind; format: number },
  value: CellValue,
  serial: Serial,
): string {
  if (value === null || value === '') return ''
  if (kind === 'text') return textCell(String(value))
  const number =
    kind === 'instant'
      ? serial(value)
      : kind === 'date'
        ? serialOfDate(String(value))
        : shortest(Number(value))
  if (number === null || !Number.isFinite(number)) return textCell(String(value))
  return ` s="${format}"><v>${number}</v></c>`
}

function header(columns: readonly SheetColumn[]): string {
  const cells = columns.map(
    ({ title }, i) =>
      `<c r="${columnLetters(i)}1" s="${style.header}" t="inlineStr"><is><t>${xmlText(title)}</t></is></c>`,
  )
  return `<row r="1">${cells.join('')}</row>`
}

const head = (columns: readonly SheetColumn[]): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><cols>' +
  columns
    .map(
      (column, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${column.width ?? widths[column.kind]}" style="${styleOf(column)}" customWidth="1"/>`,
    )
    .join('') +
  `</cols><sheetData>${header(columns)}`

/** A column's hint and, if only certain values are allowed, its list. */
function validation({ title, help = '', choices }: SheetColumn, index: number, rows: number): string {
  const list = choices?.join(',') ?? ''
  const isList = list !== '' && list.length <= CHOICES && !choices?.some(choice => choice.includes(','))
  if (!isList && help === '') return ''
  const letters = columnLetters(index)
  const range = `${letters}2:${letters}${rows + 1}`
  const type = isList ? ' type="list" showErrorMessage="1"' : ''
  const hint = ` showInputMessage="1" promptTitle="${xmlText(title.slice(0, HINT.title))}" prompt="${xmlText(help.slice(0, HINT.text))}"`
  const values = isList ? `<formula1>"${xmlText(list).replaceAll('&quot;', '""')}"</formula1>` : ''
  return `<dataValidation${type} allowBlank="1"${help === '' ? '' : hint} sqref="${range}">${values}</dataValidation>`
}

function tail({ columns, fillable = 0 }: Sheet, rows: number): string {
  const filter = rows > 0 ? `<autoFilter ref="A1:${columnLetters(columns.length - 1)}${rows + 1}"/>` : ''
  const hints =
    fillable > 0 ? columns.map((column, i) => validation(column, i, fillable)).filter(Boolean) : []
  const validations =
    hints.length > 0 ? `<dataValidations count="${hints.length}">${hints.join('')}</dataValidations>` : ''
  return `</sheetData>${filter}${validations}</worksheet>`
}

/** The sheet's part of the file, piece by piece: at most a few hundred rows at a time. */
export async function* sheetXml(sheet: Sheet, serial: Serial): AsyncGenerator<string> {
  const formats = sheet.columns.map(column => ({ kind: column.kind, format: styleOf(column) }))
  const letters = formats.map((_, i) => columnLetters(i))
  let piece = head(sheet.columns)
  let rows = 0
  for await (const chunk of sheet.rows)
    for (const values of chunk) {
      rows += 1
      piece += `<row r="${rows + 1}">`
      for (const [i, format] of formats.entries()) {
        const text = cell(format, values[i] ?? null, serial)
        if (text !== '') piece += `<c r="${letters[i]}${rows + 1}"${text}`
      }
      piece += '</row>'
      if (rows % ROWS_A_PIECE > 0) continue
      yield piece
      piece = ''
    }
  yield piece + tail(sheet, rows)
}
