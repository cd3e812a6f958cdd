import type { PictureWay, ViewFault } from '#shared/live-pictures.ts'
import { towardsLive } from './live-edge.ts'
import { ownMediaSource } from './media-source.ts'
import type { PictureStream } from './picture-stream.ts'
import { openRtcStream } from './rtc-stream.ts'
import { openStreamAside } from './stream-worker.ts'
import { type Abilities, chooseWay, type LiveAddress, ownAbilities, type WantedWay } from './ways.ts'

export type PictureState = 'connecting' | 'playing' | 'stalled' | ViewFault

/** Between looks at the delay, and between reports of it to the server. ms */
const LOOK_MS = 250
const REPORT_MS = 5_000
/** A browser that cannot keep up must not be busy with jumps: each decodes all since the last key frame. ms */
const JUMP_MS = 3_000
/** Without a new picture for this long it is old. ms */
const STALLED_MS = 3_000
/** Without a new picture for this long the server is asked whether the line is there, and has so long to answer. ms */
const QUIET_MS = 1_000
const ANSWER_MS = 1_500
/** A page that is hidden for longer pulls nothing. ms */
const HIDDEN_MS = 3_000
/** Between looks while pictures come: none of them needs one of its own. ms */
const FRAMES_MS = 100
/** Waits before the next try: short at first. ms */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** Faults that only a person mends are looked at again this rarely. ms */
const FAULT_WAIT_MS = 30_000
const SLOW_FAULTS: readonly PictureState[] = [
  'refusedAddress',
  'wrongPassword',
  'unsupportedCodec',
  'noWebRtc',
]
/** A way in which pictures were lost so often in so long is left for another. ms */
const LOST_MOST = 3
const LOST_MS = 60_000

/**
 * Keeps a video element showing a live picture until it is closed: opens the stream, keeps it near the newest picture, and
 * opens another one when it breaks. `open` gives a fresh address each time. A page that is hidden or offline pulls nothing.
 */
export function play(
  video: HTMLVideoElement,
  open: () => Promise<LiveAddress>,
  onState: (state: PictureState) => void,
  choice: PlayChoice = {},
): () => void {
  const player = new Player(video, open, onState, choice)
  return () => player.close()
}

export interface PlayChoice {
  wanted?: WantedWay
  /** What this browser has, if it is not asked itself. */
  able?: Abilities
}

class Player {
  readonly #video: HTMLVideoElement
  readonly #open: () => Promise<LiveAddress>
  readonly #onState: (state: PictureState) => void
  readonly #line = watchLine()
  readonly #look: () => void
  readonly #report: (stream: PictureStream) => void
  readonly #tick: ReturnType<typeof setInterval>
  readonly #page: { stop(): void }
  readonly #wanted: WantedWay
  readonly #able: Abilities
  readonly #broken = new Set<PictureWay>()
  #way: PictureWay | undefined
  #losses: number[] = []
  #stream: PictureStream | undefined
  #state: PictureState | undefined
  #wait = FIRST_WAIT_MS
  #retry: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  /** Of the try now running: what earlier ones still tell is ignored. */
  #current = 0
  #shownAt = performance.now()
  #frameAsked: number

