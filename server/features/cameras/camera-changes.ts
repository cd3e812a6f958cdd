import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { hasPassword } from '#shared/camera-address.ts'
import { CAMERA_CHANNELS, CAMERAS_OF_FARM } from '#shared/cameras.ts'
import type { ChangedCamera, ChannelForm, NewCamera, NewGbCamera } from '#shared/contracts/cameras.ts'
import { streamsBeside } from '#shared/stream-paths.ts'
import { text } from '#shared/text.ts'
import { streamIds } from '../../cameras/camera-source.ts'
import { testCamera } from '../../cameras/probing.ts'
import { recordingsFolder } from '../../cameras/recording/places.ts'
import { forgetSegments } from '../../cameras/recording/ring.ts'
import { sharingAmong } from '../../platform/database/consent.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { cameraClip } from '../../platform/database/tables/recordings.ts'
import { violates } from '../../platform/database/violations.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { farmOffice } from '../../platform/http/farm-office.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { noteDeed } from '../../platform/http/viewing.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'
import { pathPassword, sourceColumns, storedOf, unknownYet } from './camera-form.ts'
import {
  type FoundCamera,
  type FoundChannel,
  findCamera,
  findChannel,
  shownCamera,
  shownChannel,
} from './cameras.queries.ts'
import { askCatalog, changedGbColumns, gbColumns, idTaken } from './gb-cameras.ts'

type Changing = ChangingCall & { params: { id: string } }

const faults = {
  codeTaken: text('该农场已有此编码的摄像头', 'The farm already has a camera with this code'),
  houseUnknown: text('没有这栋鸡舍', 'There is no such house'),
  numberTaken: text('该通道号已被占用', 'The camera already has a channel with this number'),
  tooMany: text('一个农场最多 {limit} 个摄像头', 'At most {limit} cameras per farm'),
  tooManyChannels: text('一个摄像头最多 {limit} 个通道', 'At most {limit} channels per camera'),
  isEnabled: text('摄像头已启用', 'The camera is already enabled'),
  isDisabled: text('摄像头已禁用', 'The camera is already disabled'),
  off: text('摄像头已禁用，请先启用', 'The camera is disabled. Enable it first'),
}

/** Letters and digits that nobody mixes up. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const madeCode = () => `CAM-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

const codeTaken = (error: unknown): never => {
  throw violates(error, 'camera_code')
    ? refuse.invalid([{ field: 'code', message: faults.codeTaken }])
    : error
}
const numberTaken = (error: unknown): never => {
  throw violates(error, 'camera_channel_of_camera')
    ? refuse.invalid([{ field: 'number', message: faults.numberTaken }])
    : error
}

/** The house that a channel shows and its part of the farm, within the viewer's scope and the camera's customer. */
async function houseOf(db: Db, houseId: string | null | undefined, farmPath: string) {
  if (!houseId) return null
  const [found] = await db
    .select({ id: house.id, officePath: house.officePath })
    .from(house)
    .innerJoin(office, eq(office.path, house.officePath))
    .where(and(eq(house.id, houseId), isNull(house.deletedAt), eq(office.farmPath, farmPath)))
    .for('share', { of: house })
  if (!found) throw refuse.invalid([{ field: 'houseId', message: faults.houseUnknown }])
  return found
}

/** Ends running pictures of these channels once the change is stored. */
function cut({ afterwards, services }: ChangingCall, channelIds: readonly string[]): void {
  afterwards(() => {
    for (const id of channelIds.flatMap(streamIds)) services.cameras.media.cut(id, 'revoked')
  })
}

/** Every channel of the camera, those of other parts of the farm too. */
const allChannels = async ({ services }: ChangingCall, cameraId: string): Promise<string[]> => {
  const rows = await services.store
    .scoped(SYSTEM)
    .select({ id: cameraChannel.id })
    .from(cameraChannel)
    .where(eq(cameraChannel.cameraId, cameraId))
  return rows.map(({ id }) => id)
}

/** Asks for a test, which begins once the row is stored. */
async function askForTest(call: ChangingCall, id: string): Promise<void> {
  const testAskedAt = new Date()
  const [found] = await call.db
    .update(camera)
    .set({ testAskedAt })
    .where(eq(camera.id, id))
    .returning({ id: camera.id, source: camera.source })
  if (found) call.afterwards(() => testCamera(call.services, { ...found, testAskedAt }))
}

interface Added {
  officeId: string
  houseId?: string | null | undefined
  code?: string | null | undefined
  name: string
}

