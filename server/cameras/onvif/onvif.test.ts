import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FILM_PASSWORD, FILM_USER, filmHouses } from '#simulator/testing/filmed-house.ts'
import { networksAsText, networksOf } from '../../platform/network/outside.ts'
import { type MediaEngine, type MediaSource, openMediaEngine } from '../media-engine.ts'
import { GST_PASSWORD, GST_USER, noGstreamer, startGstCamera } from '../testing/gst-camera.ts'
import { doorsTo, watching } from '../testing/watching.ts'
import { OnvifThread } from './onvif-thread.ts'
import { NO_PRESET } from './orders.ts'
import { recordingOf, recordingsIn } from './recordings.ts'
import { type OnvifCamera, type StreamOf, startOnvifCamera } from './testing/onvif-camera.ts'

const YEAR_S = 365 * 86_400
const USER = 'farm & house'
const PASSWORD = 'p@ss: wörd/1'
const STREAMS: StreamOf[] = [
  { token: 'Profile 1', encoding: 'H264', width: 1280, height: 720, path: '/hd' },
  { token: 'Profile 2', encoding: 'H264', width: 640, height: 360, path: '/small' },
]

const logged: string[] = []
const log = { error: (...parts: unknown[]) => logged.push(JSON.stringify(parts)) }
const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

type Peer = Partial<Parameters<typeof startOnvifCamera>[0]>
async function plugIn(more: Peer = {}): Promise<OnvifCamera> {
  const camera = await startOnvifCamera({
    user: USER,
    password: PASSWORD,
    rtspPort: 554,
    streams: STREAMS,
    ...more,
  })
  ended.push(camera.stop)
  return camera
}

const sourceOf = (port: number, more: Partial<MediaSource> = {}): MediaSource => ({
  kind: 'onvif',
  url: `http://127.0.0.1:${port}/onvif/device_service`,
  username: USER,
  password: PASSWORD,
  network: 'any',
  ...more,
})

function askBy(rules: ConstructorParameters<typeof OnvifThread>[0], orderMs?: number): OnvifThread {
  const onvif = new OnvifThread(rules, log, orderMs)
  ended.push(() => onvif.close())
  return onvif
}

/** A look at a camera that is there; a busy machine may take longer than is waited for a camera. */
const found = (onvif: OnvifThread, source: MediaSource) =>
  vi.waitFor(
    async () => {
      const look = await onvif.look(source)
      if (!look.found) throw new Error(JSON.stringify(look.steps))
      return { steps: look.steps, found: look.found }
    },
    { timeout: 100_000, interval: 100 },
  )

test('a camera whose clock is a year behind takes the password, and tells its streams and what it is', async () => {
  for (const asks of ['messages', 'requests'] as const) {
    const camera = await plugIn({ clockOffS: -YEAR_S, canMove: true, asks })
    const look = await found(askBy(doorsTo(camera.port)), sourceOf(camera.port))
    expect(look.steps).toEqual(
      ['address', 'connect', 'onvif', 'signIn', 'profiles'].map(step => ({ step, ok: true })),
    )
    expect(look.found).toEqual({
      manufacturer: 'Test & Sons',
      model: 'IPC-7',
      firmware: 'V5.1',
      canReplay: false,
      clockOffS: expect.any(Number),
      pictures: [{ main: 'Profile 1', sub: 'Profile 2', canMove: true }],
    })
    // What a machine that is busy adds.
    expect(Math.abs(look.found.clockOffS + YEAR_S)).toBeLessThan(30)
  }
})

