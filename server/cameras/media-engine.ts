import type { FastifyBaseLogger } from 'fastify'
import type { MediaFault, PictureWay } from '#shared/live-pictures.ts'
import type { GuardedDial } from '../platform/network/dial-camera.ts'
import { Channel } from './channel.ts'
import { atZero } from './fragments.ts'
import type { Means } from './gb28181/receive.ts'
import { MediaThreads } from './media-threads.ts'
import {
  type MediaSource,
  type MediaViewer,
  type Probe,
  type ProbeDepth,
  ViewError,
  type WhepViewer,
} from './media-types.ts'
import { faults, interruptions, pulls } from './metrics.ts'
import type { Locate } from './play.ts'
import type { RtcSettings } from './webrtc/rtc-messages.ts'
import { RtcThread } from './webrtc/rtc-thread.ts'
import { watchByRtc } from './webrtc/watch-by-rtc.ts'

export type { MediaFault } from '#shared/live-pictures.ts'
export type { MediaSource, MediaViewer, Probe } from './media-types.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** Brings the pictures of cameras to viewers. */
export interface MediaEngine {
  /** Joins the one pull of this channel (started if there is none), until the returned function is called. */
  watch(channelId: string, source: MediaSource, viewer: MediaViewer): () => void
  /** How the pictures of a source can reach a browser, the better one first. */
  ways(source: Pick<MediaSource, 'kind' | 'played'>): readonly PictureWay[]
  /** Joins for a browser that made an offer of WebRTC; resolves to the answer (WHEP). Rejects with ViewError. */
  answer(channelId: string, source: MediaSource, offer: string, viewer: WhepViewer): Promise<string>
  /** Tries a source step by step and tells what each one found, up to pictures unless less is wanted. Never rejects. */
  probe(source: MediaSource, signal?: AbortSignal, depth?: ProbeDepth): Promise<Probe>
  /** Ends every viewer of a channel at once (disabled, consent revoked, source changed). */
  cut(channelId: string, why: MediaFault | 'revoked'): void
  state(channelId: string): {
    viewers: number
    live: boolean
    lastFault?: MediaFault
    width?: number
    height?: number
    codec?: string
  }
  /**
   * The newest key frame as one-fragment MP4 (a JPEG would need transcoding), or undefined. A camera that nobody watches sends
   * up to its next key frame and no longer.
   */
  keyFrame(channelId: string, source: MediaSource): Promise<{ mime: string; data: Uint8Array } | undefined>
  close(): Promise<void>
}

/** A pull nobody watches ends after this: whoever comes back soon sees the picture at once. ms */
const IDLE_MS = 30_000
/** How long a channel that has just failed tells new viewers the same instead of asking its camera again. ms */
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 30_000
/** For a still picture of a channel that nobody watches. ms */
const STILL_MS = 10_000

interface Pulled {
  channel: Channel
  /** By which the source is compared: another one needs another pull. */
  key: string
  isLive: boolean
  /** Nobody comes back to it. */
  isPlayed: boolean
  /** Somebody has watched it: not merely a still was taken of it. */
  isWatched: boolean
  stop: () => void
  idle?: NodeJS.Timeout
}

interface Failed {
  /** Of the source that failed: another one is tried at once. */
  key: string
  fault: MediaFault
  restMs: number
  until: number
}

/** The engine inside this process: one pull a channel for all viewers, fetched and muxed in threads of its own. */
export function openMediaEngine(options: EngineOptions): MediaEngine {
  return new EmbeddedEngine(options)
}

interface EngineOptions {
  dial: GuardedDial
  log: Log
  /** Threads; one is enough for some hundred cameras. */
  workers?: number
  idleMs?: number
  /** How devices are called that sign in here. */
  gb?: Means
  /** How cameras of ONVIF are asked where a stream is. */
  locate?: Locate
  /** How viewers reach this server by WebRTC; left out: not at all. */
  rtc?: RtcSettings | undefined
}

const BY_MP4: readonly PictureWay[] = ['mp4']
const BOTH_WAYS: readonly PictureWay[] = ['mp4', 'webrtc']

class EmbeddedEngine implements MediaEngine {
  readonly #threads: MediaThreads
  readonly #pulled = new Map<string, Pulled>()
  readonly #failed = new Map<string, Failed>()
  readonly #idleMs: number
  readonly #rtc: RtcThread | undefined
  #isClosed = false

  constructor({ dial, log, workers = 1, idleMs = IDLE_MS, gb, locate, rtc }: EngineOptions) {
    this.#rtc = rtc && new RtcThread(rtc, log)
    this.#idleMs = idleMs
    this.#threads = new MediaThreads(dial, log, workers, { gb, locate })
  }

  watch(channelId: string, source: MediaSource, viewer: MediaViewer): () => void {
    return this.#join(channelId, source, viewer, true)
  }

