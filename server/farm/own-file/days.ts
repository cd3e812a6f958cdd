import type { DateOrder } from '#shared/file-layout.ts'
import type { ReadCell, ReadSheet } from '../../platform/excel/read-workbook.ts'
import { YEAR_FIRST, YEAR_LAST } from '../foreign-readings/moments.ts'

const NAMED = /^(\d{1,2})[-\s.]+([a-zäç]{3,9})\.?[-\s.,]+(\d{4}|\d{2})(?!\d)/i
const months = [
  'jan ene',
  'feb fev',
  'mar mär mrt',
  'apr abr avr',
  'may mai mei mayo',
  'jun',
  'jul',
  'aug ago',
  'sep set',
  'oct okt out',
  'nov',
  'dec dez dic',
].map(list => list.split(' '))

const fullYear = (year: number): number => (year < 100 ? 2_000 + year : year)

/** Whether a cell looks like a day, whatever its order. */
export const isDay = (cell: ReadCell | undefined): boolean => {
  if (cell === undefined) return false
  if (typeof cell === 'object') return 'date' in cell
  const text = String(cell).trim()
  return YEAR_FIRST.test(text) || YEAR_LAST.test(text) || NAMED.test(text)
}

/** The order that a day proves; null if it proves none, or needs none. */
function orderProvenBy(cell: ReadCell): DateOrder | null {
  if (typeof cell !== 'string') return null
  const [, first = '', second = ''] = YEAR_LAST.exec(cell.trim()) ?? []
  if (first === '') return null
  return Number(first) > 12 ? 'dmy' : Number(second) > 12 ? 'mdy' : null
}

/** Whether a day can be read in one order only if somebody names it. */
export const needsOrder = (cell: ReadCell): boolean => typeof cell === 'string' && YEAR_LAST.test(cell.trim())

/** The orders that the days of a file prove. Where it is both, what could be either is read in none. */
export function ordersIn(sheets: readonly ReadSheet[]): ReadonlySet<DateOrder> {
  const cells = sheets.flatMap(({ rows }) => rows.flatMap(row => [...row.cells.values()]))
  return new Set(cells.flatMap(cell => orderProvenBy(cell) ?? []))
}

/** Whether a day would be another in the other order. Nobody writes months first with points. */
export function isEither(cell: ReadCell): boolean {
  if (typeof cell !== 'string' || orderProvenBy(cell) !== null || POINTED.test(cell.trim())) return false
  const [, first, second] = YEAR_LAST.exec(cell.trim()) ?? []
  return first !== undefined && Number(first) !== Number(second)
}
const POINTED = /^\d+\s*\./

/**
 * A day as YYYY-MM-DD; undefined for what is none in this order. A date with points and no proof is read day first: nobody
 * writes months first with points.
 */
export function dayOf(cell: ReadCell, order: DateOrder | null): string | undefined {
  if (typeof cell === 'object') return 'date' in cell ? cell.date : undefined
  const text = String(cell).trim()
  const named = NAMED.exec(text)
  if (named) {
    const word = (named[2] ?? '').toLowerCase()
    const month = months.findIndex(names => names.some(name => word.startsWith(name)))
    return month < 0 ? undefined : dated(Number(named[3]), month + 1, Number(named[1]))
  }
  const first = YEAR_FIRST.exec(text)
  if (first) return dated(Number(first[1]), Number(first[2]), Number(first[3]))
  const last = YEAR_LAST.exec(text)
  if (!last) return undefined
  const [one, two, year] = [Number(last[1]), Number(last[2]), Number(last[3])]
  const way = order ?? (POINTED.test(text) ? 'dmy' : null)
  if (way === 'dmy') return dated(year, two, one)
  if (way === 'mdy') return dated(year, one, two)
  return undefined
}

function dated(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(fullYear(year), month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined
}
