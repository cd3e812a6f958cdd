import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDisk } from '../../platform/disk.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { TICKS } from '../fragments.ts'
import { type MediaEngine, type MediaSource, openMediaEngine } from '../media-engine.ts'
import { GST_PASSWORD, GST_USER, type GstCamera, noGstreamer, startGstCamera } from '../testing/gst-camera.ts'
import { doorsTo } from '../testing/watching.ts'
import { cutClip } from './cut-clip.ts'
import { boxAt, boxesOf } from './read-movie.ts'
import { Ring, segmentsOf } from './ring.ts'

let gst: GstCamera
let engine: MediaEngine
let folder: string
beforeAll(async () => {
  if (noGstreamer) return
  gst = await startGstCamera()
  engine = openMediaEngine({ dial: doorsTo(gst.port), log: { info() {}, warn() {}, error() {} } })
  folder = mkdtempSync(join(tmpdir(), 'camrec-ring-'))
})
afterAll(async () => {
  await engine?.close()
  await gst?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const source = (): MediaSource => ({
  kind: 'rtsp',
  url: gst.url('/small'),
  username: GST_USER,
  password: GST_PASSWORD,
  network: 'any',
})

/** Records the camera until so many bytes are in its files. */
async function record(ring: Ring, channel: string, least: number) {
  const writer = ring.writer(channel, () => {})
  const leave = engine.watch(channel, source(), writer)
  await eventually(async () =>
    (await segmentsOf(ring.folder, channel)).reduce((sum, { bytes }) => sum + bytes, 0),
  ).toBeGreaterThan(least)
  leave()
  writer.close()
  await ring.flushed()
}

/** Runs six times as fast as the day. */
function fastClock() {
  const began = Date.now()
  return () => began + (Date.now() - began) * 6
}

test.skipIf(noGstreamer)(
  `a clip out of the ring is a plain MP4 that another program reads: as long and as large as it was${noGstreamer}`,
  async () => {
    const ring = new Ring({ folder: join(folder, 'plain') })
    const from = Date.now()
    await record(ring, 'a', 60_000)
    const path = join(folder, 'plain.mp4')
    const cut = await cutClip({
      folder: ring.folder,
      channelId: 'a',
      from,
      to: Date.now(),
      about: from,
      path,
    })
    expect(cut).toBeDefined()
    const bytes = await readFile(path)
    expect(bytes.length).toBe(cut?.bytes)
    expect([...boxesOf(bytes)].map(({ name }) => name)).toEqual(['ftyp', 'moov', 'mdat'])
    const header = boxAt(bytes, ['moov', 'mvhd'])
    const seconds = bytes.readUInt32BE((header?.start ?? 0) + 16) / TICKS
    expect(seconds).toBeCloseTo(((cut?.to ?? 0) - (cut?.from ?? 0)) / 1_000, 0)
    const pipeline = ['filesrc', `location=${path}`, '!', 'qtdemux', '!', 'h264parse', '!', 'fakesink']
    const told = execFileSync('gst-launch-1.0', ['-v', ...pipeline], { encoding: 'utf8' })
    expect(told).toMatch(/video\/x-h264.*width=\(int\)\d+, height=\(int\)\d+/)
    expect(told).toMatch(/Got EOS/)
  },
)

test.skipIf(noGstreamer)(
  'the ring survives a restart, torn at its end, and a clip goes over it',
  async () => {
    const before = new Ring({ folder: join(folder, 'restart') })
    const from = Date.now()
    await record(before, 'b', 30_000)
    const [first] = await segmentsOf(before.folder, 'b')
    // As a process leaves it that is killed while it writes.
    const { appendFile } = await import('node:fs/promises')
    await appendFile(first?.path ?? '', Buffer.from([0, 0, 1, 0, 109, 111, 111, 102, 1, 2, 3]))
    const after = new Ring({ folder: join(folder, 'restart') })
    await record(after, 'b', 60_000)
    expect((await segmentsOf(after.folder, 'b')).length).toBe(2)
    const path = join(folder, 'restart.mp4')
    const cut = await cutClip({
      folder: after.folder,
      channelId: 'b',
      from,
      to: Date.now(),
      about: from,
      path,
    })
    const [one, two] = await segmentsOf(after.folder, 'b')
    expect(cut?.from).toBeLessThanOrEqual(one?.from ?? 0)
    expect(cut?.to).toBeGreaterThan(two?.from ?? Number.POSITIVE_INFINITY)
  },
)

test.skipIf(noGstreamer)(
  'the ring keeps its minutes and its size, the oldest of any channel goes first, and nothing after it is switched off',
  async () => {
    const now = fastClock()
    const ring = new Ring({ folder: join(folder, 'size'), now, bytes: 150_000, minutes: 30 })
    await record(ring, 'old', 90_000)
    await record(ring, 'new', 90_000)
    await ring.trim()
    const left = await Promise.all(['old', 'new'].map(id => segmentsOf(ring.folder, id)))
    const sizes = left.map(segments => segments.reduce((sum, { bytes }) => sum + bytes, 0))
    expect((sizes[0] ?? 0) + (sizes[1] ?? 0)).toBeLessThanOrEqual(150_000)
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0)
    expect(ring.state.bytes).toBe((sizes[0] ?? 0) + (sizes[1] ?? 0))
    const later = new Ring({ folder: ring.folder, now: () => Date.now() + 31 * 60_000 })
    await later.trim()
    expect(readdirSync(join(ring.folder, 'ring'))).toEqual([])
    await record(ring, 'off', 20_000)
    await ring.forget('off')
    expect(await segmentsOf(ring.folder, 'off')).toEqual([])
  },
)

test.skipIf(noGstreamer)(
  'a full disk stops recording and says so; it goes on once there is room',
  async () => {
    let free = 5e8
    let clock = Date.now()
    const ring = new Ring({
      folder: join(folder, 'full'),
      now: () => clock,
      disk: async path => {
        const disk = await readDisk(path)
        return disk && { ...disk, free }
      },
    })
    await ring.trim()
    expect(ring.state.stopped).toBe('diskFull')
    let shown = 0
    const writer = ring.writer('c', () => {})
    const leave = engine.watch('c', source(), {
      ...writer,
      fragment(data, isKey) {
        shown += 1
        writer.fragment(data, isKey)
      },
    })
    await eventually(async () => shown).toBeGreaterThan(20)
    await ring.flushed()
    expect(await segmentsOf(ring.folder, 'c')).toEqual([])
    // A little more than the least is not enough: it would stop again at once.
    free = 1.2e9
    clock += 10_000
    await ring.trim()
    expect(ring.state.stopped).toBe('diskFull')
    free = 5e9
    clock += 10_000
    await ring.trim()
    expect(ring.state.stopped).toBe(null)
    await eventually(async () => {
      clock = Date.now()
      return (await segmentsOf(ring.folder, 'c')).length
    }).toBeGreaterThan(0)
    leave()
    writer.close()
  },
)
