import { isBookkeeping, metricByName, type Storage, storageOf } from '#shared/signals.ts'
import type { Metric, Property } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
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
}

/** More metrics than this a device cannot have: the largest controller has under 2,000. */
const MAX_SLOTS = 4_000
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

/** The table of a birth. Settings come last, so that the reports of every day end before them. */
export function tableOf(birth: readonly BirthMetric[], layouts: Layouts): SignalTable {
  const table: SignalTable = { byName: new Map(), byAlias: new Map(), layout: layouts.of([], []) }
  extend(
    table,
    [...birth.filter(metric => !metric.writable), ...birth.filter(metric => metric.writable)],
    layouts,
  )
  return table
}

/** Adds metrics that were sent by name without having been announced. False when there is no room for all. */
export function addUnannounced(table: SignalTable, metrics: readonly Metric[], layouts: Layouts): boolean {
  const room = MAX_SLOTS - table.byName.size
  const found = readBirth(metrics)
  extend(table, found.slice(0, Math.max(0, room)), layouts)
  return found.length <= room
}

function extend(table: SignalTable, metrics: readonly BirthMetric[], layouts: Layouts): void {
  const real = [...table.layout.real]
  const exact = [...table.layout.exact]
  for (const metric of metrics) {
    const storage = isBookkeeping(metric.name) ? 'none' : storageOf(metric)
    const list = storage === 'real' ? real : storage === 'exact' ? exact : null
    const slot: Slot = { ...metric, storage, index: list ? list.push(metric.name) - 1 : -1 }
    table.byName.set(metric.name, slot)
    if (metric.alias !== undefined) table.byAlias.set(metric.alias, slot)
  }
  table.layout = layouts.of(real, exact)
}