test('of each lens the largest picture that browsers show is the whole one, the smallest the small one', async () => {
  const camera = await plugIn({
    streams: [
      { token: 'a4k', encoding: 'H265', width: 3840, height: 2160, path: '/' },
      { token: 'a-small', encoding: 'H264', width: 640, height: 360, path: '/' },
      { token: 'a-hd', encoding: 'H264', width: 1280, height: 720, path: '/' },
      { token: 'b-still', encoding: 'JPEG', width: 640, height: 360, path: '/', source: 2 },
      { token: 'b-hd', encoding: 'H264', width: 1920, height: 1080, path: '/', source: 2 },
      { token: 'c', encoding: 'H265', width: 1920, height: 1080, path: '/', source: 3 },
    ],
  })
  const look = await found(askBy(doorsTo(camera.port)), sourceOf(camera.port))
  expect(look.found.pictures).toEqual([
    { main: 'a-hd', sub: 'a-small', canMove: false },
    { main: 'b-hd', canMove: false },
    { main: 'c', canMove: false },
  ])
})

test('where a look ends is told by its step, without a word of the camera or the password', async () => {
  const camera = await plugIn()
  const page = createServer((_, response) => response.end('<html>Login p@ss</html>'))
  await new Promise<void>(resolve => page.listen(0, '127.0.0.1', resolve))
  ended.push(() => page.close())
  const pagePort = (page.address() as AddressInfo).port
  const rude = await plugIn({ instead: operation => (operation === 'GetProfiles' ? '<a>' : undefined) })
  const closed = await plugIn()
  await closed.stop()
  const onvif = askBy(doorsTo(camera.port, pagePort, rude.port, closed.port))
  const lastOf = async (source: MediaSource) => {
    const look = await onvif.look(source)
    expect(look.found).toBeUndefined()
    expect(JSON.stringify([look, logged])).not.toMatch(/p@ss|wörd|nobody|Sender/)
    return look.steps.at(-1)
  }
  const ends = (source: MediaSource) => expect.poll(() => lastOf(source), { timeout: 100_000 })
  await ends(sourceOf(camera.port, { password: 'nobody' })).toEqual({
    step: 'signIn',
    ok: false,
    fault: 'wrongPassword',
  })
  await ends(sourceOf(pagePort)).toEqual({ step: 'onvif', ok: false, fault: 'noOnvif' })
  await ends(sourceOf(rude.port)).toEqual({ step: 'profiles', ok: false, fault: 'noOnvif' })
  await ends(sourceOf(closed.port)).toEqual({ step: 'connect', ok: false, fault: 'unreachable' })
})

test('what may not be dialled is not dialled, whatever the camera says of other addresses', async () => {
  const camera = await plugIn()
  const none = askBy(doorsTo())
  for (const host of ['127.0.0.1', '192.168.1.64', '169.254.169.254', '[::1]']) {
    const url = `http://${host}:${camera.port}/onvif/device_service`
    const { steps } = await none.look(sourceOf(camera.port, { url }))
    expect([host, steps]).toEqual([host, [{ step: 'address', ok: false, fault: 'refusedAddress' }]])
  }
  expect(camera.heard).toEqual([])
  // A network that is allowed does not make this machine one of it.
  const networks = networksAsText(networksOf('127.0.0.0/8') ?? [])
  const { steps } = await askBy({ rules: () => ({ networks, doors: {} }) }).look(sourceOf(camera.port))
  expect(steps.at(-1)?.fault).toBe('refusedAddress')
  // It calls itself 192.168.1.64 in each of its answers, and is asked at its own address all the same.
  const look = await found(askBy(doorsTo(camera.port)), sourceOf(camera.port))
  expect(look.found.pictures).toHaveLength(1)
})

