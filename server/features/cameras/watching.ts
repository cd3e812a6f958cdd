import { hash } from 'node:crypto'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { cameraChannels, WatchedChannel } from '#shared/contracts/cameras.ts'
import type { Result } from '#shared/endpoint.ts'
import type { Urgency } from '#shared/house-urgency.ts'
import { LIVE_PICTURES, REPLAY } from '#shared/limits.ts'
import { text } from '#shared/text.ts'
import { makeTicket, picturesOf } from '../../cameras/admission.ts'
import { mediaSource, streamOf } from '../../cameras/camera-source.ts'
import { keyFrameOf } from '../../cameras/channel-still.ts'
import type { MediaSource } from '../../cameras/media-types.ts'
import { urgencyOfHouse } from '../../farm/houses/house-urgency.ts'
import { customerNames, isOfCustomerOf } from '../../platform/database/customers-seen.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { noteBeginning, noteLook } from '../../platform/http/viewing.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { findChannel, shownChannel } from './cameras.queries.ts'

const tooMany = text(
  '您同时打开的实时画面已达 {limit} 路。请先关闭其他标签页或设备上的画面',
  'You have {limit} live pictures open, the most at a time. Close some in your other tabs or devices',
)
/** A tab that was closed is noticed by then. Seconds */
const CLOSED_S = 20
const DAY_MS = 86_400_000
const notYet = text('结束时间还没到', 'This time has not come yet')
const tooOld = text('时间太早，录像机不会保留这么久', 'No recorder keeps anything for so long')
const noRecorder = text(
  '该摄像头不支持远程回放：需要 GB28181 设备，或支持 Profile G 的 ONVIF 录像机',
  'This camera has no recorder that can be asked: devices of GB28181 have, and recorders of ONVIF with Profile G',
)
const isOff = text('该摄像头或通道已禁用', 'This camera or channel is disabled')

/** What a role may watch is on; what is off is a matter of the administrators. */
const isWatchable = and(eq(cameraChannel.enabled, true), sql`${cameraChannel.status} <> 'DISABLE'`)

const shows = alias(house, 'shows')

const watchedWhere = (db: Db, condition: SQL | undefined, total = uncounted) =>
  db
    .select({
      row: cameraChannel,
      house: { id: shows.id, name: shows.name, officePath: shows.officePath },
      urgency: sql<Urgency | null>`case when ${houseNow.houseId} is not null
        then ${urgencyOfHouse(houseNow.state, houseNow.houseId)} end`,
      total,
    })
    .from(cameraChannel)
    .leftJoin(shows, and(eq(shows.id, cameraChannel.houseId), isNull(shows.deletedAt)))
    .leftJoin(houseNow, eq(houseNow.houseId, shows.id))
    .where(condition)

/** Names of cameras by id: a part of a farm sees the channel in its house, not always the camera's row. */
async function cameraNames({ services }: Pick<ChangingCall, 'services'>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, CameraOfChannel>()
  const rows = await services.store
    .scoped(SYSTEM)
    .select({ id: camera.id, name: camera.name, kind: camera.kind, onvif: camera.onvif })
    .from(camera)
    .where(or(...ids.map(id => eq(camera.id, id))))
  return new Map(rows.map(({ id, ...of }) => [id, of]))
}

type CameraOfChannel = Pick<typeof camera.$inferSelect, 'name' | 'kind' | 'onvif'>

/** Whether what a recorder kept can be asked for: devices that call may have one, others tell that they have. */
const hasRecorder = (of: Pick<CameraOfChannel, 'kind' | 'onvif'> | undefined): boolean =>
  of?.kind === 'gb28181' || (of?.kind === 'onvif' && of.onvif?.canReplay === true)

