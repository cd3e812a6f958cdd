import type { MediaFault } from '#shared/live-pictures.ts'
import { towardsLive } from './live-edge.ts'
import type { PictureStream } from './picture-stream.ts'
import { openStreamAside } from './stream-worker.ts'

export type PictureState = 'connecting' | 'playing' | 'stalled' | MediaFault

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
const SLOW_FAULTS: readonly PictureState[] = ['refusedAddress', 'wrongPassword', 'unsupportedCodec']

/**
 * Keeps a video element showing a live picture until it is closed: opens the stream, keeps it near the newest picture, and
 * opens another one when it breaks. `open` gives a fresh address each time. A page that is hidden or offline pulls nothing.
 */
export function play(
  video: HTMLVideoElement,
  open: () => Promise<string>,
  onState: (state: PictureState) => void,
): () => void {
  const player = new Player(video, open, onState)
  return () => player.close()
}

class Player {
  readonly #video: HTMLVideoElement
  readonly #open: () => Promise<string>
  readonly #onState: (state: PictureState) => void
  readonly #line = watchLine()
  readonly #look: () => void
  readonly #report: (stream: PictureStream) => void
  readonly #tick: ReturnType<typeof setInterval>
  readonly #page: { stop(): void }
  #stream: PictureStream | undefined
  #state: PictureState | undefined
  #wait = FIRST_WAIT_MS
  #again: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  /** Of the try now running: what earlier ones still tell is ignored. */
  #current = 0
  #shownAt = performance.now()
  #frameAsked: number

  constructor(video: HTMLVideoElement, open: () => Promise<string>, onState: (state: PictureState) => void) {
    this.#video = video
    this.#open = open
    this.#onState = onState
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
    clearTimeout(this.#again)
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

  #broken(ms = this.#wait): void {
    this.#drop()
    if (this.#state === 'playing') this.#tell('stalled')
    clearTimeout(this.#again)
    if (!this.#isClosed) this.#again = setTimeout(() => void this.#start(), ms)
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS)
  }

  #fault(why: MediaFault): void {
    this.#tell(why)
    this.#broken(SLOW_FAULTS.includes(why) ? FAULT_WAIT_MS : this.#wait)
  }

  async #start(): Promise<void> {
    this.#drop()
    const mine = this.#current
    const isMine = () => mine === this.#current && !this.#isClosed
    // Begun again once it shows.
    if (document.hidden && this.#state !== undefined) return
    if (typeof MediaSource === 'undefined') return this.#tell('unsupportedCodec')
    if (this.#state === undefined) this.#tell('connecting')
    try {
      const url = await this.#open()
      if (!isMine()) return
      this.#stream = openStreamAside(url, {
        source: source => isMine() && show(this.#video, source),
        size: () => undefined,
        fault: why => isMine() && this.#fault(why),
        pong: () => isMine() && this.#line.heard(),
        over: () => isMine() && this.#broken(),
      })
    } catch {
      if (!isMine()) return
      if (this.#state === 'connecting') this.#fault('unreachable')
      else this.#broken()
    }
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
    if (this.#video.error) this.#broken()
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
    if (this.#line.isGone(this.#stream)) this.#broken(0)
    else if (this.#state === 'playing') this.#report(this.#stream)
  }

  #away(): void {
    this.#drop()
    clearTimeout(this.#again)
    if (!document.hidden && this.#state === 'playing') this.#tell('stalled')
  }

  #back(): void {
    const shows = this.#stream && performance.now() - this.#shownAt < QUIET_MS
    if (shows || document.hidden || this.#isClosed) return
    this.#wait = FIRST_WAIT_MS
    clearTimeout(this.#again)
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
    const step = towardsLive(video.currentTime, video.buffered)
    if (!step) return
    const now = lookedAt
    if (step.jumpTo !== undefined && (step.mustJump || now - jumpedAt > JUMP_MS)) {
      jumpedAt = now
      video.currentTime = step.jumpTo
    }
    if (video.playbackRate !== step.rate) video.playbackRate = step.rate
    if (video.paused && !document.hidden) void video.play().catch(() => undefined)
  }
}

/** A source of the page needs an address; a handle of a worker is given as it is. */
function show(video: HTMLVideoElement, source: MediaSource | MediaSourceHandle): void {
  if (source instanceof MediaSource) video.src = URL.createObjectURL(source)
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
