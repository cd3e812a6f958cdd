import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type MediaStreamTrack, RTCPeerConnection } from 'werift'
import { quietEngine } from '../../testing/quiet-engine.ts'
import type { MediaSource, ViewError } from '../media-types.ts'
import { GST_PASSWORD, GST_USER, type GstCamera, noGstreamer, startGstCamera } from '../testing/gst-camera.ts'
import { doorsTo } from '../testing/watching.ts'
import { h264, startWhepServer, type WhepServer } from '../testing/whep-server.ts'
import { ExternalEngine } from './external-engine.ts'

const PATIENT = { timeout: 100_000, interval: 20 }
const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: ViewError) => error.fault,
  )

describe('a media server that is scripted', () => {
  /** What it was asked, and what it says next. */
  const asked: { method: string; path: string; body: string; authorization?: string }[] = []
  let says: (method: string, path: string) => { status: number; location?: string; body?: string }
  let server: Server
  let url: string

  beforeAll(async () => {
    const serve = async (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const { method = '', url: path = '', headers } = request
      asked.push({
        method,
        path,
        body,
        ...(headers.authorization && { authorization: headers.authorization }),
      })
      const { status, location, body: said = '' } = says(method, path)
      response.writeHead(status, location === undefined ? {} : { location }).end(said)
    }
    server = createServer((request, response) => void serve(request, response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    asked.length = 0
    says = (method, path) =>
      path.endsWith('/whep') && method === 'POST'
        ? { status: 201, location: `${path}/session-1`, body: 'v=0\r\n' }
        : { status: 200, body: '{"items":[{"name":"smart-farm-old"},{"name":"another"}]}' }
  })

  const source = (host = '198.51.100.7'): MediaSource => ({
    kind: 'rtsp',
    url: `rtsp://${host}:554/main`,
    username: 'admin',
    password: 'p@ss:1',
    network: 'any',
  })
  const outside = { rules: () => ({ networks: '', doors: { 'camera.farm:554': 15_554 } }) }
  let engine: ExternalEngine
  const open = (embedded = quietEngine()) => {
    engine = new ExternalEngine({
      embedded,
      server: { api: url, whep: url, user: 'farm', password: 'secret' },
      dial: outside,
      idleMs: 50,
    })
    return engine
  }
  afterEach(() => engine.close())
  const watch = (streamId = 'a', at = source('camera.farm')) => {
    const gone = new AbortController()
    const failed = vi.fn()
    return { gone, failed, answer: engine.answer(streamId, at, 'v=0 offer', { failed, signal: gone.signal }) }
  }
  const was = (method: string, ending: string) =>
    asked.filter(each => each.method === method && each.path.endsWith(ending))

  test('it is given the camera with its password, then the offer; the page gets the answer only', async () => {
    open()
    expect(await watch().answer).toBe('v=0\r\n')
    const [set] = asked.filter(({ path }) => path.startsWith('/v3/config/paths/replace/'))
    expect(JSON.parse(set?.body ?? '')).toEqual({
      source: 'rtsp://admin:p%40ss%3A1@127.0.0.1:15554/main',
      sourceOnDemand: true,
      rtspTransport: 'tcp',
    })
    const [offered] = was('POST', '/whep')
    expect(offered?.body).toBe('v=0 offer')
    expect(offered?.authorization).toBe(`Basic ${Buffer.from('farm:secret').toString('base64')}`)
    // What an earlier run left is nobody's any more; another's path is left alone.
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/v3/config/paths/delete/smart-farm-old',
    ])
    expect(engine.state('a')).toMatchObject({ viewers: 1, live: true })
  })

  test('two viewers share a path, each has its session, and the path is forgotten after the last', async () => {
    open()
    const [one, other] = [watch(), watch()]
    await Promise.all([one.answer, other.answer])
    expect(asked.filter(({ path }) => path.includes('/replace/'))).toHaveLength(1)
    one.gone.abort()
    await vi.waitFor(() => expect(was('DELETE', '/session-1')).toHaveLength(1), PATIENT)
    expect(engine.state('a').viewers).toBe(1)
    other.gone.abort()
    await vi.waitFor(
      () => expect(asked.filter(({ path }) => /delete\/smart-farm-[0-9a-f]{40}$/.test(path))).toHaveLength(1),
      PATIENT,
    )
  })

  test('a picture that is cut is ended at the media server; where that fails its path goes', async () => {
    open()
    const one = watch()
    await one.answer
    says = method => ({ status: method === 'DELETE' ? 500 : 200 })
    engine.cut('a', 'revoked')
    expect(one.failed).toHaveBeenCalledWith('ended')
    await vi.waitFor(() => {
      expect(was('DELETE', '/session-1')).toHaveLength(1)
      expect(asked.some(({ path }) => /delete\/smart-farm-[0-9a-f]{40}$/.test(path))).toBe(true)
    }, PATIENT)
    expect(engine.state('a').viewers).toBe(0)
  })

  test('whoever loses the right before the answer came is given none, and counts from the beginning', async () => {
    open()
    const answered = Promise.withResolvers<void>()
    const one = watch()
    expect(engine.state('a').viewers).toBe(1)
    const usual = says
    says = (method, path) => {
      if (path.endsWith('/whep')) answered.resolve()
      return usual(method, path)
    }
    await answered.promise
    engine.cut('a', 'revoked')
    expect(await faultOf(one.answer)).not.toBe('answered')
    expect(one.failed).toHaveBeenCalledWith('ended')
    expect(engine.state('a').viewers).toBe(0)
  })

  test('a server that fails, names no session or another host’s, or talks no SDP, shows nothing', async () => {
    open()
    const whep = (answer: ReturnType<typeof says>) => {
      says = (method, path) =>
        path.endsWith('/whep') && method === 'POST' ? answer : { status: 200, body: '{}' }
    }
    for (const [answer, fault] of [
      [{ status: 500 }, 'mediaServer'],
      [{ status: 401 }, 'mediaServer'],
      [{ status: 404 }, 'unreachable'],
      [{ status: 201, body: 'v=0\r\n' }, 'mediaServer'],
      [{ status: 201, location: 'http://192.0.2.1/x', body: 'v=0\r\n' }, 'mediaServer'],
      [{ status: 201, location: '/whep/1', body: '<html>' }, 'mediaServer'],
    ] as const) {
      whep(answer)
      expect([answer, await faultOf(watch().answer)]).toEqual([answer, fault])
    }
    expect(engine.state('a').viewers).toBe(0)
  })

  test('one that is away is told so, and a camera that may not be reached is never handed over', async () => {
    open()
    expect(await faultOf(watch('a', source('192.168.1.5')).answer)).toBe('refusedAddress')
    expect(await faultOf(watch('a', source('127.0.0.1')).answer)).toBe('refusedAddress')
    expect(asked.some(({ path }) => path.includes('/replace/'))).toBe(false)
    await engine.close()
    engine = new ExternalEngine({
      embedded: quietEngine(),
      server: { api: 'http://127.0.0.1:9', whep: 'http://127.0.0.1:9' },
      dial: outside,
    })
    expect(await faultOf(watch().answer)).toBe('mediaServer')
  })

  test('devices that call, recordings, stills and tests stay with the embedded engine', async () => {
    const embedded = quietEngine()
    embedded.ways = () => ['mp4']
    open(embedded)
    expect(engine.ways({ kind: 'rtsp' })).toEqual(['webrtc'])
    expect(engine.ways({ kind: 'onvif' })).toEqual(['webrtc'])
    expect(engine.ways({ kind: 'gb28181' })).toEqual(['mp4'])
    expect(engine.ways({ kind: 'onvif', played: { from: 1, to: 2 } })).toEqual(['mp4'])
    await engine.probe(source())
    expect(embedded.probed).toHaveLength(1)
  })
})