/** A page of the channels that can be watched: by house, those without one last. */
export async function listWatched(
  call: Call<typeof cameraChannels.watched>,
): Promise<Result<typeof cameraChannels.watched>> {
  const { db, query } = call
  const { houseId, officeId } = query
  const condition = and(
    isWatchable,
    houseId === undefined ? undefined : eq(cameraChannel.houseId, houseId),
    officeId === undefined ? undefined : isOfCustomerOf(cameraChannel.officePath, officeId),
  )
  const total = db.$count(cameraChannel, condition)
  const rows = await watchedWhere(db, condition, total)
    .orderBy(sql`${shows.name} is null`, asc(shows.name), asc(cameraChannel.name), asc(cameraChannel.id))
    .limit(query.size)
    .offset(skipped(query))
  const names = await cameraNames(call, [...new Set(rows.map(({ row }) => row.cameraId))])
  const customers = await customerNames(
    db,
    call,
    rows.map(({ row }) => row.farmPath),
  )
  await noteLook(
    call,
    'cameras',
    rows.map(({ row: { farmPath } }) => ({ farmPath })),
  )
  const items: WatchedChannel[] = rows.map(({ row, house, urgency }) => ({
    id: row.id,
    name: row.name,
    number: row.number,
    cameraName: names.get(row.cameraId)?.name ?? row.name,
    kind: names.get(row.cameraId)?.kind ?? 'rtsp',
    customer: customers.get(row.farmPath) ?? null,
    houseId: house?.id ?? null,
    houseName: house?.name ?? null,
    urgency,
    status: row.status,
    problem: row.fault,
    canMove: row.canMove || names.get(row.cameraId)?.kind === 'gb28181',
    hasSub: row.subPath !== '',
    canReplay: hasRecorder(names.get(row.cameraId)),
    ways: [...call.services.cameras.media.ways({ kind: names.get(row.cameraId)?.kind ?? 'rtsp' })],
  }))
  return { total: await totalOf(rows, total), items }
}

/** A channel that is switched on, with the house it shows. */
async function findWatchable(db: Db, id: string) {
  const [found] = await watchedWhere(db, eq(cameraChannel.id, id))
  if (!found) throw refuse.notFound()
  if (!found.row.enabled || found.row.status === 'DISABLE')
    throw refuse.conflict({ yours: null, current: null }, isOff)
  return found
}

/** Keeping a picture open, and coming back to it, counts as one look, not one every few seconds. ms */
const ONE_LOOK_MS = 3_600_000
const LOOKS_MAX = 10_000
/** Looks at pictures that this process wrote into the history in this hour. */
const looks = new Set<string>()

/** Whether this is somebody's first look at a channel in this hour. */
function isFirstLook(accountId: string, channelId: string): boolean {
  const look = `${Math.floor(Date.now() / ONE_LOOK_MS)} ${accountId} ${channelId}`
  if (looks.has(look)) return false
  if (looks.size > LOOKS_MAX) looks.clear()
  looks.add(look)
  return true
}

/**
 * A ticket for a live picture. The look is a line of the operation history, once an hour for a person and channel; each
 * opening by an office above the customer is one of the owner's log too.
 */
export async function openLive(
  call: Call<typeof cameraChannels.live>,
): Promise<Result<typeof cameraChannels.live>> {
  const { db, params, query, viewer } = call
  const { row, house } = await findWatchable(db, params.id)
  if (picturesOf(viewer.accountId) >= LIVE_PICTURES)
    throw refuse.tooMany(CLOSED_S, [tooMany, { limit: LIVE_PICTURES }])
  await noteFound(call, await findChannel(db, row.id), shownChannel)
  if (!isFirstLook(viewer.accountId, row.id)) call.toldLater(async () => {})
  const { token, until } = await makeTicket(call.services.store.scoped(SYSTEM), {
    channelId: row.id,
    stream: query.stream,
    viewer,
  })
  await noteBeginning(call, 'live', { farmPath: row.farmPath, house: house ?? undefined, channel: row })
  const kind = (await cameraNames(call, [row.cameraId])).get(row.cameraId)?.kind ?? 'rtsp'
  return {
    name: row.name,
    token,
    until: until.toISOString(),
    ways: [...call.services.cameras.media.ways({ kind })],
  }
}

