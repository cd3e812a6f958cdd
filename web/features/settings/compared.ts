import { labelAt, pointDay } from '#shared/setting-days.ts'
import { isSame } from '#shared/setting-draft.ts'
import {
  type SettingDocument,
  type SettingSignal,
  type SettingValue,
  settingByName,
} from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'

/** One setting in several houses: the values in the order of the houses, undefined where a house has none. */
export interface ComparedRow {
  key: string
  signal: SettingSignal
  label: Text
  values: (SettingValue | undefined)[]
}

const isDay = (name: string) => /\/P\d+\/Day$/.test(name)
/** The number of a point in its name. */
const POINT = /\/P\d+\//

/**
 * The settings that are not the same in all of these houses. Points stand beside each other by their day of age: the fifth
 * point of one house may be another day's than that of the next.
 */
export function comparedRows(documents: readonly SettingDocument[]): ComparedRow[] {
  const rows = new Map<string, ComparedRow & { order: string; day: number }>()
  for (const [house, document] of documents.entries())
    for (const [name, value] of Object.entries(document)) {
      const signal = settingByName(name)
      if (!signal || isDay(name)) continue
      const day = pointDay(name, document)
      const key = day === undefined ? name : `${name.replace(POINT, '/P/')} ${day}`
      const row = rows.get(key) ?? {
        key,
        signal,
        label: labelAt(signal, day),
        values: documents.map(() => undefined),
        order: day === undefined ? name : name.replace(/\/P\d+\/.*/, ''),
        day: day ?? 0,
      }
      row.values[house] = value
      rows.set(key, row)
    }
  return [...rows.values()]
    .filter(({ values }) => values.some(value => !isSame(value, values[0])))
    .toSorted((a, b) => a.order.localeCompare(b.order) || a.day - b.day || a.key.localeCompare(b.key))
}