test('it turns while it is told to, by its own limit of time too, and to what it remembers', async () => {
  const camera = await plugIn({ canMove: true, clockOffS: YEAR_S })
  const onvif = askBy(doorsTo(camera.port))
  const source = sourceOf(camera.port, { profile: 'Profile 1' })
  const said = (operation: string) => camera.heard.filter(each => each.operation === operation)
  await onvif.move(source, 'left')
  await onvif.move(source, 'zoomIn')
  await onvif.move(source, null)
  const [left, zoom] = said('ContinuousMove').map(({ body }) => body)
  expect(left).toMatch(/<PanTilt x="-0\.\d+" y="0"/)
  expect(zoom).toMatch(/<Zoom x="0\.\d+"/)
  for (const body of [left, zoom]) {
    expect(body).toContain('<ProfileToken>Profile 1</ProfileToken>')
    expect(body).toMatch(/<Timeout>PT[\d.]+S<\/Timeout>/)
  }
  expect(said('Stop')).toHaveLength(1)

  await expect(onvif.preset(source, { doing: 'call', number: 3 })).rejects.toMatchObject({
    detail: NO_PRESET,
  })
  await onvif.preset(source, { doing: 'set', number: 3 })
  await onvif.preset(source, { doing: 'set', number: 3 })
  expect([...camera.presets]).toEqual([['p1', '3']])
  await onvif.preset(source, { doing: 'call', number: 3 })
  expect(said('GotoPreset').map(({ body }) => body)).toEqual([expect.stringContaining('>p1<')])
})

test('its own still is fetched by the way it asks for the password, from its own address', async () => {
  const camera = await plugIn()
  const onvif = askBy(doorsTo(camera.port))
  const still = await onvif.snapshot(sourceOf(camera.port, { profile: 'Profile 2' }))
  expect([...(still ?? [])].slice(0, 3)).toEqual([0xff, 0xd8, 0xff])
  const page = await plugIn({ instead: operation => (operation === 'GetSnapshotUri' ? '<a>' : undefined) })
  expect(await askBy(doorsTo(page.port)).snapshot(sourceOf(page.port, { profile: 'Profile 2' }))).toBeNull()
})

test('a camera that writes what takes for ever to read holds up nobody for long', async () => {
  const good = await plugIn()
  const bad = await plugIn({
    instead: operation => (operation === 'GetCapabilities' ? 'xmlns'.repeat(200_000) : undefined),
  })
  const onvif = askBy(doorsTo(good.port, bad.port), 10_000)
  const looks = await Promise.all([onvif.look(sourceOf(bad.port)), onvif.look(sourceOf(bad.port))])
  for (const look of looks) expect(look.found).toBeUndefined()
  const look = await found(onvif, sourceOf(good.port))
  expect(look.found.pictures).toHaveLength(1)
})

describe.skipIf(noGstreamer)(`a camera of ONVIF with pictures of GStreamer${noGstreamer}`, () => {
  const begin = async (more: Peer = {}) => {
    const gst = await startGstCamera()
    ended.push(() => gst.kill())
    const camera = await plugIn({ user: GST_USER, password: GST_PASSWORD, rtspPort: gst.port, ...more })
    const dial = doorsTo(camera.port, gst.port)
    const onvif = askBy(dial)
    const engine: MediaEngine = openMediaEngine({
      dial,
      log: { info() {}, warn() {}, ...log },
      locate: source => onvif.locate(source),
    })
    ended.push(() => engine.close())
    const source = (profile: string) =>
      sourceOf(camera.port, { profile, username: GST_USER, password: GST_PASSWORD })
    return { gst, camera, engine, source }
  }

  test('its whole and its small picture come by the addresses that it tells, behind another address', async () => {
    const { engine, source } = await begin({ clockOffS: -YEAR_S })
    const main = watching(engine, 'a', source('Profile 1'))
    const sub = watching(engine, 'a~sub', source('Profile 2'))
    await Promise.all([main.has(30), sub.has(30)])
    expect([main.inits[0]?.width, sub.inits[0]?.width]).toEqual([1280, 640])
  })

  test('what fails once it has told its streams is the stream', async () => {
    const streams: StreamOf[] = [
      { token: 'none', encoding: 'H264', width: 1, height: 1, path: '/none' },
      { token: 'h265', encoding: 'H264', width: 1, height: 1, path: '/h265' },
    ]
    const { engine, source } = await begin({ streams })
    const lastOf = async (profile: string) => (await engine.probe(source(profile))).steps.at(-1)
    await expect
      .poll(() => lastOf('none'), { timeout: 60_000 })
      .toEqual({ step: 'describe', ok: false, fault: 'noStream', detail: '404' })
    await expect
      .poll(() => lastOf('h265'), { timeout: 60_000 })
      .toEqual({ step: 'describe', ok: false, fault: 'unsupportedCodec', detail: 'H265' })
    expect(await lastOf('unknown')).toMatchObject({ ok: false, fault: 'noStream' })
  })

  test('its picture comes back after a restart', async () => {
    const { engine, gst, source } = await begin()
    const viewer = watching(engine, 'a', source('Profile 2'))
    await viewer.has(10)
    await gst.kill()
    await gst.start()
    const before = viewer.fragments.length
    await viewer.has(before + 10)
    expect(viewer.faults).toEqual([])
  })
})

