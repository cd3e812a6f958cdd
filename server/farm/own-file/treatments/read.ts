import type { FileLayout, FileSheet } from '#shared/file-layout.ts'
import { text } from '#shared/text.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { ReadCell, ReadSheet } from '../../../platform/excel/read-workbook.ts'
import type { FieldFault } from '../../../platform/http/errors.ts'
import { faultOf, textOf } from '../../../platform/jobs/read-import.ts'
import { dayOf, isEither, ordersIn } from '../days.ts'
import type { FileDay } from '../file-day.ts'
import { columnNamed, type Grid, gridOf } from '../grid.ts'
import { dayOfAge, flockOn, type Place, placeNamed } from '../places.ts'
import { type FileDays, isSum, noDay, noHouse, twoOrders, unknownHouse, unreadableDay } from '../read-days.ts'
import { plain } from '../words.ts'
import { isVaccine, type TreatmentUse } from './words.ts'

/** Uses whose cells are whole numbers, often with a unit behind them. */
const whole: readonly string[] = ['days', 'birds', 'withdrawalDays', 'eggWithdrawalDays']
const NUMBER = /^(\d[\d\s,，.]*)\s*(d|days?|天|日|birds|只|羽)?$/
const NONE = /^(none|no|nil|n\/?a|无|不需要|免|-+|—+|\/)$/

/** The medicines and vaccinations that a file tells under a layout, one for each row; the units of a day have no meaning here. */
export function readTreatments(
  sheets: readonly ReadSheet[],
  layout: FileLayout,
  places: readonly Place[],
): FileDays {
  const used = layout.sheets.flatMap(sheet => {
    const found = sheets.find(({ name }) => name === sheet.name)
    return sheet.isUsed && found ? [{ sheet, grid: gridOf(found) }] : []
  })
  const isMixed = ordersIn(sheets).size > 1
  const days = used.flatMap(({ sheet, grid }) =>
    readSheet({ sheet, grid, places, dates: layout.dates, isMixed, isMany: used.length > 1 }),
  )
  return { days, notes: [] }
}

interface Reading {
  sheet: FileSheet
  grid: Grid
  places: readonly Place[]
  dates: FileLayout['dates']
  /** Its days are of two orders. */
  isMixed: boolean
  /** Several sheets are read, so that an address names its own. */
  isMany: boolean
}

function readSheet(reading: Reading): FileDay[] {
  const { sheet, grid } = reading
  const columns = new Map(
    sheet.columns.flatMap(({ use, at }) =>
      use === null ? [] : [[use as TreatmentUse, columnNamed(grid, at)] as const],
    ),
  )
  // A house, and a day, named once stand for the rows below.
  let { house } = sheet
  let dated: number | null = null
  const rows: FileDay[] = []
  for (let row = sheet.head; row < grid.rows; row++) {
    if (isSum(grid, row)) continue
    const cellOf = (use: TreatmentUse) => {
      const column = columns.get(use)
      return column === undefined ? undefined : grid.cell(row, column)
    }
    const named = cellOf('house')
    if (named !== undefined) house = textOf(named).trim()
    if ((cellOf('day') ?? cellOf('age')) !== undefined) dated = row
    const told = [...columns.keys()].filter(use => !['house', 'day', 'age'].includes(use))
    if (told.every(use => cellOf(use) === undefined)) continue
    rows.push(readRow(reading, { row, columns, house, dated }))
  }
  return rows
}

interface Where {
  row: number
  columns: ReadonlyMap<TreatmentUse, number>
  house: string | null
  /** The row in which its day stands. */
  dated: number | null
}

