import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveFrame } from '#shared/live-pictures.ts'
import { type Admitted, serveLive } from './live-socket.ts'
import { type MediaEngine, openMediaEngine } from './media-engine.ts'
import { GST_PASSWORD, GST_USER, type GstCamera, noGstreamer, startGstCamera } from './testing/gst-camera.ts'
import { doorsTo } from './testing/watching.ts'

const log = { info() {}, warn() {}, error() {} } as never

let server: Server
let camera: GstCamera | undefined
let engine: MediaEngine
let live: { stop(): Promise<void> }
/** What ends the picture of everybody admitted, and how many are listening for it. */
const cuts = new Set<() => void>()

async function admit(channelId: string, token: string): Promise<Admitted | undefined> {
  if (token !== 'good/token') return undefined
  if (channelId === 'broken') throw new Error('the database is away')
  const path = channelId === 'nothing' ? '/nothing' : '/small'
  const url = camera?.url(path) ?? 'rtsp://127.0.0.1:9/none'
  return {
    streamId: channelId,
    source: { kind: 'rtsp', url, username: GST_USER, password: GST_PASSWORD, network: 'any' },
    onRevoked(cut) {
      cuts.add(cut)
      return () => cuts.delete(cut)
    },
  }
}

beforeAll(async () => {
  camera = noGstreamer ? undefined : await startGstCamera()
  server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  engine = openMediaEngine({ dial: doorsTo(camera?.port ?? 9), log })
  live = serveLive(server, { engine, admit })
})
const open = new Set<WebSocket>()
afterEach(async () => {
  for (const socket of open) socket.terminate()
  open.clear()
  await isSoon(() => expect(cuts.size).toBe(0))
})
afterAll(async () => {
  await live?.stop()
  await engine?.close()
  server?.close()
  await camera?.kill()
})

const addressOf = (path: string) =>
  `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws/live/${path}`

/** An open picture: what was said and how many bytes came after it. */
function look(channelId: string, token = 'good/token') {
  const socket = new WebSocket(addressOf(`${channelId}/${encodeURIComponent(token)}`))
  const heard: (LiveFrame | number)[] = []
  const seen = { socket, heard, closed: once(socket, 'close') }
  socket.on('message', (data, isBinary) =>
    heard.push(isBinary ? (data as Buffer).length : (JSON.parse(String(data)) as LiveFrame)),
  )
  open.add(socket)
  return seen
}
const isSoon = (check: () => void) => vi.waitFor(check, { timeout: 100_000, interval: 20 })

test('nobody gets a socket without a good token, or by an address that cannot be', async () => {
  for (const path of ['a/other', 'a/%E0%A4%A', 'a', 'a/b/c', `${'x'.repeat(70)}/good%2Ftoken`]) {
    const socket = new WebSocket(addressOf(path))
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toContain('401')
  }
  expect(cuts.size).toBe(0)
})

test('a fault of ours closes the door and leaves the others open', async () => {
  const socket = new WebSocket(addressOf('broken/good%2Ftoken'))
  await once(socket, 'error')
  const next = look('a')
  await once(next.socket, 'open')
})

describe.skipIf(noGstreamer)(`with a camera of GStreamer${noGstreamer}`, () => {
  test('a viewer is told what comes, then its beginning, then pictures', async () => {
    const { heard } = look('a')
    await isSoon(() => expect(heard.length).toBeGreaterThan(20))
    expect(heard[0]).toEqual({
      type: 'init',
      mime: 'video/mp4; codecs="avc1.42c01e"',
      width: 640,
      height: 360,
    })
    for (const each of heard.slice(1)) expect(each).toBeTypeOf('number')
  })

  test('a fault is told in a word before the socket closes', async () => {
    const { heard, closed } = look('nothing')
    await closed
    expect(heard).toEqual([{ type: 'fault', fault: 'noStream' }])
  })

  test('who may no longer watch sees nothing more; others do', async () => {
    const [one, other] = [look('a'), look('a')]
    await isSoon(() => expect(one.heard.length).toBeGreaterThan(3))
    await isSoon(() => expect(other.heard.length).toBeGreaterThan(3))
    const [cut] = cuts
    const ended = Promise.race([one.closed.then(() => one), other.closed.then(() => other)])
    cut?.()
    const gone = await ended
    const left = gone === one ? other : one
    expect(gone.heard.at(-1)).toEqual({ type: 'fault', fault: 'ended' })
    const before = left.heard.length
    await isSoon(() => expect(left.heard.length).toBeGreaterThan(before + 10))
    await isSoon(() => expect(cuts.size).toBe(1))
  })

  test('a viewer may tell how far behind it is, and nothing else', async () => {
    const good = look('a')
    await once(good.socket, 'open')
    good.socket.send(JSON.stringify({ type: 'lag', ms: 120 }))
    await isSoon(() => expect(good.heard.length).toBeGreaterThan(3))
    expect(good.socket.readyState).toBe(WebSocket.OPEN)
    for (const text of ['{}', 'lag', '{"type":"lag","ms":-1}', '{"type":"lag","ms":"now"}']) {
      const bad = look('a')
      await once(bad.socket, 'open')
      bad.socket.send(text)
      const [code] = await bad.closed
      expect([text, code]).toEqual([text, 1003])
    }
  })

  test('a page that asks for a sign of life is answered', async () => {
    const asking = look('a')
    await once(asking.socket, 'open')
    asking.socket.send(JSON.stringify({ type: 'ping' }))
    await isSoon(() => expect(asking.heard).toContainEqual({ type: 'pong' }))
    asking.socket.terminate()
  })

  test('who leaves is forgotten', async () => {
    const { socket, heard } = look('a')
    await isSoon(() => expect(heard.length).toBeGreaterThan(1))
    socket.terminate()
    await isSoon(() => expect([engine.state('a').viewers, cuts.size]).toEqual([0, 0]))
  })
})
