import { columnIndex, columnLetters } from '../../platform/excel/cell.ts'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'

/** The cells of a sheet, rows and columns from 0; what is merged has its value in every cell of the block. */
export interface Grid {
  name: string
  rows: number
  columns: number
  /** Its days stand side by side: rows and columns are exchanged. */
  isAcross: boolean
  cell(row: number, column: number): ReadCell | undefined
  /** Columns over which the cell's block reaches; 1 for a single cell. */
  span(row: number, column: number): number
  /** As Excel names it, in the file. */
  address(row: number, column: number): string
}

/** Bounds of what is read as a table of days. */
const ROWS_MAX = 20_000

export function gridOf({ name, rows, merges }: ReadSheet): Grid {
  const byRow = new Map(rows.map(({ number, cells }) => [number - 1, cells]))
  const merged = new Map<string, { row: number; column: number; width: number }>()
  for (const { top, left, bottom, right } of merges)
    for (let row = top - 1; row < Math.min(bottom, top - 1 + ROWS_MAX); row++)
      for (let column = left; column <= right; column++)
        merged.set(`${row} ${column}`, { row: top - 1, column: left, width: right - left + 1 })
  const last = rows.at(-1)?.number ?? 0
  const width = rows.reduce((most, { cells }) => Math.max(most, ...cells.keys(), -1), -1) + 1
  return {
    name,
    rows: Math.min(last, ROWS_MAX),
    columns: width,
    isAcross: false,
    cell: (row, column) => {
      const block = merged.get(`${row} ${column}`)
      return byRow.get(block?.row ?? row)?.get(block?.column ?? column)
    },
    span: (row, column) => merged.get(`${row} ${column}`)?.width ?? 1,
    address: (row, column) => `${columnLetters(column)}${row + 1}`,
  }
}

/** The same cells with rows and columns exchanged; addresses stay those of the file. */
export const across = (grid: Grid): Grid => ({
  ...grid,
  rows: grid.columns,
  columns: grid.rows,
  isAcross: true,
  cell: (row, column) => grid.cell(column, row),
  span: () => 1,
  address: (row, column) => grid.address(column, row),
})

/** The name of a column as a layout says it: its letters, or the number of its row in a sheet of days side by side. */
export const nameOfColumn = ({ isAcross }: Pick<Grid, 'isAcross'>, column: number): string =>
  isAcross ? String(column + 1) : columnLetters(column)
export const columnNamed = ({ isAcross }: Pick<Grid, 'isAcross'>, at: string): number =>
  isAcross ? Number(at) - 1 : columnIndex(`${at}1`)
