import type { CellKind, CellValue } from './cell.ts'

export interface SheetColumn {
  title: string
  kind: CellKind
  /** Characters; a usual width for the kind without it. */
  width?: number
  /** Digits after the point that its numbers are shown with; as many as they have without it. */
  decimals?: number
  /** What one may enter, told where the cell is selected; in a template. */
  help?: string
  /** The only values that count; a template offers them. */
  choices?: readonly string[]
}

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  /** Chunks of rows, in the order of the columns. */
  rows: AsyncIterable<readonly (readonly CellValue[])[]> | Iterable<readonly (readonly CellValue[])[]>
  /** Rows below the header that offer choices and help; none without. */
  fillable?: number
}
