import { labelOfMetric, metrics } from '#shared/signals.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { unitsFor } from '../foreign-readings/columns.ts'

/** What a column may be for, besides a metric. */
export const roleNames = {
  time: text('时间', 'Time'),
  date: text('日期', 'Date'),
  utc: text('时间（UTC）', 'Time (UTC)'),
  house: text('鸡舍', 'House'),
  name: text('指标名称', 'Name of the metric'),
  value: text('数值', 'Value'),
  unit: text('单位', 'Unit'),
} as const satisfies Readonly<Record<string, Text>>
export type ReadingRole = keyof typeof roleNames
export const isRole = (use: string | null): use is ReadingRole => use !== null && use in roleNames

/** Metrics that people bring: what a house measures and does, no bitmaps, clocks and limits. */
const imported = metrics.filter(({ unit }) => !['bits', 'time', 'HH:MM', 'enum', ''].includes(unit))
const known = new Set(imported.map(({ name }) => name))
export const isImported = (metric: string | null): metric is string => metric !== null && known.has(metric)

/** What may be chosen for a column. */
export const usesIn = (language: Language) => [
  ...Object.entries(roleNames).map(([value, label]) => ({
    value,
    label: label[language],
    units: [] as string[],
  })),
  ...imported.map(({ name }) => ({
    value: name,
    label: labelOfMetric(name, language),
    units: [...unitsFor(name)],
  })),
]
