import { cameraChannels } from '#shared/contracts/cameras.ts'
import { call } from '#web/data/client.ts'

/** Asks for a ticket and returns the address of a channel's live picture, which can be opened once. */
export async function liveAddress(channelId: string): Promise<string> {
  const { token } = await call(cameraChannels.live, { params: { id: channelId } })
  const path = `/api/ws/live/${encodeURIComponent(channelId)}/${encodeURIComponent(token)}`
  const address = new URL(path, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}
