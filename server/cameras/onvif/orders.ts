import type { CameraMove } from '#shared/cameras.ts'
import type { MediaFault } from '#shared/live-pictures.ts'
import type { DialRules } from '../../platform/network/dial-camera.ts'
import type { MediaSource, Probe, ProbeStep } from '../media-types.ts'

/** A picture that a camera has, by the streams that it sends of it. */
export interface OnvifPicture {
  /** Profile of the whole picture: the largest that browsers show. */
  main: string
  /** Profile of the smallest besides; undefined if there is none. */
  sub: string | undefined
  canMove: boolean
}

/** What a camera told of itself. */
export interface OnvifFound {
  manufacturer: string
  model: string
  firmware: string
  /** How far its clock is ahead of ours; behind if negative. s */
  clockOffS: number
  /** It records, and plays what it kept by time (Profile G). */
  canReplay: boolean
  pictures: readonly OnvifPicture[]
}

/** What a look at a camera found, step by step, up to the first that failed. */
export interface OnvifLook {
  steps: Probe['steps']
  /** Undefined if a step failed. */
  found?: OnvifFound
}

/** A camera that answered in the server's own network. */
export interface OnvifNeighbour {
  /** `http://host[:port]/path` */
  address: string
  says: string
}

/** Why a preset is not gone to: the camera has none of this number. */
export const NO_PRESET = 'no preset'

export type PresetOrder = { doing: 'set' | 'call'; number: number }

/** What the thread of ONVIF is asked for, and its answer. */
export interface Orders {
  look: { ask: { source: MediaSource }; answer: OnvifLook }
  /** The address of a stream, or of what was kept of it, at the camera's own host, without user and password. */
  locate: { ask: { source: MediaSource }; answer: string }
  /** Null: stop. */
  move: { ask: { source: MediaSource; move: CameraMove | null }; answer: true }
  preset: { ask: { source: MediaSource; preset: PresetOrder }; answer: true }
  /** A JPEG; null if it makes none. */
  snapshot: { ask: { source: MediaSource }; answer: Uint8Array | null }
  discover: { ask: object; answer: OnvifNeighbour[] }
}
export type OrderName = keyof Orders

export type ToOnvif = {
  [N in OrderName]: { id: number; doing: N; rules: DialRules } & Orders[N]['ask']
}[OrderName]

export type FromOnvif =
  | { id: number; answer: Orders[OrderName]['answer'] }
  | { id: number; step: ProbeStep; fault: MediaFault; detail: string | undefined }
