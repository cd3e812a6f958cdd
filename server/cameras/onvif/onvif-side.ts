import type { CameraMove } from '#shared/cameras.ts'
import type { MediaSource } from '../media-types.ts'
import type { OnvifLook, OnvifNeighbour, PresetOrder } from './orders.ts'

/** Cameras of ONVIF: what the rest of the server asks of them. Rejects with MediaError; sources have user and password. */
export interface OnvifSide {
  /** What the camera is and which streams it has. Never rejects. */
  look(source: MediaSource): Promise<OnvifLook>
  /** Where a profile's stream is, at the camera's own host. */
  locate(source: MediaSource): Promise<string>
  /** Moves it until it is told otherwise, but for a moment only; null stops it. */
  move(source: MediaSource, move: CameraMove | null): Promise<void>
  /** Stores where it looks, or turns it back there. */
  preset(source: MediaSource, preset: PresetOrder): Promise<void>
  /** A JPEG as the camera makes it; null if it makes none. */
  snapshot(source: MediaSource): Promise<Uint8Array | null>
  /** Cameras that answer in the server's own network and may be dialled there. */
  discover(): Promise<OnvifNeighbour[]>
}
