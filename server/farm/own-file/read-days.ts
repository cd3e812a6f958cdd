import type { FileColumn, FileLayout, FileSheet } from '#shared/file-layout.ts'
import { type DeathCause, deathCauseNames, eggGrades } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import type { Message } from '../../platform/http/texts.ts'
import { faultOf, textOf } from '../../platform/jobs/read-import.ts'
import type { DecimalMark } from '../foreign-readings/numbers.ts'
import { dayOf, isEither, needsOrder, ordersIn } from './days.ts'
import type { FileDay } from './file-day.ts'
import { across, columnNamed, type Grid, gridOf } from './grid.ts'
import { isTitle } from './heads.ts'
import { markOf, numberIn, textsIn } from './numbers.ts'
import { dayOfAge, flockOn, type Place, placeNamed } from './places.ts'
import { type Amount, spreadAmounts, tell, whichDay } from './several-days.ts'
import { exact, kindOf } from './spans.ts'
import { causeUses, isSumRow, plain, type Use, unitsOf } from './words.ts'

/** The days of a file, and what its reader should know of how they came about. */
export interface FileDays {
  days: FileDay[]
  notes: Message[]
}

interface Reading {
  layout: FileLayout
  places: readonly Place[]
  mark: DecimalMark | null
  /** Several sheets are read, so that an address names its own. */
  isMany: boolean
  days: Map<string, FileDay>
  /** Amounts of which only the rows around tell the days, by flock and figure. */
  amounts: Map<string, Amount[]>
  notes: Message[]
  /** Its days are of two orders. */
  isMixed: boolean
}

/** The days that a file tells under a layout: one for each flock and day, whatever columns and sheets tell of it. */
export function readDays(
  sheets: readonly ReadSheet[],
  layout: FileLayout,
  places: readonly Place[],
): FileDays {
  const used = layout.sheets.flatMap(sheet => {
    const found = sheets.find(({ name }) => name === sheet.name)
    return sheet.isUsed && found ? [{ sheet, grid: gridOf(found) }] : []
  })
  const mark = markOf(textsIn(sheets))
  const reading: Reading = {
    layout,
    places,
    mark,
    isMany: used.length > 1,
    days: new Map(),
    amounts: new Map(),
    notes: [],
    isMixed: ordersIn(sheets).size > 1,
  }
  for (const { sheet, grid } of used) readSheet(reading, sheet, sheet.isAcross ? across(grid) : grid)
  const told = spreadAmounts(reading.amounts, (amount, day) => madeFor(reading, amount, day))
  const days = [...reading.days.values()]
  for (const day of days) {
    splitEggs(day)
    gatherCauses(day)
  }
  const all = days.filter(tellsSomething)
  return { days: reading.amounts.size > 0 ? inOrder(all) : all, notes: [...reading.notes, ...told] }
}

/** A running total that begins in the middle tells nothing of its first day. */
const tellsSomething = ({ values, faults }: FileDay): boolean =>
  faults.length > 0 || Object.keys(values).some(field => field !== 'flockId' && field !== 'day')

