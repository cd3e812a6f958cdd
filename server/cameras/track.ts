import { fragment, initSegment, TICKS } from './fragments.ts'
import type { Picture } from './h264/depacketise.ts'
import { kindOfNal, NAL } from './h264/nal.ts'
import { type Sequence, sequenceOf } from './h264/sps.ts'

/** A track as it begins, and again whenever the camera changes its pictures. */
export interface TrackInit {
  mime: string
  width: number
  height: number
  codec: string
  segment: Uint8Array<ArrayBuffer>
}

export interface TrackEvents {
  init(track: TrackInit, sequence: Sequence): void
  fragment(data: Uint8Array<ArrayBuffer>, isKey: boolean): void
}

/** A longer step of the camera's clock, to either side, is a clock that was set. s */
const STEP_MOST = 10
const FIRST_DURATION = TICKS / 25
const DURATION_MOST = TICKS

/** A track of MP4 that pictures are written to one by one, over any number of connections to its camera. */
export interface Track {
  /** A new connection: its clock begins anywhere, and the first picture shown is a key frame. */
  connected(clock: number, sets: readonly Buffer[]): void
  picture(picture: Picture): void
  /** Nothing can be shown before the next key frame. */
  lost(): void
}

/** Opens a track at time 0. Time goes on over interruptions of the camera, so that players go on too. */
export function openTrack(events: TrackEvents): Track {
  let sps: Buffer | undefined
  let pps: Buffer[] = []
  /** The parameter sets that players have. */
  let told: Buffer | undefined
  let needsKey = true
  let clock = TICKS
  let lastTime: number | undefined
  let shownAt = 0
  let decodedAt = -1
  let duration = FIRST_DURATION
  let count = 0
  /** The camera sends pictures in another order than it shows them (B pictures). */
  let isOutOfOrder = false

  /** Whether players know what the picture needs. */
  const prepare = (): boolean => {
    if (!sps || pps.length === 0) return false
    const sets = Buffer.concat([sps, ...pps])
    if (told?.equals(sets)) return true
    const sequence = sequenceOf(sps)
    if (!sequence) return false
    told = sets
    const { width, height, codec, framesPerSecond } = sequence
    if (decodedAt < 0 && framesPerSecond) duration = Math.round(TICKS / framesPerSecond)
    const mime = `video/mp4; codecs="${codec}"`
    events.init({ mime, width, height, codec, segment: initSegment(sequence, sps, pps) }, sequence)
    return true
  }
  /** Moves the clock on by what the camera's has moved. */
  const advance = (time: number) => {
    const moved = lastTime === undefined ? undefined : (((time - lastTime) | 0) * TICKS) / clock
    lastTime = time
    const isUsual = moved !== undefined && Math.abs(moved) <= STEP_MOST * TICKS
    const step = isUsual ? Math.round(moved) : duration
    shownAt = decodedAt < 0 ? 0 : shownAt + step
    if (step < 0) isOutOfOrder = true
    const length = Math.abs(step)
    // Out of order, steps go over several pictures: the shortest is one.
    const longest = isOutOfOrder ? duration * 1.05 : DURATION_MOST
    if (length > 0) duration = Math.round(Math.min(length, longest))
    const next = isOutOfOrder && Math.abs(shownAt - decodedAt) < TICKS ? decodedAt + duration : shownAt
    decodedAt = Math.max(next, decodedAt + 1)
  }

  return {
    connected(newClock, sets) {
      clock = newClock
      lastTime = undefined
      needsKey = true
      for (const each of sets) if (kindOfNal(each) === NAL.sps) sps = each
      const given = sets.filter(each => kindOfNal(each) === NAL.pps)
      if (given.length > 0) pps = given
    },
    lost() {
      needsKey = true
    },
    picture(picture) {
      if (picture.sps) sps = picture.sps
      if (picture.pps) pps = picture.pps
      if (needsKey && !(picture.isKey && prepare())) return
      if (picture.isKey && !prepare()) return
      needsKey = false
      advance(picture.time)
      count += 1
      const { slices, isKey } = picture
      const sample = { slices, isKey, decodeTime: decodedAt, duration, showAfter: shownAt - decodedAt }
      events.fragment(fragment(count, sample), isKey)
    },
  }
}