/** A ticket for what the camera's own recorder kept of a time; each is a line of the history. */
export async function openReplay(
  call: Call<typeof cameraChannels.replay>,
): Promise<Result<typeof cameraChannels.replay>> {
  const { db, params, body, viewer } = call
  const { row, house } = await findWatchable(db, params.id)
  const [fromAt, toAt] = [new Date(body.fromAt), new Date(body.toAt)]
  if (toAt.getTime() > Date.now()) throw refuse.invalid([{ field: 'toAt', message: notYet }])
  if (fromAt.getTime() < Date.now() - REPLAY.days * DAY_MS)
    throw refuse.invalid([{ field: 'fromAt', message: tooOld }])
  const [found] = await call.services.store
    .scoped(SYSTEM)
    .select({ kind: camera.kind, onvif: camera.onvif })
    .from(camera)
    .where(eq(camera.id, row.cameraId))
  if (!hasRecorder(found)) throw refuse.conflict({ yours: null, current: null }, noRecorder)
  if (picturesOf(viewer.accountId) >= LIVE_PICTURES)
    throw refuse.tooMany(CLOSED_S, [tooMany, { limit: LIVE_PICTURES }])
  await noteFound(call, await findChannel(db, row.id), shownChannel)
  const { token, until } = await makeTicket(call.services.store.scoped(SYSTEM), {
    channelId: row.id,
    played: { fromAt, toAt },
    viewer,
  })
  await noteBeginning(call, 'replay', { farmPath: row.farmPath, house: house ?? undefined, channel: row })
  return { name: row.name, token, until: until.toISOString() }
}

/** A still serves everybody who asks for so long, so that pages which ask twice a minute make a camera send once. ms */
const STILL_MS = 25_000
/** After none came a camera is asked again sooner. ms */
const NO_STILL_MS = 5_000
type Still = Promise<z.output<typeof cameraChannels.still.returns>>
const stills = new Map<string, { until: number; still: Still }>()

/** A picture of a channel that is as good as new; all who ask get the same one, until its source changes. */
export async function newestStill(
  call: Call<typeof cameraChannels.still>,
): Promise<Result<typeof cameraChannels.still>> {
  const { db, params, services } = call
  const { row, house } = await findWatchable(db, params.id)
  await noteLook(call, 'cameras', [{ farmPath: row.farmPath, house: house ?? undefined }])
  const [found] = await services.store
    .scoped(SYSTEM)
    .select({ id: camera.id, source: camera.source })
    .from(camera)
    .where(eq(camera.id, row.cameraId))
  if (!found) return null
  const now = Date.now()
  for (const [key, { until }] of stills) if (until <= now) stills.delete(key)
  const key = [row.id, row.path, row.subPath, hash('sha256', found.source)].join(' ')
  const known = stills.get(key)
  if (known) return known.still
  const kept = { until: now + STILL_MS, still: takeStill(services, found, row) }
  stills.set(key, kept)
  const dropSoon = () => {
    kept.until = Math.min(kept.until, Date.now() + NO_STILL_MS)
  }
  kept.still.then(found => found ?? dropSoon(), dropSoon)
  return kept.still
}

/** The picture that a camera of ONVIF makes itself, whatever format its streams have. */
async function snapshotOf({ cameras }: ChangingCall['services'], source: MediaSource) {
  if (source.kind !== 'onvif') return undefined
  const data = await cameras.onvif.snapshot(source).catch(() => null)
  return data ? { mime: 'image/jpeg', data } : undefined
}

/** A running picture costs nothing; else what a camera makes itself is smaller than the beginning of a stream. */
async function takeStill(
  services: ChangingCall['services'],
  owner: Pick<typeof camera.$inferSelect, 'id' | 'source'>,
  channel: typeof cameraChannel.$inferSelect,
): Still {
  const { id, path } = streamOf(channel, 'sub')
  const source = mediaSource({ ...owner, path }, services)
  const isLive = services.cameras.media.state(id).live
  const made = isLive || !source ? undefined : await snapshotOf(services, source)
  const picture = made ?? (await keyFrameOf(services, owner, channel))
  if (!picture) return null
  return {
    mime: picture.mime,
    data: Buffer.from(picture.data).toString('base64'),
    at: new Date().toISOString(),
  }
}
