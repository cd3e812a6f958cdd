import type { FileColumn } from '#shared/file-layout.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { ReadCell } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import type { DecimalMark } from '../foreign-readings/numbers.ts'
import {
  ageByValues,
  agesOf,
  type Figures,
  figuresByValues,
  type Numbers,
  type Proposal,
} from './by-values.ts'
import { dayOf } from './days.ts'
import { columnNamed, type Grid } from './grid.ts'
import { type DayWay, type Head, likelyDay } from './heads.ts'
import { numberIn } from './numbers.ts'
import type { Place } from './places.ts'
import { isSum } from './read-days.ts'
import { meaningOf, plain, type Use, unitsOf } from './words.ts'

/** Rows looked at to prove what a column holds. */
const JUDGED_ROWS = 400
/** Share of a column's cells that must be numbers, and of rows that must have a day. */
const MOST = 0.9

interface Known {
  places: readonly Place[]
  mark: DecimalMark | null
  /** The house of the sheet, if it is about one. */
  house: string | null
  found: { column: { index: number }; way: DayWay } | null
}

/** The columns with what their values suggest where their titles say nothing. Nothing of it is read before somebody confirms it. */
export function withProposals(
  grid: Grid,
  head: Head,
  columns: readonly FileColumn[],
  known: Known,
): FileColumn[] {
  const proposed = proposalsFor(grid, head, columns, known)
  return columns.map(column => {
    const proposal = proposed.get(columnNamed(grid, column.at))
    return proposal ? { ...column, proposed: proposal } : column
  })
}

const plainly = (use: Use): Proposal => ({ use, unit: null, isCumulative: false })

function proposalsFor(grid: Grid, head: Head, columns: readonly FileColumn[], known: Known) {
  const { places, mark, found } = known
  const placed = columns.map(column => ({ ...column, index: columnNamed(grid, column.at) }))
  const open = placed.filter(({ use, problem }) => use === null && problem === 'unknown')
  const proposed = new Map<number, Proposal>()
  if (open.length === 0) return proposed
  const body = bodyOf(grid, head)
  const numbers = (index: number, rows = body) =>
    numbersIn(
      rows.map(row => grid.cell(row, index)),
      mark,
    )
  const openNumbers = (rows = body) =>
    new Map(
      open.flatMap(({ index }): [number, number[]][] =>
        isNumeric(grid, body, index, mark) ? [[index, numbers(index, rows)]] : [],
      ),
    )
  const named = placed.find(({ use }) => use === 'house')
  const likelyHouses = open.filter(({ index }) => areHouses(grid, body, index, places))
  const houses = named ?? (likelyHouses.length === 1 ? likelyHouses[0] : undefined)
  if (houses?.use === null) proposed.set(houses.index, plainly('house'))
  const likely = found ? undefined : likelyDay(head.columns)
  const aged = found || likely ? undefined : ageByValues(openNumbers())
  const day =
    found ??
    (likely ? { column: likely, way: 'day' as const } : aged && { column: aged, way: 'age' as const })
  if (!day || day.way === 'week') return proposed
  if (!found) proposed.set(day.column.index, plainly(day.way))
  const parts: Map<number, Proposal>[] = []
  const ofHouse = Map.groupBy(body, houseOfRow(grid, body, houses?.index))
  for (const [said, rows] of ofHouse)
    for (const [block, own] of Map.groupBy(placed, ({ house }) => house)) {
      const name = block ?? said ?? known.house
      const place = places.find(each => each.house === name || each.number === name)
      const isOwn = new Set(own.map(({ index }) => index))
      const sorted = inOrder(rows, daysOf(grid, rows, day))
      if (!sorted) return proposed
      const figures = figuresOf(own, index => numbers(index, sorted.rows), {
        days: sorted.days,
        way: day.way,
        place,
        open: new Map([...openNumbers(sorted.rows)].filter(([i]) => isOwn.has(i) && !proposed.has(i))),
      })
      parts.push(figuresByValues(figures))
    }
  for (const [index, proposal] of agreed(parts, ofHouse.size)) proposed.set(index, proposal)
  return proposed
}

/** What was found in the rows of each house. */
function agreed(parts: readonly Map<number, Proposal>[], houses: number): [number, Proposal][] {
  const all = Map.groupBy(
    parts.flatMap(part => [...part]),
    ([index]) => index,
  )
  return [...all].flatMap(([index, found]) => {
    const [first] = found
    const isOne = found.every(([, { use, unit }]) => use === first?.[1].use && unit === first[1].unit)
    return first && isOne && found.length === houses ? [[index, first[1]]] : []
  })
}

