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
const isTitle = (cell: ReadCell | undefined): boolean =>
  typeof cell === 'string' && (meaningOf(cell).use !== null || dayOfWeekIn(cell) !== null)

/** The titles of a sheet: the row that names most of what is known, the lower one of two. */
export function headOf(grid: Grid, isKnown: (cell: ReadCell | undefined) => boolean = isTitle): Head {
  let [best, most] = [-1, 1]
  for (let row = 0; row < Math.min(grid.rows, HEAD_ROWS); row++) {
    let named = 0
    for (let column = 0; column < grid.columns; column++) {
      // A title over several columns is a group.
      if (grid.span(row, column) === 1 && isKnown(grid.cell(row, column))) named += 1
    }
    if (named >= Math.max(most, 2)) [best, most] = [row, named]
  }
  const columns: Column[] = []
  for (let index = 0; index < grid.columns; index++) {
    const values: ReadCell[] = []
    for (let row = best + 1; row < grid.rows && values.length < JUDGED_ROWS; row++) {
      const cell = grid.cell(row, index)
      if (cell !== undefined && !(typeof cell === 'string' && isSumRow(cell))) values.push(cell)
    }
    const title = best < 0 ? '' : shown(grid.cell(best, index))
    if (title === '' && values.length === 0) continue
    columns.push({ index, title, group: groupOf(grid, best, index), values })
  }
  return { row: best, columns, above: textAbove(grid, best) }
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

/** The column that says the day of a row, and how. */
export function dayColumnOf(columns: readonly Column[]): { column: Column; way: DayWay } | null {
  const titled = (use: string) => columns.filter(({ title, group }) => meaningOf(title, group).use === use)
  const dated = [...titled('day'), ...columns].find(({ values }) => mostly(values, isDay))
  if (dated) return { column: dated, way: 'day' }
  const aged = [...titled('age'), ...titled('day')].find(({ values }) =>
    mostly(values, cell => isWhole(cell, OLDEST.age)),
  )
  if (aged) return { column: aged, way: 'age' }
  const weekly = titled('week').find(({ values }) => mostly(values, cell => isWhole(cell, OLDEST.week)))
  return weekly ? { column: weekly, way: 'week' } : null
}
