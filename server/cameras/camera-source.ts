import { isIP } from 'node:net'
import {
  type CameraAddress,
  parseCameraAddress,
  parseOnvifAddress,
  withPath,
} from '#shared/camera-address.ts'
import { type StreamName, streamNames } from '#shared/cameras.ts'
import type { Config } from '../platform/config.ts'
import type { cameraChannel } from '../platform/database/tables/cameras.ts'
import { type CameraPlace, placeOfCamera } from '../platform/network/camera-address.ts'
import { seal, unseal } from '../platform/secrets/seal.ts'
import type { CameraSide } from './camera-side.ts'
import type { MediaSource } from './media-engine.ts'

/** What is encrypted of a camera: its whole address, since some have passwords in their paths. */
export interface StoredSource {
  url: string
  username: string | null
  password: string | null
}

const sealedFor = (appSecret: string, cameraId: string) =>
  ({ appSecret, kind: 'camera password', rowId: cameraId }) as const

export const sealSource = (appSecret: string, cameraId: string, source: StoredSource): string =>
  seal(sealedFor(appSecret, cameraId), JSON.stringify(source))

/** Null if it was sealed with another APP_SECRET. */
export function openSource(appSecret: string, cameraId: string, sealed: string): StoredSource | null {
  const text = unseal(sealedFor(appSecret, cameraId), sealed)
  return text === null ? null : (JSON.parse(text) as StoredSource)
}

interface Reaching {
  config: Pick<Config, 'cameraNetworks'>
  cameras: Pick<CameraSide, 'simulatedPort'>
}

const SIMULATED_HOST = '127.0.0.1'

/** Where an address leads; the demonstration's own simulated cameras are allowed. */
export const placeOf = (
  { host, port }: Pick<CameraAddress, 'host' | 'port'>,
  { config, cameras }: Reaching,
): CameraPlace =>
  host === SIMULATED_HOST && cameras.simulatedPort === port
    ? 'allowed'
    : placeOfCamera(host, config.cameraNetworks)

/** Whether a source is one of the demonstration's cameras before its simulator has come up: nothing can be said of it yet. */
export const comesUpLater = (
  { url }: Pick<MediaSource, 'url'>,
  { areSimulatedUp = () => true }: CameraSide,
): boolean => !areSimulatedUp() && URL.canParse(url) && new URL(url).hostname === SIMULATED_HOST

const GB_SOURCE = /^gb28181:\/\/(\d{20})\/(\w+)$/

/** The source of a device that signs in by itself, as it is stored. */
export const gbSourceUrl = (deviceId: string, transport: string): string =>
  `gb28181://${deviceId}/${transport}`

/** Where the media engine finds a channel; null if its secret cannot be opened here. */
export function mediaSource(
  { id, source, path = '' }: { id: string; source: string; path?: string },
  reaching: Reaching & { config: Pick<Config, 'appSecret'> },
): MediaSource | null {
  const stored = openSource(reaching.config.appSecret, id, source)
  if (!stored) return null
  const [, deviceId, transport] = GB_SOURCE.exec(stored.url) ?? []
  if (deviceId !== undefined)
    return { kind: 'gb28181', url: `gb28181://${deviceId}${path || '/'}/${transport}`, network: 'any' }
  const isOnvif = stored.url.startsWith('http:')
  const address = isOnvif ? parseOnvifAddress(stored.url) : parseCameraAddress(stored.url)
  if (typeof address === 'string') return null
  const { username, password } = stored
  const reached = {
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    network: placeOf(address, reaching) === 'allowed' && isIP(address.host) > 0 ? 'private' : 'any',
  } as const
  if (!isOnvif) return { kind: 'rtsp', url: withPath(stored.url, path), ...reached }
  const profile = profileAt(path)
  return { kind: 'onvif', url: stored.url, ...(profile !== '' && { profile }), ...reached }
}

/** A profile of ONVIF as the path of a channel, and back. */
export const pathOfProfile = (token: string): string => `/${encodeURIComponent(token)}`
function profileAt(path: string): string {
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return ''
  }
}

type Paths = Pick<typeof cameraChannel.$inferSelect, 'path' | 'subPath'>

/** The path of a channel's stream; that of its whole picture where it has no small one. */
export const pathOf = ({ path, subPath }: Paths, stream: StreamName): string =>
  (stream === 'sub' && subPath) || path

/** Under which the media engine knows a channel's streams: each has a pull of its own. */
export const streamId = (channelId: string, stream: StreamName): string =>
  stream === 'main' ? channelId : `${channelId}~${stream}`
/** A channel's stream: its path, and under which the media engine knows it. The whole picture where it has no small one. */
export const streamOf = (channel: Paths & { id: string }, stream: StreamName) => ({
  path: pathOf(channel, stream),
  id: streamId(channel.id, channel.subPath === '' ? 'main' : stream),
})
export const streamIds = (channelId: string): string[] =>
  streamNames.map(stream => streamId(channelId, stream))
