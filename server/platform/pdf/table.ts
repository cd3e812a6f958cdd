import type { Weight } from './fonts.ts'
import { type Ink, lineHeight, type Paper, page } from './paper.ts'

export interface Cell {
  text: string
  ink?: Ink
  isStrong?: boolean
  /** What it is compared with, small and faint below it. */
  under?: string
}
export interface PaperColumn {
  title: string
  /** The unit of its values, in a line below. */
  unit?: string
  /** Points. */
  width: number
  align?: 'left' | 'right'
  /** Wraps text that does not fit its line; otherwise it is cut. */
  isWrapped?: true
}

const SIZE = 8
/** Height of a row, and of one with something below its cells. */
const ROW = 14.5
const TALL = 23
const UNDER = 6.5
const GAP = 4

export const ROW_HEIGHT = ROW

const weightOf = ({ isStrong }: Cell): Weight => (isStrong ? 'strong' : 'plain')

/**
 * The width of what is below a cell, and of that what lies left of it: it runs on below the next cell, from the right below
 * the one before, where nothing else stands there.
 */
function roomBelow(
  columns: readonly PaperColumn[],
  cells: readonly (string | Cell)[],
  index: number,
): { width: number; before: number } {
  const isRight = (at: number) => columns[at]?.align === 'right'
  const hasUnder = (at: number) => {
    const cell = cells[at]
    return typeof cell === 'object' && Boolean(cell.under)
  }
  const step = isRight(index) ? -1 : 1
  const beside = index + step
  const isOfOther = isRight(index) && hasUnder(beside - 1) && !isRight(beside - 1)
  const isFree = cells[beside] !== undefined && !hasUnder(beside) && !isOfOther
  const more = isFree ? (columns[beside]?.width ?? 0) : 0
  return { width: (columns[index]?.width ?? 0) + more, before: step < 0 ? more : 0 }
}

/** Writes the heading of what follows; answers where that begins. */
export function drawHeading(paper: Paper, title: string, { x, y }: { x: number; y: number }): number {
  paper.write(title, x, y, { size: 10, weight: 'strong' })
  return y + lineHeight(10) + 1
}

/**
 * Draws a table from `y` down: titles, then rows with a line under each; a single cell takes the whole width of a row, wrapped. On a new page the titles are repeated below what
 * `over` draws there; `over` answers where it ends. Answers where the table ends.
 */
export function drawTable(
  paper: Paper,
  {
    columns,
    rows,
  }: { columns: readonly PaperColumn[]; rows: readonly (readonly (string | Cell)[] | Cell)[] },
  { x: left = page.left, y, over }: { x?: number; y: number; over?: () => number },
): number {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const below = (at: number, ink: Ink) =>
    paper.line(
      [
        [left, at],
        [left + width, at],
      ],
      ink,
      { width: 0.5 },
    )
  const drawRow = (cells: readonly (string | Cell)[], at: number, how: { size: number; ink: Ink }) => {
    let x = left
    for (const [i, column] of columns.entries()) {
      const told = cells[i] ?? ''
      const cell = typeof told === 'string' ? { text: told } : told
      const written = {
        size: how.size,
        ink: cell.ink ?? how.ink,
        weight: weightOf(cell),
        width: column.width - GAP,
      } as const
      const top = at + (ROW - lineHeight(how.size)) / 2
      if (column.isWrapped) paper.paragraph(cell.text, x, top, written)
      else paper.write(cell.text, x, top, { ...written, align: column.align ?? 'left' })
      if (cell.under) {
        const { width, before } = roomBelow(columns, cells, i)
        paper.write(cell.under, x - before, at + ROW - 2.5, {
          size: UNDER,
          ink: 'faint',
          width: width - GAP,
          align: column.align ?? 'left',
        })
      }
      x += column.width
    }
  }
  const titles = (at: number) => {
    drawRow(
      columns.map(({ title, unit = '' }) => ({ text: title, under: unit })),
      at,
      { size: 7, ink: 'faint' },
    )
    const end = at + (columns.some(({ unit }) => unit) ? TALL : ROW)
    below(end, 'line')
    return end
  }
  const linesOf = (cells: readonly (string | Cell)[]) =>
    columns.map(({ isWrapped, width }, i) => {
      const cell = cells[i] ?? ''
      if (!isWrapped) return 1
      const told: Cell = typeof cell === 'string' ? { text: cell } : cell
      return paper.linesOf(told.text, { size: SIZE, weight: weightOf(told), width: width - GAP })
    })
  let at = titles(y)
  for (const row of rows) {
    if ('text' in row) {
      const whole = { size: SIZE, ink: row.ink ?? 'text', weight: weightOf(row), width: width - GAP } as const
      const height = ROW + (paper.linesOf(row.text, whole) - 1) * lineHeight(SIZE)
      if (over && at + height > page.bottom) at = titles(over())
      paper.paragraph(row.text, left, at + (ROW - lineHeight(SIZE)) / 2, whole)
      at += height
      below(at, 'grid')
      continue
    }
    const lines = Math.max(1, ...linesOf(row))
    const least = row.some(cell => typeof cell !== 'string' && cell.under) ? TALL : ROW
    const height = least + (lines - 1) * lineHeight(SIZE)
    if (over && at + height > page.bottom) at = titles(over())
    drawRow(row, at, { size: SIZE, ink: 'text' })
    at += height
    below(at, 'grid')
  }
  return at
}
