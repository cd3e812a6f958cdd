/** Sparkplug 3.0 data types by their number on the wire. */
export const DataType = {
  Unknown: 0,
  Int8: 1,
  Int16: 2,
  Int32: 3,
  Int64: 4,
  UInt8: 5,
  UInt16: 6,
  UInt32: 7,
  UInt64: 8,
  Float: 9,
  Double: 10,
  Boolean: 11,
  String: 12,
  DateTime: 13,
  Text: 14,
  UUID: 15,
  DataSet: 16,
  Bytes: 17,
  File: 18,
  Template: 19,
  PropertySet: 20,
  PropertySetList: 21,
  Int8Array: 22,
  Int16Array: 23,
  Int32Array: 24,
  Int64Array: 25,
  UInt8Array: 26,
  UInt16Array: 27,
  UInt32Array: 28,
  UInt64Array: 29,
  FloatArray: 30,
  DoubleArray: 31,
  BooleanArray: 32,
  StringArray: 33,
  DateTimeArray: 34,
} as const

export type DataTypeName = keyof typeof DataType

/** The types this codec knows; a foreign payload may contain any other number. */
export type DataTypeCode = (typeof DataType)[DataTypeName]

/** Table value; every row has one value per column. */
export interface DataSet {
  columns: string[]
  types: number[]
  rows: MetricValue[][]
}

/**
 * Int64 and UInt64 are bigint, DateTime is a number of ms, Bytes, File and Template are their bytes,
 * `null` means that the sender marked the metric as null.
 */
export type MetricValue =
  | number
  | bigint
  | boolean
  | string
  | Uint8Array
  | number[]
  | bigint[]
  | boolean[]
  | string[]
  | DataSet
  | null

export type PropertySet = Record<string, Property>

/** One entry of a property set; `value` follows `type` as for metrics. */
export interface Property {
  type: number
  value: MetricValue | PropertySet | PropertySet[]
}

/** Field of the protobuf `Metric` message that carried the value. */
export const ValueField = {
  Int: 10,
  Long: 11,
  Float: 12,
  Double: 13,
  Boolean: 14,
  String: 15,
  Bytes: 16,
  DataSet: 17,
  Template: 18,
} as const

export type ValueFieldCode = (typeof ValueField)[keyof typeof ValueField]

/**
 * Integers as on the wire, unsigned; those beyond 2^53 are bigint.
 * A DataSet is decoded with the metric, as it has its own types.
 */
export type RawValue = number | bigint | boolean | string | Uint8Array | DataSet

export interface Metric {
  name?: string | undefined
  alias?: number | undefined
  /** ms since 1970; a time beyond the safe integers is read as the largest safe one */
  timestamp?: number | undefined
  /** absent in most DATA messages: the type from the birth applies, see `resolveValue` */
  datatype?: number | undefined
  isHistorical?: boolean | undefined
  isTransient?: boolean | undefined
  isNull?: boolean | undefined
  properties?: PropertySet | undefined
  /** by `datatype`; without one the raw wire value */
  value: MetricValue
  /** set by the decoder: which field carried the value, and its contents */
  field?: ValueFieldCode | undefined
  raw?: RawValue | undefined
}

export interface Payload {
  /** ms since 1970 */
  timestamp?: number | undefined
  metrics: Metric[]
  /** 0 to 255 */
  seq?: number | undefined
  uuid?: string | undefined
  body?: Uint8Array | undefined
}

/** The bytes are not a Sparkplug payload, or a value cannot be written as its type. */
export class SparkplugError extends Error {
  override name = 'SparkplugError'
}

/** A payload with more metrics is refused: the largest house controller has under 2,000. */
export const MAX_METRICS = 20_000
