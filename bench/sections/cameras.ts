import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { GST_PASSWORD, GST_USER, noGstreamer, startGstCamera } from '#server/cameras/testing/gst-camera.ts'
import { FILM_PASSWORD, FILM_USER, filmHouses } from '#simulator/testing/filmed-house.ts'
import { forgetShown, shownIn } from '../../e2e/live-page.ts'
import type { Bench } from '../bench.ts'
import type { CameraServerStart, CameraServerState } from '../camera-server.ts'
import type { Figure } from '../figures.ts'
import { openChromium } from '../visit.ts'

const SERVER = fileURLToPath(new URL('../camera-server.ts', import.meta.url))
const CHANNELS = 16
const VIEWERS = 200
const section = 'cameras'

/**
 * Live pictures from a camera to the glass: every picture carries the moment it was made as a bar code, which the page reads
 * back. The camera is GStreamer's at 720p25; without it a simulated house.
 */
export async function cameras({ quick, say }: Bench): Promise<Figure[]> {
  const gst = noGstreamer ? undefined : await startGstCamera()
  const film = await filmHouses()
  const filmed = (path: string) => ({
    url: `rtsp://127.0.0.1:${film.port}/${path}`,
    username: FILM_USER,
    password: FILM_PASSWORD,
  })
  const made = (path: string) =>
    gst ? { url: gst.url(path), username: GST_USER, password: GST_PASSWORD } : filmed('HZ')
  say(
    gst ? 'pictures by GStreamer, 720p at 25 a second' : 'pictures of a simulated house, 360p at 12 a second',
  )
  const server = await startServer({
    ports: [film.port, gst?.port ?? film.port],
    sources: { hd: made('/hd'), small: made('/small'), film: filmed('HZ'), flap: filmed('FLAP') },
  })
  try {
    return [
      ...(await glass(server, quick)),
      ...(await tiles(server, quick, 'small', gst ? 24 : 11)),
      // What the same page shows of cameras that have no small picture.
      ...(await tiles(server, quick, 'hd')),
      ...(await byWebRtc(server, quick)),
      ...(await otherNetwork(server)),
      ...(await channels(server, quick)),
      ...(await viewers(server, quick)),
      ...(await growth(server, quick)),
      ...(await flapping(server, quick)),
    ]
  } finally {
    server.stop()
    await film.stop()
    await gst?.kill()
  }
}

interface Running {
  page: string
  socket: string
  state(): Promise<CameraServerState>
  cut(): void
  /** Cuts every open line of a picture, and tells neither side. */
  silence(): void
  stop(): void
}