function bodyOf(grid: Grid, head: Head): number[] {
  const rows: number[] = []
  for (let row = head.row + 1; row < grid.rows && rows.length < JUDGED_ROWS; row++)
    if (!isSum(grid, row) && head.columns.some(({ index }) => grid.cell(row, index) !== undefined))
      rows.push(row)
  return rows
}

const numbersIn = (cells: readonly (ReadCell | undefined)[], mark: DecimalMark | null): number[] =>
  cells.map(cell => numberIn(cell, mark) ?? Number.NaN)

function isNumeric(grid: Grid, rows: readonly number[], index: number, mark: DecimalMark | null): boolean {
  const cells = rows.map(row => grid.cell(row, index)).filter(cell => cell !== undefined)
  const told = numbersIn(cells, mark).filter(value => !Number.isNaN(value))
  return told.length > 0 && told.length >= MOST * cells.length
}

/** Whether a column names own houses, and nothing but them, by their whole names. */
function areHouses(grid: Grid, rows: readonly number[], index: number, places: readonly Place[]): boolean {
  const names = new Set(places.flatMap(({ house, number }) => [plain(house), plain(number)]))
  const cells = rows.map(row => grid.cell(row, index)).filter(cell => cell !== undefined)
  return (
    cells.length > 0 &&
    cells.every(cell => typeof cell === 'string' && /\D/.test(cell) && names.has(plain(cell)))
  )
}

/** A house named once stands for the rows below it. */
function houseOfRow(grid: Grid, rows: readonly number[], column: number | undefined) {
  const named = new Map<number, string>()
  let last: string | undefined
  for (const row of rows) {
    const cell = column === undefined ? undefined : grid.cell(row, column)
    if (cell !== undefined) last = textOf(cell).trim()
    if (last !== undefined) named.set(row, last)
  }
  return (row: number) => named.get(row)
}

/** The day of each row as a number; undefined where it cannot be read. Only their order counts. */
function daysOf(
  grid: Grid,
  rows: readonly number[],
  { column, way }: { column: { index: number }; way: DayWay },
) {
  const cells = rows.map(row => grid.cell(row, column.index))
  if (way !== 'day')
    return cells.map(cell => (cell === undefined ? undefined : Number(textOf(cell).replace(/\D+$/, ''))))
  const read = (['dmy', 'mdy'] as const).map(order =>
    cells.map(cell => {
      const day = cell === undefined ? undefined : dayOf(cell, order)
      return day === undefined ? undefined : daysBetween('2000-01-01', day)
    }),
  )
  return read.find(days => inOrder(rows, days)) ?? []
}

/** The rows oldest first; undefined if too few have a day, or two have the same. */
function inOrder(rows: readonly number[], days: readonly (number | undefined)[]) {
  const all = rows.flatMap((row, i) => {
    const day = days[i]
    return day === undefined || Number.isNaN(day) ? [] : [{ row, day }]
  })
  if (all.length < MOST * rows.length || new Set(all.map(({ day }) => day)).size < all.length)
    return undefined
  const sorted = all.toSorted((a, b) => a.day - b.day)
  // Days read in the wrong order of their parts lie months apart.
  const [first, last] = [sorted[0]?.day ?? 0, sorted.at(-1)?.day ?? 0]
  if (last - first > 10 * rows.length) return undefined
  return { rows: sorted.map(({ row }) => row), days: sorted.map(({ day }) => day) }
}

interface Around {
  days: Numbers
  way: DayWay
  place: Place | undefined
  open: Figures['open']
}

function figuresOf(
  columns: readonly (FileColumn & { index: number })[],
  numbers: (index: number) => number[],
  { days, way, place, open }: Around,
): Figures {
  const named = new Map<Use, Numbers>()
  const beside: Numbers[] = []
  let said: Numbers | undefined = way === 'age' ? days : undefined
  for (const { index, title, use, unit, isCumulative, problem } of columns) {
    const means = meaningOf(title).use
    if (means === 'age' && problem === 'derived') said ??= numbers(index)
    const factor =
      use === null || isCumulative
        ? Number.NaN
        : (unitsOf[use as Use]?.[unit ?? ''] ?? (unit ? Number.NaN : 1))
    if (use !== null || (problem === 'twice' && means)) {
      const known = (use ?? means) as Use
      if (!named.has(known))
        named.set(
          known,
          numbers(index).map(value => value * factor),
        )
    } else if (problem === 'derived') beside.push(numbers(index))
  }
  const day = days[0] ?? 0
  const zero = place && way === 'day' ? daysBetween('2000-01-01', place.dayZero) : null
  const unknown = [0, 1, 2, 3].map(first => days.map(each => each - day + first))
  const ages = zero !== null ? [days.map(each => each - zero)] : said ? agesOf(said) : unknown
  return { days, ages, named, beside, open, birds: place?.birds ?? null }
}
