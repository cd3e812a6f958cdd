import { metrics, settingGroups, settingsInGroup, storageOf } from '#shared/signals.ts'
import { DataType } from '#shared/sparkplug/types.ts'

/** What a birth says about one metric. */
export interface AnnouncedMetric {
  name: string
  datatype: number
  low: number
  high: number
  unit: string
}

/**
 * `count` numeric metrics of a house controller: first those of the signal model with 4-byte values, then probes unknown to
 * any model, like a foreign controller's.
 */
export function loadMetrics(count: number): AnnouncedMetric[] {
  const known = metrics
    .filter(({ datatype }) => datatype === DataType.Float || datatype === DataType.Int32)
    .filter(signal => storageOf(signal) === 'real')
    .map(({ name, datatype, low, high, unit }) => ({ name, datatype, low, high, unit }))
  const extra = Array.from({ length: Math.max(0, count - known.length) }, (_, index) => ({
    name: `Extra/Probe${index + 1}`,
    datatype: DataType.Float,
    low: 0,
    high: 100,
    unit: '%',
  }))
  return [...known, ...extra].slice(0, count)
}

/** `count` numeric settings of a house controller. */
export const loadSettings = (count: number): AnnouncedMetric[] =>
  settingGroups
    .flatMap(({ key }) => settingsInGroup(key))
    .filter(({ datatype }) => datatype === DataType.Float || datatype === DataType.Int32)
    .slice(0, count)
    .map(({ name, datatype, low, high, unit }) => ({ name, datatype, low, high, unit }))
