import { encodeArray, isArrayType } from './arrays.ts'
import {
  type DataSet,
  DataType,
  type MetricValue,
  SparkplugError,
  ValueField,
  type ValueFieldCode,
} from './types.ts'
import {
  type Writer,
  writeBoolean,
  writeBytes,
  writeDouble,
  writeFloat,
  writeNumber,
  writeString,
  writeWide,
} from './writer.ts'

/** Lowest and highest value of the types that travel as a whole number. */
const wholeRanges: Readonly<Record<number, readonly [low: number, high: number]>> = {
  [DataType.Int8]: [-0x80, 0x7f],
  [DataType.Int16]: [-0x8000, 0x7fff],
  [DataType.Int32]: [-0x80000000, 0x7fffffff],
  [DataType.UInt8]: [0, 0xff],
  [DataType.UInt16]: [0, 0xffff],
  [DataType.UInt32]: [0, 0xffffffff],
  [DataType.DateTime]: [0, Number.MAX_SAFE_INTEGER],
}

const MAX_FLOAT = 3.4028234663852886e38

/** The field of `Metric` in which a value of this type travels; undefined for types that no scalar field can hold. */
export function fieldOf(datatype: number): ValueFieldCode | undefined {
  if (isArrayType(datatype)) return ValueField.Bytes
  switch (datatype) {
    case DataType.Int8:
    case DataType.Int16:
    case DataType.Int32:
    case DataType.UInt8:
    case DataType.UInt16:
      return ValueField.Int
    // the reference libraries write UInt32 as a long, and some read it from there only
    case DataType.UInt32:
    case DataType.Int64:
    case DataType.UInt64:
    case DataType.DateTime:
      return ValueField.Long
    case DataType.Float:
      return ValueField.Float
    case DataType.Double:
      return ValueField.Double
    case DataType.Boolean:
      return ValueField.Boolean
    case DataType.String:
    case DataType.Text:
    case DataType.UUID:
      return ValueField.String
    case DataType.Bytes:
    case DataType.File:
      return ValueField.Bytes
    case DataType.DataSet:
      return ValueField.DataSet
    case DataType.Template:
      return ValueField.Template
  }
  return undefined
}

/** Field for a value without a datatype: the one it came in, otherwise one that keeps it whole. */
export function naturalField(value: MetricValue, carried?: ValueFieldCode): ValueFieldCode | undefined {
  switch (typeof value) {
    case 'number':
      return carried !== undefined && carried <= ValueField.Double ? carried : ValueField.Double
    case 'bigint':
      return ValueField.Long
    case 'boolean':
      return ValueField.Boolean
    case 'string':
      return ValueField.String
    default:
      if (value instanceof Uint8Array) return carried === ValueField.Template ? carried : ValueField.Bytes
      return isDataSet(value) ? ValueField.DataSet : undefined
  }
}

export const isDataSet = (value: unknown): value is DataSet =>
  typeof value === 'object' && value !== null && 'columns' in value && 'rows' in value

/**
 * Throws when `value` cannot be written as `datatype`.
 * @throws SparkplugError that names the value and the number of the type
 */
export function checkValue(value: unknown, datatype: number): asserts value is MetricValue {
  if (!fits(value, datatype)) throw new SparkplugError(`${shown(value)} is no value of data type ${datatype}`)
}

const shown = (value: unknown) => (typeof value === 'object' ? 'this object' : `${typeof value} ${value}`)

function fits(value: unknown, datatype: number): boolean {
  const range = wholeRanges[datatype]
  if (range) return Number.isInteger(value) && Number(value) >= range[0] && Number(value) <= range[1]
  if (isArrayType(datatype)) return Array.isArray(value)
  switch (datatype) {
    case DataType.Int64:
      return typeof value === 'bigint' && BigInt.asIntN(64, value) === value
    case DataType.UInt64:
      return typeof value === 'bigint' && BigInt.asUintN(64, value) === value
    case DataType.Float:
      return typeof value === 'number' && !(Number.isFinite(value) && Math.abs(value) > MAX_FLOAT)
    case DataType.Double:
      return typeof value === 'number'
    case DataType.Boolean:
      return typeof value === 'boolean'
    case DataType.String:
    case DataType.Text:
    case DataType.UUID:
      return typeof value === 'string'
    case DataType.Bytes:
    case DataType.File:
    case DataType.Template:
      return value instanceof Uint8Array
    case DataType.DataSet:
      return isDataSet(value)
  }
  return false
}

/**
 * Writes a value other than a data set. `field` says how, `fieldNumber` where: data sets and properties
 * number the same fields lower than `Metric`.
 */
export function writeScalar(
  writer: Writer,
  fieldNumber: number,
  field: ValueFieldCode,
  value: MetricValue,
  datatype: number,
): void {
  const tag = fieldNumber * 8
  if (Array.isArray(value)) writeBytes(writer, tag + 2, encodeArray(datatype, value))
  else if (value instanceof Uint8Array) writeBytes(writer, tag + 2, value)
  else if (typeof value === 'string') writeString(writer, tag + 2, value)
  else if (typeof value === 'boolean') writeBoolean(writer, tag, value)
  else if (typeof value === 'bigint') writeWide(writer, tag, value)
  else if (typeof value !== 'number') throw new SparkplugError('a nested value cannot stand here')
  else if (field === ValueField.Float) writeFloat(writer, tag + 5, value)
  else if (field === ValueField.Double) writeDouble(writer, tag + 1, value)
  else if (!Number.isSafeInteger(value)) throw new SparkplugError(`${value} is no whole number`)
  else if (field === ValueField.Int) writeNumber(writer, tag, value >>> 0)
  else if (value < 0) writeWide(writer, tag, BigInt(value))
  else writeNumber(writer, tag, value)
}
