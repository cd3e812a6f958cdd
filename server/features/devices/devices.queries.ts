import { and, eq, getTableColumns, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Device, DeviceFilter } from '#shared/contracts/devices.ts'
import type { DeletedFilter, PageQuery } from '#shared/endpoint.ts'
import type { Language } from '#shared/text.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import { hasBirds } from '../../platform/database/has-birds.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house, houseDevice, quarantine } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { deletionsOf, listed } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { awaitsBirth } from './devices.rules.ts'

const sortable = {
  code: device.codeKey,
  name: device.name,
  type: device.type,
  status: device.status,
  statusSince: device.statusSince,
  lastMessageAt: device.lastMessageAt,
  createdAt: device.createdAt,
  deletedAt: device.deletedAt,
}

export const officeName = (language: Language) => nameIn(language, office)

/**
 * A column of the related device, within the scope. No joins: each doubles the planner's work, which is repeated at every
 * call; with three of them planning a page took five times as long as reading it.
 */
const ofDevice = <T extends string | number = string>(
  column: 'id' | 'code' | 'reports_every_s',
  where: SQL,
) => sql<T | null>`(select other.${sql.identifier(column)} from ${device} other where ${where})`
const isGateway = sql`other.id = ${device.gatewayId}`
const isReplaced = sql`other.id = ${device.replacesId}`
const replaces = sql`other.replaces_id = ${device.id} and other.deleted_at is null`

/** Without the columns that only the device side and the uniqueness of codes need. */
const { serial, codeKey, credentialHash, ...row } = getTableColumns(device)

const columnsIn = (language: Language) => ({
  row,
  officeName: officeName(language),
  farmPath: office.farmPath,
  gatewayCode: ofDevice('code', isGateway),
  gatewayReportsEveryS: ofDevice<number>('reports_every_s', isGateway),
  productName: sql<string | null>`(select ${nameIn(language, iotProduct)} from ${iotProduct}
    where ${iotProduct.id} = ${device.productId})`,
  houseId: house.id,
  houseName: house.name,
  replacesCode: ofDevice('code', isReplaced),
  replacedById: ofDevice('id', replaces),
  replacedByCode: ofDevice('code', replaces),
  quarantined: sql<number>`(select count(*)::int from ${quarantine} where ${quarantine.deviceId} = ${device.id})`,
})

/** Made once and not for each page: drizzle takes longer to build a statement than to read its rows. */
const columns = { 'zh-CN': columnsIn('zh-CN'), 'en-US': columnsIn('en-US') }
const ofItsOffice = eq(office.id, device.officeId)
const inItsHouse = and(eq(houseDevice.deviceId, device.id), isNull(houseDevice.to))
const itsHouse = eq(house.id, houseDevice.houseId)

const devicesWhere = (db: Db, language: Language, condition: SQL | undefined, total = uncounted) =>
  db
    .select({ ...columns[language], total })
    .from(device)
    .innerJoin(office, ofItsOffice)
    .leftJoin(houseDevice, inItsHouse)
    .leftJoin(house, itsHouse)
    .where(condition)
const inUse = isNull(device.deletedAt)

export type FoundDevice = Awaited<ReturnType<typeof devicesWhere>>[number]

/** Whether the device has its own connection and credential. */
export const speaksItself = ({ row }: FoundDevice): boolean => row.gatewayId === null

/** The device as the API shows it. */
export function shownDevice(found: FoundDevice): Device {
  const { row, officeName, gatewayCode, productName, houseId, houseName, quarantined } = found
  const { id, type, code, name, officeId, gatewayId, productId, status, statusReason, replacesId, version } =
    row
  const { replacesCode, replacedById, replacedByCode } = found
  // Written out, not spread: spreading took a sixteenth of a page's own time.
  return {
    id,
    type,
    code,
    name,
    officeId,
    officeName,
    gatewayId,
    gatewayCode,
    productId,
    productName,
    houseId,
    houseName,
    status,
    statusReason,
    quarantined,
    version,
    replacesId,
    replacesCode,
    replacedById,
    replacedByCode,
    awaitsBirth: awaitsBirth(row),
    statusSince: row.statusSince.toISOString(),
    lastMessageAt: row.lastMessageAt?.toISOString() ?? null,
    reportsEveryS: row.reportsEveryS ?? found.gatewayReportsEveryS,
    createdAt: row.createdAt.toISOString(),
  }
}

