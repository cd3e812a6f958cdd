import { shortVarint, sixByteTime } from './decode-numeric.ts'
import { ValueField } from './types.ts'

/** The metrics of a DATA payload in columns; refilled by each `decodeNumbers`. */
export interface NumberColumns {
  /** Of the payload, ms since 1970. */
  timestamp: number | undefined
  seq: number | undefined
  count: number
  readonly aliases: Int32Array
  /** ms since 1970; NaN where the metric has none of its own. */
  readonly times: Float64Array
  /** As on the wire; booleans are 0 or 1. */
  readonly values: Float64Array
  /** Which field carried the value. */
  readonly fields: Uint8Array
}

/** Columns with room for `most` metrics. */
export const createColumns = (most: number): NumberColumns => ({
  timestamp: undefined,
  seq: undefined,
  count: 0,
  aliases: new Int32Array(most),
  times: new Float64Array(most),
  values: new Float64Array(most),
  fields: new Uint8Array(most),
})

/**
 * Reads a payload whose metrics are all of the most common kind (an alias, a time or none, a number or a boolean)
 * without an object for each. False, leaving the columns meaningless, if it contains anything else, too much, or an
 * error: `decodePayload` then reads it, or says what is wrong.
 */
export function decodeNumbers(bytes: Uint8Array, into: NumberColumns): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length
  const { aliases, times, values, fields } = into
  const most = aliases.length
  into.timestamp = undefined
  into.seq = undefined
  let count = 0
  let pos = 0
  while (pos < end) {
    if (bytes[pos] !== 0x12) {
      pos = takeField(bytes, pos, into)
      if (pos < 0) return false
      continue
    }
    const length = bytes[pos + 1] ?? 128
    pos += 2
    const stop = pos + length
    if (length > 127 || stop > end || count === most || bytes[pos] !== 0x10) return false
    const first = bytes[pos + 1] ?? 128
    const second = bytes[pos + 2] ?? 128
    if (first < 128) {
      aliases[count] = first
      pos += 2
    } else {
      if (second > 127) return false
      aliases[count] = (first & 127) | (second << 7)
      pos += 3
    }
    times[count] = Number.NaN
    if (bytes[pos] === 0x18) {
      const time = sixByteTime(bytes, pos + 1)
      if (time === undefined) return false
      times[count] = time
      pos += 7
    }
    const tag = bytes[pos]
    if (tag === 0x65 && pos + 5 === stop) {
      values[count] = view.getFloat32(pos + 1, true)
      fields[count] = ValueField.Float
    } else if (tag === 0x50) {
      const whole = shortVarint(bytes, pos + 1, stop)
      if (whole === undefined) return false
      values[count] = whole
      fields[count] = ValueField.Int
    } else if (tag === 0x70 && pos + 2 === stop && (bytes[pos + 1] ?? 2) < 2) {
      values[count] = bytes[pos + 1] as number
      fields[count] = ValueField.Boolean
    } else if (tag === 0x69 && pos + 9 === stop) {
      values[count] = view.getFloat64(pos + 1, true)
      fields[count] = ValueField.Double
    } else return false
    count++
    pos = stop
  }
  into.count = count
  return true
}

/** Takes time and sequence number of the payload; returns where they end, -1 for any other field. */
function takeField(bytes: Uint8Array, pos: number, into: NumberColumns): number {
  const tag = bytes[pos]
  if (tag === 0x08) {
    into.timestamp = sixByteTime(bytes, pos + 1)
    return into.timestamp === undefined ? -1 : pos + 7
  }
  if (tag !== 0x18) return -1
  const low = bytes[pos + 1] ?? 128
  if (low < 128) {
    into.seq = low
    return pos + 2
  }
  const high = bytes[pos + 2] ?? 128
  into.seq = (low & 127) | (high << 7)
  return high > 127 ? -1 : pos + 3
}