/** Adds a camera with its first channel; the columns of how it is reached are those of its kind. */
async function addCamera(
  call: ChangingCall & { body: Added },
  columnsOf: (
    id: string,
  ) => Pick<typeof camera.$inferInsert, 'address' | 'source' | 'remoteIp' | 'remotePort'>,
): Promise<string> {
  const { db, body, viewer } = call
  const farm = await farmOffice(db, body.officeId)
  if (!(await sharingAmong(db, viewer.scope, [farm.id])).has(farm.id)) throw refuse.notShared('farm')
  const id = newId()
  const columns = columnsOf(id)
  const shown = await houseOf(db, body.houseId, farm.farmPath)
  // One at a time per farm, or two at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cameras of ${farm.farmPath}`}, 0))`)
  if ((await db.$count(camera, eq(camera.farmPath, farm.farmPath))) >= CAMERAS_OF_FARM)
    throw refuse.invalid([], [faults.tooMany, { limit: CAMERAS_OF_FARM }])
  const code = body.code || madeCode()
  const place = { officePath: farm.path, farmPath: farm.farmPath }
  await addRow(call, camera, {
    ...place,
    ...columns,
    id,
    officeId: farm.id,
    code,
    codeKey: code.toLowerCase(),
    name: body.name,
  })
    .catch(idTaken)
    .catch(codeTaken)
  await db.insert(cameraChannel).values({
    ...place,
    ...(shown && { officePath: shown.officePath, houseId: shown.id }),
    id: newId(),
    cameraId: id,
    number: 1,
    name: body.name,
  })
  await noteDeed(call, 'cameras', [{ farmPath: farm.farmPath }])
  return id
}

/** Adds a camera with its first channel, and tests it. */
export async function createCamera(call: ChangingCall & { body: z.output<typeof NewCamera> }) {
  const id = await addCamera(call, id => sourceColumns(call, id, call.body))
  await askForTest(call, id)
  return shownCamera(await findCamera(call.db, id, call.language))
}

/** Adds a device that signs in by itself; it is tested once it has told its channels. */
export async function createGbCamera(call: ChangingCall & { body: NewGbCamera }) {
  const id = await addCamera(call, id => gbColumns(call, id, call.body))
  return shownCamera(await findCamera(call.db, id, call.language))
}

/** The camera to change, locked; offices above its customer leave a line for its owner. */
async function open(call: Changing): Promise<FoundCamera & { shown: ReturnType<typeof shownCamera> }> {
  const found = await openFound(
    call,
    camera.id,
    () => findCamera(call.db, call.params.id, call.language),
    shownCamera,
  )
  await noteDeed(call, 'cameras', [{ farmPath: found.row.farmPath }])
  return found
}

const shownAgain = async ({ db, params, language }: Changing) =>
  shownCamera(await findCamera(db, params.id, language))

/** Changes name, code, address or credentials; another address is tested, and its running pictures end. */
export async function changeCamera(call: Changing & { body: ChangedCamera }) {
  const { db, body } = call
  const { row, shown } = await open(call)
  refuseOlder(body, row.version, shown)
  const { isMoved, columns, forget } =
    row.kind === 'gb28181' ? await changedGbColumns(call, row, body) : await changedColumns(call, row, body)
  call.afterwards(forget)
  const code = body.code || row.code
  await changeRows(db, camera, eq(camera.id, row.id), {
    ...columns,
    ...(isMoved && row.kind !== 'gb28181' ? unknownYet : { remoteIp: row.remoteIp }),
    name: body.name,
    code,
    codeKey: code.toLowerCase(),
  }).catch(codeTaken)
  if (isMoved) {
    cut(call, await allChannels(call, row.id))
    if (row.status !== 'DISABLE') await askForTest(call, row.id)
  }
  return shownAgain(call)
}

/** The columns that another address or other credentials become. */
async function changedColumns(
  call: ChangingCall,
  row: Pick<FoundCamera['row'], 'id' | 'kind'>,
  body: ChangedCamera,
) {
  const before = await storedOf(call, row.id)
  const kind = row.kind === 'onvif' ? 'onvif' : 'rtsp'
  const columns = sourceColumns(call, row.id, { ...body, kind }, before)
  if (columns.address !== before.address) await forgetStreams(call.db, row.id, before.opened?.url ?? '')
  const isMoved =
    columns.address !== before.address || Boolean(body.username || body.password || body.forgetCredentials)
  return { isMoved, columns, forget: () => {} }
}

/** Small pictures that were found by the name of the camera's own stream go with its address. */
async function forgetStreams(db: Db, cameraId: string, url: string): Promise<void> {
  const found = streamsBeside(url.replace(/^rtsp:\/\/[^/]+/, ''))
  if (!found) return
  await db
    .update(cameraChannel)
    .set({ path: '', subPath: '' })
    .where(
      and(
        eq(cameraChannel.cameraId, cameraId),
        inArray(cameraChannel.path, ['', found.main]),
        eq(cameraChannel.subPath, found.sub),
      ),
    )
}

/** A device that may not be here any more has to sign in again. */
const forget = ({ services, afterwards }: ChangingCall, gbId: string | null) =>
  afterwards(() => gbId !== null && services.cameras.gb?.forget(gbId))

/** Reads the channels of a device that signs in by itself. */
export async function readCatalog(call: Changing) {
  const { row } = await open(call)
  await askCatalog(call, row.gbId)
  return shownAgain(call)
}

