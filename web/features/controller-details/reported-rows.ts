import type { MetricFacts, Reading, ReportedByDevice } from '#shared/contracts/houses.ts'
import { type Doubt, doubtOf } from '#shared/probe-doubts.ts'
import { notSimulated } from '#shared/signals/not-simulated.ts'
import { formatSignal, metricByName, settingByName, settingGroups } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { inGroups, shownMetric } from '#web/components/metric.ts'

/** A metric or setting as a table row. */
export interface ReportedRow {
  /** on the wire */
  name: string
  label: string
  value: string
  at: number
  /** hard range with its unit; '' if unknown */
  range: string
  /** Whether a chart can show it. */
  isDrawn: boolean
  /** Why the value is not believed. */
  doubt?: Doubt | undefined
  /** A simulated controller stores it without acting on it. */
  isUnmodelled?: boolean
}

export interface RowGroup {
  key: string
  title: string
  rows: ReportedRow[]
}

/** Labels by the first part of a metric's name. */
export type Titles = (first: string) => string

/** All metrics in groups; other makers' with the unit and range their device reported. */
export function metricGroups(reported: ReportedByDevice, reader: Reader, title: Titles): RowGroup[] {
  const facts = new Map(reported.foreign.map(one => [one.name, one]))
  const doubts = new Map(reported.doubts.map(doubt => [doubt.metric, doubt]))
  return inGroups(Object.keys(reported.metrics)).map(([key, names]) => ({
    key,
    title: title(key),
    rows: names.map(name => ({
      ...metricRow(name, reported.metrics[name] ?? [null, 0], facts.get(name), reader),
      doubt: doubtOf(doubts, name),
    })),
  }))
}

function metricRow(
  name: string,
  [value, at]: Reading,
  facts: MetricFacts | undefined,
  reader: Reader,
): ReportedRow {
  const { label, say } = shownMetric(name, facts, reader)
  const signal = metricByName.get(name)
  const isDrawn =
    typeof value === 'number' || typeof value === 'boolean' || (value === null && signal !== undefined)
  return {
    name,
    label,
    at,
    isDrawn,
    value: signal?.unit === 'time' && typeof value === 'number' ? new Date(value).toISOString() : say(value),
    range: rangeOf(signal ?? facts, say),
  }
}

/** All settings in groups, unknown ones under `other`. Empty groups are left out. */
export function settingRows(reported: ReportedByDevice, reader: Reader, other: string): RowGroup[] {
  const entries = Object.entries(reported.settings ?? {})
  const inGroup = (key: string | undefined) =>
    entries
      .filter(([name]) => settingByName(name)?.group === key)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, reading]) => settingRow(name, reading, reader))
  const known = settingGroups.map(({ key, label }) => ({
    key,
    title: label[reader.language],
    rows: inGroup(key),
  }))
  return [...known, { key: 'other', title: other, rows: inGroup(undefined) }].filter(
    ({ rows }) => rows.length > 0,
  )
}

function settingRow(name: string, [value, at]: Reading, reader: Reader): ReportedRow {
  const signal = settingByName(name)
  const plain = signal ?? { unit: '', decimals: typeof value === 'number' && value % 1 !== 0 ? 2 : 0 }
  const say = (amount: Reading[0]) => formatSignal(amount, plain, reader)
  return {
    name,
    label: signal?.label[reader.language] ?? name,
    value: say(value),
    at,
    isDrawn: false,
    range: rangeOf(signal, say),
    isUnmodelled: signal !== undefined && notSimulated.includes(signal.pattern),
  }
}

const wordless: ReadonlySet<string> = new Set(['bool', 'enum', 'bits', 'time', 'HH:MM'])

function rangeOf(
  signal: { unit: string | null; low: number | null; high: number | null } | undefined,
  say: (value: number) => string,
): string {
  const { unit, low, high } = signal ?? {}
  if (low === null || low === undefined || high === null || high === undefined) return ''
  if (wordless.has(unit ?? '') || (low === 0 && high === 0)) return ''
  return `${say(low).split('\u202f')[0]}–${say(high)}`
}

/** Rows whose label or wire name contains the text; groups without any are left out. */
export function searched(groups: readonly RowGroup[], text: string): RowGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...groups]
  const holds = ({ label, name }: ReportedRow) =>
    label.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)
  return groups
    .map(group => ({ ...group, rows: group.rows.filter(holds) }))
    .filter(({ rows }) => rows.length > 0)
}
