import { expect, test } from 'vitest'
import { H264RtpPayload } from 'werift'
import { fragment, initSegment, setsOf, shownAt, slicesOf } from '../fragments.ts'
import { payloadsOf, setsPayload } from './packets.ts'

const nal = (kind: number, length: number) =>
  Uint8Array.from({ length }, (_, i) => (i === 0 ? 0x60 | kind : i % 251))

test('pictures of any size are put together again by another reader of RTP', () => {
  for (const length of [1, 2, 1_180, 1_181, 2_361, 60_000]) {
    const whole = nal(5, length)
    const payloads = payloadsOf([whole])
    for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(1_182)
    let rest: Buffer | undefined
    let read: Buffer = Buffer.alloc(0)
    for (const payload of payloads) {
      const part = H264RtpPayload.deSerialize(payload, rest)
      rest = part.fragment
      if (part.payload) read = part.payload
    }
    // Its start code comes first.
    expect(read.subarray(4).equals(whole)).toBe(true)
  }
})

test('parameter sets go into one packet, which another reader takes apart', () => {
  const [sps, pps] = [nal(7, 12), nal(8, 4)]
  const read = H264RtpPayload.deSerialize(setsPayload([sps, pps])).payload
  expect(read).toEqual(Buffer.concat([Buffer.from([0, 0, 0, 1]), sps, Buffer.from([0, 0, 0, 1]), pps]))
})

test('a fragment tells when it is shown and what is in it, and a segment its parameter sets', () => {
  const slices = [nal(5, 30), nal(5, 7)]
  const data = fragment(9, { slices, isKey: true, decodeTime: 2 ** 33 + 5, duration: 3_600, showAfter: -90 })
  expect(shownAt(data)).toBe(2 ** 33 + 5 - 90)
  expect(slicesOf(data)).toEqual(slices)
  const [sps, first, second] = [nal(7, 12), nal(8, 4), nal(8, 6)]
  const sets = setsOf(
    initSegment({ width: 640, height: 360 }, Buffer.from(sps), [Buffer.from(first), Buffer.from(second)]),
  )
  expect(sets.map(each => [...each])).toEqual([[...sps], [...first], [...second]])
})
