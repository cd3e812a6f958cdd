import { type FileColumn, type FileLayout, type FileSheet, SPAN_DAYS } from '#shared/file-layout.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import type { DecimalMark } from '../foreign-readings/numbers.ts'
import { dayOf, ordersIn } from './days.ts'
import { across, type Grid, gridOf, nameOfColumn } from './grid.ts'
import { type Column, type DayWay, dayColumnOf, type Head, headOf } from './heads.ts'
import { markOf, numberIn, textsIn } from './numbers.ts'
import { type Place, placeNamed } from './places.ts'
import { shapeOf } from './plausible.ts'
import { withProposals } from './proposals.ts'
import { isSum } from './read-days.ts'
import { kindOf, stepOf } from './spans.ts'
import { bagIn, dayOfWeekIn, meaningOf, type Use, unitIn, unitsOf } from './words.ts'

/** Columns of one kind side by side that make a week. */
const WEEK = 5
const WEEK_DAYS = 7

/** How a file that nobody has seen before is read, by its titles and values. What nothing tells stays open. */
export function proposeLayout(sheets: readonly ReadSheet[], places: readonly Place[]): FileLayout {
  const grids = sheets.map(gridOf)
  const known = { places, mark: markOf(textsIn(sheets)) }
  const titles = grids.flatMap(grid => headOf(grid).columns.map(({ title, group }) => `${group} ${title}`))
  return {
    sheets: grids.map(grid => proposeSheet(grid, known)),
    dates: orderOf(sheets),
    bagKg: titles.map(bagIn).find(kg => kg !== null) ?? null,
  }
}

/** The order of dates that the first cell which proves one does. */
export function orderOf(sheets: readonly ReadSheet[]): FileLayout['dates'] {
  const [order = null] = ordersIn(sheets)
  return order
}

/** What is known beside the file. */
interface Known {
  places: readonly Place[]
  mark: DecimalMark | null
}

function proposeSheet(grid: Grid, known: Known): FileSheet {
  const down = readAs(grid, known)
  const side = readAs(across(grid), known)
  const best = side.figures > down.figures ? side : down
  return best.sheet
}

/** A sheet read in one direction, and how many figures that finds. */
function readAs(grid: Grid, known: Known) {
  const { places } = known
  const head = headOf(grid)
  const found = dayColumnOf(head.columns)
  const week = weekIn(head, found?.way)
  const step = week.size > 0 ? 1 : stepIn(grid, head, found, known)
  const read = head.columns.map(column => proposeColumn(grid, { head, column, found, week, step, ...known }))
  const house = houseOfSheet(grid, head, places)
  const settledColumns = settled(read)
  const columns =
    week.size > 0 ? settledColumns : withProposals(grid, head, settledColumns, { ...known, house, found })
  const uses = columns.flatMap(({ use, proposed }) => use ?? proposed?.use ?? [])
  const figures = uses.filter(isFigure).length
  const isDaily = found !== null || uses.includes('day') || uses.includes('age')
  const sheet: FileSheet = {
    name: grid.name,
    isUsed: isDaily && figures > 0,
    isAcross: grid.isAcross,
    head: head.row + 1,
    // Of houses that are told apart by a column to be confirmed, none is the sheet's.
    house: columns.some(({ proposed }) => proposed?.use === 'house') ? null : house,
    // A week of age says that its row is of that week.
    ...(step > 1 && {
      span: { days: step, is: found?.way === 'week' && step === WEEK_DAYS ? 'from' : null },
    }),
    columns,
  }
  return { sheet, figures: isDaily ? figures * Math.max(1, rowsOf(found)) : 0 }
}

const NO_FIGURE: readonly string[] = [
  'day',
  'age',
  'week',
  'house',
  'note',
  'deadCause',
  'lossCauses',
] satisfies Use[]
const rowsOf = (found: { column: Column } | null): number => found?.column.values.length ?? 0

/** The house that a sheet is about, by its name or the rows above its titles. */
export const houseOfSheet = (grid: Grid, head: Head, places: readonly Place[]): string | null =>
  placeNamed(grid.name, places)?.house ?? houseIn(`${grid.name} ${head.above}`, places)

/** The only flock whose house a text speaks of; the only house there is. */
function houseIn(text: string, places: readonly Place[]): string | null {
  const spoken = places.filter(({ house, number }) => text.includes(house) || text.includes(number))
  // “House 12” speaks of no House 1.
  const named = spoken.filter(
    ({ house }) => !spoken.some(each => each.house !== house && each.house.includes(house)),
  )
  const houses = places.filter(({ isFlock }) => !isFlock)
  const [only] = named.length > 0 ? named : houses
  return named.length === 1 || (named.length === 0 && houses.length === 1) ? (only?.house ?? null) : null
}

/** The day of its week for each column, by its title, if enough of them make one. */
function weekIn({ columns }: Head, way: DayWay | undefined): Map<number, number> {
  const named = columns.flatMap(({ index, title }): [number, number][] => {
    const day = dayOfWeekIn(title)
    return day === null ? [] : [[index, day]]
  })
  const isNumbered = columns.some(({ title }) => /\d/.test(title) && dayOfWeekIn(title) !== null)
  // A week of age begins on any weekday, so names of weekdays say nothing about its days.
  return named.length >= WEEK && (way === 'day' || isNumbered) ? new Map(named) : new Map()
}

