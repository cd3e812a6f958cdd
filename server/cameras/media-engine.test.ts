import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MediaEngine, type MediaSource, openMediaEngine } from './media-engine.ts'
import { GST_PASSWORD, GST_USER, type GstCamera, noGstreamer, startGstCamera } from './testing/gst-camera.ts'
import { doorsTo, type Watching, watching } from './testing/watching.ts'

const logged: string[] = []
const keep = (...parts: unknown[]) => logged.push(JSON.stringify(parts))
const log = { info: keep, warn: keep, error: keep } as never

let camera: GstCamera
let engine: MediaEngine
const viewers: Watching[] = []

const sourceOf = (path: string, password = GST_PASSWORD): MediaSource => ({
  kind: 'rtsp',
  url: camera.url(path),
  username: GST_USER,
  password,
  network: 'any',
})
const open = (channelId: string, source: MediaSource): Watching => {
  const viewer = watching(engine, channelId, source)
  viewers.push(viewer)
  return viewer
}
/** Also a probe: it tries once, and a busy machine may make its camera late. */
const isSoon = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 20 })

describe.skipIf(noGstreamer)(`a camera of GStreamer${noGstreamer}`, () => {
  beforeAll(async () => {
    camera = await startGstCamera()
  })
  afterEach(async () => {
    for (const viewer of viewers.splice(0)) viewer.leave()
    await engine?.close()
  })
  afterAll(() => camera?.kill())

  const begin = (options: { idleMs?: number } = {}) => {
    engine = openMediaEngine({ dial: doorsTo(camera.port), log, ...options })
  }

  test('its pictures come one by one from a key frame on, in order and in time', async () => {
    begin()
    const from = performance.now()
    const viewer = open('a', sourceOf('/small'))
    await viewer.has(60)
    const tookMs = performance.now() - from
    expect(viewer.inits).toMatchObject([{ mime: 'video/mp4; codecs="avc1.42c01e"', width: 640, height: 360 }])
    expect(viewer.fragments[0]?.isKey).toBe(true)
    const times = viewer.fragments.map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // 25 a second, fewer if the machine has no time for them: never more, and never more time than passed.
    const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0)
    expect(lasted / (times.length - 1)).toBeGreaterThan(3_100)
    expect(lasted / 90).toBeLessThan(tookMs)
    expect(engine.state('a')).toEqual({
      viewers: 1,
      live: true,
      width: 640,
      height: 360,
      codec: 'avc1.42c01e',
    })
  })

  test('a second viewer sees the newest key frame and all after it at once, from the same pull', async () => {
    begin()
    const first = open('a', sourceOf('/small'))
    await first.has(30)
    const second = open('a', sourceOf('/small'))
    expect(second.inits).toHaveLength(1)
    expect(second.fragments[0]?.isKey).toBe(true)
    const newest = first.fragments.findLastIndex(({ isKey }) => isKey)
    expect(second.fragments.map(({ time }) => time)).toEqual(
      first.fragments.slice(newest).map(({ time }) => time),
    )
    await second.has(second.fragments.length + 10)
    expect(second.fragments.at(-1)?.data).toBe(first.fragments.at(-1)?.data)
    expect(engine.state('a').viewers).toBe(2)
  })

  test('a wrong password is told, to others too without asking the camera again, and is written nowhere', async () => {
    begin()
    const wrong = sourceOf('/small', 'wrong-secret')
    // Who is told later than the camera's rest asks it again, which makes the rest longer.
    await isSoon(async () => {
      const viewer = open('a', wrong)
      await viewer.fails()
      const next = open('a', wrong)
      await Promise.resolve()
      expect([viewer.faults, next.faults]).toEqual([['wrongPassword'], ['wrongPassword']])
    })
    await isSoon(async () => {
      const probe = await engine.probe(wrong)
      expect(probe).toMatchObject({ reached: true })
      expect(probe.steps.at(-1)).toEqual({ step: 'signIn', ok: false, fault: 'wrongPassword', detail: '401' })
      expect(JSON.stringify([probe, logged, engine.state('a')])).not.toMatch(/wrong-secret|wörd/)
    })
    // The right one is not held up by the wrong one.
    const right = open('a', sourceOf('/small'))
    await right.has(1)
  })

  test('credentials may stand in the address', async () => {
    begin()
    const address = new URL(camera.url('/small'))
    address.username = GST_USER
    address.password = GST_PASSWORD
    await isSoon(async () => {
      const { steps } = await engine.probe({ kind: 'rtsp', url: address.href, network: 'any' })
      expect(steps.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
    })
  })

  test('a camera that asks for Basic is answered so', async () => {
    const basic = await startGstCamera('basic')
    engine = openMediaEngine({ dial: doorsTo(basic.port), log })
    try {
      await isSoon(async () => {
        const probe = await engine.probe({ ...sourceOf('/small'), url: basic.url('/small') })
        expect(probe).toMatchObject({ reached: true, codec: 'H264', width: 640, height: 360 })
      })
    } finally {
      await basic.kill()
    }
  })

  test.each(['/slices', '/main', '/high', '/both', '/sets-apart'])(
    '%s plays, each picture once',
    async path => {
      begin()
      const viewer = open('a', sourceOf(path))
      await viewer.has(40)
      const times = viewer.fragments.map(({ time }) => time)
      expect(new Set(times).size).toBe(times.length)
      if (path === '/slices') expect(viewer.fragments[10]?.slices.length).toBe(4)
      expect(viewer.faults).toEqual([])
    },
  )

  test('what no browser shows is told by name, and so is a stream without a picture', async () => {
    begin()
    for (const [path, fault, detail] of [
      ['/h265', 'unsupportedCodec', 'H265'],
      ['/jpeg', 'unsupportedCodec', 'JPEG'],
      ['/sound', 'noStream', undefined],
      ['/nothing', 'noStream', '404'],
    ] as const)
      await isSoon(async () => {
        const { steps, codec } = await engine.probe(sourceOf(path))
        expect([path, steps.at(-1)?.fault, steps.at(-1)?.detail]).toEqual([path, fault, detail])
        if (fault === 'unsupportedCodec') expect(codec).toBe(detail)
      })
    await open('h265', sourceOf('/h265')).fails()
  })

  test('when the camera restarts, its viewers see it again without asking, and time goes on', async () => {
    const own = await startGstCamera()
    engine = openMediaEngine({ dial: doorsTo(own.port), log })
    const source = { ...sourceOf('/small'), url: own.url('/small') }
    const viewer = open('a', source)
    await viewer.has(30)
    await own.kill()
    await isSoon(() => expect(engine.state('a').live).toBe(false))
    const before = viewer.fragments.length
    await own.start()
    await viewer.has(before + 30)
    await own.kill()
    expect(viewer.faults).toEqual([])
    expect(viewer.fragments[before]?.isKey).toBe(true)
    const times = viewer.fragments.map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('another size in the middle comes with another beginning', async () => {
    begin()
    const viewer = open('a', sourceOf('/size'))
    await viewer.has(10)
    camera.size(320, 240)
    await isSoon(() => expect(viewer.inits).toHaveLength(2))
    const at = viewer.initAt[1] ?? 0
    await viewer.has(at + 10)
    expect(viewer.inits.map(({ width, height }) => [width, height])).toEqual([
      [640, 360],
      [320, 240],
    ])
    expect(viewer.fragments[at]?.isKey).toBe(true)
    camera.size(640, 360)
  })

  test('after a lost packet nothing is shown before the next key frame', async () => {
    begin()
    const viewer = open('a', sourceOf('/lossy'))
    const groups = () => grouped(viewer)
    await isSoon(() => expect(groups().filter(({ length }) => length < GROUP).length).toBeGreaterThan(3))
    // By the encoder's own numbers: times have gaps on a busy machine too.
    for (const numbers of groups()) expect(numbers).toEqual(numbers.map((_, i) => i % NUMBERS))
  })

  test('a viewer that takes nothing is put back to the next key frame and goes on when it can', async () => {
    begin()
    const viewer = open('a', sourceOf('/small'))
    const other = open('a', sourceOf('/small'))
    await viewer.has(10)
    viewer.backlog = 3 * 1024 * 1024
    const at = viewer.fragments.length
    await other.has(at + 40)
    expect(viewer.fragments.length).toBe(at)
    viewer.backlog = 0
    await viewer.has(at + 1)
    expect(viewer.fragments[at]?.isKey).toBe(true)
    expect(viewer.inits).toHaveLength(1)
  })

  test('cut ends every viewer at once and for good', async () => {
    begin()
    const [one, two] = [open('a', sourceOf('/small')), open('a', sourceOf('/small'))]
    const other = open('b', sourceOf('/small'))
    await two.has(5)
    await other.has(1)
    engine.cut('a', 'revoked')
    const counts = [one.fragments.length, two.fragments.length]
    expect([one.faults, two.faults]).toEqual([['ended'], ['ended']])
    await other.has(other.fragments.length + 20)
    expect([one.fragments.length, two.fragments.length]).toEqual(counts)
    expect(engine.state('a')).toEqual({ viewers: 0, live: false })
    expect(other.faults).toEqual([])
  })

  test('another source for the same channel never shows the old one', async () => {
    begin()
    const old = open('a', sourceOf('/small'))
    await old.has(5)
    const renewed = open('a', sourceOf('/hd'))
    expect(old.faults).toEqual(['ended'])
    await renewed.has(1)
    expect(renewed.inits).toMatchObject([{ width: 1280, height: 720 }])
  })

  test('a still picture comes from the running pull, or from one made for it, as a file of its own', async () => {
    begin()
    // One is waited for ten seconds.
    const still = await vi.waitUntil(() => engine.keyFrame('a', sourceOf('/small')), { timeout: 100_000 })
    expect(still?.mime).toBe('video/mp4; codecs="avc1.42c01e"')
    const bytes = Buffer.from(still?.data ?? [])
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect(bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8)).toBe(0n)
    expect(engine.state('a').viewers).toBe(0)
    expect(await engine.keyFrame('b', sourceOf('/h265'))).toBeUndefined()
  })

  test('the pull ends some time after its last viewer, not with them', async () => {
    begin({ idleMs: 50 })
    const viewer = open('a', sourceOf('/small'))
    await viewer.has(1)
    viewer.leave()
    expect(engine.state('a').live).toBe(true)
    await isSoon(() => expect(engine.state('a').live).toBe(false))
    expect(viewer.faults).toEqual([])
  })

  /** Pictures from one key frame of the camera to the next, and how far the encoder numbers them. */
  const GROUP = 25
  const NUMBERS = 16
  /** The encoder's numbers of the pictures from each key frame to the next. */
  function grouped({ fragments }: Watching): number[][] {
    const groups: number[][] = []
    for (const { isKey, slices } of fragments) {
      if (isKey) groups.push([])
      groups.at(-1)?.push(numberOf(slices.at(-1) ?? new Uint8Array()))
    }
    return groups
  }
  /** `frame_num` of a slice (ITU-T H.264, 7.3.3), four bits here, after three numbers of variable length. */
  function numberOf(slice: Uint8Array): number {
    let bits = [...slice.subarray(1, 13)].map(byte => byte.toString(2).padStart(8, '0')).join('')
    for (let i = 0; i < 3; i++) bits = bits.slice(bits.indexOf('1') * 2 + 1)
    return Number.parseInt(bits.slice(0, 4), 2)
  }
})

test('what must not be dialled is refused as an address, what nobody answers is unreachable', async () => {
  const nowhere = openMediaEngine({ dial: doorsTo(9), log })
  const faultOf = async (url: string, network: 'any' | 'private' = 'any') => {
    const { steps, reached } = await nowhere.probe({ kind: 'rtsp', url, network })
    return [reached, steps.at(-1)?.step, steps.at(-1)?.fault]
  }
  for (const url of [
    'rtsp://127.0.0.1/a',
    'rtsp://127.0.0.1:8554/a',
    'rtsp://localhost/a',
    'rtsp://[::1]/a',
    'rtsp://[::ffff:127.0.0.1]/a',
    'rtsp://169.254.169.254/a',
    'rtsp://10.0.0.7/a',
    'rtsp://0.0.0.0/a',
    'http://127.0.0.1:9/a',
    'rtsp://',
    'nonsense',
  ])
    expect([url, ...(await faultOf(url))]).toEqual([url, false, 'address', 'refusedAddress'])
  expect(await faultOf('rtsp://8.8.8.8/a', 'private')).toEqual([false, 'address', 'refusedAddress'])
  expect(await faultOf('rtsp://127.0.0.1:9/a')).toEqual([false, 'connect', 'unreachable'])
  await nowhere.close()
})
