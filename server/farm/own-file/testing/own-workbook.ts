import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import type { ReadSheet } from '../../../platform/excel/read-workbook.ts'
import { readSheets } from '../../../platform/excel/read-workbook.ts'
import { say } from '../../../platform/http/texts.ts'
import type { Place } from '../places.ts'
import { proposeLayout } from '../propose.ts'
import { readDays } from '../read-days.ts'
import { sheetOfText } from '../text-file.ts'

export type Value = string | number | Date | null | { over: number; value: string }

/** Two houses of layers that came on 1 March as hens of 18 weeks, and one of broilers. */
const layers = (house: string, number: string): Place => ({
  house,
  number,
  dayZero: '2025-10-26',
  firstDay: 1,
  placedOn: '2026-03-01',
  birds: 10_000,
})
const north = layers('House 1', 'L-1')
const south = layers('House 2', 'L-2')
export const broilers: Place = {
  house: 'Broilers 3',
  number: 'B-3',
  dayZero: '2026-03-01',
  firstDay: 1,
  placedOn: '2026-03-01',
  birds: 20_000,
}
export const places = [north, south, broilers]

const cellOf = (value: Value) => {
  if (value === null) return null
  if (value instanceof Date) return { value, type: Date, format: 'dd/mm/yyyy' }
  if (typeof value === 'object') return { value: value.value, type: String, columnSpan: value.over }
  return { value, type: typeof value === 'number' ? Number : String }
}
/** A workbook as another program writes it: rows by the name of their sheet. */
export async function workbook(sheets: Record<string, readonly (readonly Value[])[]>) {
  const made = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map(row => row.flatMap(value => padded(value))) as SheetData,
  }))
  return readSheets(await writeXlsxFile(made).toBuffer(), 10_000)
}
/** A cell over several columns is followed by empty ones. */
function padded(value: Value) {
  const over = value !== null && typeof value === 'object' && 'over' in value ? value.over : 1
  return [cellOf(value), ...Array.from({ length: over - 1 }, () => null)]
}

/** What is read of a file that nobody has helped with: days and faults. */
export function readBy(
  sheets: readonly ReadSheet[],
  change = (layout: Layout) => layout,
  of: readonly Place[] = places,
) {
  const layout = change(proposeLayout(sheets, of))
  const { days, notes } = readDays(sheets, layout, of)
  return {
    layout,
    days: days.map(({ values }) => values),
    spread: days.flatMap(({ values, spread }) =>
      Object.entries(spread).map(
        ([field, { sum, from, to }]) => `${String(values.day)} ${field} ${sum} ${from} ${to}`,
      ),
    ),
    notes: notes.map(note => say('en-US', note)),
    faults: days.flatMap(({ faults, cells }) =>
      faults.map(({ field, message }) => `${cells[field]} ${JSON.stringify(message)}`),
    ),
  }
}
export type Layout = ReturnType<typeof proposeLayout>

export const on = (day: string) => new Date(`${day}T00:00:00Z`)
export const textFile = (text: string | Buffer) => {
  const sheet = sheetOfText('house 1.csv', Buffer.from(text))
  return sheet ? [sheet] : []
}
