/** Bytes of a picture in one packet of the stream: its length has 16 bits. */
const PES_MOST = 60_000
const VIDEO = 0xe0
const AUDIO = 0xc0
const H264 = 0x1b
const PCMA = 0x90
const START_CODE = Buffer.from([0, 0, 0, 1])

/**
 * A picture as recorders send it: a pack with its head, on a key frame the head of the system and the map of streams, then
 * packets of video (ISO/IEC 13818-1; GB/T 28181-2016, annex C). `time` in ticks of 1/90,000 s.
 */
export function programStream(nals: readonly Buffer[], time: number, isKey: boolean): Buffer {
  const stream = Buffer.concat(nals.flatMap(nal => [START_CODE, nal]))
  const parts = [packHead(time)]
  if (isKey) parts.push(systemHead(), map())
  for (let at = 0; at < stream.length; at += PES_MOST)
    parts.push(pes(VIDEO, stream.subarray(at, at + PES_MOST), at === 0 ? time : undefined))
  return Buffer.concat(parts)
}

/** A packet of sound, which nobody asks for and recorders send all the same. */
export const soundPacket = (time: number): Buffer => pes(AUDIO, Buffer.alloc(160, 0xd5), time)

function packHead(time: number): Buffer {
  const head = Buffer.from([0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0, 0x5f, 0x6b, 0xf8])
  const clock = time >>> 0
  head[4] = 0x44 | ((clock >>> 27) & 0x18) | ((clock >>> 28) & 0x03)
  head[5] = (clock >>> 20) & 0xff
  head[6] = ((clock >>> 12) & 0xf8) | 0x04 | ((clock >>> 13) & 0x03)
  head[7] = (clock >>> 5) & 0xff
  head[8] = ((clock << 3) & 0xf8) | 0x04
  return head
}

const systemHead = () =>
  Buffer.from([0, 0, 1, 0xbb, 0, 12, 0x80, 0x2f, 0xb5, 4, 0xe1, 0x7f, VIDEO, 0xe0, 0x80, AUDIO, 0xc0, 8])

function map(): Buffer {
  const entries = Buffer.from([H264, VIDEO, 0, 0, PCMA, AUDIO, 0, 0])
  const head = Buffer.from([0, 0, 1, 0xbc, 0, 10 + entries.length, 0xe0, 0xff, 0, 0, 0, entries.length])
  return Buffer.concat([head, entries, Buffer.alloc(4)])
}

function pes(id: number, data: Buffer, time?: number): Buffer {
  const stamp = time === undefined ? Buffer.alloc(0) : stampOf(time)
  const head = Buffer.from([0, 0, 1, id, 0, 0, 0x80, time === undefined ? 0 : 0x80, stamp.length])
  head.writeUInt16BE(3 + stamp.length + data.length, 4)
  return Buffer.concat([head, stamp, data])
}

function stampOf(time: number): Buffer {
  const clock = time >>> 0
  return Buffer.from([
    0x21 | ((clock >>> 29) & 0x06),
    (clock >>> 22) & 0xff,
    ((clock >>> 14) & 0xfe) | 1,
    (clock >>> 7) & 0xff,
    ((clock << 1) & 0xfe) | 1,
  ])
}
