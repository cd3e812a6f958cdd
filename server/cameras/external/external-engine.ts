import type { MediaFault, PictureWay } from '#shared/live-pictures.ts'
import type { MediaServerSettings } from '../../platform/config.ts'
import { type GuardedDial, judgeCamera } from '../../platform/network/dial-camera.ts'
import { NotOutside } from '../../platform/network/outside.ts'
import type { MediaEngine } from '../media-engine.ts'
import {
  MediaError,
  type MediaSource,
  type MediaViewer,
  type Probe,
  ViewError,
  type WhepViewer,
} from '../media-types.ts'
import type { Locate } from '../play.ts'
import { MediaServer, pathOfSource } from './media-server.ts'

/** A path nobody watches is forgotten after this: whoever comes back soon finds the camera still running. ms */
const IDLE_MS = 30_000

interface Path {
  watched: Set<() => void>
  /** Set at the media server. */
  ready: Promise<void>
  idle?: NodeJS.Timeout
}

/** One who watches. */
interface Seat {
  channelId: string
  gone: AbortSignal
  /** Ends its session, once there is one. */
  over(): void
  /** False if it had left already. */
  leave(): boolean
  end(why: MediaFault): void
}

interface Options {
  /** For what the media server is not asked: tests, stills, recordings, devices that call, recorders. */
  embedded: MediaEngine
  server: MediaServerSettings
  dial: GuardedDial
  locate?: Locate
  idleMs?: number
}

const BY_SERVER: readonly PictureWay[] = ['webrtc']

/**
 * Shows live pictures through a media server on this or another machine: it pulls the cameras, transcodes what it is set up
 * to, and sends to the browsers. Who may watch, and until when, stays here.
 */
export class ExternalEngine implements MediaEngine {
  readonly #embedded: MediaEngine
  readonly #server: MediaServer
  readonly #dial: GuardedDial
  readonly #locate: Locate | undefined
  readonly #idleMs: number
  readonly #paths = new Map<string, Path>()
  readonly #watching = new Set<Seat>()
  /** Nobody is shown anything before what an earlier run left is gone: nobody here could end it. */
  #cleared: Promise<void> | undefined

  constructor({ embedded, server, dial, locate, idleMs = IDLE_MS }: Options) {
    this.#embedded = embedded
    this.#server = new MediaServer(server)
    this.#dial = dial
    this.#locate = locate
    this.#idleMs = idleMs
    void this.#clear().catch(() => undefined)
  }

  ways(source: Pick<MediaSource, 'kind' | 'played'>): readonly PictureWay[] {
    return isServed(source) ? BY_SERVER : this.#embedded.ways(source)
  }

