import { expect, type Page, test } from '@playwright/test'
import { ExternalEngine } from '../server/cameras/external/external-engine.ts'
import { type MediaEngine, openMediaEngine } from '../server/cameras/media-engine.ts'
import {
  GST_PASSWORD,
  GST_USER,
  type GstCamera,
  noGstreamer,
  startGstCamera,
} from '../server/cameras/testing/gst-camera.ts'
import { startWhepServer } from '../server/cameras/testing/whep-server.ts'
import type { CameraServer } from '../simulator/camera/rtsp-server.ts'
import { FILM_PASSWORD, FILM_USER, filmHouses } from '../simulator/testing/filmed-house.ts'
import { forgetShown, type LivePage, type ShownFrame, serveLivePage, shownIn } from './live-page.ts'
import { type LossyNetwork, lossyNetwork } from './loss.ts'

/** However busy the machine: a picture older than this is no live one. ms */
const LIVE_MS = 10_000
const [SERVER, OUTSIDE] = ['127.0.0.1', '127.0.0.2']
const PORTS = [42_300, 42_309] as const

let houses: CameraServer
let gst: GstCamera | undefined
let engine: MediaEngine
let pages: LivePage
let network: LossyNetwork

test.beforeAll(async () => {
  houses = await filmHouses()
  gst = noGstreamer ? undefined : await startGstCamera()
  network = await lossyNetwork({ outside: OUTSIDE, inside: SERVER }, PORTS)
  const doors = Object.fromEntries([houses.port, gst?.port ?? 0].map(port => [`127.0.0.1:${port}`, port]))
  engine = openMediaEngine({
    dial: { rules: () => ({ networks: '', doors }) },
    log: { info() {}, warn() {}, error: console.error },
    rtc: { addresses: [OUTSIDE], ports: PORTS, host: SERVER },
  })
  pages = await serveLivePage(engine, channel => {
    const [kind, path = ''] = channel.split('.')
    return kind === 'gst'
      ? {
          kind: 'rtsp',
          url: gst?.url(`/${path}`) ?? '',
          username: GST_USER,
          password: GST_PASSWORD,
          network: 'any',
        }
      : {
          kind: 'rtsp',
          url: `rtsp://127.0.0.1:${houses.port}/${path}`,
          username: FILM_USER,
          password: FILM_PASSWORD,
          network: 'any',
        }
  })
})
test.beforeEach(() => network.lose(0))
test.afterAll(async () => {
  await pages?.stop()
  await engine?.close()
  await network?.stop()
  await houses?.stop()
  await gst?.kill()
})

