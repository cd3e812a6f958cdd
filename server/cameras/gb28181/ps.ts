import { MediaError } from '../media-types.ts'

/** What a program stream contains of the picture. */
export interface PsEvents {
  /**
   * Bytes of the video, cut anywhere. `begins`: a packet with a time of its own begins here. `time` in 1/90,000 s, 32 bits;
   * undefined while the stream has told none.
   */
  video(data: Buffer, time: number | undefined, begins: boolean): void
}

const PACK = 0xba
const MAP = 0xbc
const VIDEO = { from: 0xe0, to: 0xef } as const
/** NAL units of H.264 have codes below it, everything of the stream itself has others (ISO/IEC 13818-1, table 2-22). */
const SYSTEM_FROM = 0xb9
const H264 = 0x1b
/** More than a pack with its packet. Bytes */
const REST_MOST = 1024 * 1024

const CODECS: Readonly<Record<number, string>> = {
  1: 'MPEG-1',
  2: 'MPEG-2',
  16: 'MPEG-4',
  36: 'H265',
  128: 'SVAC',
}

export interface PsDemuxer {
  /** The next bytes of the stream, cut anywhere. Throws MediaError if its picture is no H.264. */
  push(data: Buffer): void
  /** Bytes are missing: what follows is read from the next pack on. */
  lost(): void
  /** Whether a packet with a length has come to its end, so that nothing of it is awaited. */
  isBetween(): boolean
}

/** Takes a program stream apart (ISO/IEC 13818-1), as cameras of GB/T 28181 send it. It never throws on damage. */
export function psDemuxer({ video }: PsEvents): PsDemuxer {
  let rest: Buffer = Buffer.alloc(0)
  let isInSync = false
  let videoId: number | undefined
  let time: number | undefined
  /** Bytes that are still to come of the packet of video; Infinity until the next code if it says none. */
  let open = 0

  /** Bytes used at the beginning of what there is; MORE if more must come. */
  const step = (): number => {
    if (open === Number.POSITIVE_INFINITY) return unbounded()
    if (open > 0) {
      const used = Math.min(open, rest.length)
      open -= used
      video(rest.subarray(0, used), time, false)
      return used
    }
    if (!isInSync) return sought()
    if (rest.length < 4) return MORE
    const code = rest[3] ?? 0
    if (rest[0] !== 0 || rest[1] !== 0 || rest[2] !== 1 || code < SYSTEM_FROM) {
      // Zeros between packets are allowed; anything else is damage.
      if (rest[0] === 0 && rest[1] === 0 && rest[2] === 0) return 1
      isInSync = false
      return 1
    }
    if (code === SYSTEM_FROM) return 4
    if (code === PACK) return packHead(rest)
    if (rest.length < 6) return MORE
    const length = rest.readUInt16BE(4)
    if (code >= VIDEO.from && code <= VIDEO.to) return pictured(code, length)
    if (rest.length < 6 + length) return MORE
    if (code === MAP) videoId = videoIn(rest.subarray(6, 6 + length)) ?? videoId
    return 6 + length
  }
  const sought = (): number => {
    const at = rest.indexOf(PACK_START)
    // Its beginning may have come.
    if (at < 0) return rest.length < PACK_START.length ? MORE : rest.length - PACK_START.length + 1
    isInSync = true
    return at
  }
  const pictured = (code: number, length: number): number => {
    if (rest.length < 9) return MORE
    const head = 9 + (rest[8] ?? 0)
    const isPes = (rest[6] ?? 0) >> 6 === 2
    if (!isPes || (length > 0 && head > 6 + length)) {
      isInSync = false
      return 4
    }
    if (rest.length < head) return MORE
    videoId ??= code
    const flags = (rest[7] ?? 0) >> 6
    const told = flags >= 2 && head >= 14 ? timeAt(rest, 9) : undefined
    const isOurs = code === videoId
    if (!isOurs && length === 0) return head
    if (!isOurs) return rest.length < 6 + length ? MORE : 6 + length
    const begins = told !== undefined && told !== time
    time = told ?? time
    const body = rest.subarray(head, length === 0 ? head : Math.min(rest.length, 6 + length))
    open = length === 0 ? Number.POSITIVE_INFINITY : 6 + length - head - body.length
    video(body, time, begins)
    return head + body.length
  }
  const unbounded = (): number => {
    let at = rest.indexOf(START)
    while (at >= 0 && at + 3 < rest.length && (rest[at + 3] ?? 0) < SYSTEM_FROM)
      at = rest.indexOf(START, at + 1)
    const isEnd = at >= 0 && at + 3 < rest.length
    if (isEnd) open = 0
    // The beginning of a code may have come.
    const end = isEnd ? at : rest.length - START.length
    if (end > 0) video(rest.subarray(0, end), time, false)
    return end > 0 || isEnd ? Math.max(end, 0) : MORE
  }

  return {
    push(data) {
      rest = rest.length === 0 ? Buffer.from(data) : Buffer.concat([rest, data])
      for (;;) {
        const used = rest.length === 0 ? MORE : step()
        if (used === MORE) break
        rest = rest.subarray(used)
      }
      if (rest.length > REST_MOST) {
        rest = Buffer.alloc(0)
        isInSync = false
      }
    },
    lost() {
      rest = Buffer.alloc(0)
      isInSync = false
      open = 0
    },
    isBetween: () => open === 0 && rest.length === 0,
  }
}

/** No bytes can be used before more have come. */
const MORE = -1
const START = Buffer.from([0, 0, 1])
const PACK_START = Buffer.from([0, 0, 1, PACK])

/** A time stamp of 33 bits, of which the lower 32 are kept. */
const timeAt = (bytes: Buffer, at: number): number =>
  ((((bytes[at] ?? 0) & 0x06) << 29) |
    ((bytes[at + 1] ?? 0) << 22) |
    (((bytes[at + 2] ?? 0) & 0xfe) << 14) |
    ((bytes[at + 3] ?? 0) << 7) |
    ((bytes[at + 4] ?? 0) >> 1)) >>>
  0

/** Which packets a map says are the picture. Throws MediaError if it is no H.264. */
function videoIn(map: Buffer): number | undefined {
  if (map.length < 6) return undefined
  let found: number | undefined
  let at = 4 + map.readUInt16BE(2)
  const end = Math.min(map.length - 4, at + 2 + (at + 2 <= map.length ? map.readUInt16BE(at) : 0))
  for (at += 2; at + 4 <= end; at += 4 + map.readUInt16BE(at + 2)) {
    const [type = 0, id = 0] = map.subarray(at, at + 2)
    if (id < VIDEO.from || id > VIDEO.to) continue
    if (type !== H264)
      throw new MediaError('picture', 'unsupportedCodec', CODECS[type] ?? `0x${type.toString(16)}`)
    found = id
  }
  return found
}

/** Bytes of the head of a pack; MORE if it is not whole. */
function packHead(bytes: Buffer): number {
  if (bytes.length < 14) return MORE
  // MPEG-1 has another head of 12 bytes.
  if ((bytes[4] ?? 0) >> 6 !== 1) return (bytes[4] ?? 0) >> 4 === 2 ? 12 : 4
  return 14 + ((bytes[13] ?? 0) & 0x07)
}
