import type { MediaFault } from '#shared/live-pictures.ts'
import type { DialRules } from '../platform/network/dial-camera.ts'
import type { MediaSource, Probe } from './media-types.ts'
import type { TrackInit } from './track.ts'

/** What the engine tells the thread that pulls. */
export type ToThread =
  | { type: 'pull'; id: number; source: MediaSource; rules: DialRules }
  | { type: 'stop'; id: number }
  | { type: 'probe'; id: number; source: MediaSource; rules: DialRules }

/** What the thread tells back; `id` is of the pull or probe. */
export type FromThread =
  | { type: 'init'; id: number; track: TrackInit }
  | { type: 'fragment'; id: number; data: Uint8Array<ArrayBuffer>; isKey: boolean }
  /** The camera is gone; the pull goes on trying. */
  | { type: 'interrupted'; id: number; fault: MediaFault }
  /** The pull is over. */
  | { type: 'fault'; id: number; fault: MediaFault }
  | { type: 'probed'; id: number; probe: Probe }
