import type { MediaFault } from '#shared/live-pictures.ts'
import type { DialRules } from '../platform/network/dial-camera.ts'
import type { CallAnswer, CallOffer } from './gb28181/calls.ts'
import type { MediaDoor } from './gb28181/receive.ts'
import type { MediaSource, Probe, ProbeDepth, ProbeStep } from './media-types.ts'
import type { TrackInit } from './track.ts'

/** What the engine tells the thread that pulls. */
export type ToThread =
  | { type: 'pull'; id: number; source: MediaSource; rules: DialRules; door: MediaDoor | undefined }
  | { type: 'stop'; id: number }
  | {
      type: 'probe'
      id: number
      source: MediaSource
      depth: ProbeDepth
      rules: DialRules
      door: MediaDoor | undefined
    }
  /** A device sends, or does not; `id` is of the invitation. */
  | { type: 'invited'; id: number; callId: string; answer: CallAnswer }
  | { type: 'declined'; id: number; step: ProbeStep; fault: MediaFault; detail: string | undefined }
  /** Where a stream of ONVIF is, or why nobody knows; `id` is of the question. */
  | { type: 'located'; id: number; url: string }
  | { type: 'notLocated'; id: number; step: ProbeStep; fault: MediaFault; detail: string | undefined }
  /** The device has ended a call. */
  | { type: 'callEnded'; id: number }

/** What the thread tells back; `id` is of the pull or probe. */
export type FromThread =
  | { type: 'init'; id: number; track: TrackInit }
  | { type: 'fragment'; id: number; data: Uint8Array<ArrayBuffer>; isKey: boolean }
  /** The camera is gone; the pull goes on trying. */
  | { type: 'interrupted'; id: number; fault: MediaFault }
  /** The pull is over. */
  | { type: 'fault'; id: number; fault: MediaFault }
  | { type: 'probed'; id: number; probe: Probe }
  /** A device is wanted to send; `id` is of the invitation. */
  | { type: 'invite'; id: number; offer: CallOffer }
  | { type: 'hangUp'; callId: string }
  | { type: 'sendsAs'; callId: string; ssrc: number }
  /** A camera of ONVIF is wanted to tell where a stream is; `id` is of the question. */
  | { type: 'locate'; id: number; source: MediaSource }
