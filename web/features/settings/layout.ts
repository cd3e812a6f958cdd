import { type SettingGroupKey, type SettingSignal, settingsInGroup } from '#shared/signals.ts'
import { type Language, languages, type Text } from '#shared/text.ts'

/** One row of a settings table: a point of a curve, a level, a zone. */
export interface SettingRow {
  key: string
  label: Text
  /** In the order of the columns; undefined where the controller has none. */
  cells: (SettingSignal | undefined)[]
}
export interface SettingTable {
  key: string
  columns: { key: string; label: Text; signal: SettingSignal }[]
  rows: SettingRow[]
}
/** The layout of a group's settings on a form: single ones, and tables of repeating ones. */
export interface GroupLayout {
  singles: SettingSignal[]
  tables: SettingTable[]
}

/** Groups whose rows are named by more than their first index. */
const ROW_INDEXES: Partial<Record<SettingGroupKey, number>> = { lights: 2 }
const BRACES = /\{[^}]*\}/g

/** The settings of a group that a controller has, laid out for its form. */
export function layoutOf(group: SettingGroupKey, has: (name: string) => boolean): GroupLayout {
  const signals = settingsInGroup(group).filter(({ name }) => has(name))
  const repeated = signals.filter(({ indexes }) => indexes.length > 0)
  const tables = [...Map.groupBy(repeated, signal => placeOf(signal).table)].map(([key, ofTable]) =>
    tableOf(key, ofTable),
  )
  return { singles: signals.filter(({ indexes }) => indexes.length === 0), tables }
}

/** Table, row and column of a setting, from its wire name. */
function placeOf({ name, pattern, indexes, group }: SettingSignal) {
  const depth = Math.min(ROW_INDEXES[group] ?? 1, indexes.length)
  const end = [...pattern.matchAll(BRACES)][depth - 1]
  const segments = pattern.slice(0, (end?.index ?? 0) + (end?.[0].length ?? 0)).split('/').length
  const parts = name.split('/')
  const table = pattern.split('/').slice(0, segments).join('/')
  return { table, row: parts.slice(0, segments).join('/'), column: parts.slice(segments).join('/'), depth }
}

function tableOf(key: string, signals: readonly SettingSignal[]): SettingTable {
  const columns = new Map<string, SettingTable['columns'][number]>()
  const rows = new Map<string, SettingSignal[]>()
  for (const signal of signals) {
    const { row, column, depth } = placeOf(signal)
    if (!columns.has(column))
      columns.set(column, { key: column, signal, label: partOf(signal, depth, 'column') })
    rows.set(row, [...(rows.get(row) ?? []), signal])
  }
  const listed = [...columns.values()]
  return {
    key,
    columns: listed,
    rows: [...rows].map(([row, cells]) => ({
      key: row,
      label: partOf(cells[0] as SettingSignal, placeOf(cells[0] as SettingSignal).depth, 'row'),
      cells: listed.map(column => cells.find(cell => placeOf(cell).column === column.key)),
    })),
  }
}

/** The part of a label that names the row, or the column: `Level 7: static pressure` has both. */
function partOf({ label, indexes }: SettingSignal, depth: number, part: 'row' | 'column'): Text {
  const cut = (said: string, language: Language) => {
    const at = endOfNumbers(said, indexes.slice(0, depth))
    // In Chinese the measure word belongs to the number: 第 3 点.
    const unit = language === 'zh-CN' && said.startsWith('点', at + 1) ? 2 : 0
    if (part === 'row') return said.slice(0, at + unit).trim()
    return sentence(said.slice(at + unit).replace(/^[\s:：,，]+/, ''))
  }
  return Object.fromEntries(languages.map(language => [language, cut(label[language], language)])) as Text
}

/** Where the last of these numbers ends in a label; the 2 of CO2 is not one of them. */
function endOfNumbers(said: string, indexes: readonly string[]): number {
  let end = 0
  for (const index of indexes) {
    const number = index.replace(/^0+(?=\d)/, '')
    const found = new RegExp(`(?<![\\dA-Za-z])${number}(?!\\d)`).exec(said.slice(end))
    if (found) end += found.index + number.length
  }
  return end
}

const sentence = (said: string) => said.charAt(0).toUpperCase() + said.slice(1)
