import { isBookkeeping, metricByName, type Storage, storageOf } from '#shared/signals.ts'
import type { Metric, Property } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { TOO_MANY_LAYOUTS } from './layout-budget.ts'
import type { Layout, Layouts } from './layouts.ts'

/** What a birth said of one metric; kept with the latest state of the device. */
export interface BirthMetric {
  name: string
  alias?: number
  datatype: number
  low?: number
  high?: number
  unit?: string
  decimals?: number
  /** A setting: the birth says `readOnly` = false. */
  writable?: true
}

/** Where the values of a metric go. */
export interface Slot extends BirthMetric {
  storage: Storage
  /** Place in the layout's list of its storage; -1 when it has none. */
  index: number
}

/** The metrics of one device by name and alias; grows with metrics that no birth announced. */
export interface SignalTable {
  byName: Map<string, Slot>
  byAlias: Map<number, Slot>
  layout: Layout
  /** Whether a set of metrics that nobody had before may be added. */
  admits(): boolean
}

/** More metrics than this a device cannot have: the largest controller has under 2,000. */
export const MAX_SLOTS = 4_000
const MAX_NAME = 200
// Layouts are compared line by line; a metric never has a line break in its name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

/** Whether a metric of this name can be kept. */
export const isMetricName = (name: string) => name !== '' && name.length <= MAX_NAME && !CONTROL.test(name)

/** What the birth says of its metrics, in its order; metrics that cannot be kept are left out. */
export function readBirth(metrics: readonly Metric[]): BirthMetric[] {
  const found = new Map<string, BirthMetric>()
  for (const metric of metrics) {
    if (metric.name === undefined || !isMetricName(metric.name) || found.size >= MAX_SLOTS) continue
    found.set(metric.name, announced(metric.name, metric))
  }
  return [...found.values()]
}

function announced(name: string, { alias, datatype, properties, value }: Metric): BirthMetric {
  const known = metricByName.get(name)
  const number = (property: Property | undefined) => {
    const read = Number(property?.value)
    return property && property.value !== null && Number.isFinite(read) ? read : undefined
  }
  const unit = properties?.engUnit?.value ?? known?.unit
  const low = number(properties?.engLow) ?? known?.low
  const high = number(properties?.engHigh) ?? known?.high
  const decimals = number(properties?.decimals) ?? known?.decimals
  return {
    name,
    ...(alias !== undefined && { alias }),
    datatype: datatype ?? known?.datatype ?? typeOfValue(value),
    ...(low !== undefined && { low }),
    ...(high !== undefined && { high }),
    ...(typeof unit === 'string' && unit !== '' && { unit: unit.slice(0, 40) }),
    ...(decimals !== undefined && { decimals }),
    ...(properties?.readOnly?.value === false && { writable: true as const }),
  }
}

/** Peers leave the type out; then the value itself is all there is to go by. */
function typeOfValue(value: unknown): number {
  if (typeof value === 'boolean') return DataType.Boolean
  if (typeof value === 'string') return DataType.String
  return DataType.Double
}

/** Without any metric. */
export const emptyTable = (layouts: Layouts, admits: () => boolean): SignalTable => ({
  byName: new Map(),
  byAlias: new Map(),
  layout: layouts.of([], []),
  admits,
})

/**
 * The table of a birth; undefined when its set of metrics is new and not admitted. Settings come last, so that the
 * reports of every day end before them.
 */
export function tableOf(
  birth: readonly BirthMetric[],
  layouts: Layouts,
  admits: () => boolean,
): SignalTable | undefined {
  const table = emptyTable(layouts, admits)
  const sorted = [...birth.filter(metric => !metric.writable), ...birth.filter(metric => metric.writable)]
  return extend(table, sorted, layouts) ? table : undefined
}

/** Adds metrics that were sent by name without having been announced. The reason when not all of them are taken. */
export function addUnannounced(
  table: SignalTable,
  metrics: readonly Metric[],
  layouts: Layouts,
): string | null {
  const room = MAX_SLOTS - table.byName.size
  const found = readBirth(metrics)
  if (!extend(table, found.slice(0, Math.max(0, room)), layouts)) return TOO_MANY_LAYOUTS
  return found.length <= room ? null : 'too many metrics'
}

/** All of them, or none when the longer layout is not admitted. */
function extend(table: SignalTable, metrics: readonly BirthMetric[], layouts: Layouts): boolean {
  const real = [...table.layout.real]
  const exact = [...table.layout.exact]
  const slots = metrics.map((metric): Slot => {
    const storage = isBookkeeping(metric.name) ? 'none' : storageOf(metric)
    const list = storage === 'real' ? real : storage === 'exact' ? exact : null
    return { ...metric, storage, index: list ? list.push(metric.name) - 1 : -1 }
  })
  const layout = layouts.ofAdmitted(real, exact, table.admits)
  if (!layout) return false
  for (const slot of slots) {
    table.byName.set(slot.name, slot)
    if (slot.alias !== undefined) table.byAlias.set(slot.alias, slot)
  }
  table.layout = layout
  return true
}
