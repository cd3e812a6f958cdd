import type { FileColumn, FileLayout, FileSheet } from '#shared/file-layout.ts'
import { type DeathCause, deathCauseNames, eggGrades } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import { faultOf, textOf } from '../../platform/jobs/read-import.ts'
import type { DecimalMark } from '../foreign-readings/numbers.ts'
import { dayOf, needsOrder } from './days.ts'
import { across, columnNamed, type Grid, gridOf } from './grid.ts'
import { markOf, numberIn, textsIn } from './numbers.ts'
import { dayOfAge, type Place, placeNamed } from './places.ts'
import { causeUses, isSumRow, type Use, unitsOf } from './words.ts'

/** A day of a flock as a file tells it. */
export interface FileDay {
  /** By the fields of a record; `flockId` is the flock's number. */
  values: Record<string, unknown>
  faults: FieldFault[]
  /** What the cells say, and where they stand, by field. */
  found: Record<string, string>
  cells: Record<string, string>
  /** Units of the file that are not those of the record, by field. */
  units: Record<string, FileUnit>
}

/** What one unit of a file's column is in that of the record. */
export interface FileUnit {
  unit: string
  factor: number
}

interface Reading {
  layout: FileLayout
  places: readonly Place[]
  mark: DecimalMark | null
  /** Several sheets are read, so that an address names its own. */
  isMany: boolean
  days: Map<string, FileDay>
}

/** The days that a file tells under a layout: one for each flock and day, whatever columns and sheets tell of it. */
export function readDays(
  sheets: readonly ReadSheet[],
  layout: FileLayout,
  places: readonly Place[],
): FileDay[] {
  const used = layout.sheets.flatMap(sheet => {
    const found = sheets.find(({ name }) => name === sheet.name)
    return sheet.isUsed && found ? [{ sheet, grid: gridOf(found) }] : []
  })
  const mark = markOf(textsIn(sheets))
  const reading: Reading = { layout, places, mark, isMany: used.length > 1, days: new Map() }
  for (const { sheet, grid } of used) readSheet(reading, sheet, sheet.isAcross ? across(grid) : grid)
  const days = [...reading.days.values()]
  for (const day of days) {
    splitEggs(day)
    gatherCauses(day)
  }
  return days.filter(tellsSomething)
}

/** A running total that begins in the middle tells nothing of its first day. */
const tellsSomething = ({ values, faults }: FileDay): boolean =>
  faults.length > 0 || Object.keys(values).some(field => field !== 'flockId' && field !== 'day')

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
  const sums = new Map<string, number>()
  let house = sheet.house
  for (const row of rowsInOrder(reading, sheet, grid, dated)) {
    if (isSum(grid, row)) continue
    const told = figures.filter(({ index }) => grid.cell(row, index) !== undefined)
    const named = houses && grid.cell(row, houses.index)
    // A house named once stands for the rows below it.
    if (named !== undefined) house = textOf(named).trim()
    if (told.length === 0) continue
    for (const column of told) {
      const place = placeNamed(column.house ?? house ?? '', reading.places)
      const around = { reading, sheet, grid, row, place, house: column.house ?? house, dated, houses }
      const day = dayAt(around, column.dayOffset ?? 0)
      put(day, column, { grid, row, reading, sheet, sums, place })
    }
  }
}

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
}

const addressIn = ({ isMany }: Reading, { name }: Pick<FileSheet, 'name'>, address: string): string =>
  isMany ? `${name}!${address}` : address

/** The day that a row tells of, made at its first figure. A row without a day or house stands for itself, with its fault. */
function dayAt(around: Around, offset: number): FileDay {
  const { reading, sheet, grid, row, place, house, dated, houses } = around
  const cell = dated && grid.cell(row, dated.index)
  const day = dated && cell !== undefined ? dayIn(around, cell, dated) : undefined
  const shifted = day === undefined ? undefined : daysAfter(day, offset)
  const key = shifted && place ? `${place.number} ${shifted}` : `${sheet.name} ${row} ${house} ${offset}`
  const known = reading.days.get(key)
  if (known) return known
  const address = (column: Placed | undefined) =>
    addressIn(reading, sheet, grid.address(row, column?.index ?? 0))
  const made: FileDay = {
    values: { ...(place && { flockId: place.number }), ...(shifted && { day: shifted }) },
    faults: [],
    found: {
      ...(house && { flockId: place?.house ?? house }),
      ...(cell !== undefined && { day: offset > 0 && shifted ? shifted : textOf(cell) }),
    },
    cells: { flockId: address(houses), day: address(dated) },
    units: {},
  }
  if (!place) made.faults.push({ field: 'flockId', message: house ? unknownHouse : noHouse })
  if (!shifted) made.faults.push({ field: 'day', message: dayFault(around, cell) })
  reading.days.set(key, made)
  return made
}

