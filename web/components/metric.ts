import type { MetricFacts } from '#shared/contracts/houses.ts'
import {
  alarmByMetric,
  formatSignal,
  labelOfMetric,
  metricByName,
  metrics,
  unitWord,
} from '#shared/signals.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import type { Bounds } from './chart/extent.ts'

/** A metric as screens show it, known to the signal model or of another maker. */
export interface ShownMetric {
  /** on the wire */
  name: string
  label: string
  /** In the reader's units; '' if the number has none. */
  unit: string
  /** Metrics with the same key may share an axis: they are measured alike. */
  axis: string
  /** Key of its colour; undefined: neutral. */
  quantity: string | undefined
  /** Jumps from one value to another: a switch, a mode, a level. */
  isStep: boolean
  /** The range of possible values, as stored; null if unknown, and for steps. */
  bounds: Bounds | null
  /** Formats a stored value for the reader, with its unit. */
  say: (value: number | boolean | string | null) => string
  /** A stored value as a number in the reader's units, for an axis. */
  shown: (value: number) => number
  /** The difference between two values, in the reader's units. */
  difference: (span: number) => number
}

/** Units that tell what a foreign metric measures. */
const quantityOfUnit: Readonly<Record<string, string>> = {
  '°C': 'temperature',
  '°F': 'temperature',
  ppm: 'co2',
  Pa: 'pressure',
  L: 'water',
  'L/min': 'water',
  kg: 'feed',
  g: 'feed',
  'm³/h': 'ventilation',
  'm/s': 'ventilation',
}
const stepUnits: ReadonlySet<string> = new Set(['bool', 'enum', 'bits', 'level'])

/** A metric with its texts; `facts` are what its device reported about it. */
export function shownMetric(name: string, facts: MetricFacts | undefined, reader: Reader): ShownMetric {
  const signal = metricByName.get(name)
  const unit = signal?.unit ?? (alarmByMetric.has(name) ? 'bool' : (facts?.unit ?? ''))
  const decimals = signal?.decimals ?? facts?.decimals
  const choices = signal?.enum
  const { shown, difference } = shownUnit(unit, reader.units)
  const isStep = stepUnits.has(unit)
  return {
    name,
    label: labelOfMetric(name, reader.language),
    unit: unitWord(unit, reader),
    axis: choices ? name : unit,
    quantity: signal?.quantity ?? quantityOfUnit[unit],
    isStep,
    bounds: isStep ? null : boundsOf(signal ?? facts),
    say: value => {
      const places = decimals ?? (typeof value === 'number' && !Number.isInteger(value) ? 2 : 0)
      return formatSignal(value, { unit, decimals: places, ...(choices && { enum: choices }) }, reader)
    },
    shown,
    difference,
  }
}

function boundsOf(facts: Pick<MetricFacts, 'low' | 'high'> | undefined): Bounds | null {
  const { low = null, high = null } = facts ?? {}
  return low === null || high === null || low >= high ? null : { low, high }
}

const order = new Map(metrics.map(({ name }, i) => [name, i]))
const place = (name: string) =>
  order.get(name) ?? (alarmByMetric.has(name) ? metrics.length : Number.MAX_SAFE_INTEGER)

/** Names grouped by their first part, in the order of the signal model; other makers' come last, by name. */
export function inGroups(names: readonly string[]): [group: string, names: string[]][] {
  const groups = new Map<string, string[]>()
  for (const name of names.toSorted((a, b) => place(a) - place(b) || a.localeCompare(b))) {
    const first = name.split('/')[0] ?? name
    groups.set(first, [...(groups.get(first) ?? []), name])
  }
  return [...groups]
}
