import type { ProbeStep as Step } from '#shared/cameras.ts'
import type { MediaFault, ViewFault } from '#shared/live-pictures.ts'

/** Where a channel's picture comes from. Credentials never leave the server. */
export type MediaSource = {
  kind: 'rtsp' | 'onvif' | 'gb28181'
  /**
   * Of GB28181 `gb28181://{device}/{channel}/{transport}`: the device has called, and is asked for the picture. Of ONVIF the
   * address of its service.
   */
  url: string
  /** Of ONVIF: which of its streams; none where only the camera is meant. */
  profile?: string
  /** What the camera's own recorder kept of this time, instead of the live picture. s since 1970 */
  played?: { from: number; to: number }
  username?: string
  password?: string
  /** `private`: only in a network that CAMERA_NETWORKS allows; `any`: there, or on the public internet. */
  network: 'any' | 'private'
}

/** What a viewer is sent: first `init`, then fragments that start at a key frame. */
export interface MediaViewer {
  init(track: { mime: string; width: number; height: number; segment: Uint8Array }): void
  fragment(data: Uint8Array, key: boolean): void
  /** The last thing a viewer hears. */
  failed(reason: MediaFault): void
  /** bytes not yet handed to the network */
  backlog(): number
}

/** Who watches by WebRTC (WHEP): the pictures go past its caller. */
export interface WhepViewer {
  /** The last thing a viewer hears. */
  failed(reason: ViewFault): void
  /** Ends the picture. */
  signal: AbortSignal
}

/** Why an offer of WebRTC is not answered. Its message is for the log, never for a page. */
export class ViewError extends Error {
  override name = 'ViewError'
  readonly fault: ViewFault

  constructor(fault: ViewFault, why: string = fault) {
    super(why)
    this.fault = fault
  }
}

/** What a try of a source found, step by step, up to the first that failed. */
export interface Probe {
  /** Something answered at the address. */
  reached: boolean
  steps: {
    step: Step
    ok: boolean
    fault?: MediaFault
    detail?: string
  }[]
  codec?: string
  width?: number
  height?: number
  framesPerSecond?: number
}
export type ProbeStep = Step
/** How far a source is tried: to the description of its stream, for which it sends no picture, or to pictures. */
export type ProbeDepth = 'described' | 'pictured'

/** Why a source gives no picture, and at which step. Its message never has an address or a credential. */
export class MediaError extends Error {
  override name = 'MediaError'
  readonly fault: MediaFault
  readonly step: ProbeStep
  /** A status or the name of a codec. */
  readonly detail: string | undefined

  constructor(step: ProbeStep, fault: MediaFault, detail?: string) {
    super(detail === undefined ? `${step}: ${fault}` : `${step}: ${fault} (${detail})`)
    this.step = step
    this.fault = fault
    this.detail = detail
  }
}
