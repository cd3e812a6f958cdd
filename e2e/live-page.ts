import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { build } from 'vite'
import { serveLive } from '../server/cameras/live-socket.ts'
import type { MediaEngine, MediaSource } from '../server/cameras/media-engine.ts'
import { CELL } from '../simulator/camera/bar-code.ts'

const PLAYER = fileURLToPath(new URL('../web/components/live-picture/play.ts', import.meta.url))
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' }
const BITS = 48
const PER_ROW = 24

/** A page with as many live pictures as asked for, each by the application's own player. */
const HTML = `<!doctype html><meta charset="utf-8"><style>video{width:320px}</style><body><script type="module">
import { play } from './player.js'
const query = new URLSearchParams(location.search)
window.pictures = query.getAll('channel').map(channel => {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  document.body.append(video)
  const canvas = new OffscreenCanvas(${PER_ROW}, 2)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const picture = { states: [], frames: [], opened: performance.timeOrigin + performance.now(), video }
  const onFrame = () => {
    const now = performance.timeOrigin + performance.now()
    context.drawImage(video, 0, 0, ${PER_ROW * CELL}, ${2 * CELL}, 0, 0, ${PER_ROW}, 2)
    const { data } = context.getImageData(0, 0, ${PER_ROW}, 2)
    let at = 0
    for (let i = 0; i < ${BITS}; i++) at = at * 2 + (data[i * 4] > 127 ? 1 : 0)
    picture.frames.push([at, now])
    video.requestVideoFrameCallback(onFrame)
  }
  video.requestVideoFrameCallback(onFrame)
  const address = location.origin.replace('http', 'ws') + '/api/ws/live/' + channel + '/token'
  const choice = query.has('iphone') ? { able: { mp4: false, webrtc: true } } : { wanted: query.get('way') ?? 'auto' }
  picture.stop = play(video, async () => ({ url: address, ways: WAYS }), state => picture.states.push(state), choice)
  return picture
})
</script>`

/** When a picture was taken and when it was shown, ms since 1970. */
export type ShownFrame = readonly [taken: number, shown: number]

export interface LivePage {
  /** The page with these channels. */
  url(...channels: string[]): string
  /** Cuts every open line of a picture, and tells neither side. */
  silence(): void
  /** How many lines of pictures were opened. */
  opened(): number
  /** Address of a channel's socket. */
  socket(channel: string): string
  stop(): Promise<void>
}

/** Serves the engine's channels, and a page that plays them, at a free port of this machine. */
export async function serveLivePage(
  engine: MediaEngine,
  sourceOf: (channel: string) => MediaSource,
): Promise<LivePage> {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-player-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: PLAYER, formats: ['es'], fileName: () => 'player.js' },
    },
    worker: { format: 'es' },
  })
  writeFileSync(
    join(folder, 'index.html'),
    HTML.replace('WAYS', JSON.stringify(engine.ways({ kind: 'rtsp' }))),
  )
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    try {
      const content = readFileSync(join(folder, path === '/' ? 'index.html' : path))
      response
        .writeHead(200, { 'content-type': TYPES[extname(path) || '.html'] ?? 'text/plain' })
        .end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  const live = serveLive(server, {
    engine,
    admit: async channel => ({ streamId: channel, source: sourceOf(channel), onRevoked: () => () => {} }),
  })
  const lines: Duplex[] = []
  server.on('upgrade', (_request, line) => lines.push(line))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (...channels) =>
      `http://127.0.0.1:${port}/?${channels.map(each => `channel=${encodeURIComponent(each)}`).join('&')}`,
    silence() {
      for (const line of lines) {
        line.pause()
        line.write = () => true
      }
    },
    opened: () => lines.length,
    socket: channel => `ws://127.0.0.1:${port}/api/ws/live/${encodeURIComponent(channel)}/token`,
    async stop() {
      await live.stop()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface PagePicture {
  states: string[]
  frames: ShownFrame[]
  opened: number
}
type Pictures = typeof globalThis & { pictures?: PagePicture[] }

/** What the page's pictures have shown so far. */
export const shownIn = (page: Page): Promise<PagePicture[]> =>
  page.evaluate(() =>
    ((globalThis as Pictures).pictures ?? []).map(({ states, frames, opened }) => ({
      states,
      frames,
      opened,
    })),
  )

/** Forgets what was shown so far. */
export const forgetShown = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const picture of (globalThis as Pictures).pictures ?? []) picture.frames.length = 0
  })
