/** Ticks a second of every track. */
export const TICKS = 90_000

/** An MP4 box (ISO/IEC 14496-12): length, name, contents. */
export function box(name: string, ...contents: Uint8Array[]): Buffer {
  const length = contents.reduce((sum, each) => sum + each.length, 8)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...contents], length)
}

export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4)
  return bytes
}
export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}
/** No rotation. */
export const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
export const full = (name: string, flags: number, ...contents: Uint8Array[]) =>
  box(name, u32(flags), ...contents)

/** The segment that a player needs before the first picture: one track of H.264 (ISO/IEC 14496-12 and -15). */
export function initSegment(
  { width, height }: { width: number; height: number },
  sps: Buffer,
  pps: readonly Buffer[],
): Uint8Array<ArrayBuffer> {
  const configuration = box(
    'avcC',
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([pps.length]),
    ...pps.flatMap(each => [u16(each.length), each]),
  )
  const sample = box(
    'avc1',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(0x18, 0xffff),
    configuration,
  )
  const tables = box(
    'stbl',
    full('stsd', 0, u32(1), sample),
    full('stts', 0, u32(0)),
    full('stsc', 0, u32(0)),
    full('stsz', 0, u32(0, 0)),
    full('stco', 0, u32(0)),
  )
  const media = box(
    'mdia',
    full('mdhd', 0, u32(0, 0, TICKS, 0), u16(0x55c4, 0)),
    full('hdlr', 0, u32(0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('\0')),
    box(
      'minf',
      full('vmhd', 1, Buffer.alloc(8)),
      box('dinf', full('dref', 0, u32(1), full('url ', 1))),
      tables,
    ),
  )
  const track = box(
    'trak',
    full('tkhd', 7, u32(0, 0, 1, 0, 0, 0, 0, 0, 0), MATRIX, u32(width << 16, height << 16)),
    media,
  )
  const movie = box(
    'moov',
    full('mvhd', 0, u32(0, 0, TICKS, 0, 0x10000, 0x1000000, 0, 0), MATRIX, Buffer.alloc(24), u32(2)),
    track,
    box('mvex', full('trex', 0, u32(1, 1, 0, 0, 0))),
  )
  const type = box('ftyp', Buffer.from('iso5'), u32(0x200), Buffer.from('iso5iso6mp41'))
  return own(Buffer.concat([type, movie]))
}

export interface Sample {
  /** Without start codes. */
  slices: readonly Uint8Array[]
  isKey: boolean
  /** Ticks since the start of the track, and until the next sample. */
  decodeTime: number
  duration: number
  /** Ticks from decoding to showing; other than 0 only if the camera sends pictures out of order. */
  showAfter: number
}

/** Where the length of moof, and with it everything else, is fixed: one sample a fragment. */
const MOOF = 8 + 16 + 8 + 16 + 20 + 36
const DECODE_TIME_AT = 8 + 16 + 8 + 16 + 12
const DEFAULT_BASE_IS_MOOF = 0x020000
const TRUN_FIELDS = 0x000001 | 0x000100 | 0x000200 | 0x000400 | 0x000800
const KEY_FLAGS = 0x02000000
const OTHER_FLAGS = 0x01010000

/** A fragment of one sample: what reaches the player the moment it exists. The bytes are its own, to be handed over. */
export function fragment(sequence: number, sample: Sample): Uint8Array<ArrayBuffer> {
  const { slices, isKey, decodeTime, duration, showAfter } = sample
  const size = slices.reduce((sum, each) => sum + 4 + each.length, 0)
  const bytes = new Uint8Array(MOOF + 8 + size)
  const view = new DataView(bytes.buffer)
  let at = 0
  const word = (value: number) => {
    view.setUint32(at, value >>> 0)
    at += 4
  }
  const begin = (length: number, name: string, flags?: number) => {
    word(length)
    for (let i = 0; i < 4; i++) bytes[at++] = name.charCodeAt(i)
    if (flags !== undefined) word(flags)
  }
  begin(MOOF, 'moof')
  begin(16, 'mfhd', 0)
  word(sequence)
  begin(MOOF - 24, 'traf')
  begin(16, 'tfhd', DEFAULT_BASE_IS_MOOF)
  word(1)
  begin(20, 'tfdt', 0x01000000)
  word(Math.floor(decodeTime / 2 ** 32))
  word(decodeTime % 2 ** 32)
  begin(36, 'trun', 0x01000000 | TRUN_FIELDS)
  word(1)
  word(MOOF + 8)
  word(duration)
  word(size)
  word(isKey ? KEY_FLAGS : OTHER_FLAGS)
  word(showAfter)
  begin(8 + size, 'mdat')
  for (const slice of slices) {
    word(slice.length)
    bytes.set(slice, at)
    at += slice.length
  }
  return bytes
}

/** When the picture of a fragment is shown, in ticks. */
export function shownAt(fragmentBytes: Uint8Array): number {
  const view = new DataView(fragmentBytes.buffer, fragmentBytes.byteOffset, fragmentBytes.byteLength)
  const decoded = view.getUint32(DECODE_TIME_AT) * 2 ** 32 + view.getUint32(DECODE_TIME_AT + 4)
  return decoded + view.getInt32(MOOF - 4)
}

/** The slices of a fragment, without start codes and lengths. */
export function slicesOf(fragmentBytes: Uint8Array): Uint8Array[] {
  const view = new DataView(fragmentBytes.buffer, fragmentBytes.byteOffset, fragmentBytes.byteLength)
  const slices: Uint8Array[] = []
  for (let at = MOOF + 8; at + 4 <= fragmentBytes.length; ) {
    const end = at + 4 + view.getUint32(at)
    slices.push(fragmentBytes.subarray(at + 4, end))
    at = end
  }
  return slices
}

/** The parameter sets in the segment of a track, as `initSegment` writes it. */
export function setsOf(segment: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(segment.buffer, segment.byteOffset, segment.byteLength)
  const sets: Uint8Array[] = []
  // Past name, version, profile and the length of lengths.
  let at = bytes.indexOf('avcC') + 9
  for (const mask of [0x1f, 0xff]) {
    const count = (bytes[at] ?? 0) & mask
    at += 1
    for (let i = 0; i < count; i++) {
      const end = at + 2 + bytes.readUInt16BE(at)
      sets.push(segment.subarray(at + 2, end))
      at = end
    }
  }
  return sets
}

/** The same picture as the first of a file of its own. */
export function atZero(fragmentBytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fragmentBytes)
  bytes.fill(0, DECODE_TIME_AT, DECODE_TIME_AT + 8)
  return bytes
}

const own = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