test('a minute that an ONVIF recorder kept is played from its recording of that picture, and ends', async () => {
  const houses = await filmHouses()
  ended.push(houses.stop)
  const recorder = await plugIn({
    user: FILM_USER,
    password: FILM_PASSWORD,
    rtspPort: houses.port,
    streams: [
      { token: 'In1', encoding: 'H264', width: 640, height: 360, path: '/live-1', source: 1 },
      { token: 'In2', encoding: 'H264', width: 640, height: 360, path: '/live-2', source: 2 },
    ],
    recordings: [
      { token: 'R & 2', sourceId: 'VideoSource_2', path: '/kept-2' },
      { token: 'R1', sourceId: 'VideoSource_1', path: '/kept-1' },
    ],
  })
  const dial = doorsTo(recorder.port, houses.port)
  const onvif = askBy(dial)
  const source = sourceOf(recorder.port, { username: FILM_USER, password: FILM_PASSWORD, profile: 'In2' })
  expect((await found(onvif, source)).found.canReplay).toBe(true)
  const from = Date.UTC(2026, 10, 28, 2, 30) / 1_000
  const played = { ...source, played: { from, to: from + 2 } }
  expect(await onvif.locate(played)).toBe(`rtsp://127.0.0.1:${houses.port}/kept-2`)
  const engine = openMediaEngine({ dial, log: log as never, locate: asked => onvif.locate(asked) })
  ended.push(() => engine.close())
  const watch = watching(engine, 'a~ticket', played)
  await watch.fails()
  expect(watch.faults).toEqual(['ended'])
  // A busy recorder leaves pictures out, as a busy house does.
  expect(watch.fragments[0]?.isKey).toBe(true)
  expect(houses.replays).toEqual(['clock=20261128T023000.000Z-20261128T023002.000Z'])
})

test('a camera without a recorder tells none, and plays nothing', async () => {
  const camera = await plugIn()
  const onvif = askBy(doorsTo(camera.port))
  expect((await found(onvif, sourceOf(camera.port))).found.canReplay).toBe(false)
  const played = sourceOf(camera.port, { profile: 'Profile 1', played: { from: 1, to: 2 } })
  await expect(onvif.locate(played)).rejects.toMatchObject({ step: 'describe', fault: 'noStream' })
})

test('recordings are those of a picture by profile, lens, or where there are as many, by their order', () => {
  const of = (...sourceIds: string[]) => sourceIds.map((sourceId, i) => ({ token: `r${i}`, sourceId }))
  const second = { names: ['Profile 3', 'Lens 2'], at: 1, of: 2 }
  expect(recordingOf(of('Lens 2', 'Lens 1'), second)).toBe('r0')
  expect(recordingOf(of('Profile 1', 'Profile 3'), second)).toBe('r1')
  expect(recordingOf(of('http://a', 'http://b'), second)).toBe('r1')
  expect(recordingOf(of('http://a'), second)).toBeUndefined()
  expect(recordingOf(of('http://a'), { names: [], at: 0, of: 1 })).toBe('r0')
  expect(recordingsIn({ recordingToken: 7 })).toEqual([{ token: '7', sourceId: '' }])
  expect(recordingsIn(undefined)).toEqual([])
})
