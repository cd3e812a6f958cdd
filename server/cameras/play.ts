import type { DialRules } from '../platform/network/dial-camera.ts'
import { type Means, playGb } from './gb28181/receive.ts'
import { depacketiser } from './h264/depacketise.ts'
import { MediaError, type MediaSource, type ProbeStep } from './media-types.ts'
import { playRtsp } from './rtsp/session.ts'
import type { Track } from './track.ts'

/** How sources are reached. */
export interface Reach {
  rules: DialRules
  /** Of devices that call us; undefined where they cannot. */
  gb: Means | undefined
  /** Asks a camera of ONVIF where a stream is; undefined where nobody does. Rejects with MediaError. */
  locate: Locate | undefined
}
export type Locate = (source: MediaSource) => Promise<string>

interface PlayEvents {
  /** A step of the way to the picture is done. */
  reached(step: ProbeStep, detail?: string): void
  /** Packets are about to come. */
  begins(): void
}

/** Times in a program stream are 1/90,000 s. */
const PS_CLOCK = 90_000

/** Writes a source's pictures to a track until `signal` aborts: then it resolves. Rejects with MediaError. */
export async function play(
  source: MediaSource,
  { rules, gb, locate }: Reach,
  track: Track,
  { reached, begins }: PlayEvents,
  signal: AbortSignal,
): Promise<void> {
  if (source.kind === 'gb28181') {
    if (!gb) throw new MediaError('register', 'notRegistered')
    const start = () => {
      track.connected(PS_CLOCK, [])
      begins()
    }
    const pictures = { picture: track.picture, lost: track.lost }
    return playGb(source, gb, { ...pictures, reached, begins: start }, signal)
  }
  let packet: ((data: Buffer) => void) | undefined
  const events = {
    reached,
    described: ({ clock, payloadType, parameterSets }: Parameters<DescribedEvent>[0]) => {
      track.connected(clock, parameterSets)
      packet = depacketiser(payloadType, track)
      begins()
    },
    packet: (data: Buffer) => packet?.(data),
  }
  if (source.kind === 'rtsp') return playRtsp(source, rules, events, signal)
  if (!locate) throw new MediaError('onvif', 'unreachable')
  const url = await locate(source)
  if (signal.aborted) return
  const found: MediaSource = { ...source, kind: 'rtsp', url }
  // That the camera is there and takes the password was seen before: what fails from here on is its stream.
  const ofStream = { ...events, reached: (step: ProbeStep) => step === 'describe' && reached(step, 'H264') }
  await playRtsp(found, rules, ofStream, signal).catch(error => {
    if (!(error instanceof MediaError) || error.step === 'picture') throw error
    throw new MediaError('describe', error.fault, error.detail)
  })
}
type DescribedEvent = Parameters<typeof playRtsp>[2]['described']
