import { readNumber } from '#shared/numbers.ts'
import { type Language, languages } from '#shared/text.ts'
import { type Reader, shownUnit, type UnitSystem, unitSystems } from '#shared/units.ts'
import { CELL_CHARACTERS, columnLetters } from '../excel/cell.ts'
import type { ReadCell, ReadSheet } from '../excel/read-workbook.ts'
import { type Message, say } from '../http/texts.ts'
import { type Column, type Draft, type ImportColumn, type ListImport, unitOf } from './sheet-parts.ts'
import { listed, titleFor, wordOf } from './sheet-words.ts'

/** The file as a whole cannot be imported; `reason` says why. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
  readonly reason: Message
  constructor(reason: Message) {
    super('The file is refused')
    this.reason = reason
  }
}

export interface PlacedColumn extends ImportColumn {
  title: string
  /** Its position in the file, from 0. */
  index: number
  /** The units its title names; the reader's if it names none. */
  units: UnitSystem
}
export interface ReadImport {
  columns: PlacedColumn[]
  /** Titles of columns that only exported files have. */
  unknown: string[]
  /** Row of the titles, as Excel counts. */
  heading: number
  /** Places and titles of columns with values that nothing explains; a title may be empty. */
  unexplained: { index: number; title: string }[]
  rows: { draft: Draft; found: Record<string, string> }[]
}

/** Ignores the width of brackets and the gap before them. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s*\(\s*/g, ' (')
/** A title with or without the mark of a required column. */
const plainTitle = (text: string): string => plain(text.trimEnd().replace(/(?<!\*)\*+$/, ''))

/** Longer values fit no form field, and storing more of them helps nobody. Characters */
const FOUND_MAX = 1_000
const TITLE_MAX = 100
const FORMULA_MAX = 60

/** The content of a cell as its reader sees it. */
export function textOf(cell: ReadCell): string {
  if (typeof cell === 'object')
    return 'date' in cell ? cell.date : 'error' in cell ? cell.error : cell.formula
  return String(cell)
}

/** Ways of writing a unit behind a title: `Feed (kg)`, `Feed, kg`, `Feed kg`. */
const UNIT_BEHIND = /,? (?:\((\S+)\)|(\S+))$/
const unitInBrackets = (title: string): string => title.replace(UNIT_BEHIND, ' ($1$2)')

/** Accepted titles of a column: in either language with the unit of its values, or the name of its field. */
const namesOf = (
  list: string,
  column: Column & Pick<ImportColumn, 'formerly'>,
): { name: string; units: UnitSystem }[] => [
  { name: plain(column.field), units: 'metric' },
  ...(column.formerly ?? []).flatMap(title =>
    languages.map(language => ({ name: plain(title[language]), units: 'metric' as const })),
  ),
  ...unitSystems.flatMap(units =>
    languages.map(language => ({ name: plainTitle(titleFor(list, column, { language, units })), units })),
  ),
]

/**
 * Finds the columns by title or field name. A column whose values have a unit is found only if its title names the unit:
 * feet must not be taken for metres. Throws RefusedFile.
 */
function placeColumns(
  list: string,
  { columns, exported }: ListImport,
  header: ReadonlyMap<number, ReadCell>,
  reader: Reader,
): Pick<ReadImport, 'columns' | 'unknown' | 'unexplained'> {
  const ours = (each: Language) => [say(each, 'import.remarks'), say(each, 'import.rowInFile')].map(plain)
  const placed: PlacedColumn[] = []
  const unknown: string[] = []
  const unexplained: ReadImport['unexplained'] = []
  const { language } = reader
  for (const [index, cell] of [...header].sort(([a], [b]) => a - b)) {
    const title = textOf(cell).slice(0, TITLE_MAX)
    const wanted = plainTitle(title)
    const of = (column: ImportColumn) =>
      namesOf(list, column).find(({ name }) => name === wanted || name === unitInBrackets(wanted))
    const column = columns.find(of)
    // A corrected file of remarks still has their column.
    if (!column && languages.some(each => ours(each).includes(plain(title)))) continue
    if (!column && exported.some(each => isExported(list, each, wanted))) unknown.push(title)
    else if (!column) unexplained.push({ index, title })
    else if (placed.some(({ field }) => field === column.field))
      throw new RefusedFile(['import.columnTwice', { title }])
    else {
      const units = unitOf(column) ? (of(column)?.units ?? 'metric') : reader.units
      placed.push({ ...column, title: titleFor(list, column, { language, units }), index, units })
    }
  }
  const missing = columns.filter(
    column => column.isRequired && !placed.some(({ field }) => field === column.field),
  )
  if (missing.length > 0)
    throw new RefusedFile([
      'import.columnsMissing',
      {
        titles: listed(
          missing.map(column => titleFor(list, column, reader)),
          language,
        ),
      },
    ])
  return { columns: placed, unknown, unexplained }
}

