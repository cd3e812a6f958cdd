import { type FileSheet, HOUSES } from '#shared/file-layout.ts'
import type { ReadRow, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import { columnNamed } from '../own-file/grid.ts'
import { placeNamed } from '../own-file/places.ts'
import type { ReadingPlace } from './propose.ts'

/** The house that a row names in this column, as the layout says it. */
export const nameOfHouse = ({ cells }: ReadRow, column: number): string =>
  textOf(cells.get(column) ?? '')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 80)

/** What is known of the houses of a file besides their names. */
interface Known {
  places: readonly ReadingPlace[]
  /** The house for which somebody chose the file. */
  asked: ReadingPlace | undefined
  /** Own houses that were chosen before, by the name in the file. */
  chosen: ReadonlyMap<string, string | null>
}

/** The sheet with each house that its column of houses names, and the own house that is chosen, remembered or of that name. */
export function withHouses(
  { rows }: ReadSheet,
  { houses: _, ...placed }: FileSheet,
  { places, asked, chosen }: Known,
): FileSheet {
  const column = placed.columns.find(({ use }) => use === 'house')
  if (!column || !placed.isUsed) return placed
  const at = columnNamed({ isAcross: false }, column.at)
  const names = new Set<string>()
  for (const row of rows) {
    if (row.number <= placed.head) continue
    const named = nameOfHouse(row, at)
    if (named !== '' && names.size < HOUSES) names.add(named)
  }
  const own = new Set(places.map(({ house }) => house))
  const houseOf = (named: string): string | null => {
    const before = chosen.get(named)
    if (before === null || (before !== undefined && own.has(before))) return before
    const alone = names.size === 1 ? asked?.house : undefined
    return placeNamed(named, places)?.house ?? alone ?? null
  }
  return { ...placed, houses: [...names].map(named => ({ named, house: houseOf(named) })) }
}
