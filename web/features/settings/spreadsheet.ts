import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { Wanted } from '#shared/setting-draft.ts'
import type { SettingSignal, SettingValue } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { kindOf, readTyped } from './cell-value.ts'
import type { SettingTable } from './layout.ts'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const CONTROLS = 'input, select, button'

/** Arrows and Enter lead to the neighbouring cell, as in a spreadsheet; within a text the arrows still move through it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target } = event
  if (!step || !(target instanceof HTMLElement)) return
  if (target instanceof HTMLSelectElement && step[0] !== 0 && event.key !== 'Enter') return
  if (target instanceof HTMLButtonElement && event.key === 'Enter') return
  if (step[1] !== 0 && target instanceof HTMLInputElement && !isAtEdge(target, step[1])) return
  const cell = target.closest('td, th')
  const row = cell?.parentElement
  if (!cell || !row?.parentElement) return
  const rows = [...row.parentElement.children]
  const [down, right] = step
  let [at, column] = [rows.indexOf(row) + down, [...row.children].indexOf(cell) + right]
  const beside = () => rows[at]?.children[column]
  // Cells with nothing to set are passed over.
  while (beside() && !beside()?.querySelector(CONTROLS)) {
    at += down
    column += right
  }
  const control = beside()?.querySelector<HTMLElement>(CONTROLS)
  if (!control) return
  event.preventDefault()
  control.focus()
}

/** The caret is at the end it is moving towards, or the whole text is selected. */
function isAtEdge({ type, value, selectionStart, selectionEnd }: HTMLInputElement, by: number): boolean {
  if (type === 'checkbox') return true
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return by < 0 ? selectionEnd === 0 : selectionStart === value.length
}

/** Why a block was refused: it extends beyond the table from the cell it was pasted into. */
export interface BlockRefusal {
  signal: SettingSignal
  side: 'columns' | 'rows'
  has: number
  fits: number
}

/** Pastes a block copied from a spreadsheet, starting at the current cell; one that is too large is refused. */
export function pasteInto(
  event: ClipboardEvent<HTMLElement>,
  table: SettingTable,
  reader: Reader,
  { type, refuse }: { type: (cells: Wanted) => void; refuse: (refusal: BlockRefusal | null) => void },
): void {
  const text = event.clipboardData.getData('text/plain')
  const name = settingAt(event.target)
  if (!/[\t\n]/.test(text.trim()) || !name) return
  event.preventDefault()
  const block = blockAt(table, name, text, reader)
  refuse(block && 'side' in block ? block : null)
  if (block && 'cells' in block) type(block.cells)
}

/** The setting whose cell contains this element. */
export const settingAt = (target: EventTarget): string | null =>
  target instanceof HTMLElement
    ? (target.closest('[data-setting]')?.getAttribute('data-setting') ?? null)
    : null

/** The settings of a block with its first cell at `name`, or why it does not fit; undefined if there is no such cell. */
export function blockAt(
  table: SettingTable,
  name: string,
  text: string,
  reader: Reader,
): { cells: Wanted } | BlockRefusal | undefined {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'))
  const top = table.rows.findIndex(({ cells }) => cells.some(cell => cell?.name === name))
  const left = table.rows[top]?.cells.findIndex(cell => cell?.name === name) ?? -1
  const signal = table.rows[top]?.cells[left]
  if (!signal) return undefined
  const width = Math.max(...lines.map(line => line.length))
  const [columns, rows] = [table.columns.length - left, table.rows.length - top]
  if (width > columns) return { signal, side: 'columns', has: width, fits: columns }
  if (lines.length > rows) return { signal, side: 'rows', has: lines.length, fits: rows }
  const read = lines.flatMap((line, down) =>
    line.flatMap((typed, right): [string, SettingValue | null][] => {
      const cell = table.rows[top + down]?.cells[left + right]
      return cell ? [[cell.name, cellFrom(typed, cell, reader)]] : []
    }),
  )
  return { cells: Object.fromEntries(read) }
}

function cellFrom(typed: string, signal: SettingSignal, reader: Reader): SettingValue | null {
  const text = typed.trim()
  switch (kindOf(signal)) {
    case 'number':
    case 'bits':
      return readTyped(text, signal, reader)
    case 'clock':
      return text
    case 'switch':
      return /^(1|true|yes|是|on|开)$/i.test(text)
    case 'choice':
      return choiceFrom(text, signal)
  }
}

/** A code, or its name in either language. */
function choiceFrom(text: string, { enum: choices = {} }: SettingSignal): SettingValue {
  const code = Object.entries(choices).find(([code, words]) =>
    [code, ...Object.values(words)].some(known => known.toLowerCase() === text.toLowerCase()),
  )?.[0]
  return code === undefined ? text : Number(code)
}
