import { refusal } from './refusal.ts'
import type { Separator } from './table.ts'

/** A cell and where it stands. */
export interface Cell {
  line: number
  text: string
}

export type DecimalMark = '.' | ','

/** Texts that say that a sensor had no value. */
const NO_VALUE = /^(nan|null|none|n\/?a|#n\/a|-+|—|无|无数据|error|err|fehler|fout)$/i
export const isNoValue = (text: string): boolean => NO_VALUE.test(text)

/** A number with what may stand around it: its unit. */
const SHAPE = /^([-+−]?)\s*((?:\d[\d.,'’\s\u00a0]*)|(?:[.,]\d+))(e[-+]?\d+)?\s*(%|°?\s?[a-zμ²³/·\d]*|℃|℉)$/i
const GROUPED = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ }

/** Which mark a number proves to be the decimal one; null: it proves nothing. */
function provenBy(digits: string): DecimalMark | null {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const mark = point >= 0 ? '.' : comma >= 0 ? ',' : null
  if (mark === null) return null
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return mark === '.' ? ',' : '.'
  return GROUPED[mark].test(digits) && !digits.startsWith('0') ? null : mark
}

/** The decimal mark that a number's text proves; null: it proves nothing, or is no number. */
export const provenMark = (text: string): DecimalMark | null => provenBy((SHAPE.exec(text)?.[2] ?? '').trim())

/**
 * The decimal mark of a file's numbers. Throws StartError where two numbers contradict each other. Where none proves it, a
 * comma in a file of commas groups thousands, and any other single mark is the decimal one.
 */
export function decimalMarkOf(file: string, cells: Iterable<Cell>, separator: Separator): DecimalMark {
  let proof: { mark: DecimalMark; cell: Cell } | null = null
  let hasComma = false
  for (const cell of cells) {
    const mark = provenMark(cell.text)
    if (SHAPE.exec(cell.text)?.[2]?.includes(',')) hasComma = true
    if (mark === null) continue
    proof ??= { mark, cell }
    if (proof.mark === mark) continue
    const { line, text } = proof.cell
    throw refusal(
      file,
      cell.line,
      `“${cell.text}” and “${text}” in line ${line} do not have the same decimal mark: say --decimal . or --decimal ,`,
    )
  }
  return proof?.mark ?? (hasComma && separator !== ',' ? ',' : '.')
}

/** The number that a cell says; NaN for what is none. */
export function numberOf(text: string, mark: DecimalMark): number {
  const [, sign = '', digits = '', power = ''] = SHAPE.exec(text) ?? []
  const body = digits.replace(/['’\s\u00a0]/g, '')
  if (body === '') return Number.NaN
  const group = mark === '.' ? ',' : '.'
  const [whole = '', ...parts] = body.split(mark)
  if (parts.length > 1 || parts.some(part => part.includes(group))) return Number.NaN
  if (whole.includes(group) && !GROUPED[group].test(whole)) return Number.NaN
  const plain = `${whole.replaceAll(group, '')}${parts.length > 0 ? `.${parts[0]}` : ''}`
  return Number(`${sign === '−' ? '-' : sign}${plain}${power}`)
}
