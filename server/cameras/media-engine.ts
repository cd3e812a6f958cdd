import type { MediaFault } from '#shared/live-pictures.ts'

export type { MediaFault } from '#shared/live-pictures.ts'

/** Where a channel's picture comes from. Credentials never leave the server. */
export type MediaSource = {
  kind: 'rtsp'
  url: string
  username?: string
  password?: string
  /** `private`: only in a network that CAMERA_NETWORKS allows; `any`: there, or on the public internet. */
  network: 'any' | 'private'
}

/** What a viewer is sent: first `init`, then fragments that start at a key frame. */
export interface MediaViewer {
  init(track: { mime: string; width: number; height: number; segment: Uint8Array }): void
  fragment(data: Uint8Array, key: boolean): void
  failed(reason: MediaFault): void
  /** bytes not yet handed to the network */
  backlog(): number
}

export interface Probe {
  reached: boolean
  steps: {
    step: 'address' | 'connect' | 'signIn' | 'describe' | 'picture'
    ok: boolean
    fault?: MediaFault
    detail?: string
  }[]
  codec?: string
  width?: number
  height?: number
  framesPerSecond?: number
}

/** Brings the pictures of cameras to viewers. */
export interface MediaEngine {
  /** Joins the one pull of this channel (started if there is none), until the returned function is called. */
  watch(channelId: string, source: MediaSource, viewer: MediaViewer): () => void
  /** Tries a source step by step and tells what each one found. */
  probe(source: MediaSource, signal?: AbortSignal): Promise<Probe>
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
  /** The newest key frame as one-fragment MP4 (a JPEG would need transcoding), or undefined. */
  keyFrame(channelId: string, source: MediaSource): Promise<{ mime: string; data: Uint8Array } | undefined>
  close(): Promise<void>
}
