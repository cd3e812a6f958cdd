import type { MediaFault } from '#shared/live-pictures.ts'
import type { camera, cameraChannel } from '../platform/database/tables/cameras.ts'
import type { Services } from '../platform/services.ts'
import { mediaSource, streamOf } from './camera-source.ts'

type Owner = Pick<typeof camera.$inferSelect, 'id' | 'source'>
type Channel = Pick<typeof cameraChannel.$inferSelect, 'id' | 'path' | 'subPath'>

/** What the other stream of a channel may not have: a format that no browser shows, or no stream at all. */
const OF_ONE_STREAM: readonly (MediaFault | undefined)[] = ['unsupportedCodec', 'noStream']

/**
 * The newest key frame of a channel as an MP4 of one picture: of its small stream, or of the whole one where only that shows.
 * Undefined if it gives none.
 */
export async function keyFrameOf(
  services: Pick<Services, 'config' | 'cameras'>,
  owner: Owner,
  channel: Channel,
): Promise<{ mime: string; data: Uint8Array } | undefined> {
  const { media } = services.cameras
  for (const stream of ['sub', 'main'] as const) {
    const { id, path } = streamOf(channel, stream)
    const source = mediaSource({ ...owner, path }, services)
    const found = source && (await media.keyFrame(id, source))
    if (found) return found
    if (channel.subPath === '' || !OF_ONE_STREAM.includes(media.state(id).lastFault)) return undefined
  }
  return undefined
}
