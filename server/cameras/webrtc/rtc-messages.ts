/** Where browsers send to, and where this process listens for it. */
export interface RtcSettings {
  /** IPv4 addresses under which viewers reach this server, the usual one first. */
  addresses: readonly string[]
  /** One a viewer, from and to. */
  ports: readonly [from: number, to: number]
  /** The address listened on. */
  host: string
}

/** A picture, and when it is shown, in ticks. */
export interface TimedPicture {
  data: Uint8Array
  time: number
  isKey: boolean
}

/** `id` is of the viewer. */
export type ToRtc = { id: number } & (
  | { type: 'open'; offer: string }
  | { type: 'sets'; sets: Uint8Array[] }
  | { type: 'pictures'; pictures: TimedPicture[] }
  | { type: 'close' }
)
export type FromRtc = { id: number } & (
  | { type: 'answer'; sdp: string }
  /** Nothing in the offer that can be answered, or no port is free. */
  | { type: 'refused'; why: string }
  | { type: 'connected' }
  /** The browser is gone, or was never reached. */
  | { type: 'ended' }
)