  constructor(
    video: HTMLVideoElement,
    open: () => Promise<LiveAddress>,
    onState: (state: PictureState) => void,
    { wanted = 'auto', able = ownAbilities() }: PlayChoice,
  ) {
    this.#wanted = wanted
    this.#able = able
    this.#video = video
    this.#open = open
    this.#onState = onState
    // An iPhone opens a managed source only where the picture cannot be sent on to a television.
    video.disableRemotePlayback = true
    this.#look = followLive(video)
    this.#report = reportLag(video)
    this.#tick = setInterval(() => this.#onTick(), LOOK_MS)
    this.#page = followPage({ away: () => this.#away(), back: () => this.#back() })
    video.addEventListener('error', this.#onError)
    this.#frameAsked = video.requestVideoFrameCallback(this.#onFrame)
    void this.#start()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#tick)
    clearTimeout(this.#retry)
    this.#page.stop()
    this.#video.cancelVideoFrameCallback(this.#frameAsked)
    this.#video.removeEventListener('error', this.#onError)
    this.#drop()
  }

  #tell(next: PictureState): void {
    if (next === this.#state || this.#isClosed) return
    this.#state = next
    this.#onState(next)
  }

  #drop(): void {
    this.#current += 1
    this.#line.opened()
    this.#stream?.close()
    this.#stream = undefined
    letGo(this.#video)
  }

  /** A picture that showed is lost. */
  #lost(ms?: number): void {
    const now = performance.now()
    this.#losses = [...this.#losses.filter(at => now - at < LOST_MS), now]
    if (this.#way && this.#losses.length >= LOST_MOST) this.#leave(this.#way)
    this.#again(ms)
  }

  /** Another way is tried before this one is again. */
  #leave(way: PictureWay): void {
    this.#losses = []
    if (!this.#broken.has(way)) this.#broken.clear()
    this.#broken.add(way)
  }

  #again(ms = this.#wait): void {
    this.#drop()
    if (this.#state === 'playing') this.#tell('stalled')
    clearTimeout(this.#retry)
    if (!this.#isClosed) this.#retry = setTimeout(() => void this.#start(), ms)
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS)
  }

  #fault(why: ViewFault): void {
    this.#tell(why)
    this.#again(SLOW_FAULTS.includes(why) ? FAULT_WAIT_MS : this.#wait)
  }

  async #start(): Promise<void> {
    this.#drop()
    const mine = this.#current
    const isMine = () => mine === this.#current && !this.#isClosed
    // Begun again once it shows.
    if (document.hidden && this.#state !== undefined) return
    if (this.#state === undefined) this.#tell('connecting')
    try {
      const { url, ways } = await this.#open()
      if (!isMine()) return
      const way = chooseWay(ways, this.#able, { wanted: this.#wanted, broken: this.#broken })
      this.#way = way
      if (!way) return this.#fault('noWebRtc')
      this.#stream = this.#opened(way, url, isMine)
    } catch {
      if (!isMine()) return
      if (this.#state === 'connecting') this.#fault('unreachable')
      else this.#again()
    }
  }

  #opened(way: PictureWay, url: string, isMine: () => boolean): PictureStream {
    const events = {
      source: (source: MediaSource | MediaSourceHandle | MediaStream) =>
        isMine() && show(this.#video, source),
      size: () => undefined,
      fault: (why: ViewFault) => isMine() && this.#fault(why),
      pong: () => isMine() && this.#line.heard(),
      over: () => isMine() && this.#lost(),
    }
    if (way === 'mp4') return openStreamAside(url, events)
    const blocked = () => {
      if (!isMine()) return
      const isFirst = !this.#broken.has(way)
      this.#leave(way)
      if (isFirst && this.#able.mp4) this.#again(0)
      else this.#fault('noWebRtc')
    }
    return openRtcStream(url, { ...events, blocked })
  }

  readonly #onFrame = (): void => {
    if (this.#isClosed) return
    this.#shownAt = performance.now()
    this.#line.shown()
    this.#wait = FIRST_WAIT_MS
    this.#tell('playing')
    this.#look()
    this.#frameAsked = this.#video.requestVideoFrameCallback(this.#onFrame)
  }

  readonly #onError = (): void => {
    if (this.#video.error) this.#lost()
  }

  #onTick(): void {
    this.#look()
    const now = performance.now()
    this.#stream?.at(this.#video.currentTime)
    // A hidden page shows nothing, however well the pictures arrive.
    if (document.hidden) {
      this.#shownAt = now
      this.#line.heard()
      return
    }
    if (this.#state === 'playing' && now - this.#shownAt > STALLED_MS) this.#tell('stalled')
    if (!this.#stream) return
    if (this.#line.isGone(this.#stream)) this.#lost(0)
    else if (this.#state === 'playing') this.#report(this.#stream)
  }

  #away(): void {
    this.#drop()
    clearTimeout(this.#retry)
    if (!document.hidden && this.#state === 'playing') this.#tell('stalled')
  }

  #back(): void {
    const shows = this.#stream && performance.now() - this.#shownAt < QUIET_MS
    if (shows || document.hidden || this.#isClosed) return
    this.#wait = FIRST_WAIT_MS
    clearTimeout(this.#retry)
    void this.#start()
  }
}

/**
 * Knows whether the line to the server is gone while no picture comes. A camera that is away is the server's matter: it answers
 * all the same. A stream that has shown nothing yet may be slow to open.
 */
function watchLine() {
  let hasShown = false
  let heardAt = 0
  let askedAt: number | undefined
  const heard = () => {
    heardAt = performance.now()
    askedAt = undefined
  }
  return {
    heard,
    opened() {
      hasShown = false
      heard()
    },
    shown() {
      hasShown = true
      heard()
    },
    isGone(stream: PictureStream): boolean {
      const now = performance.now()
      if (!hasShown || now - heardAt < QUIET_MS) return false
      if (askedAt !== undefined) return now - askedAt > ANSWER_MS
      askedAt = now
      stream.ping()
      return false
    },
  }
}

/** Makes what tells the server now and then how far behind the picture is. */
function reportLag(video: HTMLVideoElement): (stream: PictureStream) => void {
  let reportedAt = 0
  return stream => {
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    const step = towardsLive(video.currentTime, video.buffered)
    if (step && !step.mustJump) stream.lag(Math.round(step.lag * 1_000))
  }
}

/** Takes the source from an element. */
function letGo(video: HTMLVideoElement): void {
  video.srcObject = null
  if (!video.src) return
  URL.revokeObjectURL(video.src)
  video.removeAttribute('src')
  video.load()
}

/** Tells when the page is hidden for a while or offline, and when it is back. */
function followPage({ away, back }: { away: () => void; back: () => void }): { stop(): void } {
  let hiding: ReturnType<typeof setTimeout> | undefined
  const onVisible = () => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(away, HIDDEN_MS)
    else back()
  }
  addEventListener('online', back)
  addEventListener('offline', away)
  document.addEventListener('visibilitychange', onVisible)
  return {
    stop() {
      clearTimeout(hiding)
      removeEventListener('online', back)
      removeEventListener('offline', away)
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

/** Makes what keeps a video element near the newest picture, each time it is called. */
function followLive(video: HTMLVideoElement): () => void {
  let jumpedAt = -JUMP_MS
  let lookedAt = -FRAMES_MS
  return () => {
    if (performance.now() - lookedAt < FRAMES_MS) return
    lookedAt = performance.now()
    if (video.paused && video.readyState > 0 && !document.hidden) void video.play().catch(() => undefined)
    const step = towardsLive(video.currentTime, video.buffered)
    if (!step) return
    const now = lookedAt
    if (step.jumpTo !== undefined && (step.mustJump || now - jumpedAt > JUMP_MS)) {
      jumpedAt = now
      video.currentTime = step.jumpTo
    }
    if (video.playbackRate !== step.rate) video.playbackRate = step.rate
  }
}

/** A source of the page needs an address; a handle of a worker is given as it is. */
function show(video: HTMLVideoElement, source: MediaSource | MediaSourceHandle | MediaStream): void {
  const Source = ownMediaSource()
  if (Source && source instanceof Source) video.src = URL.createObjectURL(source)
  else video.srcObject = source as unknown as MediaStream
}

/** The picture now shown, as a JPEG; undefined while there is none. */
export function snapshotOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  if (video.videoWidth === 0) return Promise.resolve(undefined)
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/jpeg', 0.9))
}