export async function removeCamera(call: Changing): Promise<null> {
  const { row } = await open(call)
  cut(call, await allChannels(call, row.id))
  forget(call, row.gbId)
  await call.db.delete(camera).where(eq(camera.id, row.id))
  return null
}

async function administer(call: Changing, action: 'enable' | 'disable') {
  const { row, shown } = await open(call)
  const isOff = row.status === 'DISABLE'
  if (isOff === (action === 'disable'))
    throw refuse.conflict({ yours: null, current: shown }, isOff ? faults.isDisabled : faults.isEnabled)
  await changeRows(call.db, camera, eq(camera.id, row.id), {
    status: isOff ? 'UNACTIVE' : 'DISABLE',
    statusSince: sql`now()`,
    fault: null,
    faultDetail: null,
  })
  if (isOff) await askForTest(call, row.id)
  else {
    cut(call, await allChannels(call, row.id))
    forget(call, row.gbId)
  }
  return shownAgain(call)
}
export const enableCamera = (call: Changing) => administer(call, 'enable')
export const disableCamera = (call: Changing) => administer(call, 'disable')

/** Tests the camera as it is stored. */
export async function askTest(call: Changing) {
  const { row, shown } = await open(call)
  if (row.status === 'DISABLE') throw refuse.conflict({ yours: null, current: shown }, faults.off)
  await askForTest(call, row.id)
  return shownAgain(call)
}

type Channel = z.output<typeof ChannelForm>

async function channelColumns(
  call: ChangingCall,
  body: Channel,
  of: { officePath: string; farmPath: string },
) {
  for (const field of ['streamPath', 'subPath'] as const)
    if (hasPassword(body[field])) throw refuse.invalid([{ field, message: pathPassword }])
  const shown = await houseOf(call.db, body.houseId, of.farmPath)
  return {
    number: body.number,
    name: body.name,
    path: body.streamPath,
    subPath: body.subPath,
    enabled: body.enabled,
    houseId: shown?.id ?? null,
    officePath: shown?.officePath ?? of.officePath,
  }
}

export async function addChannel(call: Changing & { body: Channel }) {
  const { row } = await open(call)
  const { id: cameraId, farmPath, status, fault } = row
  if (row.channelCount >= CAMERA_CHANNELS)
    throw refuse.invalid([], [faults.tooManyChannels, { limit: CAMERA_CHANNELS }])
  const columns = await channelColumns(call, call.body, row)
  await call.db
    .insert(cameraChannel)
    .values({ ...columns, id: newId(), cameraId, farmPath, status, fault })
    .catch(numberTaken)
  return shownAgain(call)
}

/** The channel to change, locked. */
async function openChannel(
  call: Changing,
): Promise<FoundChannel & { shown: ReturnType<typeof shownChannel> }> {
  const found = await openFound(
    call,
    cameraChannel.id,
    () => findChannel(call.db, call.params.id),
    shownChannel,
  )
  await noteDeed(call, 'cameras', [{ farmPath: found.row.farmPath }])
  return found
}

/** Changes name, path and house of a channel, or switches it; a running picture ends unless it stays the same. */
export async function changeChannel(call: Changing & { body: Channel }) {
  const { db, body, services } = call
  const { row, shown } = await openChannel(call)
  refuseOlder(body, row.version, shown)
  // A part of the farm that does not see the camera's row knows its customer all the same.
  const [of] = await services.store
    .scoped(SYSTEM)
    .select({ officePath: camera.officePath, farmPath: camera.farmPath })
    .from(camera)
    .where(eq(camera.id, row.cameraId))
  if (!of) throw refuse.notFound()
  const columns = await channelColumns(call, body, of)
  await changeRows(db, cameraChannel, eq(cameraChannel.id, row.id), columns).catch(numberTaken)
  if (
    columns.path !== row.path ||
    columns.subPath !== row.subPath ||
    !body.enabled ||
    columns.officePath !== row.officePath
  )
    cut(call, [row.id])
  if (columns.houseId !== row.houseId) await partFromHouse(call, row.id)
  return shownChannel(await findChannel(db, row.id))
}

/** What was recorded of the house before is not the next one's; clips that still wait end here. */
async function partFromHouse({ db, services, afterwards }: ChangingCall, channelId: string): Promise<void> {
  await db
    .update(cameraClip)
    .set({
      toAt: sql`greatest(${cameraClip.fromAt} + interval '1 second', least(${cameraClip.toAt}, now()))`,
    })
    .where(and(eq(cameraClip.channelId, channelId), eq(cameraClip.state, 'waiting')))
  afterwards(() => {
    forgetSegments(recordingsFolder(services.config), channelId).catch(error =>
      services.log.error({ err: error, channelId }, 'a recording could not be deleted'),
    )
  })
}

export async function removeChannel(call: Changing): Promise<null> {
  const { row } = await openChannel(call)
  cut(call, [row.id])
  await call.db.delete(cameraChannel).where(eq(cameraChannel.id, row.id))
  return null
}
