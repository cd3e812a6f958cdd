import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { FILM } from '#shared/limits.ts'
import type { Db } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { filmPicture } from '../../platform/database/tables/recordings.ts'
import type { Services } from '../../platform/services.ts'
import { keyFrameOf } from '../channel-still.ts'
import { TICKS } from '../fragments.ts'
import { recordedChannels } from './keep-clips.ts'
import { movieHead } from './movie.ts'
import { filmFolder, filmsFolder, picturePath } from './places.ts'
import { beginningOf, samplesOf } from './read-movie.ts'

/** A camera that gave no picture is asked again after this. ms */
const AGAIN_MS = 120_000
/** Cameras asked at the same time. */
const AT_ONCE = 4
/** How long each picture of a film shows when it runs. Ticks */
export const FILM_STEP = TICKS / 10

type Filming = Pick<Services, 'config' | 'cameras'>

/** When each channel was last asked by this process. */
type Asked = Map<string, number>

/** Channels whose next picture is due. */
async function dueChannels(db: Db, asked: Asked, now: number) {
  const rows = await db
    .select({
      id: cameraChannel.id,
      path: cameraChannel.path,
      subPath: cameraChannel.subPath,
      houseId: cameraChannel.houseId,
      camera: { id: camera.id, source: camera.source },
      last: sql<number | null>`(select extract(epoch from max(f.at)) * 1000 from film_picture f
        where f.channel_id = ${cameraChannel.id})::float8`,
    })
    .from(cameraChannel)
    .innerJoin(camera, eq(camera.id, cameraChannel.cameraId))
    .where(and(recordedChannels, eq(cameraChannel.films, true)))
  return rows.filter(
    ({ id, last }) =>
      (last ?? 0) <= now - FILM.everyMinutes * 60_000 && (asked.get(id) ?? 0) <= now - AGAIN_MS,
  )
}

/** Keeps a picture of every channel whose next one is due: the newest key frame of its small stream, as it came. */
export async function takePictures(
  db: Db,
  services: Filming,
  { folder, asked, now = Date.now() }: { folder: string; asked: Asked; now?: number },
): Promise<void> {
  const due = await dueChannels(db, asked, now)
  const worker = async () => {
    for (let channel = due.shift(); channel; channel = due.shift()) {
      asked.set(channel.id, now)
      const still = await keyFrameOf(services, channel.camera, channel)
      if (!still) continue
      const { id: channelId, houseId } = channel
      await keepPicture(db, folder, { channelId, houseId, at: now, data: still.data })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Stores one picture of a film; `data`: an MP4 of one fragment. */
export async function keepPicture(
  db: Db,
  folder: string,
  {
    channelId,
    houseId,
    at,
    data,
  }: { channelId: string; houseId: string | null; at: number; data: Uint8Array },
): Promise<void> {
  const bytes = Buffer.from(data)
  const end = beginningOf(bytes)
  if (end === undefined) return
  const shape = hash('sha256', bytes.subarray(0, end), 'base64url').slice(0, 16)
  await mkdir(filmFolder(folder, channelId), { recursive: true, mode: 0o700 })
  await writeFile(picturePath(folder, channelId, at), bytes, { mode: 0o600 })
  await db
    .insert(filmPicture)
    .values({ channelId, houseId, at: new Date(at), bytes: bytes.length, shape })
    .onConflictDoNothing()
}

/**
 * The moments of a channel's film of the house that it shows, in a time (ms since 1970): those with the same parameters as most, since one movie has one
 * kind of picture, and evenly fewer if there are too many.
 */
export async function filmMoments(
  db: Db,
  { id, houseId }: Pick<typeof cameraChannel.$inferSelect, 'id' | 'houseId'>,
  from: number,
  to: number,
): Promise<number[]> {
  const rows = await db
    .select({ at: filmPicture.at, shape: filmPicture.shape })
    .from(filmPicture)
    .where(
      and(
        eq(filmPicture.channelId, id),
        sql`${filmPicture.houseId} is not distinct from ${houseId}`,
        sql`${filmPicture.at} >= ${new Date(from).toISOString()}::timestamptz`,
        sql`${filmPicture.at} < ${new Date(to).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(filmPicture.at)
  const shapes = [...Map.groupBy(rows, ({ shape }) => shape).values()]
  const most = shapes.toSorted((a, b) => b.length - a.length)[0] ?? []
  const step = Math.max(1, most.length / FILM.pictures)
  const count = Math.min(most.length, FILM.pictures)
  return Array.from({ length: count }, (_, i) => most[Math.floor(i * step)]?.at.getTime() ?? 0)
}

/** A film of these pictures as one MP4; each can be wound to at once, since each is a key frame. */
export async function filmOf(
  folder: string,
  channelId: string,
  moments: readonly number[],
): Promise<Buffer | undefined> {
  let beginning: Buffer | undefined
  const pictures: Buffer[] = []
  for (const at of moments) {
    const bytes = await readFile(picturePath(folder, channelId, at)).catch(() => undefined)
    const end = bytes && beginningOf(bytes)
    const sample = bytes && end !== undefined ? samplesOf(bytes, end)[0] : undefined
    // A picture that is gone leaves the one before it in its place, so that the others stay at their moments.
    const shown = bytes && sample ? bytes.subarray(sample.at, sample.at + sample.size) : pictures.at(-1)
    if (bytes && end !== undefined) beginning ??= bytes.subarray(0, end)
    if (shown) pictures.push(shown)
  }
  if (!beginning) return undefined
  const samples = pictures.map(({ length }) => ({
    size: length,
    duration: FILM_STEP,
    isKey: true,
    showAfter: 0,
  }))
  return Buffer.concat([movieHead(beginning, samples), ...pictures])
}

/** Thins old pictures to one an hour, and deletes what is too old or too much, and the files of channels that are gone. */
export async function thinFilms(db: Db, folder: string, limit: number = FILM.bytes): Promise<void> {
  const { rows } = await db.execute<{ channelId: string; at: number }>(sql`
    with ranked as (
      select channel_id, at, sum(bytes) over (order by at desc, channel_id) as newer,
        row_number() over (partition by channel_id, date_trunc('hour', at) order by at) as place
      from film_picture
    )
    delete from film_picture f using ranked r
    where f.channel_id = r.channel_id and f.at = r.at and (r.newer > ${limit}
      or f.at < now() - make_interval(days => ${FILM.days})
      or (r.place > 1 and f.at < now() - make_interval(days => ${FILM.fineDays})))
    returning f.channel_id as "channelId", (extract(epoch from f.at) * 1000)::float8 as at`)
  for (const { channelId, at } of rows)
    await rm(picturePath(folder, channelId, Math.round(at)), { force: true })
  const folders = await readdir(filmsFolder(folder)).catch(() => [])
  const ids = folders.map(decodeURIComponent)
  const known = await db
    .select({ id: cameraChannel.id })
    .from(cameraChannel)
    .where(inArray(cameraChannel.id, ids.length > 0 ? ids : ['']))
  const there = new Set(known.map(({ id }) => id))
  for (const id of ids) if (!there.has(id)) await rm(filmFolder(folder, id), { recursive: true, force: true })
}
