import { DataType, SparkplugError } from './types.ts'

type ArrayValue = number[] | bigint[] | boolean[] | string[]

interface NumberLayout {
  bytes: number
  get: (view: DataView, at: number) => number
  set: (view: DataView, at: number, value: number) => void
}

/** Sparkplug packs number arrays little-endian, without a length. */
const numberLayouts: Readonly<Record<number, NumberLayout>> = {
  [DataType.Int8Array]: { bytes: 1, get: (v, at) => v.getInt8(at), set: (v, at, x) => v.setInt8(at, x) },
  [DataType.UInt8Array]: { bytes: 1, get: (v, at) => v.getUint8(at), set: (v, at, x) => v.setUint8(at, x) },
  [DataType.Int16Array]: {
    bytes: 2,
    get: (v, at) => v.getInt16(at, true),
    set: (v, at, x) => v.setInt16(at, x, true),
  },
  [DataType.UInt16Array]: {
    bytes: 2,
    get: (v, at) => v.getUint16(at, true),
    set: (v, at, x) => v.setUint16(at, x, true),
  },
  [DataType.Int32Array]: {
    bytes: 4,
    get: (v, at) => v.getInt32(at, true),
    set: (v, at, x) => v.setInt32(at, x, true),
  },
  [DataType.UInt32Array]: {
    bytes: 4,
    get: (v, at) => v.getUint32(at, true),
    set: (v, at, x) => v.setUint32(at, x, true),
  },
  [DataType.FloatArray]: {
    bytes: 4,
    get: (v, at) => v.getFloat32(at, true),
    set: (v, at, x) => v.setFloat32(at, x, true),
  },
  [DataType.DoubleArray]: {
    bytes: 8,
    get: (v, at) => v.getFloat64(at, true),
    set: (v, at, x) => v.setFloat64(at, x, true),
  },
  [DataType.DateTimeArray]: {
    bytes: 8,
    get: (v, at) => Math.min(Number(v.getBigUint64(at, true)), Number.MAX_SAFE_INTEGER),
    set: (v, at, x) => v.setBigUint64(at, BigInt(x), true),
  },
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const isArrayType = (datatype: number) =>
  datatype >= DataType.Int8Array && datatype <= DataType.DateTimeArray

/** Unpacks the array types 22 to 34; null when the bytes do not fit the type. */
export function decodeArray(datatype: number, bytes: Uint8Array): ArrayValue | null {
  const layout = numberLayouts[datatype]
  const view = viewOf(bytes)
  if (layout) {
    if (bytes.length % layout.bytes !== 0) return null
    return Array.from({ length: bytes.length / layout.bytes }, (_, i) => layout.get(view, i * layout.bytes))
  }
  if (datatype === DataType.BooleanArray) return decodeBooleans(bytes, view)
  if (datatype === DataType.StringArray) return decodeStrings(bytes)
  if (bytes.length % 8 !== 0) return null
  const signed = datatype === DataType.Int64Array
  return Array.from({ length: bytes.length / 8 }, (_, i) =>
    signed ? view.getBigInt64(i * 8, true) : view.getBigUint64(i * 8, true),
  )
}

/** Number of booleans in 4 bytes, then the bits, the first one highest. */
function decodeBooleans(bytes: Uint8Array, view: DataView): boolean[] | null {
  if (bytes.length < 4) return null
  const count = view.getUint32(0, true)
  if (Math.ceil(count / 8) !== bytes.length - 4) return null
  return Array.from({ length: count }, (_, i) => (view.getUint8(4 + (i >> 3)) & (128 >> (i & 7))) !== 0)
}

/** Texts, each ended by a zero byte. */
function decodeStrings(bytes: Uint8Array): string[] | null {
  if (bytes.length === 0) return []
  if (bytes.at(-1) !== 0) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, -1)).split('\0')
  } catch {
    return null
  }
}

/**
 * Packs an array; the inverse of `decodeArray`.
 * @throws SparkplugError for an element the type cannot hold
 */
export function encodeArray(datatype: number, values: ArrayValue): Uint8Array {
  if (datatype === DataType.BooleanArray) return encodeBooleans(values)
  if (datatype === DataType.StringArray) return encodeStrings(values)
  const layout = numberLayouts[datatype]
  const size = layout?.bytes ?? 8
  const bytes = new Uint8Array(values.length * size)
  const view = viewOf(bytes)
  values.forEach((value: number | bigint | boolean | string, i) => {
    if (layout && typeof value === 'number') writeNumber(view, i * size, datatype, layout, value)
    else if (!layout && typeof value === 'bigint') writeBig(view, i * size, datatype, value)
    else throw new SparkplugError(`${typeof value} in an array of type ${datatype}`)
  })
  return bytes
}

function writeNumber(
  view: DataView,
  at: number,
  datatype: number,
  layout: NumberLayout,
  value: number,
): void {
  const whole = datatype !== DataType.FloatArray && datatype !== DataType.DoubleArray
  if (whole && (!Number.isSafeInteger(value) || (datatype === DataType.DateTimeArray && value < 0))) {
    throw new SparkplugError(`${value} in an array of type ${datatype}`)
  }
  layout.set(view, at, value)
  if (whole && layout.get(view, at) !== value) {
    throw new SparkplugError(`${value} is out of range in an array of type ${datatype}`)
  }
}

function writeBig(view: DataView, at: number, datatype: number, value: bigint): void {
  const signed = datatype === DataType.Int64Array
  if ((signed ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) !== value) {
    throw new SparkplugError(`${value} is out of range in an array of type ${datatype}`)
  }
  view.setBigUint64(at, BigInt.asUintN(64, value), true)
}

function encodeBooleans(values: ArrayValue): Uint8Array {
  const bytes = new Uint8Array(4 + Math.ceil(values.length / 8))
  const view = viewOf(bytes)
  view.setUint32(0, values.length, true)
  values.forEach((value: unknown, i) => {
    if (typeof value !== 'boolean') throw new SparkplugError(`${typeof value} in a BooleanArray`)
    const at = 4 + (i >> 3)
    if (value) view.setUint8(at, view.getUint8(at) | (128 >> (i & 7)))
  })
  return bytes
}

function encodeStrings(values: ArrayValue): Uint8Array {
  for (const value of values) {
    if (typeof value !== 'string') throw new SparkplugError(`${typeof value} in a StringArray`)
    if (value.includes('\0')) throw new SparkplugError('a text of a StringArray holds a zero byte')
  }
  return new TextEncoder().encode(values.map(value => `${value}\0`).join(''))
}