async function startServer(start: CameraServerStart): Promise<Running> {
  const child: ChildProcess = fork(SERVER, [], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(start)
  const [{ page, socket }] = (await once(child, 'message')) as [{ page: string; socket: string }]
  return {
    page,
    socket,
    async state() {
      child.send('state')
      const [{ state }] = (await once(child, 'message')) as [{ state: CameraServerState }]
      return state
    },
    cut: () => void child.send('cut'),
    silence: () => void child.send('silence'),
    stop: () => void child.kill(),
  }
}

/** How long a source flaps, and how long the delay is watched, minutes: an hour and two in the issue of a release. */
const minutesOf = (name: string, usual: number): number => Number(process.env[name]) || usual

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const addressOf = ({ page }: Running, ...names: string[]) =>
  `${page}${names.map(name => `channel=${name}`).join('&')}`
const share = (sorted: number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN

/** From the picture being made to its being shown, and from opening to the first picture. */
async function glass(server: Running, quick: boolean): Promise<Figure[]> {
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    // The camera runs already: a second page is what is measured.
    await page.goto(addressOf(server, 'hd.1'))
    await page.waitForFunction(
      () => (globalThis as unknown as { pictures: { frames: [] }[] }).pictures[0]?.frames.length,
    )
    const second = await browser.newPage()
    await page.close()
    await second.goto(addressOf(server, 'hd.1'))
    await wait(3_000)
    const [opened] = await shownIn(second)
    const first = (opened?.frames[0]?.[1] ?? Number.NaN) - (opened?.opened ?? 0)
    await forgetShown(second)
    await wait(quick ? 8_000 : 30_000)
    const [picture] = await shownIn(second)
    const delays = (picture?.frames ?? []).map(([at, now]) => now - at).sort((a, b) => a - b)
    const seconds = quick ? 8 : 30
    return [
      {
        section,
        name: 'from camera to glass p50',
        value: share(delays, 0.5),
        unit: 'ms',
        goal: { atMost: 80 },
      },
      {
        section,
        name: 'from camera to glass p95',
        value: share(delays, 0.95),
        unit: 'ms',
        goal: { atMost: 150 },
      },
      { section, name: 'pictures shown', value: delays.length / seconds, unit: '/s' },
      { section, name: 'first picture', value: first, unit: 'ms', goal: { atMost: 500 } },
    ]
  } finally {
    await browser.close()
  }
}

/** The same by WebRTC, as a browser without media sources opens it. */
async function byWebRtc(server: Running, quick: boolean): Promise<Figure[]> {
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`${addressOf(server, 'hd.2')}&iphone`)
    await page.waitForFunction(
      () => (globalThis as unknown as { pictures: { frames: [] }[] }).pictures[0]?.frames.length,
    )
    const [opened] = await shownIn(page)
    const first = (opened?.frames[0]?.[1] ?? Number.NaN) - (opened?.opened ?? 0)
    await wait(3_000)
    await forgetShown(page)
    await wait(quick ? 5_000 : 20_000)
    const [picture] = await shownIn(page)
    const delays = (picture?.frames ?? []).map(([at, now]) => now - at).sort((a, b) => a - b)
    return [
      {
        section,
        name: 'by WebRTC to glass p50',
        value: share(delays, 0.5),
        unit: 'ms',
        goal: { atMost: 80 },
      },
      {
        section,
        name: 'by WebRTC to glass p95',
        value: share(delays, 0.95),
        unit: 'ms',
        goal: { atMost: 150 },
      },
      { section, name: 'by WebRTC first picture', value: first, unit: 'ms', goal: { atMost: 1_500 } },
    ]
  } finally {
    await browser.close()
  }
}

/** A viewer who comes from one network into another: how long until a new picture shows. */
async function otherNetwork(server: Running): Promise<Figure[]> {
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.goto(addressOf(server, 'hd.3'))
    const shows = () =>
      page.waitForFunction(
        () => ((globalThis as unknown as { pictures: { frames: [] }[] }).pictures[0]?.frames.length ?? 0) > 0,
      )
    await shows()
    await page.context().setOffline(true)
    await wait(1_000)
    await forgetShown(page)
    await page.context().setOffline(false)
    const from = Date.now()
    await shows()
    const [picture] = await shownIn(page)
    const told = (picture?.frames[0]?.[1] ?? Number.NaN) - from
    await forgetShown(page)
    await shows()
    // The old line is dead and tells nobody, as after a change from one network to another.
    server.silence()
    const silent = Date.now()
    // What had arrived is still played.
    await wait(500)
    await forgetShown(page)
    await shows()
    const [again] = await shownIn(page)
    return [
      { section, name: 'picture back after offline', value: told, unit: 'ms', goal: { atMost: 3_000 } },
      {
        section,
        name: 'picture back after a dead line',
        value: (again?.frames[0]?.[1] ?? Number.NaN) - silent,
        unit: 'ms',
        goal: { atMost: 3_000 },
      },
    ]
  } finally {
    await browser.close()
  }
}

/** How much longer the delay is at the end of a long look than at its beginning. */
async function growth(server: Running, quick: boolean): Promise<Figure[]> {
  const minutes = minutesOf('BENCH_DELAY_MINUTES', quick ? 0.2 : 2)
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    await page.goto(addressOf(server, 'hd.4'))
    await wait(5_000)
    const middle = async () => {
      await forgetShown(page)
      await wait(5_000)
      const [picture] = await shownIn(page)
      const delays = (picture?.frames ?? []).map(([at, now]) => now - at)
      return share(
        delays.sort((a, b) => a - b),
        0.5,
      )
    }
    const before = await middle()
    await wait(minutes * 60_000)
    return [
      {
        section,
        name: `delay after ${minutes} minutes`,
        value: (await middle()) - before,
        unit: 'ms more',
        goal: { atMost: 20 },
      },
    ]
  } finally {
    await browser.close()
  }
}