/** How many days the rows of a sheet lie apart, in most houses that it has. */
function stepIn(
  grid: Grid,
  { row: head, columns }: Head,
  found: { column: Column; way: DayWay } | null,
  { mark }: Known,
): number {
  if (!found) return 1
  const houses = columns.find(({ title, group }) => meaningOf(title, group).use === 'house')
  const byHouse = new Map<string, ReadCell[]>()
  let house = ''
  for (let row = head + 1; row < grid.rows; row++) {
    const cell = grid.cell(row, found.column.index)
    const named = houses && grid.cell(row, houses.index)
    if (named !== undefined) house = textOf(named)
    if (cell !== undefined && !isSum(grid, row)) byHouse.set(house, [...(byHouse.get(house) ?? []), cell])
  }
  const stepOfHouse = (cells: readonly ReadCell[]): number => {
    if (found.way !== 'day') return stepOf(numbersIn(cells, mark)) * (found.way === 'week' ? WEEK_DAYS : 1)
    // Read in the wrong order of day and month, days lie months apart.
    const steps = (['dmy', 'mdy'] as const).map(order =>
      stepOf(
        cells.flatMap(cell => {
          const day = dayOf(cell, order)
          return day === undefined ? [] : daysBetween('2000-01-01', day)
        }),
      ),
    )
    return Math.min(...steps)
  }
  const steps = [...byHouse.values()].map(stepOfHouse)
  const step = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 1
  return step <= SPAN_DAYS ? step : 1
}

interface Around extends Known {
  head: Head
  column: Column
  found: { column: Column; way: DayWay } | null
  week: ReadonlyMap<number, number>
  step: number
}

function proposeColumn(grid: Grid, { head, column, found, week, step, places, mark }: Around): FileColumn {
  const { index, title, group, values } = column
  const dayOffset = week.get(index) ?? null
  const meaning =
    dayOffset === null ? meaningOf(title, group) : meaningOf(group || `${grid.name} ${head.above}`)
  const isDayColumn = index === found?.column.index
  const use = isDayColumn ? (found?.way ?? null) : figureUse(meaning.use)
  const block = dayOffset === null ? placeNamed(group, places) : null
  const birds = block?.birds ?? placeNamed(grid.name, places)?.birds ?? mostBirds(places)
  const days = use && dayOffset === null && kindOf(use) === 'spread' ? step : 1
  const numbers = numbersIn(values, mark)
  // Of a running total only what it adds is that of days.
  const told = meaning.isCumulative ? numbers.slice(1).map((value, i) => value - (numbers[i] ?? 0)) : numbers
  const daily = told.map(value => value / days)
  const named = use && unitNamed(use, `${group} ${title}`)
  const shape = use ? shapeOf(use, named ?? null, daily, birds) : { unit: null, isCumulative: false }
  return {
    at: nameOfColumn(grid, index),
    title: [group, title].filter(Boolean).join(' · ').slice(0, 120),
    use,
    unit: named === undefined ? null : shape.unit,
    isCumulative: shape.isCumulative || (use !== null && meaning.isCumulative),
    house: block?.house ?? null,
    dayOffset,
    problem: use !== null ? null : meaning.isDerived || meaning.use !== null ? 'derived' : 'unknown',
    samples: values.slice(0, 3).map(cell => textOf(cell).slice(0, 40)),
  }
}

/** Another column that tells the day adds nothing to the one that was found. */
const figureUse = (use: Use | null): Use | null =>
  use === 'day' || use === 'age' || use === 'week' ? null : use

const mostBirds = (places: readonly Place[]): number | null =>
  places.reduce<number | null>(
    (most, { birds }) => (birds !== null && birds > (most ?? 0) ? birds : most),
    null,
  )

const numbersIn = (values: readonly ReadCell[], mark: DecimalMark | null): number[] =>
  values.flatMap(cell => numberIn(cell, mark) ?? [])

/** The unit that a title names; null if it names none, undefined if its figure cannot be in it: nobody guesses another. */
function unitNamed(use: Use, title: string): string | null | undefined {
  const units = unitsOf[use]
  if (!units) return null
  if (bagIn(title) !== null && 'bag' in units) return 'bag'
  const named = unitIn(title)
  return named === null || named in units ? named : undefined
}

/**
 * Leaves out what says a thing again: running totals beside daily values, and two columns with one figure, of which nobody
 * but their owner knows the right one.
 */
function settled(columns: readonly FileColumn[]): FileColumn[] {
  const keyOf = ({ house, use, dayOffset }: FileColumn) => `${house} ${use} ${dayOffset}`
  const byFigure = Map.groupBy(columns, keyOf)
  return columns.map(column => {
    const { use, isCumulative } = column
    if (use === null) return column
    const daily = (byFigure.get(keyOf(column)) ?? []).filter(each => !each.isCumulative)
    if (isCumulative && daily.length > 0) return { ...column, use: null, problem: 'derived' as const }
    const rivals = isCumulative ? (byFigure.get(keyOf(column)) ?? []) : daily
    return rivals.length > 1 && isFigure(use) ? { ...column, use: null, problem: 'twice' as const } : column
  })
}
const isFigure = (use: string): boolean => !NO_FIGURE.includes(use)
