import type { PictureWay } from '#shared/live-pictures.ts'
import { ownMediaSource } from './media-source.ts'

/** A live picture's socket, and how its pictures can come. */
export interface LiveAddress {
  url: string
  /** The better one first. */
  ways: readonly PictureWay[]
}

/** How a reader wants pictures to come: `auto` leaves it to us. */
export const wantedWays = ['auto', 'mp4', 'webrtc'] as const
export type WantedWay = (typeof wantedWays)[number]

/** What a browser has. */
export interface Abilities {
  mp4: boolean
  webrtc: boolean
}

export const ownAbilities = (): Abilities => ({
  mp4: ownMediaSource() !== undefined,
  webrtc: 'RTCPeerConnection' in globalThis,
})

/**
 * The way to take: what the reader wants if it is possible, else the best the server offers and this browser has; one in
 * which pictures broke lately comes after the others. Undefined where none is left.
 */
export function chooseWay(
  offered: readonly PictureWay[],
  able: Abilities,
  { wanted, broken }: { wanted: WantedWay; broken: ReadonlySet<PictureWay> },
): PictureWay | undefined {
  const possible = offered.filter(way => able[way])
  const whole = possible.filter(way => !broken.has(way))
  if (wanted !== 'auto' && whole.includes(wanted)) return wanted
  return whole[0] ?? possible[0]
}
