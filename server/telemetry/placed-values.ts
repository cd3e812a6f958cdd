import { DataType, type MetricValue } from '#shared/sparkplug/types.ts'
import type { Layout, Slot } from './signal-parts.ts'

/** Values of one time: numbers by their place in a layout, everything else by name. */
export interface PlacedValues {
  layout: Layout
  /** The layout's real metrics, then its exact ones; NaN where there is no usable number. */
  numbers: Float64Array
  /** Values that are more than, or not, the number at their place: texts, bad readings, 64-bit integers. */
  others: ReadonlyMap<string, unknown> | null
}

/** Place of a slot among the numbers of a layout; -1 when it has none there. A table may have grown meanwhile. */
export function placeOf({ storage, index }: Slot, { real, exact }: Layout): number {
  if (storage === 'real') return index < real.length ? index : -1
  return storage === 'exact' && index < exact.length ? real.length + index : -1
}

/** The metric at a place. */
export const nameAt = ({ real, exact }: Layout, place: number): string =>
  (place < real.length ? real[place] : exact[place - real.length]) ?? ''

/** How many numbers a layout has. */
export const sizeOf = ({ real, exact }: Layout): number => real.length + exact.length

/** The number at a place, as the type it was sent as. */
export const typedNumber = (number: number, { datatype }: Slot): MetricValue =>
  datatype === DataType.Boolean ? number !== 0 : number

const prefixed = new WeakMap<Layout, Map<string, readonly string[]>>()

/** The metrics of a layout with this prefix; cached, since every report asks. */
export function prefixedNames(layout: Layout, prefix: string): readonly string[] {
  const known = prefixed.get(layout) ?? new Map<string, readonly string[]>()
  const found = known.get(prefix)
  if (found) return found
  const names = [...layout.real, ...layout.exact].filter(name => name.startsWith(prefix))
  prefixed.set(layout, known.set(prefix, names))
  return names
}