type Filter = z.output<typeof DeviceFilter>
type Rows = Filter & z.output<typeof DeletedFilter>
type List = z.output<typeof PageQuery> & Rows

export function matching({ search, type, status, officeId }: Filter) {
  return and(
    search ? or(ilike(device.code, anywhere(search)), ilike(device.name, anywhere(search))) : undefined,
    type && eq(device.type, type),
    status && eq(device.status, status),
    officeId === undefined ? undefined : isOfOffice(device.officePath, officeId),
  )
}

/** Ids of all devices that match a filter, in its order. */
export async function deviceIds(
  db: Db,
  query: z.output<typeof DeviceFilter> & { sort?: string | undefined },
): Promise<string[]> {
  const rows = await db
    .select({ id: device.id })
    .from(device)
    .where(and(inUse, matching(query)))
    .orderBy(...orderOf(query.sort, sortable, '-createdAt', device.id))
  return rows.map(({ id }) => id)
}

/** The devices of these ids as the API shows them, in no order. */
export async function devicesById(db: Db, ids: readonly string[], language: Language): Promise<Device[]> {
  return (await devicesWhere(db, language, and(inUse, inArray(device.id, [...ids])))).map(shownDevice)
}

/** One page of the registry, newest first by default; of deleted devices, the last deleted first. */
export async function listDevices(db: Db, query: List, language: Language) {
  const condition = and(listed(device.deletedAt, query), matching(query))
  const total = db.$count(device, condition)
  const rows = await devicesWhere(db, language, condition, total)
    .orderBy(...orderOf(query.sort, sortable, query.deleted ? '-deletedAt' : '-createdAt', device.id))
    .limit(query.size)
    .offset(skipped(query))
  const deletions = await deletionsOf(
    db,
    'devices',
    rows.map(({ row }) => row),
  )
  const items = rows.map(found => ({ ...shownDevice(found), deleted: deletions.get(found.row.id) }))
  return { total: await totalOf(rows, total), items }
}

/** How many devices there are in each status. */
export const countDevices = (db: Db, { by, ...filter }: Rows & { by: 'status' }) =>
  countedBy(db, device, device[by], and(listed(device.deletedAt, filter), matching(filter)))

/** The device if it is in the viewer's scope. */
export async function seenDevice(db: Db, id: string, language: Language): Promise<FoundDevice | undefined> {
  const [found] = await devicesWhere(db, language, and(inUse, eq(device.id, id)))
  return found
}

/** The device, even a deleted one; refused when it is not in the viewer's scope. */
export async function findKeptDevice(db: Db, id: string, language: Language): Promise<FoundDevice> {
  const [found] = await devicesWhere(db, language, eq(device.id, id))
  if (!found) throw refuse.notFound()
  return found
}

/** The device, or a refusal when it is not in the viewer's scope. */
export async function findDevice(db: Db, id: string, language: Language): Promise<FoundDevice> {
  const found = await seenDevice(db, id, language)
  if (!found) throw refuse.notFound()
  return found
}

/** Keeps others from changing these devices until the transaction ends, so that two of them cannot both win. */
export async function lockDevices(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .select({ id: device.id })
    .from(device)
    .where(inArray(device.id, [...ids]))
    // Always in the same order, to avoid deadlocks.
    .orderBy(device.id)
    .for('update')
}

/** Ids of the devices that speak through this one. */
export async function behindOf(db: Db, { row }: FoundDevice): Promise<string[]> {
  const rows = await db
    .select({ id: device.id })
    .from(device)
    .where(and(eq(device.gatewayId, row.id), isNull(device.deletedAt)))
  return rows.map(({ id }) => id)
}

export interface BirdHouse {
  id: string
  name: string
  officePath: string
}

/** Houses with birds that these devices serve now. */
export async function housesWithBirds(db: Db, deviceIds: readonly string[]): Promise<BirdHouse[]> {
  if (deviceIds.length === 0) return []
  return db
    .selectDistinct({ id: house.id, name: house.name, officePath: house.officePath })
    .from(houseDevice)
    .innerJoin(house, eq(house.id, houseDevice.houseId))
    .where(
      and(
        inArray(houseDevice.deviceId, [...deviceIds]),
        isNull(houseDevice.to),
        isNull(house.deletedAt),
        hasBirds,
      ),
    )
}