/** A page with sixteen pictures at once, small ones or whole ones. */
async function tiles(
  server: Running,
  quick: boolean,
  stream: 'small' | 'hd',
  atLeast?: number,
): Promise<Figure[]> {
  const browser = await openChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(addressOf(server, ...Array.from({ length: CHANNELS }, (_, i) => `${stream}.${i}`)))
    await wait(6_000)
    await forgetShown(page)
    const seconds = quick ? 5 : 15
    await wait(seconds * 1_000)
    const rates = (await shownIn(page)).map(({ frames }) => frames.length / seconds)
    return [
      {
        section,
        name: `slowest of ${CHANNELS} tiles${stream === 'hd' ? ' of whole pictures' : ''}`,
        value: Math.min(...rates),
        unit: '/s',
        ...(atLeast !== undefined && { goal: { atLeast } }),
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Sockets that only count what they get. */
async function openSockets({ socket }: Running, names: string[]) {
  let fragments = 0
  const sockets = await Promise.all(
    names.map(async name => {
      const opened = new WebSocket(socket.replace('live//', `live/${name}/`))
      opened.on('message', (_, isBinary) => {
        if (isBinary) fragments += 1
      })
      await once(opened, 'open')
      return opened
    }),
  )
  return {
    take() {
      const taken = fragments
      fragments = 0
      return taken
    },
    close() {
      for (const each of sockets) each.terminate()
    },
    open: () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  }
}

/** Processor of the server, in hundredths of a core, and pictures a second that its sockets got. */
async function used(server: Running, names: string[], seconds: number) {
  const sockets = await openSockets(server, names)
  await wait(4_000)
  sockets.take()
  const before = await server.state()
  await wait(seconds * 1_000)
  const [after, pictures] = [await server.state(), sockets.take()]
  const open = sockets.open()
  sockets.close()
  return { cpu: (after.cpuMs - before.cpuMs) / seconds / 10, pictures: pictures / seconds, open }
}

async function channels(server: Running, quick: boolean): Promise<Figure[]> {
  const names = Array.from({ length: CHANNELS }, (_, i) => `hd.${i + 100}`)
  const { cpu, pictures } = await used(server, names, quick ? 5 : 20)
  return [
    {
      section,
      name: `server with ${CHANNELS} channels`,
      value: cpu,
      unit: '% of a core',
      goal: { atMost: 50 },
    },
    { section, name: `pictures of ${CHANNELS} channels`, value: pictures, unit: '/s' },
  ]
}

async function viewers(server: Running, quick: boolean): Promise<Figure[]> {
  const names = Array.from({ length: VIEWERS }, () => 'hd.many')
  const { cpu, pictures, open } = await used(server, names, quick ? 5 : 20)
  return [
    { section, name: `server with ${VIEWERS} viewers of one channel`, value: cpu, unit: '% of a core' },
    { section, name: `pictures to ${VIEWERS} viewers`, value: pictures, unit: '/s' },
    { section, name: 'viewers left', value: open, unit: '', goal: { atLeast: VIEWERS } },
  ]
}

/** A source that comes and goes: what is left of it. */
async function flapping(server: Running, quick: boolean): Promise<Figure[]> {
  const flap = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const sockets = await openSockets(
        server,
        Array.from({ length: 5 }, () => 'flap'),
      )
      while (sockets.take() === 0) await wait(20)
      server.cut()
      while (sockets.open() > 0) await wait(20)
      sockets.close()
    }
  }
  const minutes = minutesOf('BENCH_FLAP_MINUTES', 0)
  const times = quick ? 40 : 300
  await flap(quick ? 20 : 60)
  const before = await server.state()
  // Every ten seconds for an hour, where somebody takes the time; otherwise as often as the camera comes back.
  if (minutes === 0) await flap(times)
  for (const until = Date.now() + minutes * 60_000; Date.now() < until; ) {
    await flap(1)
    await wait(10_000)
  }
  const after = await server.state()
  const lost = minutes === 0 ? `${times} losses` : `${minutes} minutes of losses`
  return [
    {
      section,
      name: `memory after ${lost} of a camera`,
      value: (after.memory / before.memory - 1) * 100,
      unit: '% more',
      goal: { atMost: 5 },
    },
    { section, name: 'handles left', value: after.handles - before.handles, unit: '', goal: { atMost: 0 } },
  ]
}
