import type { FileColumn, FileLayout, FileSheet } from '#shared/file-layout.ts'
import { columnLetters } from '../../platform/excel/cell.ts'
import type { ReadCell, ReadRow, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import { metricOf, roleOf, unitIn, unitNamed } from '../foreign-readings/columns.ts'
import { YEAR_FIRST, YEAR_LAST } from '../foreign-readings/moments.ts'
import { markOf, numberIn } from '../own-file/numbers.ts'
import { placeNamed } from '../own-file/places.ts'
import { plain } from '../own-file/words.ts'
import { guessUnit } from './guess-unit.ts'
import { momentColumns, momentOfRow } from './moment-texts.ts'
import { isImported, isRole } from './words.ts'

/** A house that a file may speak of, by the name that people choose. */
export interface ReadingPlace {
  house: string
  number: string
  id: string
  timeZone: string
}

const HEAD_ROWS = 30
const JUDGED_ROWS = 400
const SAMPLES = 3
const COLUMNS_MAX = 120
const NAMES_MAX = 200
const short = (text: string, most: number) => text.trim().replace(/\s+/g, ' ').slice(0, most)

const isTitle = (cell: ReadCell | undefined): boolean =>
  typeof cell === 'string' && (roleOf(cell) !== null || isImported(metricOf(cell)))

/** The row of the titles: the one that names most of what is known. */
function headOf({ rows }: ReadSheet): ReadRow | undefined {
  let best: { row: ReadRow; named: number } | undefined
  for (const row of rows.slice(0, HEAD_ROWS)) {
    const named = [...row.cells.values()].filter(isTitle).length
    if (named >= 2 && named > (best?.named ?? 0)) best = { row, named }
  }
  return best?.row
}

/** The layout that a file suggests. What only the farm can know, and two readings of one thing, stay open. */
export function proposeReadings(
  sheets: readonly ReadSheet[],
  places: readonly ReadingPlace[],
  asked: ReadingPlace | undefined,
): FileLayout {
  const proposed = sheets.map(sheet => proposeSheet(sheet, places, asked))
  const houseOf = proposed.find(({ isUsed, house }) => isUsed && house !== null)?.house
  const zone =
    places.find(({ house }) => house === houseOf)?.timeZone ?? asked?.timeZone ?? places[0]?.timeZone
  const used = sheets.filter((_, i) => proposed[i]?.isUsed)
  const times = used.flatMap(sheet => {
    const own = proposed[sheets.indexOf(sheet)]
    const { at } = momentColumns(own?.columns ?? [])
    return bodyOf(sheet, own?.head ?? 0).map(row => momentOfRow(row, at))
  })
  return { sheets: proposed, dates: orderOf(times), bagKg: null, ...(zone && { zone }) }
}

/** The order that dates prove; null if some of them could be read in two. */
function orderOf(texts: readonly string[]): FileLayout['dates'] {
  let open = false
  for (const text of texts) {
    if (YEAR_FIRST.test(text)) return 'ymd'
    const [, first = '', second = ''] = YEAR_LAST.exec(text) ?? []
    if (first === '') continue
    if (Number(first) > 12 || /^\d+\s*\./.test(text)) return 'dmy'
    if (Number(second) > 12) return 'mdy'
    open = true
  }
  return open ? null : 'ymd'
}

const bodyOf = ({ rows }: ReadSheet, head: number): ReadRow[] => rows.filter(({ number }) => number > head)

function proposeSheet(
  sheet: ReadSheet,
  places: readonly ReadingPlace[],
  asked: ReadingPlace | undefined,
): FileSheet {
  const head = headOf(sheet)
  const name = short(sheet.name, 120)
  const house =
    placeNamed(sheet.name, places)?.house ??
    asked?.house ??
    (places.length === 1 ? places[0]?.house : null) ??
    null
  if (!head) return { name, isUsed: false, isAcross: false, head: 0, house, columns: [] }
  const body = bodyOf(sheet, head.number)
  const judged = spread(body)
  const columns: FileColumn[] = []
  for (const index of columnsIn([head, ...judged]))
    columns.push(proposeColumn(index, textOf(head.cells.get(index) ?? ''), judged, columns))
  placeTime(columns)
  proposeHouses(columns, judged, places)
  const isLong = columns.some(({ use }) => use === 'value')
  if (isLong) {
    for (const column of columns)
      if (!isRole(column.use)) Object.assign(column, { use: null, unit: null, problem: 'derived' })
    columns.push(...proposeNames(sheet, columns, body))
  }
  const hasTime = momentColumns(columns).at.length > 0
  const isUsed = hasTime && columns.some(({ use }) => isImported(use)) && body.length > 0
  // Of houses that are told apart by a column to be confirmed, none is the sheet's.
  const isOpen = columns.some(({ proposed }) => proposed !== undefined)
  return { name, isUsed, isAcross: false, head: head.number, house: isOpen ? null : house, columns }
}

/** The columns of these rows, also those without a title. */
const columnsIn = (rows: readonly ReadRow[]): number[] =>
  [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].toSorted((a, b) => a - b).slice(0, COLUMNS_MAX)

/** Without a title that says so, a column of nothing but names of own houses is proposed as that of the houses. */
function proposeHouses(
  columns: FileColumn[],
  rows: readonly ReadRow[],
  places: readonly ReadingPlace[],
): void {
  if (columns.some(({ use }) => use === 'house')) return
  const own = new Set(places.map(({ house }) => plain(house)))
  const named = columns.filter(({ use, at }) => {
    const cells = rows.flatMap(({ cells }) => cells.get(letterIndex(at)) ?? [])
    return (
      use === null &&
      cells.length > 0 &&
      cells.every(cell => typeof cell === 'string' && /\D/.test(cell) && own.has(plain(cell)))
    )
  })
  const [only] = named
  if (only && named.length === 1) only.proposed = { use: 'house', unit: null, isCumulative: false }
}

/** Without a title that says so, the only column of dates tells the time. */
function placeTime(columns: FileColumn[]): void {
  if (momentColumns(columns).at.length > 0) return
  const dated = columns.filter(
    ({ use, samples }) =>
      use === null &&
      samples.length > 0 &&
      samples.every(sample => YEAR_FIRST.test(sample) || YEAR_LAST.test(sample)),
  )
  const [only] = dated
  if (only && dated.length === 1) Object.assign(only, { use: 'time', problem: null })
}

/** Rows from all over the file: its first days may be of an empty house. */
function spread(rows: readonly ReadRow[]): ReadRow[] {
  const step = Math.max(1, Math.floor(rows.length / JUDGED_ROWS))
  return rows.filter((_, i) => i % step === 0)
}

/** Some of these values as numbers. */
function numbersOf(cells: readonly (ReadCell | undefined)[]): number[] {
  const mark = markOf(cells.filter(cell => typeof cell === 'string'))
  return cells.flatMap(cell => {
    const number = numberIn(cell, mark)
    return typeof number === 'number' ? [number] : []
  })
}

const samplesOf = (cells: readonly (ReadCell | undefined)[]): string[] =>
  cells
    .filter(cell => cell !== undefined)
    .slice(0, SAMPLES)
    .map(cell =>
      short(
        typeof cell === 'object' && 'date' in cell && cell.clock
          ? `${cell.date} ${cell.clock}`
          : textOf(cell),
        40,
      ),
    )

function proposeColumn(
  index: number,
  title: string,
  rows: readonly ReadRow[],
  before: readonly FileColumn[],
): FileColumn {
  const cells = rows.map(({ cells }) => cells.get(index))
  const role = roleOf(title)
  const metric = role === null ? metricOf(title) : null
  const use = role !== null && isRole(role) ? role : isImported(metric) ? metric : null
  const isTwice = use !== null && before.some(column => column.use === use)
  const problem = isTwice ? 'twice' : use === null ? (role === 'other' ? 'derived' : 'unknown') : null
  return {
    at: columnLetters(index),
    title: short(title, 120),
    use: isTwice ? null : use,
    unit: isTwice || !isImported(use) ? null : unitFor(use, title, '', numbersOf(cells)),
    isCumulative: false,
    house: null,
    dayOffset: null,
    problem,
    samples: samplesOf(cells),
  }
}

const unitFor = (metric: string, title: string, told: string, values: readonly number[]): string | null =>
  unitNamed(metric, told === '' ? unitIn(title) : told) ?? guessUnit(metric, values) ?? null

/** What is measured in a file with one reading a row: each name as a column of its own, `#1` and so on. */
function proposeNames(
  { name: sheet }: ReadSheet,
  columns: readonly FileColumn[],
  body: readonly ReadRow[],
): FileColumn[] {
  const at = (use: string) => columns.findIndex(column => column.use === use)
  const index = (use: string) => (at(use) < 0 ? -1 : letterIndex(columns[at(use)]?.at ?? ''))
  const [nameAt, valueAt, unitAt] = [index('name'), index('value'), index('unit')]
  const found = new Map<string, { unit: string; cells: ReadCell[] }>()
  for (const { cells } of body) {
    const named = nameAt < 0 ? sheet : textOf(cells.get(nameAt) ?? '').trim()
    const value = cells.get(valueAt)
    if (named === '' || value === undefined) continue
    const known = found.get(named)
    if (!known) {
      if (found.size >= NAMES_MAX) continue
      found.set(named, { unit: unitAt < 0 ? '' : textOf(cells.get(unitAt) ?? '').trim(), cells: [value] })
    } else if (known.cells.length < JUDGED_ROWS) known.cells.push(value)
  }
  const taken = new Set<string>()
  return [...found].map(([title, { unit, cells }], i) => {
    const metric = metricOf(title)
    const isTwice = metric !== null && taken.has(metric)
    const use = isImported(metric) && !isTwice ? metric : null
    if (use) taken.add(use)
    return {
      at: `#${i + 1}`,
      title: short(title, 120),
      use,
      unit: use === null ? null : unitFor(use, title, unit, numbersOf(cells)),
      isCumulative: false,
      house: null,
      dayOffset: null,
      problem: use === null ? (isTwice ? 'twice' : 'unknown') : null,
      samples: samplesOf(cells),
    }
  })
}

const letterIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1