function readRow(
  { sheet, grid, places, dates, isMixed, isMany }: Reading,
  { row, columns, house, dated }: Where,
): FileDay {
  const made: FileDay = { values: {}, faults: [], found: {}, cells: {}, units: {}, spread: {} }
  const { values, faults, found, cells } = made
  const fault = (field: string, message: FieldFault['message']) => faults.push({ field, message })
  const tell = (field: string, use: TreatmentUse, at = row): ReadCell | undefined => {
    const column = columns.get(use)
    if (column === undefined) return undefined
    const address = grid.address(at, column)
    cells[field] = isMany ? `${sheet.name}!${address}` : address
    const cell = grid.cell(at, column)
    if (cell !== undefined) found[field] = textOf(cell).trim()
    return cell
  }
  tell('flockId', 'house')
  const place = placeNamed(house ?? '', places)
  if (!place) fault('flockId', house ? unknownHouse : noHouse)
  if (house) found.flockId = place?.house ?? house
  const way = columns.has('day') ? 'day' : 'age'
  const cell = tell('day', way, dated ?? row)
  const isOpen = way === 'day' && isMixed && cell !== undefined && isEither(cell)
  const day =
    cell === undefined || isOpen ? undefined : way === 'day' ? dayOf(cell, dates) : ofAge(cell, place)
  if (place) {
    const isDated = way === 'day' && day !== undefined
    values.flockId = (isDated ? flockOn(place, house ?? '', day) : place).number
  }
  if (day !== undefined) values.day = day
  else if (isOpen) fault('day', [twoOrders, { found: textOf(cell) }])
  else fault('day', cell === undefined ? noDay : unreadableDay(cell, way === 'day' ? dates : 'ymd'))
  for (const use of columns.keys()) {
    if (['house', 'day', 'age', 'until'].includes(use)) continue
    const said = tell(use, use)
    if (said === undefined) continue
    const unusable = faultOf(said)
    if (unusable) fault(use, unusable)
    else if (whole.includes(use)) putWhole(made, use, said)
    else values[use] = textOf(said).trim()
  }
  putUntil(made, tell('days', columns.has('days') ? 'days' : 'until'), columns.has('days') ? null : dates)
  putKind(made)
  if (!values.name && !faults.some(({ field }) => field === 'name'))
    fault('name', text('此行没有药品或疫苗名称', 'This row names no medicine or vaccine'))
  return made
}

function ofAge(cell: ReadCell, place: Place | null): string | undefined {
  const age = Number(typeof cell === 'string' ? cell.replace(/\D+$/, '') : cell)
  return place && Number.isInteger(age) && age >= 0 ? dayOfAge(place, age) : undefined
}

function putWhole({ values, faults }: FileDay, use: string, cell: ReadCell): void {
  const said = plain(textOf(cell))
  const number = NUMBER.exec(said)?.[1]?.replace(/[\s,，]/g, '')
  if (said === '') return
  if (NONE.test(said)) values[use] = 0
  else if (number !== undefined && Number.isInteger(Number(number))) values[use] = Number(number)
  else
    faults.push({
      field: use,
      message: [text('“{said}”不是整数', '“{said}” is no whole number'), { said: textOf(cell).trim() }],
    })
  // No day and no bird are not told, and no withdrawal is.
  if (values[use] === 0 && (use === 'days' || use === 'birds')) delete values[use]
}

/** A last day instead of a number of days. */
function putUntil(
  { values, faults }: FileDay,
  cell: ReadCell | undefined,
  dates: FileLayout['dates'] | null,
): void {
  if (cell === undefined || typeof values.day !== 'string' || values.days !== undefined) return
  if (faults.some(({ field }) => field === 'days')) return
  const until = dayOf(cell, dates)
  const days = until === undefined ? Number.NaN : daysBetween(values.day, until) + 1
  if (days >= 1) values.days = days
  else
    faults.push({
      field: 'days',
      message:
        until === undefined
          ? unreadableDay(cell, dates)
          : text('早于开始日期', 'This is before the first day'),
    })
}

/** What a row is, in its own words; a name that speaks of no vaccine is a medicine. */
function putKind({ values }: FileDay): void {
  const said = typeof values.kind === 'string' && values.kind !== '' ? values.kind : String(values.name ?? '')
  values.kind = isVaccine(said) ? 'vaccine' : 'medicine'
}
