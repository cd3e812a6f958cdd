import { checkValue, fieldOf, writeScalar } from './encode-value.ts'
import {
  type DataSet,
  DataType,
  type MetricValue,
  type Property,
  type PropertySet,
  SparkplugError,
  ValueField,
} from './types.ts'
import { beginMessage, endMessage, type Writer, writeBoolean, writeNumber, writeString } from './writer.ts'

/** Checks a whole number from 0 up; throws a SparkplugError that names it. */
export function natural(value: number, what: string): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new SparkplugError(`${what} ${value} is no whole number from 0`)
  return value
}

/** Writes a `DataSet` as the value of a metric. */
export function writeDataSet(writer: Writer, { columns, types, rows }: DataSet): void {
  if (columns.length !== types.length) throw new SparkplugError('a data set has as many types as columns')
  const start = beginMessage(writer, 0x8a)
  writeNumber(writer, 0x08, columns.length)
  for (const column of columns) writeString(writer, 0x12, column)
  for (const type of types) writeNumber(writer, 0x18, natural(type, 'column type'))
  for (const row of rows) {
    if (row.length !== columns.length) throw new SparkplugError('a row has as many values as columns')
    const rowStart = beginMessage(writer, 0x22)
    row.forEach((value, i) => {
      writeCell(writer, 0x0a, 9, value, types[i] ?? DataType.Unknown)
    })
    endMessage(writer, rowStart)
  }
  endMessage(writer, start)
}

/** A data set value; null is an empty message. */
function writeCell(writer: Writer, tag: number, offset: number, value: MetricValue, type: number): void {
  const start = beginMessage(writer, tag)
  if (value !== null) writeTyped(writer, offset, value, type)
  endMessage(writer, start)
}

/** The scalar types of data sets and properties; `offset` is how far their field numbers are below those of `Metric`. */
function writeTyped(writer: Writer, offset: number, value: unknown, type: number): void {
  checkValue(value, type)
  const field = fieldOf(type)
  if (field === undefined || field > ValueField.String)
    throw new SparkplugError(`data type ${type} cannot be nested`)
  writeScalar(writer, field - offset, field, value, type)
}

/** Writes a `PropertySet` under `tag`. */
export function writePropertySet(writer: Writer, tag: number, set: PropertySet): void {
  const start = beginMessage(writer, tag)
  const entries = Object.entries(set)
  for (const [key] of entries) writeString(writer, 0x0a, key)
  for (const [, property] of entries) writeProperty(writer, property)
  endMessage(writer, start)
}

function writeProperty(writer: Writer, { type, value }: Property): void {
  const start = beginMessage(writer, 0x12)
  writeNumber(writer, 0x08, natural(type, 'property type'))
  if (value === null) writeBoolean(writer, 0x10, true)
  else if (type === DataType.PropertySet) writePropertySet(writer, 0x4a, propertySet(value))
  else if (type === DataType.PropertySetList && Array.isArray(value)) writePropertySets(writer, value)
  else writeTyped(writer, 7, value, type)
  endMessage(writer, start)
}

function writePropertySets(writer: Writer, sets: unknown[]): void {
  const start = beginMessage(writer, 0x52)
  for (const set of sets) writePropertySet(writer, 0x0a, propertySet(set))
  endMessage(writer, start)
}

function propertySet(value: unknown): PropertySet {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array) {
    throw new SparkplugError('a property of type PropertySet holds another kind of value')
  }
  return value as PropertySet
}
