import type { Reader } from './reader.ts'
import { type Metric, ValueField, type ValueFieldCode } from './types.ts'

/**
 * Fast path for nearly all readings: an alias up to 16,383, a time of six bytes (1971 to 2109) or none,
 * no datatype, a number, nothing else. Undefined for any other metric, leaving the reader where it was.
 */
export function decodeNumeric(reader: Reader, end: number): Metric | undefined {
  const { bytes } = reader
  let pos = reader.pos
  if (bytes[pos] !== 0x10) return undefined
  const first = bytes[pos + 1] ?? 0
  const second = bytes[pos + 2] ?? 0
  if (first > 127 && second > 127) return undefined
  const alias = first > 127 ? (first & 127) | (second << 7) : first
  pos += first > 127 ? 3 : 2
  let timestamp: number | undefined
  if (bytes[pos] === 0x18) {
    timestamp = sixByteTime(bytes, pos + 1)
    if (timestamp === undefined) return undefined
    pos += 7
  }
  const tag = bytes[pos]
  if (tag === 0x65 && pos + 5 === end) {
    reader.pos = end
    return numeric(alias, timestamp, reader.view.getFloat32(pos + 1, true), ValueField.Float)
  }
  if (tag === 0x69 && pos + 9 === end) {
    reader.pos = end
    return numeric(alias, timestamp, reader.view.getFloat64(pos + 1, true), ValueField.Double)
  }
  if (tag !== 0x50) return undefined
  const whole = shortVarint(bytes, pos + 1, end)
  if (whole === undefined) return undefined
  reader.pos = end
  return numeric(alias, timestamp, whole, ValueField.Int)
}

/** A varint of exactly six bytes; undefined for another length. */
export function sixByteTime(bytes: Uint8Array, at: number): number | undefined {
  const b0 = bytes[at] ?? 0
  const b1 = bytes[at + 1] ?? 0
  const b2 = bytes[at + 2] ?? 0
  const b3 = bytes[at + 3] ?? 0
  const b4 = bytes[at + 4] ?? 0
  const b5 = bytes[at + 5] ?? 128
  if ((b0 & b1 & b2 & b3 & b4) < 128 || b5 > 127) return undefined
  const low = (b0 & 127) | ((b1 & 127) << 7) | ((b2 & 127) << 14) | ((b3 & 127) << 21)
  return low + ((b4 & 127) | (b5 << 7)) * 0x10000000
}

/** A varint of up to four bytes that ends exactly at `end`. */
export function shortVarint(bytes: Uint8Array, at: number, end: number): number | undefined {
  if (end - at < 1 || end - at > 4) return undefined
  let value = 0
  for (let pos = at, shift = 0; pos < end; pos++, shift += 7) {
    const byte = bytes[pos] ?? 0
    if (byte > 127 === (pos === end - 1)) return undefined
    value |= (byte & 127) << shift
  }
  return value
}

/** The same fields in the same order as every other metric, so that all have one shape. */
function numeric(alias: number, timestamp: number | undefined, value: number, field: ValueFieldCode): Metric {
  return {
    name: undefined,
    alias,
    timestamp,
    datatype: undefined,
    isHistorical: undefined,
    isTransient: undefined,
    isNull: undefined,
    properties: undefined,
    value,
    field,
    raw: value,
  }
}
