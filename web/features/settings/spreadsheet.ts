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

/** Arrows and Enter lead to the cell beside, as in a spreadsheet; within a text the arrows go on moving through it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target } = event
  if (!step || !(target instanceof HTMLElement)) return
  if (target instanceof HTMLSelectElement && step[0] !== 0 && event.key !== 'Enter') return
  if (target instanceof HTMLButtonElement && event.key === 'Enter') return
  if (step[1] !== 0 && target instanceof HTMLInputElement && !isAtEdge(target, step[1])) return
  const cell = target.closest('td')
  const row = cell?.parentElement
  if (!cell || !row?.parentElement) return
  const rows = [...row.parentElement.children]
  const beside = rows[rows.indexOf(row) + step[0]]?.children[[...row.children].indexOf(cell) + step[1]]
  const control = beside?.querySelector<HTMLElement>(CONTROLS)
  if (!control) return
  event.preventDefault()
  control.focus()
}

/** The caret stands at the end towards which it is to leave, or the whole text is marked. */
function isAtEdge({ type, value, selectionStart, selectionEnd }: HTMLInputElement, by: number): boolean {
  if (type === 'checkbox') return true
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return by < 0 ? selectionEnd === 0 : selectionStart === value.length
}

/** Takes a block that was copied from a spreadsheet, from the cell it is pasted into; one that is too wide is not taken. */
export function pasteInto(
  event: ClipboardEvent<HTMLElement>,
  table: SettingTable,
  reader: Reader,
  type: (cells: Wanted) => void,
): void {
  const text = event.clipboardData.getData('text/plain')
  const name =
    event.target instanceof HTMLElement
      ? event.target.closest('[data-setting]')?.getAttribute('data-setting')
      : null
  if (!/[\t\n]/.test(text.trim()) || !name) return
  event.preventDefault()
  const cells = blockAt(table, name, text, reader)
  if (cells) type(cells)
}

/** The settings of a block with its first cell at `name`; undefined when it does not fit. */
export function blockAt(table: SettingTable, name: string, text: string, reader: Reader): Wanted | undefined {
  const lines = text
    .replace(/\r/g, '')
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'))
  const top = table.rows.findIndex(({ cells }) => cells.some(cell => cell?.name === name))
  const left = table.rows[top]?.cells.findIndex(cell => cell?.name === name) ?? -1
  const isTooBig =
    top + lines.length > table.rows.length || lines.some(line => left + line.length > table.columns.length)
  if (top < 0 || left < 0 || isTooBig) return undefined
  const read = lines.flatMap((line, down) =>
    line.flatMap((typed, right): [string, SettingValue | null][] => {
      const signal = table.rows[top + down]?.cells[left + right]
      return signal ? [[signal.name, cellFrom(typed, signal, reader)]] : []
    }),
  )
  return Object.fromEntries(read)
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

/** A code, or the word it is shown by in either language. */
function choiceFrom(text: string, { enum: choices = {} }: SettingSignal): SettingValue {
  const code = Object.entries(choices).find(([code, words]) =>
    [code, ...Object.values(words)].some(known => known.toLowerCase() === text.toLowerCase()),
  )?.[0]
  return code === undefined ? text : Number(code)
}
