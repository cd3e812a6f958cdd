import { expect, test } from 'vitest'
import { depacketiser, type Picture } from './depacketise.ts'

const TYPE = 96

/** A packet of RTP around a payload. */
function packet(
  sequence: number,
  time: number,
  payload: number[],
  isLast = false,
  more: Buffer = Buffer.alloc(0),
) {
  const head = Buffer.alloc(12)
  head[0] = 0x80
  head[1] = TYPE | (isLast ? 0x80 : 0)
  head.writeUInt16BE(sequence & 0xffff, 2)
  head.writeUInt32BE(time, 4)
  return Buffer.concat([head, Buffer.from(payload), more])
}
const [SPS, PPS, IDR, SLICE, SEI] = [0x67, 0x68, 0x65, 0x61, 0x06]

function taking() {
  const pictures: Picture[] = []
  let lost = 0
  const take = depacketiser(TYPE, { picture: each => pictures.push(each), lost: () => lost++ })
  return { take, pictures, lost: () => lost }
}
const slicesOf = ({ slices }: Picture) => slices.map(each => [...each])

test('single units, an aggregate and fragments make the same picture, with its parameter sets', () => {
  const single = taking()
  single.take(packet(1, 100, [SPS, 1, 2]))
  single.take(packet(2, 100, [PPS, 3]))
  single.take(packet(3, 100, [SEI, 9]))
  single.take(packet(4, 100, [IDR, 4, 5, 6], true))
  const aggregate = taking()
  aggregate.take(packet(1, 100, [24, 0, 3, SPS, 1, 2, 0, 2, PPS, 3, 0, 4, IDR, 4, 5, 6], true))
  const fragments = taking()
  fragments.take(packet(65_534, 100, [24, 0, 3, SPS, 1, 2, 0, 2, PPS, 3]))
  fragments.take(packet(65_535, 100, [0x7c, 0x85, 4]))
  fragments.take(packet(0, 100, [0x7c, 0x05, 5]))
  fragments.take(packet(1, 100, [0x7c, 0x45, 6], true))
  for (const { pictures, lost } of [single, aggregate, fragments]) {
    expect(pictures).toHaveLength(1)
    expect(pictures.map(slicesOf)).toEqual([[[IDR, 4, 5, 6]]])
    expect(pictures[0]).toMatchObject({ isKey: true, time: 100 })
    expect([...(pictures[0]?.sps ?? [])]).toEqual([SPS, 1, 2])
    expect(lost()).toBe(0)
  }
})

test('slices of one picture stay together, and a new time ends it even without a mark', () => {
  const { take, pictures } = taking()
  take(packet(1, 100, [IDR, 1]))
  take(packet(2, 100, [IDR, 2]))
  take(packet(3, 200, [SLICE, 3]))
  take(packet(4, 300, [SLICE, 4], true))
  expect(pictures.map(slicesOf)).toEqual([
    [
      [IDR, 1],
      [IDR, 2],
    ],
    [[SLICE, 3]],
    [[SLICE, 4]],
  ])
})

test('a camera that marks every slice as the last is seen through', () => {
  const { take, pictures, lost } = taking()
  for (let i = 0; i < 4; i++) {
    take(packet(2 * i, 100 * i, [IDR, 2 * i], true))
    take(packet(2 * i + 1, 100 * i, [IDR, 2 * i + 1], true))
  }
  take(packet(8, 900, [SLICE, 9], true))
  expect(lost()).toBe(1)
  expect(pictures.slice(1).map(({ slices }) => slices.length)).toEqual([1, 2, 2, 2])
})

test('a gap costs the picture it is in and is told; what came late or twice is nothing new', () => {
  const { take, pictures, lost } = taking()
  take(packet(10, 100, [IDR, 1], true))
  take(packet(11, 200, [0x7c, 0x81, 1]))
  take(packet(13, 200, [0x7c, 0x41, 3], true))
  expect(lost()).toBeGreaterThan(0)
  take(packet(14, 300, [SLICE, 4], true))
  take(packet(14, 300, [SLICE, 4], true))
  take(packet(12, 200, [0x7c, 0x01, 2]))
  expect(pictures.map(({ time }) => time)).toEqual([100, 300])
})

test('nonsense is no picture and breaks nothing', () => {
  const { take, pictures } = taking()
  for (const bytes of [
    [],
    [0x80],
    Array(40).fill(0xff),
    [0x80, 96, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    [0xbf, 0xe0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 200],
    [0x80, 0xe0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 24, 0xff, 0xff, 1],
    [0x80, 0xe0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x7c],
  ])
    take(Buffer.from(bytes))
  expect(pictures).toEqual([])
})
