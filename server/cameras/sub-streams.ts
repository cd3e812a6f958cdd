import { and, asc, eq, exists } from 'drizzle-orm'
import { hasPassword, parseCameraAddress } from '#shared/camera-address.ts'
import { streamsBeside } from '#shared/stream-paths.ts'
import type { Db } from '../platform/database/store.ts'
import { camera, cameraChannel } from '../platform/database/tables/cameras.ts'
import type { Services } from '../platform/services.ts'
import { mediaSource } from './camera-source.ts'

/** Longest that one stream is tried. ms */
const PROBE_MS = 20_000
/** Channels looked at after one test. */
const CHANNELS_MOST = 16

type Looking = Pick<Services, 'config' | 'cameras'>

/**
 * Finds the small pictures of a camera's channels, or the whole ones where the small was entered, by the names that makers
 * give them: one that shows a picture is kept. Channels with a small picture stay as they are.
 */
export async function findSubStreams(
  services: Looking,
  db: Db,
  { id, source }: { id: string; source: string },
): Promise<void> {
  if (mediaSource({ id, source }, services)?.kind !== 'rtsp') return
  const channels = await db
    .select()
    .from(cameraChannel)
    .where(and(eq(cameraChannel.cameraId, id), eq(cameraChannel.subPath, '')))
    .orderBy(asc(cameraChannel.number))
    .limit(CHANNELS_MOST)
  for (const { id: channelId, path } of channels) {
    const given = mediaSource({ id, source, path }, services)
    const address = given ? parseCameraAddress(given.url) : 'malformed'
    if (typeof address === 'string') continue
    const own = address.url.replace(/^rtsp:\/\/[^/]+/, '')
    const streams = streamsBeside(own)
    if (!streams || hasPassword(own)) continue
    const other = own === streams.main ? streams.sub : streams.main
    if (!(await shows(services, { id, source, path: other }))) continue
    // Somebody may have entered one meanwhile, or another address.
    await db
      .update(cameraChannel)
      .set({ path: streams.main, subPath: streams.sub })
      .where(
        and(
          eq(cameraChannel.id, channelId),
          eq(cameraChannel.path, path),
          eq(cameraChannel.subPath, ''),
          exists(
            db
              .select({ id: camera.id })
              .from(camera)
              .where(and(eq(camera.id, id), eq(camera.source, source))),
          ),
        ),
      )
  }
}

async function shows(services: Looking, at: { id: string; source: string; path: string }): Promise<boolean> {
  const media = mediaSource(at, services)
  if (!media) return false
  const { steps } = await services.cameras.media.probe(media, AbortSignal.timeout(PROBE_MS))
  return steps.every(({ ok }) => ok) && steps.some(({ step }) => step === 'picture')
}
