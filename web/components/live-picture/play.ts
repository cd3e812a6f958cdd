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
  let reportedAt = 0
  let frameAsked = 0
  const look = followLive(video)

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
    stream?.close()
    stream = undefined
    video.srcObject = null
    if (video.src) {
      URL.revokeObjectURL(video.src)
      video.removeAttribute('src')
      video.load()
    }
  }
  const broken = () => {
    drop()
    if (state === 'playing') tell('stalled')
    later(wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  const fault = (why: MediaFault) => {
    drop()
    tell(why)
    later(SLOW_FAULTS.includes(why) ? FAULT_WAIT_MS : wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  const start = async () => {
    drop()
    const mine = current
    if (typeof MediaSource === 'undefined') return tell('unsupportedCodec')
    if (state === undefined) tell('connecting')
    try {
      const url = await open()
      if (mine !== current || isClosed) return
      stream = openStreamAside(url, {
        source: source => mine === current && show(video, source),
        size: () => undefined,
        fault: why => mine === current && fault(why),
        over: () => mine === current && broken(),
      })
    } catch {
      if (mine === current) state === 'connecting' ? fault('unreachable') : broken()
    }
  }
  const onFrame = () => {
    if (isClosed) return
    shownAt = performance.now()
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
    if (state !== 'playing' || now - reportedAt < REPORT_MS) return
    reportedAt = now
    const step = towardsLive(video.currentTime, video.buffered)
    if (step && !step.mustJump) stream?.lag(Math.round(step.lag * 1_000))
  }, LOOK_MS)
  const onError = () => video.error && broken()
  video.addEventListener('error', onError)
  frameAsked = video.requestVideoFrameCallback(onFrame)
  void start()

  return () => {
    isClosed = true
    clearInterval(tick)
    clearTimeout(again)
    video.cancelVideoFrameCallback(frameAsked)
    video.removeEventListener('error', onError)
    drop()
  }
}

/** Makes what keeps a video element near the newest picture, each time it is called. */
function followLive(video: HTMLVideoElement): () => void {
  let jumpedAt = -JUMP_MS
  return () => {
    const step = towardsLive(video.currentTime, video.buffered)
    if (!step) return
    const now = performance.now()
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