/** Days among which amounts are spread stand in the order of the calendar, each flock for itself. */
function inOrder(days: FileDay[]): FileDay[] {
  const flocks = [...new Set(days.map(({ values }) => values.flockId))]
  const order = ({ values }: FileDay) =>
    `${String(flocks.indexOf(values.flockId)).padStart(5, '0')} ${String(values.day ?? '')}`
  return days.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

interface Placed extends FileColumn {
  index: number
}

function readSheet(reading: Reading, sheet: FileSheet, grid: Grid): void {
  const columns = sheet.columns
    .filter(({ use }) => use !== null)
    .map((column): Placed => ({ ...column, index: columnNamed(grid, column.at) }))
  const dated = columns.find(({ use }) => use === 'day' || use === 'age' || use === 'week')
  const houses = columns.find(({ use }) => use === 'house')
  const figures = columns.filter(column => column !== dated && column !== houses)
  const span = spanOf(sheet, dated, figures)
  const end = endOfTable(grid, sheet, columns)
  if (end < grid.rows)
    reading.notes.push([nextTable, { cell: addressIn(reading, sheet, grid.address(end, 0)) }])
  let house = sheet.house
  for (const row of rowsInOrder(reading, sheet, grid, dated)) {
    if (row >= end) continue
    if (isSum(grid, row) || isTitlesAgain(grid, row, sheet, columns)) continue
    const told = figures.filter(({ index }) => grid.cell(row, index) !== undefined)
    const named = houses && grid.cell(row, houses.index)
    // A house named once stands for the rows below it.
    if (named !== undefined) house = textOf(named).trim()
    for (const column of told) {
      const said = column.house ?? house
      const place = placeNamed(said ?? '', reading.places)
      put(column, { reading, sheet, grid, row, place, house: said, dated, houses, span })
    }
  }
}

const nextTable = text(
  '从 {cell} 起是另一个表格，未导入',
  'Another table begins at {cell}. It is not imported',
)

/** The titles again, as at the top of each printed page. */
const isTitlesAgain = (grid: Grid, row: number, { head }: FileSheet, columns: readonly Placed[]): boolean => {
  const told = columns.filter(({ index }) => grid.cell(row, index) !== undefined)
  return (
    head > 0 &&
    told.length > 1 &&
    told.every(
      ({ index }) => typeof grid.cell(row, index) === 'string' && areSame(grid, row, head - 1, index),
    )
  )
}
const areSame = (grid: Grid, row: number, other: number, column: number): boolean =>
  plain(textOf(grid.cell(row, column) ?? '')) === plain(textOf(grid.cell(other, column) ?? ''))

const isWord = (cell: ReadCell): boolean =>
  typeof cell === 'string' && numberIn(cell, null) === undefined && !/\d/.test(cell)

/** The row in which a table of other titles begins below; the end of the sheet if none does. */
function endOfTable(grid: Grid, sheet: FileSheet, columns: readonly Placed[]): number {
  const figures = columns.filter(({ use }) => use !== 'note' && use !== 'deadCause' && use !== 'lossCauses')
  for (let row = sheet.head; row < grid.rows; row++) {
    const cells = figures.map(({ index }) => grid.cell(row, index)).filter(cell => cell !== undefined)
    const isHead = cells.length > 1 && cells.every(isWord) && cells.some(isTitle)
    if (isHead && !isTitlesAgain(grid, row, sheet, columns)) return row
  }
  return grid.rows
}

/** What the figures of a row count; a week of age is a week unless its days stand side by side. */
const spanOf = (
  { span }: FileSheet,
  dated: Placed | undefined,
  figures: readonly Placed[],
): FileSheet['span'] =>
  span ??
  (dated?.use === 'week' && figures.every(({ dayOffset }) => dayOffset === null)
    ? { days: WEEK, is: 'from' }
    : undefined)
const WEEK = 7

/** The rows below the titles, oldest first: what counts up must be read in its order. */
function rowsInOrder(
  { layout }: Reading,
  { head }: FileSheet,
  grid: Grid,
  dated: Placed | undefined,
): number[] {
  const rows = Array.from({ length: Math.max(0, grid.rows - head) }, (_, i) => head + i)
  if (!dated) return rows
  const told = rows.flatMap(row => {
    const cell = grid.cell(row, dated.index)
    const day = cell === undefined ? undefined : (dayOf(cell, layout.dates) ?? Number(textOf(cell)))
    return day === undefined || Number.isNaN(day) ? [] : [day]
  })
  const [first, last] = [told[0], told.at(-1)]
  // A house named once stands above its rows, so only a table that is newest first throughout is turned.
  return first !== undefined && last !== undefined && first > last && told.every(isFalling)
    ? rows.reverse()
    : rows
}
const isFalling = (day: string | number, i: number, days: readonly (string | number)[]): boolean =>
  i === 0 || day <= (days[i - 1] ?? day)

/** A row that sums up others. */
export function isSum(grid: Grid, row: number): boolean {
  for (let column = 0; column < Math.min(grid.columns, 4); column++) {
    const cell = grid.cell(row, column)
    if (typeof cell === 'string' && isSumRow(cell)) return true
  }
  return false
}

interface Around {
  reading: Reading
  sheet: FileSheet
  grid: Grid
  row: number
  place: Place | null
  house: string | null
  dated: Placed | undefined
  houses: Placed | undefined
  span: FileSheet['span']
}

const addressIn = ({ isMany }: Reading, { name }: Pick<FileSheet, 'name'>, address: string): string =>
  isMany ? `${name}!${address}` : address

/** The day that a row tells of, made at its first figure. A row without a day or house stands for itself, with its fault. */
function dayAt(around: Around, offset: number): { day: FileDay; flock: Place | null } {
  const { reading, sheet, grid, row, place, house, dated, houses } = around
  const cell = dated && grid.cell(row, dated.index)
  const told = dated && cell !== undefined ? dayIn(around, cell, dated) : undefined
  const shifted = told === undefined ? undefined : daysAfter(told, offset)
  const flock = place && shifted && dated?.use === 'day' ? flockOn(place, house ?? '', shifted) : place
  const address = (column: Placed | undefined) =>
    addressIn(reading, sheet, grid.address(row, column?.index ?? 0))
  const key = shifted && flock ? keyOf(flock, shifted) : `${sheet.name} ${row} ${house} ${offset}`
  const day = dayFor(reading, key, () => {
    const made: FileDay = {
      values: { ...(flock && { flockId: flock.number }), ...(shifted && { day: shifted }) },
      faults: [],
      found: {
        ...(house && { flockId: flock?.house ?? house }),
        ...(cell !== undefined && { day: offset > 0 && shifted ? shifted : textOf(cell) }),
      },
      cells: { flockId: address(houses), day: address(dated) },
      units: {},
      spread: {},
    }
    if (!place) made.faults.push({ field: 'flockId', message: house ? unknownHouse : noHouse })
    if (!shifted) made.faults.push({ field: 'day', message: dayFault(around, cell) })
    return made
  })
  return { day, flock }
}

const keyOf = ({ number }: Place, day: string): string => `${number} ${day}`

function dayFor({ days }: Reading, key: string, make: () => FileDay): FileDay {
  const day = days.get(key) ?? make()
  days.set(key, day)
  return day
}

/** A day that no row of the file tells of, but an amount of several days does. */
const madeFor = (reading: Reading, { flock, at }: Amount, day: string): FileDay =>
  dayFor(reading, keyOf(flock, day), () => ({
    values: { flockId: flock.number, day },
    faults: [],
    found: { flockId: flock.house, day },
    cells: { flockId: at, day: at },
    units: {},
    spread: {},
  }))

export const noHouse = text('请选择此表或此列对应的鸡舍', 'Choose the house of this sheet or column')
export const unknownHouse = text(
  '没有此鸡舍，或该鸡舍没有在养批次',
  'No house of this name with birds in it. Choose one above',
)

function dayIn({ reading, place }: Around, cell: ReadCell, { use }: Placed): string | undefined {
  if (use === 'day') return reading.isMixed && isEither(cell) ? undefined : dayOf(cell, reading.layout.dates)
  const number = Number(typeof cell === 'string' ? cell.replace(/\D+$/, '') : cell)
  if (!place || !Number.isInteger(number) || number < 0) return undefined
  return use === 'age' ? dayOfAge(place, number) : dayOfAge(place, place.firstDay + (number - 1) * 7)
}

function dayFault({ reading, dated, place }: Around, cell: ReadCell | undefined): FieldFault['message'] {
  if (cell === undefined || !dated) return noDay
  if (dated.use !== 'day' && !place && !faultOf(cell))
    return text('先选择鸡舍，才能由日龄得出日期', 'Choose the house first: the age gives the day')
  if (dated.use === 'day' && reading.isMixed && isEither(cell)) return [twoOrders, { found: textOf(cell) }]
  return unreadableDay(cell, dated.use === 'day' ? reading.layout.dates : 'ymd')
}

export const twoOrders = text(
  '“{found}”无法分清日和月：文件中两种日期顺序都有，请改成同一种写法',
  '“{found}” may be day or month first: the file has days of both orders. Write them in one',
)
export const noDay = text('此行没有日期', 'This row has no day')

/** Why a cell says no day in this order of dates. */
export function unreadableDay(cell: ReadCell, order: FileLayout['dates']): FieldFault['message'] {
  const unusable = faultOf(cell)
  if (unusable) return unusable
  const found = textOf(cell)
  if (order === null && needsOrder(cell))
    return [
      text(
        '“{found}”无法分清日和月，请选择日期顺序',
        '“{found}” may be day or month first. Choose the order above',
      ),
      { found },
    ]
  return [text('“{found}”不是日期', '“{found}” is not a day'), { found }]
}

/** Reads a cell into its day, or keeps it until all rows are known where they tell its days. */
function put(column: Placed, around: Around): void {
  const { grid, row, reading, sheet, span, dated } = around
  const use = column.use as Use
  const cell = grid.cell(row, column.index)
  if (cell === undefined) return
  const kind = kindOf(use)
  const isOfSeveral = span !== undefined && span.is !== 'day' && column.dayOffset === null && kind !== 'point'
  // Birds are weighed, and totals end, at the end of their week.
  const isOfEnd = dated?.use === 'week' && span?.is === 'from' && (kind === 'point' || column.isCumulative)
  const { day, flock } = dayAt(around, column.dayOffset ?? (isOfEnd ? span.days - 1 : 0))
  const figure = figureIn(column, cell, reading)
  if (figure === undefined) return
  const at = addressIn(reading, sheet, grid.address(row, column.index))
  const factor = factorOf(column, use, reading.layout.bagKg) ?? 1
  const told = { use, at, said: textOf(cell).trim(), factor, unit: column.unit }
  const on = day.values.day
  const isPart = 'value' in figure && (column.isCumulative || isOfSeveral) && flock && typeof on === 'string'
  if (!isPart) tell(day, told, figure)
  else if (!column.isCumulative && span?.is === null)
    tell(day, told, { fault: [askSpan, { days: span.days }] })
  else if (typeof figure.value !== 'number') tell(day, told, { fault: whichDay })
  else {
    const row = column.isCumulative || !span?.is ? null : { days: span.days, is: span.is }
    const of = { flock, day: on, file: day, title: column.title }
    const amount = { ...told, ...of, value: figure.value, span: row, step: span?.days ?? 1 }
    const key = `${flock.number} ${use} ${row ? 'rows' : 'total'}`
    const known = reading.amounts.get(key)
    if (known) known.push(amount)
    else reading.amounts.set(key, [amount])
  }
}

const askSpan = text(
  '各行相隔 {days} 天。请在上方选择数值是当天的，还是这几天合计的',
  'The rows lie {days} days apart. Choose above whether their figures are of one day or of all of them',
)

type Figure = { value: unknown } | { fault: FieldFault['message'] }

/** What a cell says in the unit of the record; undefined for nothing. */
function figureIn(column: Placed, cell: ReadCell, { layout, mark }: Reading): Figure | undefined {
  const use = column.use as Use
  const unusable = faultOf(cell)
  if (unusable) return { fault: unusable }
  const said = textOf(cell).trim()
  if (use === 'note' || use === 'deadCause' || use === 'lossCauses')
    return said === '' ? undefined : { value: said }
  const number = numberIn(cell, mark)
  if (number === null) return undefined
  if (number === undefined)
    return {
      fault: [
        text('“{said}”无法确定是哪个数字', '“{said}” is no number that can be read for certain'),
        { said },
      ],
    }
  const factor = factorOf(column, use, layout.bagKg)
  if (factor === null)
    return {
      fault:
        column.unit === 'bag'
          ? text('请在上方填写每袋多少公斤', 'Enter above how many kg a bag holds')
          : text('请在上方选择此列的单位', 'Choose above the unit of this column'),
    }
  return { value: exact(number * factor) }
}

/** What one unit of the column is in that of the record; null if nobody said. */
function factorOf({ unit }: Placed, use: Use, bagKg: number | null): number | null {
  const units = unitsOf[use]
  if (!units) return 1
  if (unit === null) return null
  return unit === 'bag' ? bagKg : (units[unit] ?? null)
}

/** All eggs of a day less those of the grades that the file names are its sound ones. */
function splitEggs({ values, faults, found, cells, spread }: FileDay): void {
  const total = values.eggsTotal
  if (typeof total !== 'number') {
    renamed(faults)
    return
  }
  const others = eggGrades.filter(grade => grade !== 'eggsSound')
  const sum = others.reduce((eggs, grade) => eggs + (Number(values[grade]) || 0), 0)
  if (values.eggsSound === undefined) {
    values.eggsSound = total - sum
    found.eggsSound = found.eggsTotal ?? ''
    if (total < sum)
      faults.push({
        field: 'eggsSound',
        message: text('产蛋总数小于各类蛋之和', 'There are fewer eggs in all than of the grades together'),
      })
  } else if (total !== sum + Number(values.eggsSound))
    faults.push({
      field: 'eggsSound',
      message: text('产蛋总数不等于各类蛋之和', 'All eggs are not the sum of the grades'),
    })
  if (cells.eggsTotal) cells.eggsSound ??= cells.eggsTotal
  if (spread.eggsTotal) spread.eggsSound ??= spread.eggsTotal
  delete spread.eggsTotal
  delete values.eggsTotal
  delete found.eggsTotal
  renamed(faults)
}

/** A fault of all eggs is shown at the sound ones, which follow from them. */
function renamed(faults: FieldFault[]): void {
  for (const fault of faults) if (fault.field === 'eggsTotal') fault.field = 'eggsSound'
}

/** Columns of single causes are one field of the record, at the first that tells of any. */
function gatherCauses({ values, faults, found, cells }: FileDay): void {
  const causes: Partial<Record<DeathCause, number>> = {}
  const told: string[] = []
  for (const [use, cause] of causeUses) {
    const [value, said, cell] = [values[use], found[use], cells[use]]
    delete values[use]
    delete found[use]
    delete cells[use]
    for (const fault of faults) if (fault.field === use) fault.field = 'lossCauses'
    if (cell === undefined) continue
    cells.lossCauses ??= cell
    if (said !== undefined && value !== 0) told.push(`${deathCauseNames[cause]['en-US']} ${said}`)
    if (typeof value === 'number' && value !== 0) causes[cause] = value
  }
  if (told.length > 0) found.lossCauses ??= told.join(', ')
  if (Object.keys(causes).length > 0) values.lossCauses ??= causes
}
