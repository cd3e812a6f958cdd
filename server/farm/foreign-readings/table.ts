import { TextDecoder } from 'node:util'
import { refusal } from './refusal.ts'

/** A file of separated values. */
export interface Table {
  file: string
  separator: Separator
  head: string[]
  rows: Row[]
}
export interface Row {
  /** In the file, from 1. */
  line: number
  cells: string[]
}

const separators = [';', '\t', ',', '|'] as const
export type Separator = (typeof separators)[number]
export const separatorNames: Readonly<Record<Separator, string>> = {
  ';': 'semicolon',
  '\t': 'tab',
  ',': 'comma',
  '|': 'bar',
}

/** The text of a file: UTF-8 or UTF-16 by its mark, else UTF-8 unless an encoding is named. */
export function textOf(file: string, bytes: Uint8Array, encoding?: string): string {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder(marked ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusal(file, null, 'is not UTF-8: say --encoding gb18030, windows-1252 or what it is')
  }
}

/** Splits a text into its heading and rows. Throws StartError for what is no table. */
export function tableOf(file: string, text: string): Table {
  if (text.includes('\0')) throw refusal(file, null, 'is no text')
  const body = text.replace(/^\ufeff/, '')
  const told = /^sep=(.)\r?\n/i.exec(body)?.[1]
  const separator = separators.find(each => each === told) ?? guessSeparator(body)
  if (!separator) throw refusal(file, null, 'has no columns: none of ; tab , | separates its lines')
  const [head, ...rows] = cellsOf(file, body, separator).filter(
    ({ cells }) => cells.some(cell => cell !== '') && !/^(sep=|#)/i.test(cells[0] ?? ''),
  )
  if (!head) throw refusal(file, null, 'is empty')
  while (head.cells.at(-1) === '') head.cells.pop()
  if (head.cells.every(cell => /^[-+\d.,:/\sTZ]*$/.test(cell)))
    throw refusal(file, head.line, 'has no heading: its first line must name the columns')
  const twice = head.cells.find((cell, i) => cell !== '' && head.cells.indexOf(cell) !== i)
  if (twice !== undefined) throw refusal(file, head.line, `has two columns “${twice}”`)
  for (const { line, cells } of rows) {
    const said = cells.findLastIndex(cell => cell !== '') + 1
    if (said <= head.cells.length) continue
    throw refusal(file, line, `has ${said} cells, the heading ${head.cells.length}`)
  }
  if (rows.length === 0) throw refusal(file, null, 'has a heading and no rows')
  return { file, separator, head: head.cells, rows }
}

/** The separator that splits the first lines most evenly. */
export function guessSeparator(text: string): Separator | undefined {
  const lines = text
    .split(/\r\n|\n|\r/, 30)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => line.replace(/"[^"]*"/g, ''))
  const scores = separators.map(separator => {
    const counts = lines.map(line => line.split(separator).length - 1)
    const head = counts[0] ?? 0
    return { separator, head, even: counts.filter(count => count === head).length }
  })
  const [best] = scores.filter(({ head }) => head > 0).sort((a, b) => b.even - a.even || b.head - a.head)
  return best?.separator
}

/** The cells of all lines, trimmed; a quoted cell may contain separators, doubled quotes and line ends. */
export function cellsOf(file: string, text: string, separator: string): Row[] {
  const rows: Row[] = []
  let [line, begun] = [1, 1]
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push({ line: begun, cells })
    cells = []
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string
    if (char === '\n' || (char === '\r' && text[i + 1] !== '\n')) {
      line++
      if (isQuoted) cell += '\n'
      else {
        endRow()
        begun = line
      }
    } else if (char === '\r') continue
    else if (char === '"' && isQuoted && text[i + 1] === '"') {
      cell += '"'
      i++
    } else if (char === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted
    } else if (char === separator && !isQuoted) endCell()
    else cell += char
  }
  if (isQuoted) throw refusal(file, begun, 'has a quotation mark that never ends')
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}
