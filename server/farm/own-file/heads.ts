import type { ReadCell } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import { isDay } from './days.ts'
import type { Grid } from './grid.ts'
import { dayOfWeekIn, isSumRow, meaningOf } from './words.ts'

/** Rows from the top among which the titles are looked for. */
const HEAD_ROWS = 30
/** Rows looked at to judge a column. */
const JUDGED_ROWS = 200
/** Share of a column's values that must be what it is taken for. */
const MOST = 0.7

export interface Column {
  index: number
  title: string
  group: string
  values: ReadCell[]
}
export interface Head {
  /** Row of the titles, from 0; -1: there is none. */
  row: number
  columns: Column[]
  /** The text of the rows above the titles. */
  above: string
}

const shown = (cell: ReadCell | undefined): string => (cell === undefined ? '' : textOf(cell).trim())
/** Whether a cell is a title of a figure or a day. */
export const isTitle = (cell: ReadCell | undefined): boolean =>
  typeof cell === 'string' && (meaningOf(cell).use !== null || dayOfWeekIn(cell) !== null)

/** The titles of a sheet: the row that names most of what is known, the lower one of two next to each other. */
export function headOf(grid: Grid, isKnown: (cell: ReadCell | undefined) => boolean = isTitle): Head {
  let [best, most] = [-1, 1]
  for (let row = 0; row < Math.min(grid.rows, HEAD_ROWS); row++) {
    let named = 0
    for (let column = 0; column < grid.columns; column++) {
      // A title over several columns is a group.
      if (grid.span(row, column) === 1 && isKnown(grid.cell(row, column))) named += 1
    }
    // The same titles further down are those of the next page.
    if (named >= 2 && (named > most || (named === most && (best < 0 || row === best + 1))))
      [best, most] = [row, named]
  }
  if (best < 0) best = rowAboveValues(grid)
  const columns: Column[] = []
  for (let index = 0; index < grid.columns; index++) {
    const values: ReadCell[] = []
    const title = best < 0 ? '' : shown(grid.cell(best, index))
    for (let row = best + 1; row < grid.rows && values.length < JUDGED_ROWS; row++) {
      const cell = grid.cell(row, index)
      const isValue = cell !== undefined && !(typeof cell === 'string' && isSumRow(cell))
      // The title again is that of the next page.
      if (isValue && (title === '' || shown(cell) !== title)) values.push(cell)
    }
    if (title === '' && values.length === 0) continue
    columns.push({ index, title, group: groupOf(grid, best, index), values })
  }
  return { row: best, columns, above: textAbove(grid, best) }
}

const isValue = (cell: ReadCell | undefined): boolean =>
  isDay(cell) ||
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^[-+]?\d[\d.,]*$/.test(cell.trim()))

/** Where titles say nothing: the row above the first two with several days and numbers; -1 if these begin the sheet. */
function rowAboveValues(grid: Grid): number {
  const isFull = (row: number) => {
    let values = 0
    for (let column = 0; column < grid.columns; column++) if (isValue(grid.cell(row, column))) values += 1
    return values >= 2
  }
  for (let row = 0; row < Math.min(grid.rows - 1, HEAD_ROWS); row++)
    if (isFull(row) && isFull(row + 1)) return row - 1
  return -1
}

/** The title over a title: of its block, or the last one to the left in a row of such titles. */
function groupOf(grid: Grid, head: number, column: number): string {
  const row = head - 1
  if (row < 0) return ''
  if (grid.span(row, column) > 1) return shown(grid.cell(row, column))
  const own = shown(grid.cell(row, column))
  if (own !== '') return own
  let told = 0
  for (let each = 0; each < grid.columns; each++) if (grid.cell(row, each) !== undefined) told += 1
  if (told < 2) return ''
  for (let left = column - 1; left >= 0; left--) {
    const text = shown(grid.cell(row, left))
    if (text !== '') return text
  }
  return ''
}

function textAbove(grid: Grid, head: number): string {
  const texts: string[] = []
  for (let row = 0; row < head - 1; row++)
    for (let column = 0; column < grid.columns; column++) {
      const text = shown(grid.cell(row, column))
      if (text !== '' && !texts.includes(text)) texts.push(text)
    }
  return texts.join(' ').slice(0, 300)
}

/** How the rows of a sheet say their day. */
export type DayWay = 'day' | 'age' | 'week'

const isWhole = (cell: ReadCell, most: number): boolean => {
  const number = typeof cell === 'string' ? Number(cell) : cell
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= most
}
const mostly = (values: readonly ReadCell[], fits: (cell: ReadCell) => boolean): boolean =>
  values.length > 0 && values.filter(fits).length >= MOST * values.length
const OLDEST = { age: 900, week: 130 }

const changes = ({ values }: Column): boolean => new Set(values.map(textOf)).size > 1

/** Of several columns of dates without a title that tells, the only one in which each row has another. */
export function likelyDay(columns: readonly Column[]): Column | undefined {
  const dates = columns.filter(({ values }) => mostly(values, isDay))
  const changing = dates.filter(({ values }) => new Set(values.map(textOf)).size === values.length)
  return dates.length > 1 && changing.length === 1 && (changing[0]?.values.length ?? 0) > 1
    ? changing[0]
    : undefined
}

/** The column that says the day of a row, and how. */
export function dayColumnOf(columns: readonly Column[]): { column: Column; way: DayWay } | null {
  const titled = (use: string) => columns.filter(({ title, group }) => meaningOf(title, group).use === use)
  const dates = columns.filter(({ values }) => mostly(values, isDay))
  const named = titled('day').filter(column => dates.includes(column))
  // Of several columns of dates only a title tells the right one; the day on which birds came is the same in all rows.
  const dated = named.find(changes) ?? named[0] ?? (dates.length === 1 ? dates[0] : undefined)
  if (dated) return { column: dated, way: 'day' }
  const aged = [...titled('age'), ...titled('day')].find(({ values }) =>
    mostly(values, cell => isWhole(cell, OLDEST.age)),
  )
  if (aged) return { column: aged, way: 'age' }
  const weekly = titled('week').find(({ values }) => mostly(values, cell => isWhole(cell, OLDEST.week)))
  return weekly ? { column: weekly, way: 'week' } : null
}
