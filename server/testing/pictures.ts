import type { Endpoint } from '#shared/endpoint.ts'
import { PICTURE_SIDE } from '#shared/pictures.ts'
import type { Person } from './app.ts'

const segment = (marker: number, ...bytes: number[]) => [
  0xff,
  marker,
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 0xff,
  ...bytes,
]
/** Metadata a camera writes into a picture. */
export const exif = segment(0xe1, ...Buffer.from('Exif\0\0 taken at 36.65 N 117.12 E'))

/** The parts of a JPEG that give its size, `more`, and some picture. */
export const jpegOf = (side: number, more: number[] = []): Buffer =>
  Buffer.from([
    0xff,
    0xd8,
    ...segment(0xe0, ...Buffer.from('JFIF\0')),
    ...more,
    ...segment(0xc0, 8, side >> 8, side & 0xff, side >> 8, side & 0xff, 3),
    ...segment(0xda, 1, 2, 3),
    10,
    20,
    30,
    0xff,
    0xd9,
  ])

/** Sent instead of a small square JPEG. */
export const wrongPictures: readonly (readonly [what: string, body: Buffer])[] = [
  ['a page that calls itself a picture', Buffer.from('<script>alert(1)</script>')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a picture with a page behind it', Buffer.concat([jpegOf(PICTURE_SIDE), Buffer.from('<script>')])],
  ['a picture that was not made small', jpegOf(4_000)],
  ['a picture that is cut off', jpegOf(PICTURE_SIDE).subarray(0, 20)],
  ['a picture whose parts end nowhere', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0xff, 0xd9])],
  [
    'more bytes than a small picture has',
    jpegOf(PICTURE_SIDE, new Array(4).fill(segment(0xe2, ...new Array(60_000).fill(1))).flat()),
  ],
]

/** Sends a picture to an endpoint that accepts one. */
export const sendPicture = (person: Person, endpoint: Endpoint, body: Buffer) =>
  person.ask(endpoint, { body, headers: { 'content-type': 'image/jpeg' } })

/** Bytes that begin like an MP4; what follows is not a video. */
export const videoOf = (bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
    Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251)),
  ])

/** The beginning of a recording with one track, as a recorder writes it; what follows is neither sound nor picture. */
export function recordingOf(type: 'audio/webm' | 'video/webm' | 'audio/mp4' | 'video/mp4'): Buffer {
  const [kind, container] = type.split('/')
  const noise = Buffer.alloc(2_000, 0x55)
  if (container === 'webm') {
    const head = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581', 'hex')
    const track = Buffer.from(`1654ae6b9bae99d7810173c581018381${kind === 'video' ? '01' : '02'}`, 'hex')
    return Buffer.concat([head, Buffer.from('02', 'hex'), Buffer.from('18538067', 'hex'), track, noise])
  }
  const box = (name: string, content: Buffer) => {
    const head = Buffer.from(`0000${name}`, 'latin1')
    head.writeUInt32BE(content.length + 8, 0)
    return Buffer.concat([head, content])
  }
  const handler = Buffer.from(
    `${'\0'.repeat(8)}${kind === 'video' ? 'vide' : 'soun'}${'\0'.repeat(12)}`,
    'latin1',
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2', 'latin1')),
    box('moov', box('hdlr', handler)),
    noise,
  ])
}
