import type { FileColumn, FileLayout, FileSheet } from '#shared/file-layout.ts'
import { READING_DAYS } from '#shared/limits.ts'
import { type Text, text } from '#shared/text.ts'
import type { ReadCell, ReadRow, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import { StartError } from '../../platform/start-error.ts'
import { conversionOf, stateOf, unitIn, unitNamed } from '../foreign-readings/columns.ts'
import { momentReader, momentsOf, YEAR_FIRST, YEAR_LAST } from '../foreign-readings/moments.ts'
import { type DecimalMark, isNoValue } from '../foreign-readings/numbers.ts'
import { columnNamed } from '../own-file/grid.ts'
import { markOf, numberIn } from '../own-file/numbers.ts'
import { rangeOf, unlikelyMiddle } from './guess-unit.ts'
import { buildSeries, type HouseSeries, type SeriesBuilder } from './house-series.ts'
import { momentColumns, momentOfRow } from './moment-texts.ts'
import { nameOfHouse } from './named-houses.ts'
import { createNotes, type Note, type Notes } from './notes.ts'
import type { ReadingPlace } from './propose.ts'
import { isImported } from './words.ts'

/** A row of which nothing can be read. */
export interface FaultyReading {
  sheet: FileSheet
  row: number
  cells: ReadRow['cells']
  message: Text
}
/** A file as it was read under a layout. */
export interface ReadReadings {
  houses: HouseSeries[]
  rows: number
  /** Rows of houses that are left out. */
  left: number
  /** The first of the rows that cannot be read, and how many there are. */
  faulty: FaultyReading[]
  faults: number
  notes: Note[]
}

const FAULTS_KEPT = 200
const MARK_ROWS = 4_000
/** What loggers write where a sensor said nothing; 85 is what a one-wire probe says when it starts. */
const codes = new Set([
  -999, -9999, -99.9, -127, 32_767, -32_768, 65_535, 3_276.7, -3_276.8, 6_553.5, 327.67, 655.35,
])
const START_OF_PROBE = 85
const DAY_MS = 86_400_000

const faults = {
  order: text('请在上方选择日期顺序：先日还是先月', 'Choose above what comes first in a date, day or month'),
  zone: text('请在上方选择文件时间所用的时区', 'Choose above in which time zone the file was written'),
  house: text('请在上方选择鸡舍', 'Choose the house above'),
  noHouse: text('该行没有写鸡舍', 'This row does not say which house'),
  noTime: text('该行没有能读懂的时间', 'This row has no time that can be read'),
  mixed: text('时间的写法前后不一致', 'Its time is written in another way than those before'),
} satisfies Readonly<Record<string, Text>>

interface Reading {
  layout: FileLayout
  places: readonly ReadingPlace[]
  notes: Notes
  now: number
  builders: Map<string, SeriesBuilder>
  leftOut(): void
  fault(sheet: FileSheet, row: ReadRow, message: Text): void
}

/** Reads all used sheets of a file under a layout. Nothing is guessed that the layout leaves open. */
export function readReadings(
  sheets: readonly ReadSheet[],
  layout: FileLayout,
  { places, now }: { places: readonly ReadingPlace[]; now: number },
): ReadReadings {
  const notes = createNotes()
  const faulty: FaultyReading[] = []
  let [rows, count, left] = [0, 0, 0]
  const builders = new Map<string, SeriesBuilder>()
  const fault = (sheet: FileSheet, { number, cells }: ReadRow, message: Text) => {
    count += 1
    if (faulty.length < FAULTS_KEPT) faulty.push({ sheet, row: number, cells, message })
  }
  const leftOut = () => {
    left += 1
  }
  for (const [i, placed] of layout.sheets.entries()) {
    const sheet = sheets[i]
    if (!sheet || !placed.isUsed) continue
    const body = sheet.rows.filter(({ number }) => number > placed.head)
    rows += body.length
    readSheet(sheet, placed, body, { layout, places, notes, now, builders, leftOut, fault })
  }
  const houses = [...builders.values()]
    .map(builder => builder.done())
    .filter(({ metrics }) => metrics.length > 0)
  for (const { metrics } of houses)
    for (const { name, values } of metrics) {
      const told = values.filter(value => !Number.isNaN(value))
      const middle = unlikelyMiddle(name, told)
      if (middle !== null) notes.add('unlikely', name, '', String(Math.round(middle * 100) / 100))
    }
  return { houses, rows, left, faulty, faults: count, notes: notes.all() }
}

interface Series {
  metric: string
  /** Column in the file; of a file with one reading a row that of all values. */
  column: number
  convert: (value: number) => number
  /** Its last time in each house. */
  last: Map<string, number>
}

function readSheet(sheet: ReadSheet, placed: FileSheet, body: readonly ReadRow[], reading: Reading): void {
  const { notes, fault } = reading
  const column = (use: string) => columnOf(placed.columns.find(each => each.use === use))
  const [houseAt, nameAt, valueAt] = [column('house'), column('name'), column('value')]
  const series = seriesOf(placed, valueAt, notes)
  const [first] = series.values()
  const valueColumns = [...new Set([...series.values()].map(each => each.column))]
  const mark = markIn(body, valueColumns)
  const times = timesOf(placed, body, reading)
  const placeOf = placeFinder(placed, houseAt, reading)
  const oldest = reading.now - READING_DAYS * DAY_MS
  for (const row of times.isNewestFirst ? body.toReversed() : body) {
    const at = times.read(row)
    if (typeof at !== 'number') {
      fault(placed, row, at)
      continue
    }
    const where = () => String(row.number)
    const place = placeOf(row)
    if ('leftOut' in place) {
      notes.add('otherHouse', place.leftOut, where(), '')
      reading.leftOut()
      continue
    }
    if (!('id' in place)) {
      fault(placed, row, place)
      continue
    }
    if (at > reading.now || at < oldest) {
      notes.add(at > reading.now ? 'future' : 'tooOld', '', where(), new Date(at).toISOString().slice(0, 16))
      continue
    }
    const builder = builderOf(place, reading)
    const own = valueAt < 0 ? series.values() : [series.get(nameAt < 0 ? sheet.name : textIn(row, nameAt))]
    for (const each of own) {
      if (!each) continue
      const last = each.last.get(place.id)
      if (last !== undefined && at < last && (valueAt >= 0 || each === first))
        notes.add('backwards', valueAt < 0 ? place.house : each.metric, where(), times.text(row))
      each.last.set(place.id, at)
      const value = valueIn(row.cells.get(each.column), each, { mark, notes, where })
      if (value !== undefined) builder.add(at, each.metric, value, where)
    }
  }
}

const columnOf = (column: FileColumn | undefined): number =>
  column ? columnNamed({ isAcross: false }, column.at) : -1
const textIn = ({ cells }: ReadRow, column: number): string => textOf(cells.get(column) ?? '').trim()

function builderOf(place: ReadingPlace, { builders, notes }: Reading): SeriesBuilder {
  const known = builders.get(place.id)
  if (known) return known
  const made = buildSeries(place, notes)
  builders.set(place.id, made)
  return made
}

/** What is read: by column, or by the name of what a row measures. */
function seriesOf({ columns }: FileSheet, valueAt: number, notes: Notes): Map<string, Series> {
  const made = new Map<string, Series>()
  for (const column of columns) {
    const { at, use, unit, title } = column
    const isName = at.startsWith('#')
    if (!isImported(use) || isName !== valueAt >= 0) continue
    const convert = conversionOf(use, unit)
    if (!convert) continue
    const isGuessed = unit !== null && unitNamed(use, unitIn(title)) === null && !isName
    if (isGuessed && conversionOf(use, unit)?.(1) !== 1) notes.add('guessedUnit', use, at, unit)
    const own = isName ? valueAt : columnOf(column)
    made.set(isName ? title : at, { metric: use, column: own, convert, last: new Map() })
  }
  return made
}

/** The decimal mark of numbers that stand as text. */
function markIn(body: readonly ReadRow[], columns: readonly number[]): DecimalMark | null {
  const step = Math.max(1, Math.floor(body.length / MARK_ROWS))
  function* texts() {
    for (let i = 0; i < body.length; i += step)
      for (const column of columns) {
        const cell = body[i]?.cells.get(column)
        if (typeof cell === 'string') yield cell
      }
  }
  return markOf(texts())
}

interface Valued {
  mark: DecimalMark | null
  notes: Notes
  where: () => string
}

const PLAIN = /^-?\d+(\.\d+)?$/

/** The value of a cell in the unit of its metric; undefined where it says none. */
function valueIn(cell: ReadCell | undefined, { metric, convert }: Series, { mark, notes, where }: Valued) {
  if (cell === undefined) return undefined
  if (typeof cell === 'boolean') return cell ? 1 : 0
  if (typeof cell === 'string') {
    const state = stateOf(metric, cell)
    if (state !== undefined) return state
    if (isNoValue(cell.trim())) return undefined
  }
  const number =
    typeof cell === 'string' && mark === '.' && PLAIN.test(cell) ? Number(cell) : numberIn(cell, mark)
  if (number === null) return undefined
  if (number === undefined) {
    notes.add('notNumber', metric, where(), textOf(cell))
    return undefined
  }
  const [low, high] = rangeOf(metric)
  const value = convert(number)
  const isStart = metric.startsWith('Climate/Temp') && number === START_OF_PROBE && value === number
  if (isStart || (codes.has(number) && (value < low || value > high || high < 1_000_000))) {
    notes.add('sentinel', metric, where(), String(number))
    return undefined
  }
  if (value < low || value > high) {
    notes.add('outOfRange', metric, where(), String(number))
    return undefined
  }
  return value
}

/** The own house of a row: that of the house which its column names, else that of the sheet. */
function placeFinder({ house, houses = [] }: FileSheet, houseAt: number, { places }: Reading) {
  const ownOf = (name: string | null) => places.find(each => each.house === name)
  const own = ownOf(house)
  const known = new Map(houses.map(({ named, house }) => [named, ownOf(house)]))
  return (row: ReadRow): ReadingPlace | { leftOut: string } | Text => {
    if (houseAt < 0) return own ?? faults.house
    const named = nameOfHouse(row, houseAt)
    return named === '' ? faults.noHouse : (known.get(named) ?? { leftOut: named })
  }
}

/** How the times of a sheet are read; a text says why a row has none. */
function timesOf(placed: FileSheet, body: readonly ReadRow[], { layout }: Reading) {
  const { at, isUtc } = momentColumns(placed.columns)
  const textAt = (row: ReadRow) => momentOfRow(row, at)
  const zone = isUtc ? 'UTC' : (layout.zone ?? null)
  const looksRight = (said: string) =>
    YEAR_FIRST.test(said) || YEAR_LAST.test(said) || /^\d{10}(\d{3})?$/.test(said)
  const cells = body
    .map(row => ({ line: row.number, text: textAt(row) }))
    .filter(({ text: said }) => looksRight(said))
  const why = (message: Text) => ({
    isNewestFirst: false,
    text: textAt,
    read: (_: ReadRow): number | Text => message,
  })
  if (cells.length === 0) return why(faults.noTime)
  const hints = { timeZone: zone, ...(layout.dates && { order: layout.dates }) }
  let moments: ReturnType<typeof momentsOf>
  try {
    moments = momentsOf('', cells, hints)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return why(zone === null ? faults.zone : layout.dates === null ? faults.order : faults.mixed)
  }
  const once = (cell: (typeof cells)[number] | undefined) =>
    cell ? momentReader('', moments, zone)(cell) : 0
  const read = momentReader('', moments, zone)
  const tried = (work: () => number): number | Text => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      return faults.noTime
    }
  }
  const [first, last] = [tried(() => once(cells[0])), tried(() => once(cells.at(-1)))]
  return {
    isNewestFirst: typeof first === 'number' && typeof last === 'number' && last < first,
    text: textAt,
    read: (row: ReadRow): number | Text => {
      const said = textAt(row)
      return looksRight(said) ? tried(() => read({ line: row.number, text: said })) : faults.noTime
    },
  }
}
