import { TextDecoder } from 'node:util'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { cellsOf, guessSeparator } from '../foreign-readings/table.ts'

/** The text of a file: UTF-16 by its mark, UTF-8 if it is valid, else the encoding of Chinese Windows. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const chinese = new TextDecoder('gb18030').decode(bytes)
    // Accents of Western Europe read as Chinese make pairs with ASCII between; real Chinese has runs.
    return /\p{Script=Han}{2}/u.test(chinese) ? chinese : new TextDecoder('windows-1252').decode(bytes)
  }
}

/** A file of separated values as a sheet of texts; undefined for what is no such file. */
export function sheetOfText(name: string, bytes: Uint8Array): ReadSheet | undefined {
  const text = decoded(bytes).replace(/^\ufeff/, '')
  if (text.includes('\0')) return undefined
  const separator = /^sep=(.)\r?\n/i.exec(text)?.[1] ?? guessSeparator(text)
  if (!separator) return undefined
  const rows = cellsOf(name, text, separator).flatMap(({ line, cells }) => {
    const told = cells.flatMap((cell, i): [number, ReadCell][] => (cell === '' ? [] : [[i, cell]]))
    return told.length === 0 || /^sep=/i.test(cells[0] ?? '') ? [] : [{ number: line, cells: new Map(told) }]
  })
  return { name: name.replace(/\.[^.]*$/, ''), rows, merges: [] }
}
