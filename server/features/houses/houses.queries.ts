import { and, desc, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { House, HouseFilter } from '#shared/contracts/houses.ts'
import type { DeletedFilter, PageQuery } from '#shared/endpoint.ts'
import { ageInDays, daysToPlacement } from '#shared/flock.ts'
import type { Language } from '#shared/text.ts'
import { placementDayNow } from '../../farm/flocks/placement-day.ts'
import { birdsCounted } from '../../farm/houses/counted-birds.ts'
import { placeIn, urgencyOfHouse, worstLevels } from '../../farm/houses/house-urgency.ts'
import { isOfOffice, nameOfOthers } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { device, deviceState, house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { cageType, houseGroup } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { deletionsOf, listed } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'

const customer = alias(office, 'customer')

const sortable = {
  name: house.name,
  type: house.type,
  // Worst first.
  state: placeIn(urgencyOfHouse(houseNow.state, house.id), houseNow.flockStartedOn),
  stateSince: houseNow.stateSince,
  createdAt: house.createdAt,
  deletedAt: house.deletedAt,
}

const columns = (scope: Scope, language: Language) => ({
  row: house,
  /** Null if the viewer may not see the farm (RA). */
  now: houseNow,
  officeName: nameIn(language, office),
  /** Null for the customer's own people, whose farm the scope names. */
  customerName: nameOfOthers(scope, customer, language),
  officeZone: office.timeZone,
  placementDay: placementDayNow,
  /**
   * Birds alive as the list of flocks says of the flock in the house, its males where only they are left; null if nobody said
   * how many were placed.
   */
  kept: sql<number | null>`(select case when f.placed_count is not null then
      coalesce(nullif(greatest(0, f.placed_count - f.sold_undated + coalesce(s.moved_in - s.dead - s.culled - s.sold - s.moved_out, 0)), 0),
        greatest(0, coalesce(f.placed_males, 0) - coalesce(s.males_gone, 0))) end
    from flock f left join flock_sum s on s.flock_id = f.id
    where f.house_id = ${house.id} and f.ended_on is null and f.deleted_at is null)`,
  /** Whether losses of that flock were entered. */
  hasRecords: sql<boolean>`exists (select from flock f join flock_sum s on s.flock_id = f.id
    where f.house_id = ${house.id} and f.ended_on is null and f.deleted_at is null and s.first_on is not null)`,
  farmPath: office.farmPath,
  /** Reading and changing settings need their own consent (RC). */
  isRemote: sql<boolean>`${office.farmPath} is not null and (${scope.farm} = '*' or ${office.farmPath} = ${scope.farm}
    or coalesce(${customer.remoteControlUntil} > now(), false))`,
  remoteControlUntil: customer.remoteControlUntil,
  customerZone: customer.timeZone,
  // Only those the viewer sees: groups of another part of the customer stay hidden.
  group: { id: houseGroup.id, name: houseGroup.name },
  cage: {
    id: cageType.id,
    name: nameIn(language, cageType),
    layout: cageType.layout,
    tiers: cageType.tiers,
    rows: cageType.rows,
  },
})

const housesWhere = (
  db: Db,
  scope: Scope,
  language: Language,
  condition: SQL | undefined,
  total = uncounted,
) =>
  db
    .select({ ...columns(scope, language), total })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .leftJoin(houseNow, eq(houseNow.houseId, house.id))
    .leftJoin(houseGroup, eq(houseGroup.id, house.groupId))
    .leftJoin(cageType, eq(cageType.id, house.cageTypeId))
    .where(condition)
const inUse = isNull(house.deletedAt)

type HouseRow = Awaited<ReturnType<typeof housesWhere>>[number]
export type BoundDevice = House['devices'][number] & {
  isMain: boolean
  statusSince: Date
  lastMessageAt: Date | null
  /** Its count; null if it has none, or the viewer may not see it. */
  birds: number | null
}
export type FoundHouse = HouseRow & { devices: BoundDevice[] }

/** The devices that serve these houses now, the main controller first. */
async function devicesOf(db: Db, houseIds: string[]): Promise<Map<string, BoundDevice[]>> {
  const served = new Map<string, BoundDevice[]>(houseIds.map(id => [id, []]))
  if (houseIds.length === 0) return served
  const rows = await db
    .select({
      houseId: houseDevice.houseId,
      id: device.id,
      code: device.code,
      name: device.name,
      type: sql<BoundDevice['type']>`${device.type}`,
      isMain: houseDevice.main,
      status: device.status,
      statusSince: device.statusSince,
      lastMessageAt: device.lastMessageAt,
      birds: birdsCounted,
    })
    .from(houseDevice)
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .leftJoin(deviceState, eq(deviceState.deviceId, device.id))
    .where(and(inArray(houseDevice.houseId, houseIds), isNull(houseDevice.to), isNull(device.deletedAt)))
    .orderBy(desc(houseDevice.main), houseDevice.from, device.id)
  for (const { houseId, ...bound } of rows) served.get(houseId)?.push(bound)
  return served
}

async function withDevices(db: Db, rows: HouseRow[]): Promise<FoundHouse[]> {
  const served = await devicesOf(
    db,
    rows.map(({ row }) => row.id),
  )
  return rows.map(found => ({ ...found, devices: served.get(found.row.id) ?? [] }))
}

/** The controller whose figures are the house's. */
export const mainOf = (devices: readonly BoundDevice[]) => devices.find(({ isMain }) => isMain)

/** The values shown for a house that is not shared. */
const untold = {
  breed: null,
  flockStartedOn: null,
  flockHatchedOn: null,
  flockCount: null,
  flockSold: null,
  litter: null,
  state: null,
}

/** The house as the API shows it. */
export function shownHouse({
  row,
  now: known,
  officeName,
  customerName,
  officeZone,
  placementDay,
  kept,
  hasRecords,
  group,
  cage,
  devices,
}: FoundHouse): House {
  const { id, name, officeId, type, lengthM, widthM, heightM, latitude, longitude, version } = row
  const timeZone = row.timeZone ?? officeZone
  const { flockStartedOn, flockHatchedOn, breed, flockCount, flockSold, litter, state } = known ?? untold
  const flock = { type, flockStartedOn, flockHatchedOn }
  const now = new Date()
  const standardAge = ageInDays(flock, timeZone, now)
  const counted = devices.find(({ birds }) => birds !== null)?.birds ?? null
  return {
    id,
    name,
    officeId,
    officeName,
    type,
    lengthM,
    widthM,
    heightM,
    latitude,
    longitude,
    version,
    customer: customerName,
    timeZone,
    ownTimeZone: row.timeZone,
    flockStartedOn,
    flockHatchedOn,
    cage,
    groupId: group?.id ?? null,
    groupName: group?.name ?? null,
    breed,
    flockCount,
    flockSold,
    litter,
    aliveCount: standardAge === null ? null : (kept ?? counted),
    isRecorded: standardAge !== null && kept !== null && hasRecords,
    countedCount: standardAge === null ? null : counted,
    state,
    dayAge: standardAge === null ? null : standardAge + placementDay,
    standardAge,
    placedInDays: daysToPlacement(flock, timeZone, now),
    devices: devices.map(({ id, code, name, type, status }) => ({ id, code, name, type, status })),
    mainId: mainOf(devices)?.id ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The houses with what only lists show. */
async function shownInList(db: Db, rows: HouseRow[]): Promise<House[]> {
  const found = await withDevices(db, rows)
  const worst = await worstLevels(
    db,
    rows.map(({ row }) => row.id),
  )
  return found.map(each => ({ ...shownHouse(each), worst: worst.get(each.row.id) }))
}

type Filter = z.output<typeof HouseFilter>
type Rows = Filter & z.output<typeof DeletedFilter>

/** Houses in a state; in alarm are all of that urgency, in whatever state. */
const housesThatAre = (db: Db, state: NonNullable<Filter['state']>) => {
  const urgency = urgencyOfHouse(houseNow.state, houseNow.houseId)
  const is =
    state === 'offline'
      ? eq(houseNow.state, state)
      : state === 'alarm'
        ? sql`${urgency} in ('emergency', 'alarm')`
        : sql`${urgency} in ('watch', 'normal')`
  return db.select({ id: houseNow.houseId }).from(houseNow).where(is)
}

const matching = (db: Db, { search, type, officeId, groupId, state }: Filter) =>
  and(
    search ? ilike(house.name, anywhere(search)) : undefined,
    type && eq(house.type, type),
    officeId === undefined ? undefined : isOfOffice(house.officePath, officeId),
    groupId === undefined ? undefined : eq(house.groupId, groupId),
    state && inArray(house.id, housesThatAre(db, state)),
  )

const idsWhere = (db: Db, condition: SQL | undefined, order: SQL[]) =>
  db
    .select({ id: house.id })
    .from(house)
    .leftJoin(houseNow, eq(houseNow.houseId, house.id))
    .where(condition)
    .orderBy(...order)

/** Ids of all houses that match a filter, in its order. */
export async function houseIds(db: Db, query: Filter & { sort?: string | undefined }): Promise<string[]> {
  const order = orderOf(query.sort, sortable, 'name', house.id)
  const rows = await idsWhere(db, and(inUse, matching(db, query)), order)
  return rows.map(({ id }) => id)
}

/** The houses of these ids as the API shows them, in no order. */
export async function housesById(db: Db, scope: Scope, ids: readonly string[], language: Language) {
  const rows = await housesWhere(db, scope, language, and(inUse, inArray(house.id, [...ids])))
  return shownInList(db, rows)
}

/**
 * One page of the houses, by name by default; of deleted ones, the last deleted first. `seen`: the farms whose data it
 * includes.
 */
export async function listHouses(
  db: Db,
  scope: Scope,
  query: z.output<typeof PageQuery> & Rows,
  language: Language,
) {
  const condition = and(listed(house.deletedAt, query), matching(db, query))
  const total = db.$count(house, condition)
  const order = orderOf(query.sort, sortable, query.deleted ? '-deletedAt' : 'name', house.id)
  // The page is found first, so that related data is looked up only for its rows.
  const page = idsWhere(db, condition, order).limit(query.size).offset(skipped(query))
  const rows = await housesWhere(db, scope, language, inArray(house.id, page), total).orderBy(...order)
  const deletions = await deletionsOf(
    db,
    'houses',
    rows.map(({ row }) => row),
  )
  const items = (await shownInList(db, rows)).map(shown => ({ ...shown, deleted: deletions.get(shown.id) }))
  const seen = rows.filter(({ now }) => now !== null).map(({ farmPath }) => ({ farmPath }))
  return { total: await totalOf(rows, total), items, seen }
}

/** Number of houses of each type. */
export const countHouses = (db: Db, { by, ...filter }: Rows & { by: 'type' }) =>
  countedBy(db, house, house[by], and(listed(house.deletedAt, filter), matching(db, filter)))

/** All houses whose farm data the viewer may see; one person's farm, so not paged. */
export async function allHouses(db: Db, scope: Scope, language: Language): Promise<FoundHouse[]> {
  const rows = await housesWhere(db, scope, language, inUse).orderBy(house.name, house.id)
  return withDevices(
    db,
    rows.filter(({ now }) => now !== null),
  )
}

/** The house, or a refusal when it is not in the viewer's scope. */
export async function findHouse(db: Db, scope: Scope, id: string, language: Language): Promise<FoundHouse> {
  const found = await findKeptHouse(db, scope, id, language)
  if (found.row.deletedAt !== null) throw refuse.notFound()
  return found
}

/** The house, even a deleted one; refused when it is not in the viewer's scope. */
export async function findKeptHouse(
  db: Db,
  scope: Scope,
  id: string,
  language: Language,
): Promise<FoundHouse> {
  const [found] = await withDevices(db, await housesWhere(db, scope, language, eq(house.id, id)))
  if (!found) throw refuse.notFound()
  return found
}
