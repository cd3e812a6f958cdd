import type { FileColumn, FileLayout, FileSheet } from '#shared/file-layout.ts'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import type { DecimalMark } from '../foreign-readings/numbers.ts'
import { orderProvenBy } from './days.ts'
import { across, type Grid, gridOf, nameOfColumn } from './grid.ts'
import { type Column, type DayWay, dayColumnOf, type Head, headOf } from './heads.ts'
import { markOf, numberIn, textsIn } from './numbers.ts'
import { type Place, placeNamed } from './places.ts'
import { shapeOf } from './plausible.ts'
import { withProposals } from './proposals.ts'
import { bagIn, dayOfWeekIn, meaningOf, type Use, unitIn, unitsOf } from './words.ts'

/** Columns of one kind side by side that make a week. */
const WEEK = 5

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

/** The order of dates that any cell of a file proves. */
export function orderOf(sheets: readonly ReadSheet[]): FileLayout['dates'] {
  for (const { rows } of sheets)
    for (const { cells } of rows)
      for (const cell of cells.values()) {
        const order = orderProvenBy(cell)
        if (order) return order
      }
  return null
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
  const read = head.columns.map(column => proposeColumn(grid, { head, column, found, week, ...known }))
  const house = houseOfSheet(grid, head, places)
  const settledColumns = settled(read)
  const columns =
    week.size > 0 ? settledColumns : withProposals(grid, head, settledColumns, { ...known, house, found })
  const uses = columns.flatMap(({ use, proposed }) => use ?? proposed?.use ?? [])
  const figures = uses.filter(isFigure).length
  const isDaily = found ? found.way !== 'week' || week.size > 0 : uses.includes('day') || uses.includes('age')
  const sheet: FileSheet = {
    name: grid.name,
    isUsed: isDaily && figures > 0,
    isAcross: grid.isAcross,
    head: head.row + 1,
    // Of houses that are told apart by a column to be confirmed, none is the sheet's.
    house: columns.some(({ proposed }) => proposed?.use === 'house') ? null : house,
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

/** The only flock whose house a text speaks of; the only flock there is. */
function houseIn(text: string, places: readonly Place[]): string | null {
  const named = places.filter(({ house, number }) => text.includes(house) || text.includes(number))
  const [only] = named.length > 0 ? named : places
  return named.length === 1 || (named.length === 0 && places.length === 1) ? (only?.house ?? null) : null
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

interface Around extends Known {
  head: Head
  column: Column
  found: { column: Column; way: DayWay } | null
  week: ReadonlyMap<number, number>
}

function proposeColumn(grid: Grid, { head, column, found, week, places, mark }: Around): FileColumn {
  const { index, title, group, values } = column
  const dayOffset = week.get(index) ?? null
  const meaning =
    dayOffset === null ? meaningOf(title, group) : meaningOf(group || `${grid.name} ${head.above}`)
  const isDayColumn = index === found?.column.index
  const use = isDayColumn ? (found?.way ?? null) : figureUse(meaning.use)
  const block = dayOffset === null ? placeNamed(group, places) : null
  const birds = block?.birds ?? placeNamed(grid.name, places)?.birds ?? mostBirds(places)
  const shape = use
    ? shapeOf(use, unitNamed(use, `${group} ${title}`), numbersIn(values, mark), birds)
    : { unit: null, isCumulative: false }
  return {
    at: nameOfColumn(grid, index),
    title: [group, title].filter(Boolean).join(' · ').slice(0, 120),
    use,
    unit: shape.unit,
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

/** The unit that a title names, if its figure can be in it. */
function unitNamed(use: Use, title: string): string | null {
  const units = unitsOf[use]
  if (!units) return null
  const named = unitIn(title)
  if (bagIn(title) !== null && 'bag' in units) return 'bag'
  return named !== null && named in units ? named : null
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
