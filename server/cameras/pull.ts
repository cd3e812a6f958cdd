import type { MediaFault } from '#shared/live-pictures.ts'
import type { DialRules } from '../platform/network/dial-camera.ts'
import type { Means } from './gb28181/receive.ts'
import type { Sequence } from './h264/sps.ts'
import { MediaError, type MediaSource, type Probe, type ProbeDepth, type ProbeStep } from './media-types.ts'
import { type Locate, play, type Reach } from './play.ts'
import { openTrack, type TrackEvents } from './track.ts'

/** Waits before the next try. ms */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A camera away for longer is told to its viewers, who then ask anew. ms */
const AWAY_MOST_MS = 60_000
/** Cameras send a key frame every few seconds; one that sends none for so long cannot be shown. ms */
const KEY_MOST_MS = 15_000
/** What another try does not mend. */
const LASTING: readonly MediaFault[] = ['refusedAddress', 'wrongPassword', 'unsupportedCodec']
/** A camera never seen that answers without a picture may only be starting: it is tried so often, then its viewers are told. */
const FIRST_TRIES = 3
/** Pictures and time by which a probe measures the rate. */
const PROBED_PICTURES = 12
const PROBED_MS = 2_000

interface PullEvents extends TrackEvents {
  interrupted(fault: MediaFault): void
  /** The pull is over. */
  fault(fault: MediaFault): void
}

/** By whom cameras are asked that the thread of the pictures does not ask itself. */
interface Others {
  gb?: Means | undefined
  locate?: Locate | undefined
}

/** Pulls a source until it is stopped, over restarts of its camera; says so if it gives up. Returns what stops it. */
export function startPull(
  source: MediaSource,
  rules: DialRules,
  events: PullEvents,
  { gb, locate }: Others = {},
): () => void {
  const stopped = new AbortController()
  let wait = FIRST_WAIT_MS
  const startedAt = performance.now()
  let shownAt: number | undefined
  let tries = 0
  const track = openTrack({
    init: events.init,
    fragment(data, isKey) {
      shownAt = performance.now()
      wait = FIRST_WAIT_MS
      events.fragment(data, isKey)
    },
  })
  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      tries += 1
      const why = await connection(source, { rules, gb, locate }, track, stopped.signal, () => shownAt)
      if (stopped.signal.aborted) return
      // What was kept of a time is played once, not again from its beginning.
      if (source.played) return events.fault(shownAt === undefined ? why.fault : 'ended')
      const isAway = performance.now() - (shownAt ?? startedAt) > AWAY_MOST_MS
      const isHopeless = shownAt === undefined && (tries >= FIRST_TRIES || !mayBeStarting(why))
      if (isAway || isHopeless || LASTING.includes(why.fault)) return events.fault(why.fault)
      if (shownAt !== undefined) events.interrupted(why.fault)
      await pause(wait, stopped.signal)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }
  void run()
  return () => stopped.abort()
}

/** One connection from beginning to end; resolves to why it ended. */
async function connection(
  source: MediaSource,
  reach: Reach,
  track: ReturnType<typeof openTrack>,
  stopped: AbortSignal,
  shownAt: () => number | undefined,
): Promise<MediaError> {
  const given = new AbortController()
  const signal = AbortSignal.any([given.signal, stopped])
  let began: number | undefined
  // Packets arrive, but nothing of them can be shown.
  const keys = setInterval(() => {
    if (began !== undefined && performance.now() - Math.max(began, shownAt() ?? 0) > KEY_MOST_MS)
      given.abort()
  }, KEY_MOST_MS / 5)
  try {
    const begins = () => {
      began = performance.now()
    }
    await play(source, reach, track, { reached() {}, begins }, signal)
    return new MediaError('picture', 'damaged')
  } catch (error) {
    return errorOf(error)
  } finally {
    clearInterval(keys)
  }
}

/** An unforeseen error is one of the stream: nothing else is read here. */
const errorOf = (error: unknown): MediaError =>
  error instanceof MediaError ? error : new MediaError('picture', 'damaged')

/** It took the connection and then was late, silent or said it is not able to yet; not that it has no such stream. */
function mayBeStarting({ step, fault, detail = '' }: MediaError): boolean {
  if (step === 'signIn') return fault === 'unreachable'
  return step === 'describe' ? detail.startsWith('5') : step === 'picture' && !detail.startsWith('4')
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })

/** Tries a source once, up to its description or some pictures of it, and tells what each step found. Never rejects. */
export async function probeSource(
  source: MediaSource,
  rules: DialRules,
  { depth, given }: { depth: ProbeDepth; given: AbortSignal },
  { gb, locate }: Others = {},
): Promise<Probe> {
  const probe: Probe = { reached: false, steps: [] }
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, given])
  let late: NodeJS.Timeout | undefined
  let firstAt: number | undefined
  let count = 0
  const told = (sequence: Sequence) => {
    const { width, height, framesPerSecond } = sequence
    Object.assign(probe, { width, height, ...(framesPerSecond && { framesPerSecond }) })
    probe.steps.push({ step: 'picture', ok: true, detail: `${width}×${height}` })
  }
  const track = openTrack({
    init: (_, sequence) => {
      if (probe.width === undefined) told(sequence)
    },
    fragment() {
      const now = performance.now()
      firstAt ??= now
      count += 1
      if (count > PROBED_PICTURES || now - firstAt > PROBED_MS) done.abort()
    },
  })
  try {
    const events = {
      reached(step: ProbeStep, detail?: string) {
        if (step === 'connect' || step === 'invite' || step === 'describe') probe.reached = true
        probe.steps.push({ step, ok: true, ...(detail !== undefined && { detail }) })
        if (step === 'describe' && depth === 'described') done.abort()
      },
      begins() {
        probe.codec = 'H264'
        if (!signal.aborted) late = setTimeout(() => done.abort(), KEY_MOST_MS)
      },
    }
    await play(source, { rules, gb, locate }, track, events, signal)
    if (depth === 'pictured' && probe.width === undefined)
      probe.steps.push({ step: 'picture', ok: false, fault: 'damaged' })
  } catch (error) {
    const { step, fault, detail } = errorOf(error)
    if (fault === 'unsupportedCodec' && detail) probe.codec = detail
    // The picture was there: what follows is not asked.
    if (probe.width === undefined)
      probe.steps.push({ step, ok: false, fault, ...(detail !== undefined && { detail }) })
  } finally {
    clearTimeout(late)
  }
  const seconds = firstAt === undefined ? 0 : (performance.now() - firstAt) / 1_000
  if (probe.framesPerSecond === undefined && count > 2 && seconds > 0)
    probe.framesPerSecond = Math.round((count - 1) / seconds)
  return probe
}
