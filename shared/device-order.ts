import { bookkeeping, isBookkeeping, type SettingValue, settingByName } from '#shared/signals.ts'
import { DataType, type Metric, type MetricValue } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import { type Return, readReturns } from '#shared/temporary-settings.ts'

/** A DCMD, sorted. */
export interface Order {
  id: string
  expectedVersion: bigint | undefined
  /** ms since 1970 */
  expiresAt: number | undefined
  revertAt: number | undefined
  returns: Return[] | undefined
  settings: Record<string, SettingValue>
  /** the first metric that is neither command nor known setting */
  unknown: string | undefined
}

/** Sorts the metrics of a DCMD. `nameOf` knows the aliases of the last birth. */
export function readOrder(metrics: readonly Metric[], nameOf: (alias: number) => string | undefined): Order {
  const order: Order = {
    id: '',
    expectedVersion: undefined,
    expiresAt: undefined,
    revertAt: undefined,
    returns: undefined,
    settings: {},
    unknown: undefined,
  }
  for (const metric of metrics) {
    const name = metric.name ?? nameOf(metric.alias ?? -1) ?? `alias ${metric.alias ?? 'none'}`
    if (isBookkeeping(name)) readSteering(order, name as keyof typeof bookkeeping, metric)
    else readSetting(order, name, metric)
  }
  return order
}

function readSteering(order: Order, name: keyof typeof bookkeeping, metric: Metric): void {
  const value = resolveValue(metric, bookkeeping[name])
  if (name === 'Command/Id') order.id = String(value ?? '')
  else if (name === 'Command/ExpectedVersion') order.expectedVersion = wholeOf(value)
  else if (name === 'Command/ExpiresAt') order.expiresAt = timeOf(value)
  else if (name === 'Command/RevertAt') order.revertAt = timeOf(value)
  else if (name === 'Command/Returns') order.returns = readReturns(String(value ?? '')) ?? undefined
  else if (name !== 'Command/User') order.unknown ??= name
}

const isWhole = (value: MetricValue) => typeof value === 'bigint' || typeof value === 'number'
const wholeOf = (value: MetricValue) => (isWhole(value) ? BigInt(value as number) : undefined)
const timeOf = (value: MetricValue) => (isWhole(value) ? Number(value) : undefined)

function readSetting(order: Order, name: string, metric: Metric): void {
  const signal = settingByName(name)
  const value = signal && resolveValue(metric, signal.datatype)
  if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') {
    order.unknown ??= name
    return
  }
  // A Float arrives as 23.399999618530273: the decimals of the setting make it 23.4 again.
  const isReal = typeof value === 'number' && signal?.datatype === DataType.Float
  order.settings[name] = isReal ? Number(value.toFixed(signal.decimals)) : value
}
