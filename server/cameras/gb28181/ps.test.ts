import { describe, expect, test } from 'vitest'
import { programStream, soundPacket } from '#simulator/camera/gb28181/program-stream.ts'
import type { Picture } from '../h264/depacketise.ts'
import { isSlice, kindOfNal } from '../h264/nal.ts'
import { MediaError } from '../media-types.ts'
import { annexB } from './annex-b.ts'
import { psPictures } from './ps-pictures.ts'
import { readRtp } from './rtp-order.ts'
import { gstProgramStream, noGstTools } from './testing/gst-program-stream.ts'

/** Numbers that look random and are the same each time. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const nal = (head: number, length: number, random: (below: number) => number): Buffer => {
  const bytes = Buffer.alloc(length)
  // No start code may come about inside.
  for (let i = 0; i < length; i++) bytes[i] = 1 + random(255)
  bytes[0] = head
  bytes[1] = 0x80 | random(128)
  return bytes
}

/** Pictures of a camera: a key frame every ten, some larger than a packet of the stream. */
function pictures(count: number, random: (below: number) => number) {
  return Array.from({ length: count }, (_, i) => {
    const isKey = i % 10 === 0
    const slice = nal(isKey ? 0x65 : 0x61, isKey ? 70_000 + random(30_000) : 200 + random(9_000), random)
    const sets = isKey ? [nal(0x67, 20, random), nal(0x68, 6, random)] : []
    return { isKey, slice, nals: [...sets, slice], time: i * 3_600 }
  })
}

const rtp = (payload: Buffer, sequence: number, time: number, isMarked: boolean): Buffer => {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = (isMarked ? 0x80 : 0) | 96
  head.writeUInt16BE(sequence & 0xffff, 2)
  head.writeUInt32BE(time >>> 0, 4)
  head.writeUInt32BE(7, 8)
  return Buffer.concat([head, payload])
}

/** Packets of whole pictures, as cameras send them. */
function packetsOf(sent: ReturnType<typeof pictures>, first = 65_500): Buffer[] {
  const packets: Buffer[] = []
  for (const { nals, isKey, time } of sent)
    for (const data of [programStream(nals, time, isKey), soundPacket(time)])
      for (let at = 0; at < data.length; at += 1_400)
        packets.push(
          rtp(data.subarray(at, at + 1_400), first + packets.length, time, at + 1_400 >= data.length),
        )
  return packets
}

/** What is shown of packets: as a track does, nothing after a loss before the next key frame. */
function shown(packets: readonly Buffer[]) {
  const seen: Picture[] = []
  let needsKey = true
  const take = psPictures({
    picture(picture) {
      if (needsKey && !picture.isKey) return
      needsKey = false
      seen.push(picture)
    },
    lost() {
      needsKey = true
    },
  })
  for (const data of packets) {
    const packet = readRtp(data)
    if (packet) take(packet)
  }
  return seen
}

test('every picture comes out as it went in, with its time, sound left out', () => {
  const sent = pictures(40, chance(1))
  const seen = shown(packetsOf(sent))
  // The last may still be going on.
  expect(seen.length).toBeGreaterThanOrEqual(39)
  for (const [i, { slices, time, isKey, sps }] of seen.entries()) {
    expect([i, Buffer.concat(slices).equals(sent[i]?.slice ?? Buffer.alloc(0))]).toEqual([i, true])
    expect([time, isKey, sps !== undefined]).toEqual([sent[i]?.time, sent[i]?.isKey, sent[i]?.isKey])
  }
})

test('a picture is handed over with its last packet once the camera has shown that it keeps to that', () => {
  const sent = pictures(20, chance(2))
  expect(shown(packetsOf(sent))).toHaveLength(20)
})

