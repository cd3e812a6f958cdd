import type { FileColumn } from '#shared/file-layout.ts'
import type { ReadCell, ReadRow } from '../../platform/excel/read-workbook.ts'
import { columnNamed } from '../own-file/grid.ts'

const DAY_S = 86_400

/** A cell of a time as text; a number within a day is the clock of a spreadsheet. */
function momentText(cell: ReadCell | undefined): string {
  if (cell === undefined || typeof cell === 'boolean') return ''
  if (typeof cell === 'number')
    return cell >= 0 && cell < 1
      ? new Date(Math.round(cell * DAY_S) * 1_000).toISOString().slice(11, 19)
      : String(cell)
  if (typeof cell === 'string') return cell.trim()
  if ('date' in cell) return cell.clock ? `${cell.date} ${cell.clock}` : cell.date
  return ''
}

/** Which columns say the time of a row: one in UTC, or a day and a time, or either of them. */
export function momentColumns(columns: readonly FileColumn[]): { at: number[]; isUtc: boolean } {
  const placed = (use: string) =>
    columns.filter(column => column.use === use).map(({ at }) => columnNamed({ isAcross: false }, at))
  const [utc] = placed('utc')
  if (utc !== undefined) return { at: [utc], isUtc: true }
  return { at: [...placed('date').slice(0, 1), ...placed('time').slice(0, 1)], isUtc: false }
}

/** The text that says the time of a row. */
export const momentOfRow = ({ cells }: ReadRow, columns: readonly number[]): string =>
  columns.length === 1
    ? momentText(cells.get(columns[0] ?? -1))
    : columns
        .map(column => momentText(cells.get(column)))
        .filter(Boolean)
        .join(' ')
