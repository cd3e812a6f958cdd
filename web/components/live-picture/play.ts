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
 * opens another one when it breaks. `open` gives a fresh address each time.
 */
export function play(
  video: HTMLVideoElement,
  open: () => Promise<string>,
  onState: (state: PictureState) => void,
): () => void {
  let stream: PictureStream | undefined
  let state: PictureState | undefined
  let wait = FIRST_WAIT_MS
  let again: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  /** Of the try now running: what earlier ones still tell is ignored. */
  let current = 0
  let shownAt = performance.now()
  let frameAsked = 0
  const line = watchLine()
  const look = followLive(video)
  const report = reportLag(video)

  const tell = (next: PictureState) => {
    if (next === state || isClosed) return
    state = next
    onState(next)
  }
  const later = (ms: number) => {
    clearTimeout(again)
    if (!isClosed) again = setTimeout(() => void start(), ms)
  }
  const drop = () => {
    current += 1
    line.opened()
    stream?.close()
    stream = undefined
    letGo(video)
  }
  const broken = (ms = wait) => {
    drop()
    if (state === 'playing') tell('stalled')
    later(ms)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  const fault = (why: MediaFault) => {
    tell(why)
    broken(SLOW_FAULTS.includes(why) ? FAULT_WAIT_MS : wait)
  }
  const start = async () => {
    drop()
    const mine = current
    // Begun again once it shows.
    if (document.hidden && state !== undefined) return
    if (typeof MediaSource === 'undefined') return tell('unsupportedCodec')
    if (state === undefined) tell('connecting')
    try {
      const url = await open()
      if (mine !== current || isClosed) return
      stream = openStreamAside(url, {
        source: source => mine === current && show(video, source),
        size: () => undefined,
        fault: why => mine === current && fault(why),
        pong: () => mine === current && line.heard(),
        over: () => mine === current && broken(),
      })
    } catch {
      if (mine === current) state === 'connecting' ? fault('unreachable') : broken()
    }
  }
  const onFrame = () => {
    if (isClosed) return
    shownAt = performance.now()
    line.shown()
    wait = FIRST_WAIT_MS
    tell('playing')
    look()
    frameAsked = video.requestVideoFrameCallback(onFrame)
  }
  const tick = setInterval(() => {
    look()
    const now = performance.now()
    stream?.at(video.currentTime)
    // A hidden page shows nothing, however well the pictures arrive.
    if (document.hidden) shownAt = now
    else if (state === 'playing' && now - shownAt > STALLED_MS) tell('stalled')
    if (stream && !document.hidden && line.isGone(stream)) return broken(0)
    if (stream && state === 'playing') report(stream)
  }, LOOK_MS)
  const stop = () => {
    drop()
    clearTimeout(again)
  }
  const page = followPage({
    away() {
      stop()
      if (state === 'playing' && !document.hidden) tell('stalled')
    },
    back() {
      if (stream && navigator.onLine && !document.hidden && performance.now() - shownAt < QUIET_MS) return
      wait = FIRST_WAIT_MS
      clearTimeout(again)
      void start()
    },
  })
  const onError = () => {
    if (video.error) broken()
  }
  video.addEventListener('error', onError)
  frameAsked = video.requestVideoFrameCallback(onFrame)
  void start()

  return () => {
    isClosed = true
    clearInterval(tick)
    clearTimeout(again)
    page.stop()
    video.cancelVideoFrameCallback(frameAsked)
    video.removeEventListener('error', onError)
    drop()
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