test('packets that UDP turned around or doubled make no difference', () => {
  const sent = pictures(40, chance(3))
  const packets = packetsOf(sent)
  const random = chance(4)
  const mixed = packets.flatMap(each => (random(20) === 0 ? [each, each] : [each]))
  // The first packet says where the row begins.
  for (let i = 4; i + 3 < mixed.length; i += 4)
    [mixed[i], mixed[i + 3]] = [mixed[i + 3] as Buffer, mixed[i] as Buffer]
  expect(shown(mixed).length).toBeGreaterThanOrEqual(39)
})

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'damage of any kind neither throws nor shows a picture that was not sent, and the next key frame brings it back (%i)',
  seed => {
    const random = chance(seed + 100)
    const sent = pictures(60, chance(5))
    const known = new Set(sent.map(({ slice }) => slice.toString('base64')))
    // All of the damage is in the first forty pictures.
    const clean = packetsOf(sent.slice(0, 40)).length
    const packets = packetsOf(sent).flatMap((packet, i) => {
      if (i >= clean || random(40) !== 0) return [packet]
      switch (random(4)) {
        case 0:
          return []
        case 1:
          return [packet.subarray(0, 12 + random(packet.length - 12))]
        case 2: {
          // Its head is whole, what it carries is not.
          const broken = Buffer.from(packet)
          for (let n = 0; n < 20; n++) broken[12 + random(broken.length - 12)] = random(256)
          return [broken]
        }
        default:
          return Array.from({ length: 3 }, () => Buffer.from(packet.map(() => random(256))))
      }
    })
    const seen = shown(packets)
    const after = seen.filter(({ time }) => time >= 50 * 3_600)
    expect(after.map(({ time }) => time / 3_600)).toEqual(
      // The last may still be going on.
      [50, 51, 52, 53, 54, 55, 56, 57, 58, 59].slice(0, Math.max(9, after.length)),
    )
    for (const { slices } of after) expect(known.has(Buffer.concat(slices).toString('base64'))).toBe(true)
  },
)

test('rubbish of any length keeps no more than a bounded rest', () => {
  const random = chance(9)
  const before = process.memoryUsage().arrayBuffers
  const rubbish = Buffer.alloc(1_400)
  let sequence = 0
  const take = psPictures({ picture() {}, lost() {} })
  // Begins like a stream, so that it is not merely skipped.
  for (const head of [
    [0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0, 0, 0, 0xf8, 0, 0, 1, 0xe0, 0, 0, 0x80, 0, 0, 0, 0, 1, 0x65],
  ])
    for (let i = 0; i < 60_000; i++) {
      for (let n = 0; n < 30; n++) rubbish[random(1_400)] = random(256)
      if (i === 0) Buffer.from(head).copy(rubbish)
      const packet = readRtp(rtp(rubbish, sequence++, 0, false))
      if (packet) take(packet)
    }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024)
})

/** A key frame of H.265: its three parameter sets and a slice. */
const h265 = (random: (below: number) => number) =>
  [0x4001, 0x4201, 0x4401, 0x2601].map(head => {
    const unit = nal(0, 40 + random(400), random)
    unit.writeUInt16BE(head, 0)
    return unit
  })
const takes = (data: Buffer) => {
  const take = psPictures({ picture() {}, lost() {} })
  const packet = readRtp(rtp(data, 1, 0, true))
  return () => packet && take(packet)
}
const noH264 = new MediaError('picture', 'unsupportedCodec', 'H265')

test('a stream of H.265 is told by its map, not shown as something else', () => {
  const [first] = pictures(1, chance(6))
  const data = programStream(first?.nals ?? [], 0, true)
  data[data.indexOf(Buffer.from([0x1b, 0xe0]))] = 0x24
  expect(takes(data)).toThrow(noH264)
})

test.each([
  ['without a map', false],
  ['whose map says H.264', true],
])('a stream of H.265 %s is told by what is in it', (_, hasMap) => {
  expect(takes(programStream(h265(chance(7)), 0, hasMap))).toThrow(noH264)
})

describe.skipIf(noGstTools)(`a program stream of GStreamer${noGstTools}`, () => {
  test.each([37, 188, 1_400, 1_000_000])('cut into pieces of %i bytes has the same slices', size => {
    const { ps, h264 } = gstProgramStream(50)
    const plain: string[] = []
    const keep = ({ slices }: Picture) => plain.push(...slices.map(each => each.toString('base64')))
    const reader = annexB({ picture: keep, lost() {}, orphan() {} })
    reader.push(h264, 0)
    reader.flush()
    expect(plain.length).toBeGreaterThanOrEqual(50)
    const packets: Buffer[] = []
    for (let at = 0; at < ps.length; at += size)
      packets.push(rtp(ps.subarray(at, at + size), packets.length, packets.length, false))
    const seen = shown(packets)
    const slices = seen.flatMap(picture => picture.slices.map(each => each.toString('base64')))
    expect(slices).toEqual(plain.slice(0, slices.length))
    // The last picture ends where another would begin.
    expect(plain.length - slices.length).toBeLessThanOrEqual(4)
    expect(seen.every(({ slices }) => slices.every(each => isSlice(kindOfNal(each))))).toBe(true)
  })
})
