/**
 * The engine of the cameras with a page that plays them, in a process of its own, so that what it uses can be told from what
 * the browser and the cameras use. Controlled over IPC.
 */
import { openMediaEngine } from '#server/cameras/media-engine.ts'
import { serveLivePage } from '../e2e/live-page.ts'

export interface CameraServerStart {
  /** Ports of cameras on this machine. */
  ports: number[]
  /** Of a channel: the part before the first dot of its name. */
  sources: Record<string, { url: string; username: string; password: string }>
}

export interface CameraServerState {
  /** Processor time so far, ms; memory in bytes; what keeps the process alive. */
  cpuMs: number
  memory: number
  handles: number
}

async function serve({ ports, sources }: CameraServerStart): Promise<void> {
  const doors = Object.fromEntries(ports.map(port => [`127.0.0.1:${port}`, port]))
  const log = { info() {}, warn() {}, error: console.error }
  const rtc = { addresses: ['127.0.0.1'], ports: [42_500, 42_519] as const, host: '127.0.0.1' }
  const engine = openMediaEngine({ dial: { rules: () => ({ networks: '', doors }) }, log, rtc })
  const page = await serveLivePage(engine, channel => {
    const source = sources[channel.split('.')[0] ?? '']
    if (!source) throw new Error(`there is no source for ${channel}`)
    return { kind: 'rtsp', network: 'any', ...source }
  })
  process.on('message', (order: 'state' | 'cut' | 'silence') => {
    if (order === 'cut') return engine.cut('flap', 'unreachable')
    if (order === 'silence') return page.silence()
    global.gc?.()
    const { user, system } = process.cpuUsage()
    const state: CameraServerState = {
      cpuMs: (user + system) / 1_000,
      memory: process.memoryUsage().rss,
      handles: process.getActiveResourcesInfo().length,
    }
    process.send?.({ state })
  })
  process.send?.({ page: page.url(), socket: page.socket('') })
}

process.once('message', (start: CameraServerStart) => void serve(start))
process.on('disconnect', () => process.exit(0))
