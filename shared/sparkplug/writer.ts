/** Growing protobuf bytes. Nested messages are written in place: `beginMessage`, fields, `endMessage`. */
export interface Writer {
  bytes: Uint8Array
  view: DataView
  pos: number
}

export function createWriter(size = 512): Writer {
  const bytes = new Uint8Array(size)
  return { bytes, view: new DataView(bytes.buffer), pos: 0 }
}

/** A copy of what was written. */
export function writtenBytes(writer: Writer): Uint8Array {
  return writer.bytes.slice(0, writer.pos)
}

function reserve(writer: Writer, more: number): void {
  if (writer.pos + more <= writer.bytes.length) return
  const bytes = new Uint8Array(Math.max(writer.bytes.length * 2, writer.pos + more))
  bytes.set(writer.bytes.subarray(0, writer.pos))
  writer.bytes = bytes
  writer.view = new DataView(bytes.buffer)
}

/** A varint of a whole number from 0 to 2^53 - 1. */
function writeVarint(writer: Writer, value: number): void {
  reserve(writer, 8)
  const { bytes } = writer
  let { pos } = writer
  let rest = value
  // beyond 32 bits the bit operations would cut the number
  while (rest > 0x7fffffff) {
    bytes[pos++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  while (rest > 127) {
    bytes[pos++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[pos++] = rest
  writer.pos = pos
}

export function writeNumber(writer: Writer, tag: number, value: number): void {
  writeVarint(writer, tag)
  writeVarint(writer, value)
}

/** Any 64-bit integer, a negative one as two's complement. */
export function writeWide(writer: Writer, tag: number, value: bigint): void {
  writeVarint(writer, tag)
  reserve(writer, 10)
  let rest = BigInt.asUintN(64, value)
  while (rest > 127n) {
    writer.bytes[writer.pos++] = Number(rest & 127n) | 128
    rest >>= 7n
  }
  writer.bytes[writer.pos++] = Number(rest)
}

export function writeBoolean(writer: Writer, tag: number, value: boolean): void {
  writeNumber(writer, tag, value ? 1 : 0)
}

export function writeFloat(writer: Writer, tag: number, value: number): void {
  writeVarint(writer, tag)
  reserve(writer, 4)
  writer.view.setFloat32(writer.pos, value, true)
  writer.pos += 4
}

export function writeDouble(writer: Writer, tag: number, value: number): void {
  writeVarint(writer, tag)
  reserve(writer, 8)
  writer.view.setFloat64(writer.pos, value, true)
  writer.pos += 8
}

export function writeBytes(writer: Writer, tag: number, value: Uint8Array): void {
  writeNumber(writer, tag, value.length)
  reserve(writer, value.length)
  writer.bytes.set(value, writer.pos)
  writer.pos += value.length
}

const utf8 = new TextEncoder()
/** Names and units are short and ASCII: a loop is faster than the encoder and leaves no garbage. */
const SHORT = 64

export function writeString(writer: Writer, tag: number, value: string): void {
  if (value.length > SHORT || !writeAscii(writer, tag, value)) writeBytes(writer, tag, utf8.encode(value))
}

/** False, with nothing written, when a character takes more than one byte. */
function writeAscii(writer: Writer, tag: number, value: string): boolean {
  const start = writer.pos
  writeNumber(writer, tag, value.length)
  reserve(writer, value.length)
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code > 127) {
      writer.pos = start
      return false
    }
    writer.bytes[writer.pos++] = code
  }
  return true
}

/** Opens a nested message and returns its mark for `endMessage`; reserves one byte for the length. */
export function beginMessage(writer: Writer, tag: number): number {
  writeVarint(writer, tag)
  reserve(writer, 1)
  writer.pos += 1
  return writer.pos
}

/** Closes a nested message; one longer than 127 bytes is moved to make room for its length. */
export function endMessage(writer: Writer, start: number): void {
  const length = writer.pos - start
  const extra = length < 0x80 ? 0 : length < 0x4000 ? 1 : length < 0x200000 ? 2 : length < 0x10000000 ? 3 : 4
  if (extra > 0) {
    reserve(writer, extra)
    writer.bytes.copyWithin(start + extra, start, writer.pos)
  }
  const end = writer.pos + extra
  writer.pos = start - 1
  writeVarint(writer, length)
  writer.pos = end
}
