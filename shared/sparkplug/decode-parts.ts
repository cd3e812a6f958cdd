import {
  closeMessage,
  MAX_DEPTH,
  type Reader,
  readBoolean,
  readDouble,
  readEnd,
  readFloat,
  readSafe,
  readString,
  readText,
  readUint32,
  readUint64,
  skipUnknown,
} from './reader.ts'
import {
  type DataSet,
  DataType,
  type MetricValue,
  type PropertySet,
  type RawValue,
  SparkplugError,
} from './types.ts'
import { readAs } from './value.ts'

/** `DataSetValue` numbers its fields from 1, `PropertyValue` from 3, `Metric` from 10, in the same order. */
const DATASET_FIELD_OFFSET = 9
const PROPERTY_FIELD_OFFSET = 7

interface FieldValue {
  raw: RawValue
  field: number
}

/** Reads one of the scalar value fields; `field` is its number in `Metric`. Undefined for another tag. */
function readScalar(reader: Reader, tag: number, offset: number, end: number): FieldValue | undefined {
  const field = (tag >>> 3) + offset
  switch ((field << 3) | (tag & 7)) {
    case 0x50:
      return { raw: readUint32(reader), field }
    case 0x58:
      return { raw: readUint64(reader), field }
    case 0x65:
      return { raw: readFloat(reader), field }
    case 0x69:
      return { raw: readDouble(reader), field }
    case 0x70:
      return { raw: readBoolean(reader), field }
    case 0x7a:
      return { raw: readText(reader, end) ?? '', field }
  }
  return undefined
}

/** Reads a `DataSet` message that ends at `end`. */
export function decodeDataSet(reader: Reader, end: number): DataSet {
  const columns: string[] = []
  const types: number[] = []
  const rows: FieldValueRow[] = []
  let count: number | undefined
  while (reader.pos < end) {
    const tag = readUint32(reader)
    if (tag === 0x08) count = readSafe(reader, 'the number of columns')
    else if (tag === 0x12) columns.push(readString(reader, end))
    else if (tag === 0x18) types.push(readUint32(reader))
    else if (tag === 0x1a) {
      const packedEnd = readEnd(reader, end)
      while (reader.pos < packedEnd) types.push(readUint32(reader))
      closeMessage(reader, packedEnd, 'list of column types')
    } else if (tag === 0x22) rows.push(decodeRow(reader, readEnd(reader, end)))
    else skipUnknown(reader, tag, 4, 'data set', end)
  }
  closeMessage(reader, end, 'data set')
  if (columns.length !== types.length || (count !== undefined && count !== columns.length)) {
    throw new SparkplugError('a data set has other numbers of columns, names and types')
  }
  return { columns, types, rows: rows.map(row => typedRow(row, types)) }
}

type FieldValueRow = (FieldValue | undefined)[]

function typedRow(row: FieldValueRow, types: number[]): MetricValue[] {
  if (row.length !== types.length)
    throw new SparkplugError('a row of a data set has another number of values')
  return row.map((value, i) => (value ? readAs(value.raw, value.field, types[i] ?? DataType.Unknown) : null))
}

function decodeRow(reader: Reader, end: number): FieldValueRow {
  const row: FieldValueRow = []
  while (reader.pos < end) {
    const tag = readUint32(reader)
    if (tag === 0x0a) row.push(decodeCell(reader, readEnd(reader, end)))
    else skipUnknown(reader, tag, 1, 'data set row', end)
  }
  closeMessage(reader, end, 'data set row')
  return row
}

function decodeCell(reader: Reader, end: number): FieldValue | undefined {
  let cell: FieldValue | undefined
  while (reader.pos < end) {
    const tag = readUint32(reader)
    const value = readScalar(reader, tag, DATASET_FIELD_OFFSET, end)
    if (value) cell = value
    else skipUnknown(reader, tag, 6, 'data set value', end)
  }
  closeMessage(reader, end, 'data set value')
  return cell
}

/** Reads a `PropertySet` message that ends at `end`; the record has no prototype, so any key is safe. */
export function decodePropertySet(reader: Reader, end: number, depth = 0): PropertySet {
  if (depth > MAX_DEPTH) throw new SparkplugError(`properties nest deeper than ${MAX_DEPTH}`)
  const keys: string[] = []
  const values: PropertySet[string][] = []
  while (reader.pos < end) {
    const tag = readUint32(reader)
    if (tag === 0x0a) keys.push(readString(reader, end))
    else if (tag === 0x12) values.push(decodeProperty(reader, readEnd(reader, end), depth))
    else skipUnknown(reader, tag, 2, 'property set', end)
  }
  closeMessage(reader, end, 'property set')
  if (keys.length !== values.length)
    throw new SparkplugError('a property set has other numbers of keys and values')
  const set: PropertySet = Object.create(null)
  values.forEach((value, i) => {
    set[keys[i] ?? ''] = value
  })
  return set
}

function decodeProperty(reader: Reader, end: number, depth: number): PropertySet[string] {
  let type: number = DataType.Unknown
  let isNull = false
  let scalar: FieldValue | undefined
  let nested: PropertySet | PropertySet[] | undefined
  while (reader.pos < end) {
    const tag = readUint32(reader)
    const value = readScalar(reader, tag, PROPERTY_FIELD_OFFSET, end)
    if (value) scalar = value
    else if (tag === 0x08) type = readUint32(reader)
    else if (tag === 0x10) isNull = readBoolean(reader)
    else if (tag === 0x4a) nested = decodePropertySet(reader, readEnd(reader, end), depth + 1)
    else if (tag === 0x52) nested = decodePropertySets(reader, readEnd(reader, end), depth + 1)
    else skipUnknown(reader, tag, 10, 'property', end)
  }
  closeMessage(reader, end, 'property')
  if (isNull) return { type, value: null }
  return { type, value: nested ?? (scalar ? readAs(scalar.raw, scalar.field, type) : null) }
}

function decodePropertySets(reader: Reader, end: number, depth: number): PropertySet[] {
  const sets: PropertySet[] = []
  while (reader.pos < end) {
    const tag = readUint32(reader)
    if (tag === 0x0a) sets.push(decodePropertySet(reader, readEnd(reader, end), depth))
    else skipUnknown(reader, tag, 1, 'property set list', end)
  }
  closeMessage(reader, end, 'property set list')
  return sets
}
