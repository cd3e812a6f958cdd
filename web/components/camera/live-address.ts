import type { StreamName } from '#shared/cameras.ts'
import { cameraChannels } from '#shared/contracts/cameras.ts'
import { call } from '#web/data/client.ts'
import type { LiveAddress } from '../live-picture/ways.ts'

/** Asks for a ticket and returns the address of a channel's live picture, which can be opened once. */
export async function liveAddress(channelId: string, stream: StreamName): Promise<LiveAddress> {
  const { token, ways } = await call(cameraChannels.live, { params: { id: channelId }, query: { stream } })
  return { url: addressOf(channelId, token), ways }
}

/** The same for what the camera's own recorder kept from one moment to another, ms since 1970. */
export async function replayAddress(channelId: string, from: number, to: number): Promise<LiveAddress> {
  const body = { fromAt: new Date(from).toISOString(), toAt: new Date(to).toISOString() }
  const { token } = await call(cameraChannels.replay, { params: { id: channelId }, body })
  return { url: addressOf(channelId, token), ways: ['mp4'] }
}

function addressOf(channelId: string, token: string): string {
  const path = `/api/ws/live/${encodeURIComponent(channelId)}/${encodeURIComponent(token)}`
  const address = new URL(path, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}