  async answer(channelId: string, source: MediaSource, offer: string, viewer: WhepViewer): Promise<string> {
    if (!isServed(source)) return this.#embedded.answer(channelId, source, offer, viewer)
    const seat = this.#seat(channelId, viewer)
    try {
      await this.#clear()
      const url = await this.#addressOf(source)
      if (seat.gone.aborted) throw new ViewError('ended')
      const path = pathOfSource(channelId, url)
      const [leave, ready] = this.#enter(path, url)
      const session = await ready
        .then(() => this.#server.answer(path, offer, seat.gone))
        .catch(error => {
          leave()
          throw error
        })
      seat.over = () => void session.end().finally(leave)
      if (!seat.gone.aborted) return session.answer
      seat.over()
      throw new ViewError('ended')
    } catch (error) {
      seat.leave()
      throw error
    }
  }

  watch(channelId: string, source: MediaSource, viewer: MediaViewer): () => void {
    return this.#embedded.watch(channelId, source, viewer)
  }

  probe(...wanted: Parameters<MediaEngine['probe']>): Promise<Probe> {
    return this.#embedded.probe(...wanted)
  }

  keyFrame(channelId: string, source: MediaSource) {
    return this.#embedded.keyFrame(channelId, source)
  }

  cut(channelId: string, why: MediaFault | 'revoked'): void {
    for (const each of Array.from(this.#watching))
      if (each.channelId === channelId) each.end(why === 'revoked' ? 'ended' : why)
    this.#embedded.cut(channelId, why)
  }

  state(channelId: string): ReturnType<MediaEngine['state']> {
    const state = this.#embedded.state(channelId)
    const served = [...this.#watching].filter(each => each.channelId === channelId).length
    return { ...state, viewers: state.viewers + served, live: state.live || served > 0 }
  }

  async close(): Promise<void> {
    for (const each of Array.from(this.#watching)) each.end('ended')
    const paths = [...this.#paths]
    this.#paths.clear()
    for (const [, { idle }] of paths) clearTimeout(idle)
    await Promise.all(paths.map(([path]) => this.#server.remove(path).catch(() => undefined)))
    await this.#embedded.close()
  }

  #clear(): Promise<void> {
    this.#cleared ??= this.#server.removeAll().catch(error => {
      this.#cleared = undefined
      throw error
    })
    return this.#cleared
  }

  /** Counts one who watches, from its offer until its picture ends, by whichever side. */
  #seat(channelId: string, { signal, failed }: WhepViewer): Seat {
    const gone = new AbortController()
    const seat: Seat = {
      channelId,
      gone: gone.signal,
      over() {},
      leave: () => {
        if (!this.#watching.delete(seat)) return false
        signal.removeEventListener('abort', seat.leave)
        gone.abort()
        seat.over()
        return true
      },
      end(why) {
        if (seat.leave()) failed(why)
      },
    }
    this.#watching.add(seat)
    signal.addEventListener('abort', seat.leave)
    if (signal.aborted) seat.leave()
    return seat
  }

  /** Takes a path, set anew where nobody has it; the first returned function gives it back. */
  #enter(path: string, url: string): [leave: () => void, ready: Promise<void>] {
    const known = this.#paths.get(path)
    const entered: Path = known ?? { watched: new Set(), ready: this.#server.set(path, url) }
    if (!known) {
      this.#paths.set(path, entered)
      // Tried anew by whoever comes next.
      entered.ready.catch(() => this.#paths.get(path) === entered && this.#paths.delete(path))
    }
    clearTimeout(entered.idle)
    const leave = () => {
      if (!entered.watched.delete(leave) || entered.watched.size > 0) return
      entered.idle = setTimeout(() => this.#forget(path, entered), this.#idleMs)
      entered.idle.unref()
    }
    entered.watched.add(leave)
    return [leave, entered.ready]
  }

  #forget(path: string, entered: Path): void {
    if (this.#paths.get(path) !== entered) return
    this.#paths.delete(path)
    void this.#server.remove(path).catch(() => undefined)
  }

  /** Where the media server finds the stream, judged as if we dialled it, with the user and password of the camera. */
  async #addressOf(source: MediaSource): Promise<string> {
    try {
      const found = source.kind === 'onvif' ? await this.#locate?.(source) : source.url
      if (found === undefined) throw new ViewError('unreachable')
      const url = new URL(found)
      const port = Number(url.port || 554)
      const judged = await judgeCamera(
        { host: url.hostname, port, network: source.network },
        this.#dial.rules(),
      )
      // The very address that was judged: a name could lead elsewhere a moment later.
      url.hostname = judged.ip.includes(':') ? `[${judged.ip}]` : judged.ip
      url.port = String(judged.port)
      url.username = encodeURIComponent(source.username ?? '')
      url.password = encodeURIComponent(source.password ?? '')
      return url.href
    } catch (error) {
      if (error instanceof NotOutside) throw new ViewError('refusedAddress')
      if (error instanceof MediaError || error instanceof ViewError) throw new ViewError(error.fault)
      throw new ViewError('unreachable')
    }
  }
}

/** Devices that call us, and recordings that are played once, are not for a media server. */
const isServed = ({ kind, played }: Pick<MediaSource, 'kind' | 'played'>): boolean =>
  kind !== 'gb28181' && !played
