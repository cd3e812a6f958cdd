import type { CellKind, CellValue } from './cell.ts'

export interface SheetColumn {
  title: string
  kind: CellKind
  /** Characters; by default a usual width for the kind. */
  width?: number
  /** Decimals its numbers are shown with; by default as many as they have. */
  decimals?: number
  /** What to enter, shown when the cell is selected; in a template. */
  help?: string
  /** The only allowed values; a template offers them. */
  choices?: readonly string[]
}

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  /** Chunks of rows, cells in the order of the columns. */
  rows: AsyncIterable<readonly (readonly CellValue[])[]> | Iterable<readonly (readonly CellValue[])[]>
  /** Rows below the header that offer choices and help; by default none. */
  fillable?: number
}