/** Frames of the first picture with a bar code in them, once there are so many. */
async function shown(page: Page, count: number): Promise<readonly ShownFrame[]> {
  const read = async () => ((await shownIn(page))[0]?.frames ?? []).filter(([at]) => at > 0)
  await expect.poll(async () => (await read()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
  return read()
}
const statesOf = async (page: Page) => (await shownIn(page))[0]?.states
const isByRtc = (page: Page) =>
  page.evaluate(() => document.querySelector('video')?.srcObject instanceof MediaStream)
/** The page as a browser without media sources opens it. */
const asIphone = (channel: string) => `${pages.url(channel)}&iphone`

test('a browser without media sources sees a simulated house live by WebRTC', async ({ page }) => {
  await page.goto(asIphone('house.HZ-A1'))
  const frames = await shown(page, 32)
  expect(await isByRtc(page)).toBe(true)
  for (const [at, now] of frames.slice(-20)) {
    expect(now).toBeGreaterThan(at)
    expect(now - at).toBeLessThan(LIVE_MS)
  }
  const taken = frames.slice(-20).map(([at]) => at)
  expect(taken).toEqual(taken.toSorted((a, b) => a - b))
  expect(await statesOf(page)).toEqual(['connecting', 'playing'])
})

test(`a camera of GStreamer is seen at its own rate, and goes on when 2 of 100 packets are lost${noGstreamer}`, async ({
  page,
}) => {
  test.skip(noGstreamer !== '', noGstreamer)
  await page.goto(asIphone('gst.hd'))
  await shown(page, 30)
  network.lose(0.02)
  const before = network.counts.lost
  await forgetShown(page)
  await expect.poll(() => network.counts.lost - before, { timeout: 90_000 }).toBeGreaterThan(20)
  const frames = await shown(page, 150)
  const close = frames.filter(([at, now]) => now > at && now - at < LIVE_MS)
  expect(close.length).toBeGreaterThan(120)
  expect((await statesOf(page))?.at(-1)).toBe('playing')
})

test('whoever joins while others watch sees what is there at once', async ({ page, context }) => {
  await page.goto(asIphone('house.HZ-A2'))
  await shown(page, 10)
  const second = await context.newPage()
  await second.goto(asIphone('house.HZ-A2'))
  const [first] = await shown(second, 1)
  const opened = (await shownIn(second))[0]?.opened ?? 0
  // A second and a half on a quiet machine.
  expect((first?.[1] ?? Number.POSITIVE_INFINITY) - opened).toBeLessThan(1_500 * 3)
})

test('a picture that is cut ends at once, and leaves nothing behind', async ({ page }) => {
  await page.goto(asIphone('house.HZ-A3'))
  await shown(page, 5)
  engine.cut('house.HZ-A3', 'revoked')
  await expect.poll(() => statesOf(page)).toContain('ended')
  await page.close()
  await expect.poll(() => engine.state('house.HZ-A3').viewers).toBe(0)
})

test('where UDP does not come through, the picture comes over the socket', async ({ page }) => {
  network.lose(1)
  await page.goto(`${pages.url('house.HZ-A1')}&way=webrtc`)
  await shown(page, 10)
  expect(await isByRtc(page)).toBe(false)
})

test('a browser that has no other way is told so', async ({ page }) => {
  network.lose(1)
  await page.goto(asIphone('house.HZ-A1'))
  await expect.poll(() => statesOf(page), { timeout: 60_000 }).toContain('noWebRtc')
})

test('the answer names the address of the settings and nothing else of this server', async ({ page }) => {
  await page.goto(asIphone('house.HZ-A1'))
  await shown(page, 3)
  const socket = new WebSocket(pages.socket('house.HZ-A1'), 'webrtc')
  const answers: string[] = []
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => answers.push(data))
  await new Promise(resolve => socket.addEventListener('open', resolve))
  const offer = await page.evaluate(async () => {
    const connection = new RTCPeerConnection()
    connection.addTransceiver('video', { direction: 'recvonly' })
    return (await connection.createOffer()).sdp
  })
  socket.send(JSON.stringify({ type: 'offer', sdp: offer }))
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  const { type, sdp } = JSON.parse(answers[0] ?? '') as { type: string; sdp: string }
  expect(type).toBe('answer')
  const addresses = [...new Set(sdp.match(/\d+\.\d+\.\d+\.\d+/g))].sort()
  expect(addresses).toEqual(['0.0.0.0', OUTSIDE])
  expect(sdp).not.toMatch(/rtsp|HZ-A1|admin/i)
  expect(sdp).not.toContain(FILM_PASSWORD)
  socket.close()
})

test('what is no offer closes the socket, and a browser without H.264 is told so', async ({ page }) => {
  await page.goto(asIphone('house.HZ-A1'))
  const said = async (text: string) => {
    const socket = new WebSocket(pages.socket('house.HZ-A1'), 'webrtc')
    const heard: string[] = []
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => heard.push(data))
    await new Promise(resolve => socket.addEventListener('open', resolve))
    socket.send(text)
    await new Promise(resolve => socket.addEventListener('close', resolve))
    return heard
  }
  for (const bad of ['{}', 'offer', JSON.stringify({ type: 'offer', sdp: 'x'.repeat(20_000) })])
    expect(await said(bad)).toEqual([])
  const noH264 = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n'
  expect(await said(JSON.stringify({ type: 'offer', sdp: noH264 }))).toEqual([
    JSON.stringify({ type: 'fault', fault: 'noWebRtc' }),
  ])
})

test(`pictures come through a media server, and the page says so when it is away${noGstreamer}`, async ({
  page,
}) => {
  test.skip(noGstreamer !== '' || !gst, noGstreamer)
  const server = await startWhepServer()
  const port = gst?.port ?? 0
  const external = new ExternalEngine({
    embedded: engine,
    server: { api: server.url, whep: server.url },
    dial: { rules: () => ({ networks: '', doors: { [`127.0.0.1:${port}`]: port } }) },
  })
  const served = await serveLivePage(external, () => ({
    kind: 'rtsp',
    url: gst?.url('/small') ?? '',
    username: GST_USER,
    password: GST_PASSWORD,
    network: 'any',
  }))
  try {
    await page.goto(served.url('a'))
    await shown(page, 40)
    expect(await isByRtc(page)).toBe(true)
    external.cut('a', 'revoked')
    await expect.poll(() => statesOf(page)).toContain('ended')
    await server.stop()
    external.cut('a', 'unreachable')
    await expect.poll(() => statesOf(page), { timeout: 60_000 }).toContain('mediaServer')
  } finally {
    await served.stop()
  }
})