export const noHouse = text('请选择此表或此列对应的鸡舍', 'Choose the house of this sheet or column')
export const unknownHouse = text(
  '没有此鸡舍，或该鸡舍没有在养批次',
  'No house of this name with birds in it. Choose one above',
)

function dayIn({ reading, place }: Around, cell: ReadCell, { use }: Placed): string | undefined {
  if (use === 'day') return dayOf(cell, reading.layout.dates)
  const number = Number(typeof cell === 'string' ? cell.replace(/\D+$/, '') : cell)
  if (!place || !Number.isInteger(number) || number < 0) return undefined
  return use === 'age' ? dayOfAge(place, number) : dayOfAge(place, place.firstDay + (number - 1) * 7)
}

function dayFault({ reading, dated, place }: Around, cell: ReadCell | undefined): FieldFault['message'] {
  if (cell === undefined || !dated) return noDay
  if (dated.use !== 'day' && !place && !faultOf(cell))
    return text('先选择鸡舍，才能由日龄得出日期', 'Choose the house first: the age gives the day')
  return unreadableDay(cell, dated.use === 'day' ? reading.layout.dates : 'ymd')
}

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

interface Where {
  grid: Grid
  row: number
  reading: Reading
  sheet: FileSheet
  place: Place | null
  /** The running totals up to here, by house and column. */
  sums: Map<string, number>
}

/** Puts a cell into its day. */
function put(day: FileDay, column: Placed, where: Where): void {
  const { grid, row, reading, sheet } = where
  const use = column.use as Use
  const cell = grid.cell(row, column.index)
  const figure = cell === undefined ? undefined : figureIn(day, column, cell, where)
  if (cell === undefined || figure === undefined) return
  const [known, at] = [day.values[use], day.cells[use]]
  const said = textOf(cell).trim()
  const factor = factorOf(column, use, reading.layout.bagKg) ?? 1
  // Of a running total the preview compares what it adds.
  const own =
    'value' in figure && column.isCumulative ? `${exact(Number(figure.value) / factor)} (${said})` : said
  day.found[use] = own
  if (factor !== 1 && column.unit !== null) day.units[use] = { unit: column.unit, factor }
  day.cells[use] = addressIn(reading, sheet, grid.address(row, column.index))
  if ('fault' in figure) day.faults.push({ field: use, message: figure.fault })
  else if (known !== undefined && known !== figure.value)
    day.faults.push({
      field: use,
      message: [
        text('{cell} 对这一天写的是另一个数值', 'Cell {cell} has another value for this day'),
        { cell: at ?? '' },
      ],
    })
  else day.values[use] = figure.value
}

type Figure = { value: unknown } | { fault: FieldFault['message'] }

/** What a cell says in the unit of the record; undefined for nothing. */
function figureIn(day: FileDay, column: Placed, cell: ReadCell, where: Where): Figure | undefined {
  const use = column.use as Use
  const unusable = faultOf(cell)
  if (unusable) return { fault: unusable }
  const said = textOf(cell).trim()
  if (use === 'note' || use === 'deadCause' || use === 'lossCauses')
    return said === '' ? undefined : { value: said }
  const { layout, mark } = where.reading
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
  const value = column.isCumulative ? sinceLast(day, column, number, where) : number
  if (value === undefined) return undefined
  if (value < 0 && column.isCumulative)
    return { fault: text('累计数比前一天小', 'This running total is smaller than the one before') }
  return { value: exact(value * factor) }
}

/** What one unit of the column is in that of the record; null if nobody said. */
function factorOf({ unit }: Placed, use: Use, bagKg: number | null): number | null {
  const units = unitsOf[use]
  if (!units) return 1
  if (unit === null) return null
  return unit === 'bag' ? bagKg : (units[unit] ?? null)
}

/** What a running total adds to the day before; undefined where it begins in the middle. */
function sinceLast(
  { values: { flockId, day } }: FileDay,
  { at }: Placed,
  total: number,
  { sums, place }: Pick<Where, 'sums' | 'place'>,
): number | undefined {
  const key = `${String(flockId)} ${at}`
  const last = sums.get(key)
  sums.set(key, total)
  if (last !== undefined) return total - last
  return place && typeof day === 'string' && day <= daysAfter(place.placedOn, 1) ? total : undefined
}

/** Digits of a number that somebody can have meant; those behind only arithmetic made. */
const DIGITS = 12
const exact = (value: number): number => Number(value.toPrecision(DIGITS))

/** All eggs of a day less those of the grades that the file names are its sound ones. */
function splitEggs({ values, faults, found, cells }: FileDay): void {
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
