import type { MediaFault } from '#shared/live-pictures.ts'
import type { MediaViewer } from './media-types.ts'
import { slowViewers } from './metrics.ts'
import type { TrackInit } from './track.ts'

/** A viewer whose network takes less than the camera sends waits for a key frame, until most of its backlog is gone. Bytes */
const BACKLOG_MOST = 2 * 1024 * 1024
const BACKLOG_LEAST = 512 * 1024
/** Pictures since the last key frame are kept for whoever joins, up to this many bytes. */
const KEPT_MOST = 1_536 * 1024

interface Seat {
  viewer: MediaViewer
  /** Has been told of the track as it now is. */
  knows: boolean
  /** Gets every picture; otherwise it waits for a key frame. */
  flows: boolean
}

/** Hands the pictures of one channel to its viewers: each begins at a key frame and goes at its own pace. */
export class Channel {
  readonly #seats = new Map<MediaViewer, Seat>()
  #track: TrackInit | undefined
  /** From the newest key frame on. */
  #kept: Uint8Array[] = []
  #keptBytes = 0
  #isWhole = false

  get viewers(): number {
    return this.#seats.size
  }

  get track(): TrackInit | undefined {
    return this.#track
  }

  /** The newest key frame, if one has come. */
  get keyFrame(): Uint8Array | undefined {
    return this.#kept[0]
  }

  /** Shows a viewer the newest key frame and what followed it at once, if it is at hand. */
  join(viewer: MediaViewer): void {
    const seat: Seat = { viewer, knows: false, flows: false }
    this.#seats.set(viewer, seat)
    if (!this.#track || !this.#isWhole) return
    this.#guard(seat, () => {
      this.#introduce(seat)
      for (const [i, data] of this.#kept.entries()) viewer.fragment(data, i === 0)
      seat.flows = true
    })
  }

  leave(viewer: MediaViewer): void {
    this.#seats.delete(viewer)
  }

  begin(track: TrackInit): void {
    this.#track = track
    this.#forget()
    for (const seat of this.#seats.values()) {
      seat.knows = false
      seat.flows = false
    }
  }

  fragment(data: Uint8Array, isKey: boolean): void {
    if (isKey) {
      this.#forget()
      this.#isWhole = true
    }
    if (this.#isWhole) {
      this.#kept.push(data)
      this.#keptBytes += data.length
      // The key frame itself stays: it is the still picture of the channel.
      if (this.#keptBytes > KEPT_MOST) {
        this.#isWhole = false
        this.#kept.length = 1
      }
    }
    for (const seat of this.#seats.values()) this.#guard(seat, () => this.#send(seat, data, isKey))
  }

  /** Pictures are missing: viewers wait for the next key frame, as the decoder must. */
  interrupted(): void {
    this.#isWhole = false
    for (const seat of this.#seats.values()) seat.flows = false
  }

  /** Ends every viewer. */
  end(fault: MediaFault): void {
    const all = [...this.#seats.values()]
    this.#seats.clear()
    for (const seat of all) this.#guard(seat, () => seat.viewer.failed(fault))
  }

  #send(seat: Seat, data: Uint8Array, isKey: boolean): void {
    const { viewer } = seat
    const backlog = viewer.backlog()
    if (seat.flows && backlog > BACKLOG_MOST) {
      seat.flows = false
      slowViewers.inc()
    }
    if (!seat.flows && isKey && backlog <= BACKLOG_LEAST) {
      if (!seat.knows) this.#introduce(seat)
      seat.flows = seat.knows
    }
    if (seat.flows) viewer.fragment(data, isKey)
  }

  #introduce(seat: Seat): void {
    if (!this.#track) return
    const { mime, width, height, segment } = this.#track
    seat.viewer.init({ mime, width, height, segment })
    seat.knows = true
  }

  #forget(): void {
    this.#kept = []
    this.#keptBytes = 0
    this.#isWhole = false
  }

  /** A viewer that throws is gone; the others go on. */
  #guard(seat: Seat, act: () => void): void {
    try {
      act()
    } catch {
      this.#seats.delete(seat.viewer)
    }
  }
}
