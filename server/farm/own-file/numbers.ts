import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { type DecimalMark, isNoValue, numberOf, provenMark } from '../foreign-readings/numbers.ts'
import { needsOrder } from './days.ts'

/** The decimal mark of a file's numbers that stand as text: the one that any of them proves, else the comma in a file of semicolons. */
export function markOf(texts: Iterable<string>): DecimalMark | null {
  const proofs = new Set<DecimalMark>()
  for (const text of texts) {
    const mark = provenMark(text)
    if (mark) proofs.add(mark)
  }
  const [only] = proofs
  return proofs.size === 1 && only ? only : null
}

/** The texts of a file that may be numbers. */
export function* textsIn(sheets: readonly ReadSheet[]): Generator<string> {
  for (const { rows } of sheets)
    for (const { cells } of rows)
      for (const cell of cells.values()) if (typeof cell === 'string' && !needsOrder(cell)) yield cell
}

/** A number in a cell: null for none, undefined for what is not one or could be two. */
export function numberIn(cell: ReadCell | undefined, mark: DecimalMark | null): number | null | undefined {
  if (cell === undefined) return null
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return undefined
  const text = cell.trim()
  if (text === '' || isNoValue(text)) return null
  if (mark === null && /^\d{1,3}[.,]\d{3}$/.test(text)) return undefined
  const number = numberOf(text, mark ?? (/,\d{1,2}$/.test(text) ? ',' : '.'))
  return Number.isNaN(number) ? undefined : number
}
