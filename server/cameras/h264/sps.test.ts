import { expect, test } from 'vitest'
import { sequenceOf } from './sps.ts'

/** Sets as x264 writes them for these pictures; the codec is how browsers name them. */
test.each([
  [
    '640×360 baseline',
    '6742c01ed900a02ff97016a0c0c0d4a0000003002000000651e2c5c9',
    [640, 360, 'avc1.42c01e', 25],
  ],
  [
    '1920×1080 high',
    '67640028acd940780227e5c05a808080a0000003002000000791e30632c0',
    [1920, 1080, 'avc1.640028', 30],
  ],
  [
    '704×576 main',
    '674d401eeca058093602d418181a940000030004000003007a3c58b658',
    [704, 576, 'avc1.4d401e', 15],
  ],
  [
    '1278×718 with colours at half the width',
    '677a001fb6cd9405005beaf016a02020280000030008000003019478c18cb0',
    [1278, 718, 'avc1.7a001f', 25],
  ],
  [
    '720×576 interlaced, all colours',
    '67f4001e90d9b2816849b014a0c0c0c800000300080000030194f8a14cb0',
    [720, 576, 'avc1.f4001e', 25],
  ],
] as const)('%s', (_, hex, [width, height, codec, framesPerSecond]) => {
  expect(sequenceOf(Buffer.from(hex, 'hex'))).toEqual({ width, height, codec, framesPerSecond })
})

test('a set that says nothing of the rate is good, a short or senseless one is none', () => {
  expect(sequenceOf(Buffer.from('674d0029e2900f0044fcb8', 'hex'))).toMatchObject({
    width: 1920,
    height: 1080,
  })
  for (const hex of ['', '67', '6742c01e', '6742c01eff', `6742c01e${'00'.repeat(40)}`])
    expect(sequenceOf(Buffer.from(hex, 'hex'))).toBeUndefined()
})
