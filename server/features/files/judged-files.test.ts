import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#shared/contracts/files.ts'
import { type FileUse, PICTURE_MOST } from '#shared/files.ts'
import { storeOf } from '../../platform/files/file-store.ts'
import { plainJpeg } from '../../platform/files/plain-jpeg.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { startBucket } from '../../testing/bucket.ts'
import { exif, jpegOf, recordingOf } from '../../testing/pictures.ts'
import { listening, sendBytes, sendFile, uploadIdOf } from '../../testing/sent-files.ts'

let farm: TestApp
let base: string
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  base = await listening(farm)
  worker = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['device_repair_client_list:get'] })
})
afterAll(() => farm.close())

const keep = async (bytes: Buffer, use: FileUse = 'picture', name = 'fan.png') => {
  const upload = uploadIdOf(await sendBytes(base, worker, bytes))
  return worker.ask(files.keep, { body: { upload, name, use } })
}
const bytesOf = async (url: string) => (await farm.app.inject({ method: 'GET', url })).rawPayload

const chunk = (name: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(content.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
/** A black PNG of one row's content, whatever size its head tells. */
function pngOf(width: number, height: number, ...told: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...told,
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const riff = (...parts: [name: string, content: Buffer][]) => {
  const content = Buffer.concat(
    parts.map(([name, of]) => {
      const head = Buffer.from(`${name}0000`, 'latin1')
      head.writeUInt32LE(of.length, 4)
      return Buffer.concat([head, of, Buffer.alloc(of.length % 2)])
    }),
  )
  const head = Buffer.from('RIFF0000WEBP', 'latin1')
  head.writeUInt32LE(content.length + 4, 4)
  return Buffer.concat([head, content])
}
/** The picture of a WebP of one pixel, without its head. */
const PIXEL = Buffer.from('2f00000010071011118888fe0700', 'hex')
const EXTENDED = Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const PLACE = 'GPS 36.65 N 117.12 E'

test('a PNG and a WebP lose the texts and places in them, and stay the pictures they were', async () => {
  const told = [chunk('tEXt', Buffer.from(`Comment\0${PLACE}`)), chunk('eXIf', Buffer.from(PLACE))]
  const webp = riff(
    ['VP8X', EXTENDED],
    ['VP8L', PIXEL],
    ['EXIF', Buffer.from(PLACE)],
    ['XMP ', Buffer.from(PLACE)],
  )
  const plainWebp = riff(['VP8X', Buffer.alloc(10)], ['VP8L', PIXEL])
  for (const [sent, kept] of [
    [pngOf(1, 1, ...told), pngOf(1, 1)],
    [webp, plainWebp],
  ] as const) {
    expect(sent.includes(PLACE)).toBe(true)
    const { url, size } = (await keep(sent)).json().data
    expect(await bytesOf(url)).toEqual(kept)
    expect(size).toBe(kept.length)
  }
})

test('a second picture behind a JPEG, as phones write it, is cut off with the place in it', () => {
  const first = jpegOf(64)
  expect(plainJpeg(Buffer.concat([first, jpegOf(64, exif)]))?.bytes).toEqual(first)
})

test.each([
  ['a PNG with a page behind it', Buffer.concat([pngOf(1, 1), Buffer.from('<script>')])],
  ['a PNG that is cut off', pngOf(1, 1).subarray(0, -6)],
  ['a PNG without a picture', Buffer.concat([pngOf(1, 1).subarray(0, 33), chunk('IEND', Buffer.alloc(0))])],
  ['a WebP with a page behind it', Buffer.concat([riff(['VP8L', PIXEL]), Buffer.from('<script>')])],
  ['a WebP of garbage', riff(['VP8 ', Buffer.alloc(40, 7)])],
  ['a WebP without a picture', riff(['VP8X', EXTENDED])],
])('%s is refused in words', async (_, bytes) => {
  const answer = await keep(bytes)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toEqual([{ field: 'upload', message: 'Choose a picture: JPEG, PNG or WebP' }])
})

test('a picture of more pixels than browsers draw is refused, and says so', async () => {
  const tooWide = pngOf(PICTURE_MOST.side + 1, 1)
  for (const bytes of [pngOf(30_000, 30_000), pngOf(8_000, 8_000), tooWide, jpegOf(16_000)])
    expect((await keep(bytes)).json()).toMatchObject({
      code: 40_003,
      data: [{ field: 'upload', message: expect.stringContaining('too many pixels: at most 50 million') }],
    })
  expect((await keep(pngOf(7_000, 7_000))).statusCode).toBe(200)
})

test('a PDF with a script in it is handed out as an attachment that runs nothing', async () => {
  const pdf = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>\nendobj\ntrailer\n<<>>\n%%EOF\n',
  )
  const { url } = (await keep(pdf, 'attachment', 'manual.pdf')).json().data
  const { headers } = await farm.app.inject({ method: 'GET', url })
  expect(headers['content-disposition']).toMatch(/^attachment;/)
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
})

test('a voice note and a video are told apart by their tracks, and handed out in parts as what they are', async () => {
  for (const kind of ['audio/webm', 'video/webm', 'audio/mp4', 'video/mp4'] as const) {
    const bytes = recordingOf(kind)
    const { url, type } = (await keep(bytes, 'recording', 'note.webm')).json().data
    expect(type).toBe(kind)
    const { statusCode, headers, rawPayload } = await farm.app.inject({
      method: 'GET',
      url,
      headers: { range: 'bytes=4-9' },
    })
    expect([statusCode, headers['content-type']]).toEqual([206, kind])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(rawPayload).toEqual(bytes.subarray(4, 10))
  }
})

test('a recording of a kind that is not played everywhere is refused by its name', async () => {
  const why = async (bytes: Buffer) => (await keep(bytes, 'recording', 'note.amr')).json().data[0].message
  expect(await why(Buffer.from('#!AMR\n and more'))).toMatch(
    /^Files of the kind AMR are not played everywhere/,
  )
  expect(await why(jpegOf(64))).toContain('kind JPG')
  expect(await why(Buffer.from('<script>alert(1)</script>'))).toMatch(/^Choose a voice note or video/)
  // Begins like one, and has neither sound nor picture.
  expect(await why(recordingOf('audio/webm').subarray(0, 40))).toContain('kind WEBM')
})

test('while the bucket is away that is what is said, files on the disk are served, and health tells', async () => {
  const bucket = await startBucket()
  const app = await testApp({ bucket: bucket.settings })
  try {
    const address = await listening(app)
    const person = await app.as({ office: app.offices.sharing, kind: 2, grants: [] })
    const fetched = (url: string) => app.app.inject({ method: 'GET', url })
    const [inBucket, onDisk] = [await sendFile(address, person), await sendFile(address, person)]
    await storeOf(app.services.config).remove(onDisk.id)
    const { dataDir } = app.services.config
    mkdirSync(filesFolder(dataDir), { recursive: true })
    writeFileSync(join(filesFolder(dataDir), onDisk.id), jpegOf(64))
    const upload = uploadIdOf(await sendBytes(address, person, jpegOf(64)))
    await bucket.close()

    const away = { code: 503, message: 'The file store cannot be reached. Please try again shortly' }
    const answer = await fetched(inBucket.url)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject(away)
    expect((await fetched(onDisk.url)).rawPayload).toEqual(jpegOf(64))
    const kept = await person.ask(files.keep, { body: { upload, name: 'fan.jpg', use: 'picture' } })
    expect(kept.json()).toMatchObject(away)
    const health = await app.app.inject('/api/health')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toMatchObject({ status: 'no files', files: false, database: true })
  } finally {
    await app.close()
  }
})