  #join(channelId: string, source: MediaSource, viewer: MediaViewer, isWatching: boolean): () => void {
    const failed = this.#failed.get(channelId)
    const running = this.#sameOrNone(channelId, source)
    const rests = failed?.key === JSON.stringify(source) && failed.until > Date.now()
    if (this.#isClosed || (!running && rests)) {
      const fault = this.#isClosed ? 'ended' : (failed?.fault ?? 'unreachable')
      // Never before the caller has what it needs to hear of it.
      let isLeft = false
      queueMicrotask(() => isLeft || viewer.failed(fault))
      return () => {
        isLeft = true
      }
    }
    const pulled = running ?? this.#pull(channelId, source)
    pulled.isWatched ||= isWatching
    clearTimeout(pulled.idle)
    pulled.channel.join(viewer)
    return () => {
      pulled.channel.leave(viewer)
      this.#restIfUnwatched(channelId, pulled)
    }
  }

  ways({ played }: Pick<MediaSource, 'kind' | 'played'>): readonly PictureWay[] {
    // A recording is played once and wound by its player, which needs to know where it is.
    return this.#rtc && !played ? BOTH_WAYS : BY_MP4
  }

  answer(channelId: string, source: MediaSource, offer: string, viewer: WhepViewer): Promise<string> {
    if (!this.#rtc || this.#isClosed) return Promise.reject(new ViewError(this.#rtc ? 'ended' : 'noWebRtc'))
    const watch: MediaEngine['watch'] = (...wanted) => this.watch(...wanted)
    return watchByRtc(watch, this.#rtc, { channelId, source, offer }, viewer)
  }

  probe(source: MediaSource, signal?: AbortSignal, depth?: ProbeDepth): Promise<Probe> {
    return this.#threads.probe(source, signal, depth)
  }

  cut(channelId: string, why: MediaFault | 'revoked'): void {
    const pulled = this.#pulled.get(channelId)
    if (pulled) this.#drop(channelId, pulled, why === 'revoked' ? 'ended' : why)
  }

  state(channelId: string): ReturnType<MediaEngine['state']> {
    const pulled = this.#pulled.get(channelId)
    const failed = this.#failed.get(channelId)
    const { width, height, codec } = pulled?.channel.track ?? {}
    return {
      viewers: pulled?.channel.viewers ?? 0,
      live: pulled?.isLive ?? false,
      ...(failed && { lastFault: failed.fault }),
      ...(width !== undefined && height !== undefined && { width, height }),
      ...(codec !== undefined && { codec }),
    }
  }

  async keyFrame(channelId: string, source: MediaSource) {
    const still = this.#stillOf(this.#sameOrNone(channelId, source)?.channel)
    if (still) return still
    const shown = Promise.withResolvers<void>()
    const late = setTimeout(shown.resolve, STILL_MS)
    const viewer = {
      init() {},
      fragment: () => shown.resolve(),
      failed: () => shown.resolve(),
      backlog: () => 0,
    }
    const leave = this.#join(channelId, source, viewer, false)
    await shown.promise
    clearTimeout(late)
    const found = this.#stillOf(this.#pulled.get(channelId)?.channel)
    leave()
    return found
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const [channelId, pulled] of this.#pulled) this.#drop(channelId, pulled, 'ended')
    await Promise.all([this.#threads.close(), this.#rtc?.close()])
  }

  /** The running pull of a channel, unless its source has changed meanwhile: then nobody may see the old one. */
  #sameOrNone(channelId: string, source: MediaSource): Pulled | undefined {
    const pulled = this.#pulled.get(channelId)
    if (!pulled || pulled.key === JSON.stringify(source)) return pulled
    this.#drop(channelId, pulled, 'ended')
    this.#failed.delete(channelId)
    return undefined
  }

  #pull(channelId: string, source: MediaSource): Pulled {
    const channel = new Channel()
    const pulled: Pulled = {
      channel,
      key: JSON.stringify(source),
      isLive: false,
      isPlayed: source.played !== undefined,
      isWatched: false,
      stop: () => {},
    }
    this.#pulled.set(channelId, pulled)
    pulls.set(this.#pulled.size)
    pulled.stop = this.#threads.pull(source, {
      init: track => channel.begin(track),
      fragment: (data, isKey) => {
        if (!pulled.isLive) this.#failed.delete(channelId)
        pulled.isLive = true
        channel.fragment(data, isKey)
      },
      interrupted: () => {
        pulled.isLive = false
        interruptions.inc()
        channel.interrupted()
      },
      fault: fault => this.#fail(channelId, pulled, fault),
    })
    return pulled
  }

  #fail(channelId: string, pulled: Pulled, fault: MediaFault): void {
    faults.inc({ fault })
    const before = this.#failed.get(channelId)
    const isAgain = before?.key === pulled.key
    const restMs = isAgain ? Math.min(before.restMs * 2, LONGEST_REST_MS) : FIRST_REST_MS
    if (!pulled.isPlayed)
      this.#failed.set(channelId, { key: pulled.key, fault, restMs, until: Date.now() + restMs })
    this.#drop(channelId, pulled, fault)
  }

  #drop(channelId: string, pulled: Pulled, fault: MediaFault): void {
    clearTimeout(pulled.idle)
    pulled.stop()
    if (this.#pulled.get(channelId) === pulled) this.#pulled.delete(channelId)
    pulls.set(this.#pulled.size)
    pulled.channel.end(fault)
  }

  #restIfUnwatched(channelId: string, pulled: Pulled): void {
    if (pulled.channel.viewers > 0 || this.#pulled.get(channelId) !== pulled) return
    clearTimeout(pulled.idle)
    if (pulled.isPlayed || !pulled.isWatched) {
      this.#drop(channelId, pulled, 'ended')
      return
    }
    pulled.idle = setTimeout(() => this.#drop(channelId, pulled, 'ended'), this.#idleMs)
    pulled.idle.unref()
  }

  #stillOf(channel: Channel | undefined) {
    const { track, keyFrame } = channel ?? {}
    if (!track || !keyFrame) return undefined
    return { mime: track.mime, data: new Uint8Array(Buffer.concat([track.segment, atZero(keyFrame)])) }
  }
}
