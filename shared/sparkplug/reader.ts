import { plainText } from './plain-text.ts'
import { SparkplugError } from './types.ts'

/** Protobuf wire types. */
const Wire = { Varint: 0, Fixed64: 1, Length: 2, GroupStart: 3, GroupEnd: 4, Fixed32: 5 } as const

/** Unknown groups may nest this deep; property sets too. */
export const MAX_DEPTH = 16

/** A position in protobuf bytes. `pos` may pass the end of a message: `closeMessage` detects it. */
export interface Reader {
  bytes: Uint8Array
  view: DataView
  pos: number
}

export function createReader(bytes: Uint8Array): Reader {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), pos: 0 }
}

const truncated = () => new SparkplugError('the message is cut off')
const endlessVarint = () => new SparkplugError('a varint is longer than 10 bytes')

function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.pos++]
  if (byte === undefined) throw truncated()
  return byte
}

/** Low 32 bits of a varint, unsigned; a negative int32 may take up to 10 bytes. */
export function readUint32(reader: Reader): number {
  let byte = readByte(reader)
  if (byte < 128) return byte
  let value = byte & 127
  for (let shift = 7; shift < 70; shift += 7) {
    byte = readByte(reader)
    if (shift < 32) value |= (byte & 127) << shift
    if (byte < 128) return value >>> 0
  }
  throw endlessVarint()
}

/** Up to four bytes of a varint; `MORE` is set if it continues. */
const MORE = 0x10000000
function read28(reader: Reader): number {
  let byte = readByte(reader)
  if (byte < 128) return byte
  let value = byte & 127
  byte = readByte(reader)
  value |= (byte & 127) << 7
  if (byte < 128) return value
  byte = readByte(reader)
  value |= (byte & 127) << 14
  if (byte < 128) return value
  byte = readByte(reader)
  value |= (byte & 127) << 21
  return byte < 128 ? value : value | MORE
}

/** A 64-bit varint, unsigned: a number up to 2^53 - 1, a bigint above, without loss. */
export function readUint64(reader: Reader): number | bigint {
  const low = read28(reader)
  if (low < MORE) return low
  const middle = read28(reader)
  if (middle < 0x2000000) return low - MORE + middle * MORE
  let high = 0
  if (middle >= MORE) {
    const ninth = readByte(reader)
    high = ninth & 127
    if (ninth > 127) {
      const tenth = readByte(reader)
      if (tenth > 127) throw endlessVarint()
      high |= (tenth & 1) << 7
    }
  }
  const wide = BigInt(low - MORE) | (BigInt(middle & (MORE - 1)) << 28n) | (BigInt(high) << 56n)
  return wide <= MAX_SAFE ? Number(wide) : wide
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** A time in ms; beyond the safe integers, the largest safe one, so that no clock fault costs a payload. */
export function readTime(reader: Reader): number {
  const time = readUint64(reader)
  return typeof time === 'number' ? time : Number.MAX_SAFE_INTEGER
}

/** A 64-bit number that must be a safe integer. */
export function readSafe(reader: Reader, what: string): number {
  const value = readUint64(reader)
  if (typeof value === 'bigint') throw new SparkplugError(`${what} ${value} is beyond 2^53`)
  return value
}

/** Of an alias beyond 2^53 so much is kept. */
const ALIAS_BITS = 52

/** An alias; one beyond 2^53 is read as a negative number that tells all but the strangest apart. */
export function readAlias(reader: Reader): number {
  const alias = readUint64(reader)
  return typeof alias === 'number' ? alias : -1 - Number(BigInt.asUintN(ALIAS_BITS, alias))
}

export function readBoolean(reader: Reader): boolean {
  return readUint64(reader) !== 0
}

export function readFloat(reader: Reader): number {
  const at = reader.pos
  if (at + 4 > reader.bytes.length) throw truncated()
  reader.pos = at + 4
  return reader.view.getFloat32(at, true)
}

export function readDouble(reader: Reader): number {
  const at = reader.pos
  if (at + 8 > reader.bytes.length) throw truncated()
  reader.pos = at + 8
  return reader.view.getFloat64(at, true)
}

/** Reads a length and returns the end of what it measures; `limit` is the end of the enclosing message. */
export function readEnd(reader: Reader, limit: number): number {
  const length = readUint32(reader)
  const end = reader.pos + length
  if (end > limit) throw new SparkplugError(`a length of ${length} bytes goes beyond the message`)
  return end
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Written by Chinese controllers without UTF-8; includes GBK and GB2312. */
const chinese = new TextDecoder('gb18030', { fatal: true })

/** A name or key: if it is unreadable, what it names is lost. */
export function readString(reader: Reader, limit: number): string {
  const text = readText(reader, limit)
  if (text === null) throw new SparkplugError('a name is neither valid UTF-8 nor GB18030')
  return text
}

/** A text value; null if unreadable. */
export function readText(reader: Reader, limit: number): string | null {
  const end = readEnd(reader, limit)
  const begin = reader.pos
  reader.pos = end
  const plain = plainText(reader.bytes, begin, end)
  if (plain !== undefined) return plain
  const bytes = reader.bytes.subarray(begin, end)
  return decoded(utf8, bytes) ?? decoded(chinese, bytes)
}

function decoded(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** A copy, so that a kept value does not hold the whole network buffer. */
export function readBytes(reader: Reader, limit: number): Uint8Array {
  const end = readEnd(reader, limit)
  const copy = new Uint8Array(end - reader.pos)
  copy.set(reader.bytes.subarray(reader.pos, end))
  reader.pos = end
  return copy
}

/** Called after the last field: a value running over the end of its message is an error. */
export function closeMessage(reader: Reader, end: number, what: string): void {
  if (reader.pos !== end) throw new SparkplugError(`a field of the ${what} goes beyond its end`)
}

/**
 * Skips a field this codec does not know.
 * @param known the highest field number of this message: one of those can only be here with a wrong wire type
 */
export function skipUnknown(reader: Reader, tag: number, known: number, what: string, limit: number): void {
  const field = tag >>> 3
  if (field === 0) throw new SparkplugError(`the ${what} has a field with number 0`)
  if (field <= known) throw new SparkplugError(`field ${field} of the ${what} has wire type ${tag & 7}`)
  skipField(reader, tag, limit, 0)
}

function skipField(reader: Reader, tag: number, limit: number, depth: number): void {
  const wire = tag & 7
  if (wire === Wire.Varint) readUint64(reader)
  else if (wire === Wire.Fixed64) reader.pos += 8
  else if (wire === Wire.Fixed32) reader.pos += 4
  else if (wire === Wire.Length) reader.pos = readEnd(reader, limit)
  else if (wire === Wire.GroupStart) skipGroup(reader, tag >>> 3, limit, depth + 1)
  else throw new SparkplugError(`wire type ${wire} has no meaning here`)
  if (reader.pos > limit) throw truncated()
}

function skipGroup(reader: Reader, field: number, limit: number, depth: number): void {
  if (depth > MAX_DEPTH) throw new SparkplugError(`groups nest deeper than ${MAX_DEPTH}`)
  while (reader.pos < limit) {
    const tag = readUint32(reader)
    if ((tag & 7) !== Wire.GroupEnd) skipField(reader, tag, limit, depth)
    else if (tag >>> 3 === field) return
    else throw new SparkplugError('a group ends with the number of another')
  }
  throw truncated()
}
