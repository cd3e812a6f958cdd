import type { Storage } from '#shared/signals.ts'

/** Which metric is where in the arrays of a report; equal lists share one object. */
export interface Layout {
  readonly fingerprint: string
  readonly real: readonly string[]
  readonly exact: readonly string[]
  /** Key in the database; undefined until it is stored. */
  id: number | undefined
}

/** What a birth said about one metric; kept with the latest state of the device. */
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
  /** Place in the layout's list for its storage; -1 when it has none. */
  index: number
}

/** The metrics of devices with identical births: shared by all of them, never changed. */
export interface SignalSet {
  readonly key: string
  readonly byName: ReadonlyMap<string, Slot>
  readonly byAlias: ReadonlyMap<number, Slot>
  readonly layout: Layout
}
