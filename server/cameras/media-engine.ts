/** Where a channel's picture comes from. Credentials never leave the server. */
export type MediaSource = {
  kind: 'rtsp'
  url: string
  username?: string
  password?: string
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

export type MediaFault =
  | 'unreachable'
  | 'refusedAddress'
  | 'wrongPassword'
  | 'noStream'
  | 'unsupportedCodec'
  | 'damaged'
  | 'ended'

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

export interface MediaEngine {
  /** Joins the one pull of this channel (started if there is none), until the returned function is called. */
  watch(channelId: string, source: MediaSource, viewer: MediaViewer): () => void
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
  /** A JPEG is not made (no transcoding): the newest key frame as one-fragment MP4, or undefined. */
  keyFrame(channelId: string, source: MediaSource): Promise<{ mime: string; data: Uint8Array } | undefined>
  close(): Promise<void>
}

/** Stands in for the engine: every camera answers, and none sends a picture. */
export function openMediaEngine(): MediaEngine {
  const viewers = new Map<string, Set<MediaViewer>>()
  return {
    watch(channelId, _source, viewer) {
      const all = viewers.get(channelId) ?? new Set()
      viewers.set(channelId, all.add(viewer))
      const segment = new Uint8Array()
      viewer.init({ mime: 'video/mp4; codecs="avc1.42c01f"', width: 640, height: 360, segment })
      return () => void all.delete(viewer)
    },
    probe: async () => ({
      reached: true,
      steps: (['address', 'connect', 'signIn', 'describe', 'picture'] as const).map(step => ({
        step,
        ok: true,
      })),
      codec: 'H.264',
      width: 640,
      height: 360,
      framesPerSecond: 12,
    }),
    cut(channelId) {
      for (const viewer of viewers.get(channelId) ?? []) viewer.failed('ended')
      viewers.delete(channelId)
    },
    state: channelId => {
      const count = viewers.get(channelId)?.size ?? 0
      return { viewers: count, live: count > 0 }
    },
    keyFrame: async () => undefined,
    close: async () => {},
  }
}
