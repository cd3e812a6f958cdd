import type { Reading, ReportedByDevice } from '#shared/contracts/houses.ts'
import {
  alarmByMetric,
  formatSignal,
  metricByName,
  metrics,
  settingByName,
  settingGroups,
} from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'

/** A metric or setting as the table shows it. */
export interface ReportedRow {
  /** on the wire */
  name: string
  label: string
  value: string
  at: number
  /** hard range with its unit; '' where none is known */
  range: string
}

export interface RowGroup {
  key: string
  title: string
  rows: ReportedRow[]
}

const order = new Map(metrics.map(({ name }, i) => [name, i]))
const place = (name: string) => order.get(name) ?? Number.MAX_SAFE_INTEGER

/** What the first part of a metric's name is called. */
export type Titles = (first: string) => string

/** All metrics by the first part of their names, in the order of the signal model; foreign ones last, by name. */
export function metricGroups(reported: ReportedByDevice, language: Language, title: Titles): RowGroup[] {
  const names = Object.keys(reported.metrics).sort((a, b) => place(a) - place(b) || a.localeCompare(b))
  const groups = new Map<string, ReportedRow[]>()
  for (const name of names) {
    const first = name.split('/')[0] ?? name
    const rows = groups.get(first) ?? []
    groups.set(first, rows)
    const reading = reported.metrics[name]
    if (reading) rows.push(rowOf(name, reading, language))
  }
  return [...groups].map(([key, rows]) => ({ key, title: title(key), rows }))
}

/** All settings by their groups; those we do not know under `other`. Empty groups are left out. */
export function settingRows(reported: ReportedByDevice, language: Language, other: string): RowGroup[] {
  const entries = Object.entries(reported.settings ?? {})
  const inGroup = (key: string | undefined) =>
    entries
      .filter(([name]) => settingByName(name)?.group === key)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, reading]) => rowOf(name, reading, language))
  const known = settingGroups.map(({ key, label }) => ({ key, title: label[language], rows: inGroup(key) }))
  return [...known, { key: 'other', title: other, rows: inGroup(undefined) }].filter(
    ({ rows }) => rows.length > 0,
  )
}

function rowOf(name: string, [value, at]: Reading, language: Language): ReportedRow {
  const signal = metricByName.get(name) ?? settingByName(name)
  const label = signal?.label[language] ?? alarmByMetric.get(name)?.label[language] ?? name
  const plain = signal ?? {
    unit: '' as const,
    decimals: typeof value === 'number' && value % 1 !== 0 ? 2 : 0,
  }
  const said = signal?.unit === 'time' && typeof value === 'number' ? new Date(value).toISOString() : null
  return {
    name,
    label,
    value: said ?? formatSignal(value, plain, language),
    at,
    range: rangeOf(signal, language),
  }
}

const wordless: ReadonlySet<string> = new Set(['bool', 'enum', 'bits', 'time', 'HH:MM'])

function rangeOf(
  signal: (Parameters<typeof formatSignal>[1] & { low?: number; high?: number }) | undefined,
  language: Language,
) {
  if (signal?.low === undefined || signal.high === undefined || wordless.has(signal.unit)) return ''
  if (signal.low === 0 && signal.high === 0) return ''
  return `${formatSignal(signal.low, { ...signal, unit: '' }, language)}–${formatSignal(signal.high, signal, language)}`
}

/** The rows whose label or wire name holds the text; groups without one are left out. */
export function searched(groups: readonly RowGroup[], text: string): RowGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...groups]
  const holds = ({ label, name }: ReportedRow) =>
    label.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
  return groups
    .map(group => ({ ...group, rows: group.rows.filter(holds) }))
    .filter(({ rows }) => rows.length > 0)
}
