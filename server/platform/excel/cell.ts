import { UnreadableFile } from './unpack.ts'

/** How the values of a column are written: `date` is YYYY-MM-DD, `instant` a point in time (ISO or ms since 1970). */
export type CellKind = 'text' | 'number' | 'whole' | 'date' | 'instant'
export type CellValue = string | number | null

/** Most characters Excel keeps in one cell. */
export const CELL_CHARACTERS = 32_767

/** Appends to a cell's text while reading. Excel never writes a longer one: such a file was made to do harm. */
export function withinCell(text: string, piece: string): string {
  if (text.length + piece.length > CELL_CHARACTERS) throw new UnreadableFile('cellTooLong')
  return text + piece
}

const LETTERS = 26

/** Letters of a column, counted from 0: A, B … Z, AA. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters
  return letters
}

/** Column index of a cell's address, counted from 0; -1 if it is not an address. */
export function columnIndex(address: string): number {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(address)?.[0]
  if (!letters) return -1
  let index = 0
  for (const letter of letters) index = index * LETTERS + letter.charCodeAt(0) - 64
  return index - 1
}
