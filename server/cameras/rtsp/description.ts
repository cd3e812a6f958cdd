import { MediaError } from '../media-types.ts'

/** The H.264 stream of a camera's description. */
export interface VideoStream {
  /** As written: an address, a part of one, or `*`. */
  control: string
  payloadType: number
  /** RTP ticks a second; 90,000 for video. */
  clock: number
  /** SPS and PPS, if the description has them. */
  parameterSets: readonly Buffer[]
}

/** Of payload types without a name of their own (RFC 3551). */
const STATIC: Readonly<Record<number, string>> = { 26: 'JPEG', 31: 'H261', 32: 'MPV', 34: 'H263' }

/** Finds the H.264 stream in an SDP (RFC 4566, 6184). Throws MediaError if there is no video, or none that is H.264. */
export function videoOf(sdp: string): VideoStream {
  const videos = sdp
    .split(/^(?=m=)/m)
    .filter(part => part.startsWith('m=video'))
    .map(part => part.split(/\r?\n/))
  const others: string[] = []
  for (const lines of videos) {
    const types = (lines[0]?.split(' ').slice(3) ?? []).map(Number)
    const attributes = (name: string) =>
      lines.filter(line => line.startsWith(`a=${name}:`)).map(line => line.slice(name.length + 3).trim())
    for (const type of types) {
      const named = attributes('rtpmap')
        .find(each => Number(each.split(' ')[0]) === type)
        ?.split(' ')[1]
      const [codec = '', clock = '90000'] = (named ?? STATIC[type] ?? '').split('/')
      if (codec.toUpperCase() === 'H264') {
        const format = attributes('fmtp').find(each => Number(each.split(' ')[0]) === type) ?? ''
        return {
          control: attributes('control')[0] ?? '*',
          payloadType: type,
          clock: Number(clock) || 90_000,
          parameterSets: setsOf(format),
        }
      }
      others.push(codec.toUpperCase() === 'HEVC' ? 'H265' : codec.toUpperCase())
    }
  }
  if (videos.length === 0) throw new MediaError('describe', 'noStream')
  // The camera wrote it: nothing else than a name is passed on.
  const name = others.find(codec => /^[A-Z0-9.-]{1,16}$/.test(codec))
  throw new MediaError('describe', 'unsupportedCodec', name)
}

function setsOf(format: string): Buffer[] {
  const sets = /sprop-parameter-sets=([^;\s]+)/.exec(format)?.[1] ?? ''
  return sets
    .split(',')
    .filter(set => set !== '')
    .map(set => Buffer.from(set, 'base64'))
}

/** The address of a stream: `control` resolved against the description's own address, as cameras mean it. */
export function controlOf(control: string, base: string): string {
  if (/^rtsps?:\/\//i.test(control)) return control
  if (control === '*' || control === '') return base
  return base.endsWith('/') ? `${base}${control}` : `${base}/${control}`
}