/** A time's title in an exported file ends with the zone. */
const ZONE_BEHIND = / \([^()]+\)$/

/** Whether an exported file has this title over a column. */
function isExported(list: string, column: Column, title: string): boolean {
  const name = column.kind === 'instant' ? title.replace(ZONE_BEHIND, '') : title
  return namesOf(list, column).some(each => each.name === name)
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/

/** Separates several values in one cell. */
const LIST = /[,;，；、]/

type Read = { value: unknown } | { fault: Message }

/** Why a cell has no value that can be read. */
export function faultOf(cell: ReadCell): Message | undefined {
  if (typeof cell !== 'object' || 'date' in cell) return undefined
  return 'error' in cell
    ? ['import.cellError', { error: cell.error }]
    : ['import.cellFormula', { formula: cell.formula.slice(0, FORMULA_MAX) }]
}

/** A cell as its column wants it, in metric units. What is not understood is passed on: the form then says what is wrong. */
function valueIn(cell: ReadCell, column: PlacedColumn, language: Language): Read {
  const { kind, words, choices, isList } = column
  const unusable = faultOf(cell) ?? (textOf(cell).length >= CELL_CHARACTERS ? 'import.cellFull' : undefined)
  if (unusable) return { fault: unusable }
  const text = textOf(cell).trim()
  if (text === '') return { value: undefined }
  if (words && choices) {
    const namesOf = (choice: string) => [choice, ...languages.map(each => wordOf(words, choice, each))]
    const said = isList ? text.split(LIST).map(plain).filter(Boolean) : [plain(text)]
    const found = said.map(word => choices.find(choice => namesOf(choice).some(name => plain(name) === word)))
    if (!found.includes(undefined)) return { value: isList ? [...new Set(found)] : found[0] }
    const values = listed(
      choices.map(each => wordOf(words, each, language)),
      language,
    )
    return { fault: [isList ? 'field.choices' : 'field.choice', { values }] }
  }
  if (kind === 'text') {
    if (typeof cell === 'number' && !Number.isSafeInteger(cell)) return { fault: ['import.asText', { text }] }
    return { value: text }
  }
  if (kind === 'date') {
    const parts = DATE.exec(text)
    const date = parts ? [parts[1], parts[2]?.padStart(2, '0'), parts[3]?.padStart(2, '0')].join('-') : text
    return { value: date }
  }
  if (typeof cell === 'number') return { value: metricOf(cell, column) }
  const read = readNumber(text, column.field)
  if ('value' in read) return { value: metricOf(read.value, column) }
  return 'whole' in read
    ? { fault: ['import.ambiguous', { whole: read.whole, decimal: read.decimal }] }
    : { value: text }
}

function metricOf(number: number, column: PlacedColumn): number {
  const unit = unitOf(column)
  return unit === undefined ? number : shownUnit(unit, column.units).metric(number)
}

/** The rows of a sheet below its header, with the faults of single cells. Throws RefusedFile. */
export function readImport(
  list: string,
  sheet: ReadSheet,
  importing: ListImport,
  reader: Reader,
): ReadImport {
  const [header, ...rows] = sheet.rows
  if (!header) throw new RefusedFile('import.empty')
  const { columns, unknown, unexplained } = placeColumns(list, importing, header.cells, reader)
  const untitled = new Set<number>()
  const read = rows.map(({ number, cells }) => {
    const draft: Draft = { row: number, values: {}, faults: [] }
    const found: Record<string, string> = {}
    for (const [index, cell] of cells)
      if (!header.cells.has(index) && textOf(cell).trim() !== '') untitled.add(index)
    for (const column of columns) {
      const cell = cells.get(column.index)
      if (cell === undefined) continue
      found[column.field] = textOf(cell).slice(0, FOUND_MAX)
      const value = valueIn(cell, column, reader.language)
      if ('fault' in value) draft.faults.push({ field: column.field, message: value.fault })
      else if (value.value !== undefined) draft.values[column.field] = value.value
    }
    return { draft, found }
  })
  // Leaves out rows with only blanks, or only cells outside the columns.
  const filled = read.filter(({ draft }) => Object.keys(draft.values).length > 0 || draft.faults.length > 0)
  if (filled.length === 0) throw new RefusedFile('import.noRows')
  const isUsed = (index: number) => rows.some(({ cells }) => textOf(cells.get(index) ?? '').trim() !== '')
  return {
    columns,
    unknown,
    heading: header.number,
    unexplained: [
      ...unexplained.filter(({ index }) => isUsed(index)),
      ...[...untitled].sort((a, b) => a - b).map(index => ({ index, title: '' })),
    ],
    rows: filled,
  }
}

/** Letters of a column in the file; none where its values stand in several. */
export const lettersOf = ({ index }: PlacedColumn): string => (index < 0 ? '' : columnLetters(index))