describe.skipIf(noGstreamer)(`with a media server that pulls by GStreamer${noGstreamer}`, () => {
  let server: WhepServer
  let camera: GstCamera
  let engine: ExternalEngine
  beforeAll(async () => {
    ;[server, camera] = await Promise.all([startWhepServer(), startGstCamera()])
    engine = new ExternalEngine({
      embedded: quietEngine(),
      server: { api: server.url, whep: server.url },
      dial: doorsTo(camera.port),
      idleMs: 50,
    })
  }, 120_000)
  afterAll(async () => {
    await engine?.close()
    await server?.stop()
    await camera?.kill()
  })

  test('pictures of a camera reach a viewer, end when they are cut, and leave nothing', async () => {
    const viewer = new RTCPeerConnection({ codecs: { video: [h264()] }, iceServers: [] })
    let packets = 0
    viewer.onTrack.subscribe((track: MediaStreamTrack) => {
      track.onReceiveRtp.subscribe(() => {
        packets += 1
      })
    })
    viewer.addTransceiver('video', { direction: 'recvonly' })
    await viewer.setLocalDescription(await viewer.createOffer())
    const source: MediaSource = {
      kind: 'rtsp',
      url: camera.url('/small'),
      username: GST_USER,
      password: GST_PASSWORD,
      network: 'any',
    }
    const failed = vi.fn()
    const gone = new AbortController()
    const answer = await engine.answer('a', source, viewer.localDescription?.sdp ?? '', {
      failed,
      signal: gone.signal,
    })
    expect(answer).not.toContain('rtsp')
    await viewer.setRemoteDescription({ type: 'answer', sdp: answer })
    await vi.waitFor(() => expect(packets).toBeGreaterThan(100), PATIENT)
    expect(server.sessions()).toBe(1)
    engine.cut('a', 'revoked')
    expect(failed).toHaveBeenCalledWith('ended')
    await vi.waitFor(() => expect([server.sessions(), server.paths.size]).toEqual([0, 0]), PATIENT)
    await viewer.close()
  })
})
