import { mkdir, readdir, rm } from 'node:fs/promises'
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import { CLIP_DAYS, CLIP_SECONDS, CLIPS_OF_FARM_BYTES } from '#shared/limits.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { cameraChannel } from '../../platform/database/tables/cameras.ts'
import { cameraClip } from '../../platform/database/tables/recordings.ts'
import { cutClip } from './cut-clip.ts'
import { clipPath, clipsFolder } from './places.ts'

/** An alarm known later than this has no clip: the ring may have lost its beginning. Minutes */
const KNOWN_MINUTES = 20
/** The last pictures of a clip are in their file by then. ms */
const SETTLE_MS = 3_000
const AT_ONCE = 50

interface Raised extends Record<string, unknown> {
  at: number
  channelId: string
  channelName: string
  officePath: string
  farmPath: string
  houseId: string
}

/** Alarms of houses with a recorded channel that no clip shows yet. */
async function raisedUnseen(db: Db): Promise<Raised[]> {
  const { rows } = await db.execute<Raised>(sql`
    select (extract(epoch from a.raised_at) * 1000)::float8 as at, c.id as "channelId", c.name as "channelName",
      c.office_path as "officePath", c.farm_path as "farmPath", c.house_id as "houseId"
    from alarm a join camera_channel c on c.house_id = any(a.house_ids) and c.farm_path = a.farm_path
    where c.records and c.enabled and c.status <> 'DISABLE' and a.level <> 'info'
      and a.raised_at between now() - make_interval(mins => ${KNOWN_MINUTES}) and now()
      and not exists (select from camera_clip k where k.channel_id = c.id and k.from_at <= a.raised_at
        and k.to_at >= a.raised_at
          + case when k.state = 'waiting' then make_interval(secs => ${CLIP_SECONDS.around}) else interval '0' end)
    order by a.raised_at limit ${AT_ONCE}`)
  return rows
}

/** Asks for a clip of each alarm from two minutes before to two minutes after it; alarms close together share one. */
export async function askForAlarmClips(db: Db): Promise<void> {
  for (const { at, ...channel } of await raisedUnseen(db)) {
    const [from, to] = [at - CLIP_SECONDS.around * 1_000, at + CLIP_SECONDS.around * 1_000]
    const longer = await db
      .update(cameraClip)
      .set({ toAt: sql`greatest(${cameraClip.toAt}, ${new Date(to).toISOString()}::timestamptz)` })
      .where(
        and(
          eq(cameraClip.channelId, channel.channelId),
          eq(cameraClip.state, 'waiting'),
          sql`${cameraClip.alarmAt} <= ${new Date(at).toISOString()}::timestamptz`,
          sql`${cameraClip.toAt} >= ${new Date(from).toISOString()}::timestamptz`,
          sql`${cameraClip.fromAt} >= ${new Date(to - CLIP_SECONDS.most * 1_000).toISOString()}::timestamptz`,
        ),
      )
      .returning({ id: cameraClip.id })
    if (longer.length > 0) continue
    await db.insert(cameraClip).values({
      ...channel,
      id: newId(),
      fromAt: new Date(from),
      toAt: new Date(to),
      alarmAt: new Date(at),
    })
  }
}

type Waiting = typeof cameraClip.$inferSelect

/** Writes the clips whose last picture has come. */
export async function finishClips(db: Db, folder: string, now = Date.now()): Promise<void> {
  const due = await db
    .select()
    .from(cameraClip)
    .where(and(eq(cameraClip.state, 'waiting'), lt(cameraClip.toAt, new Date(now - SETTLE_MS))))
    .orderBy(asc(cameraClip.toAt))
    .limit(AT_ONCE)
  for (const clip of due) await finish(db, folder, clip)
}

async function finish(db: Db, folder: string, clip: Waiting): Promise<void> {
  const { id, channelId, fromAt, toAt, alarmAt, farmPath } = clip
  const to = (set: Partial<Waiting>) =>
    db
      .update(cameraClip)
      .set(set)
      .where(and(eq(cameraClip.id, id), eq(cameraClip.state, 'waiting')))
      .returning({ id: cameraClip.id })
  if (channelId === null) return void (await to({ state: 'missed' }))
  if (!(await makeRoom(db, folder, farmPath))) return void (await to({ state: 'full' }))
  await mkdir(clipsFolder(folder), { recursive: true, mode: 0o700 })
  const path = clipPath(folder, id)
  const [from, until] = [fromAt.getTime(), toAt.getTime()]
  const about = alarmAt?.getTime() ?? (from + until) / 2
  const cut = await cutClip({ folder, channelId, from, to: until, about, path })
  const stored = await to(cut ? { state: 'ready', bytes: cut.bytes } : { state: 'missed' })
  // Deleted meanwhile.
  if (cut && stored.length === 0) await rm(path, { force: true })
}

/** Deletes the oldest clips of a farm that nobody decided to keep until there is room for another; false if there is none. */
async function makeRoom(db: Db, folder: string, farmPath: string): Promise<boolean> {
  const clips = await db
    .select({ id: cameraClip.id, bytes: cameraClip.bytes, isKept: cameraClip.isKept })
    .from(cameraClip)
    .where(and(eq(cameraClip.farmPath, farmPath), eq(cameraClip.state, 'ready')))
    .orderBy(asc(cameraClip.fromAt))
  let bytes = clips.reduce((sum, each) => sum + each.bytes, 0)
  const gone: string[] = []
  for (const each of clips) {
    if (bytes < CLIPS_OF_FARM_BYTES) break
    if (each.isKept) continue
    gone.push(each.id)
    bytes -= each.bytes
  }
  await removeClips(db, folder, gone)
  return bytes < CLIPS_OF_FARM_BYTES
}

async function removeClips(db: Db, folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.delete(cameraClip).where(and(inArray(cameraClip.id, [...ids]), eq(cameraClip.isKept, false)))
  await Promise.all(ids.map(id => rm(clipPath(folder, id), { force: true })))
}

/** Deletes clips that nobody decided to keep in time, and files of clips that are gone. */
export async function sweepClips(db: Db, folder: string): Promise<void> {
  const old = await db
    .select({ id: cameraClip.id })
    .from(cameraClip)
    .where(
      and(
        eq(cameraClip.isKept, false),
        sql`${cameraClip.createdAt} < now() - make_interval(days => ${CLIP_DAYS})`,
      ),
    )
    .limit(AT_ONCE)
  await removeClips(
    db,
    folder,
    old.map(({ id }) => id),
  )
  const names = await readdir(clipsFolder(folder)).catch(() => [])
  const ids = names.flatMap(name => /^(.+)\.mp4$/.exec(name)?.[1] ?? [])
  const known = new Set(
    (
      await db
        .select({ id: cameraClip.id })
        .from(cameraClip)
        .where(inArray(cameraClip.id, ids.length > 0 ? ids : ['']))
    ).map(({ id }) => id),
  )
  await Promise.all(ids.filter(id => !known.has(id)).map(id => rm(clipPath(folder, id), { force: true })))
}

/** What is to be recorded, and from where. */
export const recordedChannels = and(
  eq(cameraChannel.enabled, true),
  sql`${cameraChannel.status} <> 'DISABLE'`,
)
