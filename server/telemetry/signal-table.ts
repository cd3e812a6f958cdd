import { metricByName } from '#shared/signals.ts'
import type { Metric, Property } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { TOO_MANY_LAYOUTS } from './layout-budget.ts'
import type { Layouts } from './layouts.ts'
import type { BirthMetric, Slot } from './signal-parts.ts'
import { type BornSet, bornSet, countFrom, emptySet, withMetrics } from './signal-set.ts'

/** The metrics of one device; grows with metrics that no birth announced. */
export interface SignalTable extends BornSet {
  /** Aliases in the birth whose metrics cannot be kept: another birth would say no more about them. */
  passedOver?: ReadonlySet<number>
  /** Whether a set of metrics that no device had before may be added. */
  admits(): boolean
}

/** The most metrics a device may have: the largest controller has under 2,000. */
export const MAX_SLOTS = 4_000
const MAX_NAME = 200
// Layouts are compared line by line; a metric never has a line break in its name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

/** Whether a metric with this name can be kept. */
export const isMetricName = (name: string) => name !== '' && name.length <= MAX_NAME && !CONTROL.test(name)

/** What the birth says about its metrics, in its order; metrics that cannot be kept are left out. */
export function readBirth(metrics: readonly Metric[]): BirthMetric[] {
  const found = new Map<string, BirthMetric>()
  for (const metric of metrics) {
    const name = metric.name?.trim()
    if (name === undefined || !isMetricName(name) || found.size >= MAX_SLOTS) continue
    found.set(name, announced(name, metric))
  }
  return [...found.values()]
}

/** Aliases in a birth whose metrics are not in the table. */
export const passedOver = (metrics: readonly Metric[], table: SignalTable): Set<number> =>
  new Set(metrics.flatMap(({ alias }) => (alias === undefined || findAlias(table, alias) ? [] : alias)))

/** What is wrong with the aliases of a birth: two metrics whose values cannot be told apart. Null when nothing is. */
export function doubtOfAliases(birth: readonly BirthMetric[]): string | null {
  const named = new Map<number, string>()
  for (const { name, alias } of birth) {
    if (alias === undefined) continue
    const other = named.get(alias)
    if (other !== undefined) return `alias ${alias} stands for two metrics: "${other}" and "${name}"`
    named.set(alias, name)
  }
  return null
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

/** For peers that leave the type out: the value itself is all there is to go by. */
function typeOfValue(value: unknown): number {
  if (typeof value === 'boolean') return DataType.Boolean
  if (typeof value === 'string') return DataType.String
  return DataType.Double
}

/** Without any metric. */
export const emptyTable = (layouts: Layouts, admits: () => boolean): SignalTable => ({
  set: emptySet(layouts),
  firstAlias: 0,
  admits,
})

/** The table of a birth; undefined when its set of metrics is new and not admitted. */
export function tableOf(
  birth: readonly BirthMetric[],
  layouts: Layouts,
  admits: () => boolean,
): SignalTable | undefined {
  const born = bornSet(birth, layouts, admits)
  return born && { ...born, admits }
}

/** The metric this device means by an alias. */
export const findAlias = ({ set, firstAlias }: SignalTable, alias: number): Slot | undefined =>
  set.byAlias.get(alias - firstAlias)

/** Adds metrics sent by name without having been announced. Returns the reason when not all of them are accepted. */
export function addUnannounced(
  table: SignalTable,
  metrics: readonly Metric[],
  layouts: Layouts,
): string | null {
  const room = Math.max(0, MAX_SLOTS - table.set.byName.size)
  const found = readBirth(metrics)
  const taken = countFrom(table.firstAlias, found.slice(0, room))
  const set = withMetrics(table.set, taken, layouts, table.admits)
  if (!set) return TOO_MANY_LAYOUTS
  table.set = set
  return found.length <= room ? null : 'too many metrics'
}
