import { and, asc, eq, getTableColumns, ilike, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { CameraProblem } from '#shared/cameras.ts'
import type { Camera, CameraChannel, CameraFilter, GbDevice } from '#shared/contracts/cameras.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import type { Language } from '#shared/text.ts'
import { isOfCustomerOf, isOfOffice } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { camera, cameraChannel, type GbKnown } from '../../platform/database/tables/cameras.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'

const OPTIONS = 100

const sortable = {
  code: camera.codeKey,
  name: camera.name,
  status: camera.status,
  channelCount: camera.channelCount,
  lastKeepAliveAt: camera.lastKeepAliveAt,
  createdAt: camera.createdAt,
}

/** Without what only the server needs; the secret source above all. */
const { source, codeKey, probedAt, ...row } = getTableColumns(camera)

const camerasWhere = (db: Db, language: Language, condition: SQL | undefined, total = uncounted) =>
  db
    .select({ row, officeName: nameIn(language, office), total })
    .from(camera)
    .innerJoin(office, eq(office.id, camera.officeId))
    .where(condition)
type CameraRow = Awaited<ReturnType<typeof camerasWhere>>[number]
export type FoundCamera = CameraRow & { channels: CameraChannel[] }

const channelsWhere = (db: Db, condition: SQL) =>
  db
    .select({ row: cameraChannel, houseName: house.name })
    .from(cameraChannel)
    .leftJoin(house, and(eq(house.id, cameraChannel.houseId), isNull(house.deletedAt)))
    .where(condition)
    .orderBy(asc(cameraChannel.number))
export type FoundChannel = Awaited<ReturnType<typeof channelsWhere>>[number]

/** The channel as the API shows it to administrators. */
export const shownChannel = ({ row, houseName }: FoundChannel): CameraChannel => ({
  id: row.id,
  cameraId: row.cameraId,
  number: row.number,
  name: row.name,
  streamPath: row.path,
  subPath: row.subPath,
  canMove: row.canMove,
  houseId: houseName === null ? null : row.houseId,
  houseName,
  enabled: row.enabled,
  version: row.version,
})

async function withChannels(db: Db, rows: CameraRow[]): Promise<FoundCamera[]> {
  const ids = rows.map(({ row }) => row.id)
  const channels = ids.length === 0 ? [] : await channelsWhere(db, inArray(cameraChannel.cameraId, ids))
  const byCamera = Map.groupBy(channels.map(shownChannel), ({ cameraId }) => cameraId)
  return rows.map(found => ({ ...found, channels: byCamera.get(found.row.id) ?? [] }))
}

/** Nothing is wrong with a camera that somebody switched off. */
const problemOf = ({ status, channelCount, fault }: CameraRow['row']): CameraProblem | null => {
  if (status === 'DISABLE') return null
  return channelCount === 0 ? 'noChannels' : fault
}

const shownDevice = (deviceId: string, told: GbKnown): GbDevice => ({
  deviceId,
  registeredAt: told.registeredAt ?? null,
  keptAliveAt: told.keptAliveAt ?? null,
  catalogAt: told.catalogAt ?? null,
  found: told.found ?? null,
  says: [told.manufacturer, told.model, told.firmware].filter(Boolean).join(' '),
  alarm: told.alarm
    ? {
        at: told.alarm.at,
        description: told.alarm.description || told.alarm.method || told.alarm.channelId,
      }
    : null,
})

/** The camera as the API shows it. */
export function shownCamera({ row, officeName, channels }: FoundCamera): Camera {
  const {
    officePath,
    farmPath,
    fault,
    faultDetail,
    testAskedAt,
    testEndedAt,
    testSteps,
    gb,
    gbId,
    onvif,
    ...shown
  } = row
  const problem = problemOf(row)
  return {
    ...shown,
    officeName,
    channels,
    problem,
    problemDetail: problem === fault ? faultDetail : null,
    statusSince: row.statusSince.toISOString(),
    lastKeepAliveAt: row.lastKeepAliveAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    test: testAskedAt && {
      askedAt: testAskedAt.toISOString(),
      endedAt: testEndedAt && testEndedAt >= testAskedAt ? testEndedAt.toISOString() : null,
      steps: (testSteps ?? []) as NonNullable<Camera['test']>['steps'],
    },
    gb: gbId === null ? null : shownDevice(gbId, gb ?? {}),
    onvif: onvif && {
      says: [onvif.manufacturer, onvif.model, onvif.firmware].filter(Boolean).join(' '),
      clockOffS: onvif.clockOffS,
      found: onvif.found,
    },
  }
}

type Filter = z.output<typeof CameraFilter>

const matching = ({ search, status, officeId }: Filter) =>
  and(
    search
      ? or(
          ilike(camera.code, anywhere(search)),
          ilike(camera.name, anywhere(search)),
          ilike(camera.remoteIp, anywhere(search)),
        )
      : undefined,
    status && eq(camera.status, status),
    officeId === undefined ? undefined : isOfOffice(camera.officePath, officeId),
  )

/** Ids of all cameras that match a filter, in its order. */
export async function cameraIds(db: Db, query: Filter & { sort?: string | undefined }): Promise<string[]> {
  const rows = await db
    .select({ id: camera.id })
    .from(camera)
    .where(matching(query))
    .orderBy(...orderOf(query.sort, sortable, 'name', camera.id))
  return rows.map(({ id }) => id)
}

/** The cameras of these ids as the API shows them, in no order. */
export async function camerasById(db: Db, ids: readonly string[], language: Language): Promise<Camera[]> {
  const rows = await withChannels(db, await camerasWhere(db, language, inArray(camera.id, [...ids])))
  return rows.map(shownCamera)
}

/** Customers of these cameras. */
export const farmsOfCameras = (db: Db, ids: readonly string[]) =>
  db
    .selectDistinct({ farmPath: camera.farmPath })
    .from(camera)
    .where(inArray(camera.id, [...ids]))

/** One page of the cameras, by name by default; `seen`: the farms whose data it includes. */
export async function listCameras(db: Db, query: z.output<typeof PageQuery> & Filter, language: Language) {
  const condition = matching(query)
  const total = db.$count(camera, condition)
  const rows = await camerasWhere(db, language, condition, total)
    .orderBy(...orderOf(query.sort, sortable, 'name', camera.id))
    .limit(query.size)
    .offset(skipped(query))
  const items = (await withChannels(db, rows)).map(shownCamera)
  return {
    total: await totalOf(rows, total),
    items,
    seen: rows.map(({ row: { farmPath } }) => ({ farmPath })),
  }
}

/** How many cameras there are in each status. */
export const countCameras = (db: Db, { by, ...filter }: Filter & { by: 'status' }) =>
  countedBy(db, camera, camera[by], matching(filter))

/** The camera, or a refusal when it is not in the viewer's scope or its customer does not share. */
export async function findCamera(db: Db, id: string, language: Language): Promise<FoundCamera> {
  const [found] = await withChannels(db, await camerasWhere(db, language, eq(camera.id, id)))
  if (!found) throw refuse.notFound()
  return found
}

/** The channel, or a refusal when it is not in the viewer's scope or its customer does not share. */
export async function findChannel(db: Db, id: string): Promise<FoundChannel> {
  const [found] = await channelsWhere(db, eq(cameraChannel.id, id))
  if (!found) throw refuse.notFound()
  return found
}

/** Houses in scope by name, of the customer of an office if one is given. */
export const houseOptions = (
  db: Db,
  { search, customerOf }: { search?: string | undefined; customerOf?: string | undefined },
) =>
  db
    .select({ id: house.id, name: house.name })
    .from(house)
    .where(
      and(
        isNull(house.deletedAt),
        search ? ilike(house.name, anywhere(search)) : undefined,
        customerOf === undefined ? undefined : isOfCustomerOf(house.officePath, customerOf),
      ),
    )
    .orderBy(house.name, house.id)
    .limit(OPTIONS)
