import { decodeArray, isArrayType } from './arrays.ts'
import { DataType, type Metric, type MetricValue, type RawValue, ValueField } from './types.ts'

/**
 * Value of a decoded metric, read as the type from its birth, for DATA without a datatype.
 * Signed integers are converted from two's complement, and any numeric field is accepted for any numeric type.
 * @returns null when the metric is null, and also when the wire value does not fit the type; `raw` then keeps it
 */
export function resolveValue(metric: Metric, datatype: number): MetricValue {
  if (metric.isNull) return null
  if (metric.raw === undefined || metric.field === undefined) return metric.value
  return readAs(metric.raw, metric.field, datatype)
}

/** Reads the contents of a wire field as `datatype`; null when it does not fit. */
export function readAs(raw: RawValue, field: number, datatype: number): MetricValue {
  switch (datatype) {
    case DataType.Float:
    case DataType.Double:
      return readReal(raw, field)
    case DataType.Int8:
      return readSigned(raw, field, 0x80)
    case DataType.Int16:
      return readSigned(raw, field, 0x8000)
    case DataType.Int32:
      return readSigned(raw, field, 0x80000000)
    case DataType.UInt8:
      return readUnsigned(raw, 0xff)
    case DataType.UInt16:
      return readUnsigned(raw, 0xffff)
    case DataType.UInt32:
      return readUnsigned(raw, 0xffffffff)
    case DataType.Int64:
    case DataType.UInt64:
      return readWide(raw, field, datatype === DataType.Int64)
    case DataType.DateTime:
      return typeof raw === 'bigint' ? Number.MAX_SAFE_INTEGER : readUnsigned(raw, Number.MAX_SAFE_INTEGER)
    case DataType.Boolean:
      return typeof raw === 'boolean' ? raw : isNumeric(raw) ? Number(raw) !== 0 : null
    case DataType.String:
    case DataType.Text:
    case DataType.UUID:
      return typeof raw === 'string' ? raw : null
    case DataType.Bytes:
    case DataType.File:
    case DataType.Template:
      return raw instanceof Uint8Array ? raw : null
    case DataType.DataSet:
      return field === ValueField.DataSet ? raw : null
    default:
      if (!isArrayType(datatype)) return raw
      return raw instanceof Uint8Array ? decodeArray(datatype, raw) : null
  }
}

const isNumeric = (raw: RawValue): raw is number | bigint =>
  typeof raw === 'number' || typeof raw === 'bigint'

/** Number with its sign: integer fields hold two's complement. */
function readReal(raw: RawValue, field: number): number | null {
  if (typeof raw === 'number') return field === ValueField.Int ? raw | 0 : raw
  if (typeof raw === 'bigint') return Number(BigInt.asIntN(64, raw))
  return typeof raw === 'boolean' ? Number(raw) : null
}

/** Peers write a negative Int8 as 32 bits or as 8 bits: both are read. `half` is 2^(bits-1). */
function readSigned(raw: RawValue, field: number, half: number): number | null {
  const value = readReal(raw, field)
  if (value === null) return null
  const whole = Math.round(value)
  if (whole >= half && whole < half * 2) return whole - half * 2
  return whole >= -half && whole < half ? whole + 0 : null
}

function readUnsigned(raw: RawValue, high: number): number | null {
  if (typeof raw === 'boolean') return Number(raw)
  if (typeof raw !== 'number') return null
  const whole = Math.round(raw)
  return whole >= 0 && whole <= high ? whole + 0 : null
}

function readWide(raw: RawValue, field: number, signed: boolean): bigint | null {
  if (typeof raw === 'bigint') return signed ? BigInt.asIntN(64, raw) : raw
  const value = signed ? readReal(raw, field) : typeof raw === 'boolean' ? Number(raw) : raw
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const wide = BigInt(Math.round(value))
  return (signed ? BigInt.asIntN(64, wide) : BigInt.asUintN(64, wide)) === wide ? wide : null
}
