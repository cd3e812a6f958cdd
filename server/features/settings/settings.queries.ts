import { and, desc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HeldSetting, SettingChange, SettingsOfGroup } from '#shared/contracts/settings.ts'
import { ownSettings } from '#shared/iot-products.ts'
import { isSame } from '#shared/setting-draft.ts'
import { type SettingGroupKey, settingByName, settingGroups } from '#shared/signals.ts'
import { stepsOf } from '#shared/temporary-settings.ts'
import { bothNames } from '#shared/text.ts'
import { lastDay } from '#shared/zone-time.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import { meatUntilIn } from '../../farm/flocks/flock-course.ts'
import { heldFlocks } from '../../farm/flocks/held-flocks.ts'
import { placementDayNow } from '../../farm/flocks/placement-day.ts'
import { airNow } from '../../farm/settings/air-now.ts'
import { judgedHouse, zoneOf } from '../../farm/settings/judged-house.ts'
import type { ChangeRow } from '../../farm/settings/open-changes.ts'
import { coursesAt, isReturning } from '../../farm/settings/temporary.ts'
import { type ToldSettings, toldSettings } from '../../farm/settings/told-settings.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { device, house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'

export interface Asked extends AnyCall {
  db: Db
  viewer: Viewer
  params: { id: string }
}

/** Who asks about a house: a viewer, or the server itself. */
type AskedOf = Pick<Asked, 'db' | 'params' | 'language' | 'services'> & { viewer: Pick<Viewer, 'scope'> }

type Origin = SettingChange['origin']

const customer = alias(office, 'customer')

/** A house whose controllers the viewer may control; refused otherwise. */
async function controlledHouse({ db, viewer, params, language }: AskedOf) {
  const [found] = await db
    .select({
      row: house,
      now: houseNow,
      officeZone: office.timeZone,
      farmPath: office.farmPath,
      placementDay: placementDayNow,
      customerName: nameIn(language, customer),
      customerZone: customer.timeZone,
      remoteUntil: customer.remoteControlUntil,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(houseNow, eq(houseNow.houseId, house.id))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(and(eq(house.id, params.id), isNull(house.deletedAt)))
  if (!found) throw refuse.notFound()
  const isOwn = found.farmPath !== null && (viewer.scope.farm === found.farmPath || viewer.scope.farm === '*')
  const until = found.remoteUntil?.getTime() ?? 0
  if (found.farmPath === null || !(isOwn || until > Date.now())) throw refuse.notShared('remote')
  return { ...found, farmPath: found.farmPath, isOwn, until }
}

/** Controllers and other devices that serve a house now, its main controller first. */
const devicesOf = (db: Db, houseId: string) =>
  db
    .select({
      id: device.id,
      code: device.code,
      name: device.name,
      status: device.status,
      statusSince: device.statusSince,
      officePath: device.officePath,
      product: iotProduct,
    })
    .from(houseDevice)
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .leftJoin(iotProduct, eq(iotProduct.id, device.productId))
    .where(and(eq(houseDevice.houseId, houseId), isNull(houseDevice.to), isNull(device.deletedAt)))
    .orderBy(desc(houseDevice.main), houseDevice.from, device.id)

/** A controller of a house, with the settings it reported. */
export async function controllerOf(call: AskedOf, deviceId: string | undefined) {
  const found = await controlledHouse(call)
  const devices = await devicesOf(call.db, found.row.id)
  const bound = deviceId === undefined ? devices[0] : devices.find(({ id }) => id === deviceId)
  if (!bound && deviceId !== undefined) throw refuse.invalid([{ field: 'deviceId', message: 'row.notFound' }])
  if (!bound) throw refuse.invalid([], 'setting.noDevice')
  const latest = call.services.devices.latest(bound.id)
  const told = toldSettings(latest)
  // Whoever may control the house must know what to believe of it, whether they may see its alarms or not.
  const doubts = await doubtsNow(call.services.store.scoped(SYSTEM), [bound.id])
  const values = ownSettings(told.values, bound.product)
  const air = airNow(latest, doubts.get(bound.id))
  const flocks = await heldFlocks(call.db, [found.row.id])
  const flock = flocks.get(found.row.id) ?? null
  return {
    ...found,
    meatUntil: flock && (await meatUntilIn(call, found.row.id)),
    flock,
    devices,
    device: bound,
    latest,
    doubts: doubts.get(bound.id),
    air,
    told: { ...told, values },
  }
}
export type FoundController = Awaited<ReturnType<typeof controllerOf>>

/** Its name in logs: a view from above the customer is logged. */
export const seenOf = ({ row, farmPath }: FoundController) => ({ farmPath, house: row })

/** The common part of every screen of a controller's settings. */
export async function shownController(db: Db, viewer: Viewer, found: FoundController) {
  const { row, customerName, customerZone, until, isOwn, devices, device: bound, latest, told } = found
  const timeZone = zoneOf(found)
  const clock = latest?.readings.get('Clock/ControllerTime')?.value
  return {
    house: {
      ...judgedHouse(found),
      id: row.id,
      name: row.name,
      timeZone,
      customer: viewer.scope.farm === '' ? customerName : null,
      placementDay: found.placementDay,
    },
    devices: devices.map(({ id, code, name }) => ({ id, code, name })),
    device: {
      id: bound.id,
      code: bound.code,
      name: bound.name,
      status: bound.status,
      statusSince: bound.statusSince.toISOString(),
      product: bound.product && bothNames(bound.product),
    },
    version: told.version,
    remoteControlEndsOn: isOwn || !customerZone ? null : lastDay(until, customerZone),
    clock: {
      shows: clock === null || clock === undefined ? null : Number(clock),
      aheadMs: latest?.clockAheadMs ?? 0,
    },
    open: await openOf(db, bound.id),
    returning: await returningOf(db, found),
    held: await heldOf(db, found),
    canReturn: told.answers,
  }
}

/** The groups a controller has, with how many settings of each. */
export function groupsOf({ values }: ToldSettings): { key: SettingGroupKey; settings: number }[] {
  const counts = new Map<SettingGroupKey, number>()
  for (const name of Object.keys(values)) {
    const key = settingByName(name)?.group
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return settingGroups.flatMap(({ key }) => {
    const settings = counts.get(key)
    return settings === undefined ? [] : [{ key, settings }]
  })
}

export const shownChange = (row: ChangeRow): SettingChange => ({
  id: row.id,
  iotId: row.deviceId,
  group: row.group,
  origin: row.origin,
  state: row.state,
  failure: row.failure,
  result: row.result,
  says: row.says,
  isByEcho: row.isByEcho,
  by: row.actorName,
  program: row.actorProgram,
  reason: row.reason,
  before: row.before,
  wanted: row.wanted,
  after: row.after,
  days: row.days,
  madeAt: row.madeAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  overAt: row.overAt?.toISOString() ?? null,
  returnsAt: row.returnsAt?.toISOString() ?? null,
  returnedAt: row.returnedAt?.toISOString() ?? null,
})

/** Open changes of a controller, next first. */
export async function openOf(db: Db, deviceId: string): Promise<SettingChange[]> {
  const rows = await db
    .select()
    .from(settingChange)
    .where(and(eq(settingChange.deviceId, deviceId), inArray(settingChange.state, ['waiting', 'sending'])))
    .orderBy(settingChange.madeAt, settingChange.id)
  return rows.map(shownChange)
}

/** Temporary changes in force on a controller. */
async function returningOf(db: Db, found: FoundController): Promise<SettingChange[]> {
  const rows = await db
    .select()
    .from(settingChange)
    .where(and(changesAt(found), isReturning))
    .orderBy(settingChange.returnsAt)
  return rows.map(shownChange)
}

/** The settings of a controller that are temporarily others, and whether its gateway says that it will end that. */
async function heldOf(db: Db, { device: { id }, told }: FoundController): Promise<HeldSetting[]> {
  const courses = await coursesAt(db, id)
  const planned = told.returns?.flatMap(({ at, values }) =>
    Object.entries(values).map(([name, value]) => ({ at, name, value })),
  )
  const now = Date.now()
  return [...courses].map(([name, course]) => ({
    name,
    ...course,
    isKept:
      planned === undefined
        ? null
        : stepsOf(course)
            .filter(({ at }) => at > now)
            .every(step =>
              planned.some(
                each => each.name === name && each.at === step.at && isSame(each.value, step.value),
              ),
            ),
  }))
}

/** Changes of a controller since it became this customer's. */
const changesAt = ({ device: { id }, farmPath }: FoundController) =>
  and(eq(settingChange.deviceId, id), eq(settingChange.farmPath, farmPath))

/** The last change of each group of a controller. */
export async function lastChanges(
  db: Db,
  found: FoundController,
): Promise<Map<SettingGroupKey, SettingChange>> {
  const rows = await db
    .selectDistinctOn([settingChange.group])
    .from(settingChange)
    .where(changesAt(found))
    .orderBy(settingChange.group, desc(settingChange.madeAt))
  return new Map(rows.map(row => [row.group, shownChange(row)]))
}

/** Who last changed each setting of a group, as far as its controller accepted it. */
export async function changedBy(
  db: Db,
  { device: { id }, farmPath }: FoundController,
  group: SettingGroupKey,
): Promise<SettingsOfGroup['changedBy']> {
  const { rows } = await db.execute<{
    name: string
    by: string | null
    program: string | null
    origin: Origin
    at: Date
  }>(sql`
    select distinct on (told.key) told.key as name, actor_name as by, actor_program as program, origin, coalesce(over_at, made_at) as at
    from ${settingChange}, jsonb_each(${settingChange.after}) told
    where device_id = ${id} and farm_path = ${farmPath} and "group" = ${group}
      and (state = 'synced' or failure in ('partial', 'readBack')) and told.value = ${settingChange.wanted} -> told.key
    order by told.key, made_at desc`)
  return Object.fromEntries(
    rows.map(({ name, by, program, origin, at }) => [
      name,
      { by, program, origin, at: new Date(at).toISOString() },
    ]),
  )
}

interface ChangesAsked {
  group?: SettingGroupKey | undefined
  /** Made in this time, ms since 1970. */
  from?: number | undefined
  to?: number | undefined
  page: number
  size: number
}

export async function changesOf(
  db: Db,
  found: FoundController,
  { group, from, to, page, size }: ChangesAsked,
) {
  const { madeAt } = settingChange
  const of = and(
    changesAt(found),
    group && eq(settingChange.group, group),
    from === undefined ? undefined : gte(madeAt, new Date(from)),
    to === undefined ? undefined : lte(madeAt, new Date(to)),
  )
  const rows = await db
    .select({ change: settingChange, total: db.$count(settingChange, of) })
    .from(settingChange)
    .where(of)
    .orderBy(desc(settingChange.madeAt), desc(settingChange.id))
    .limit(size)
    .offset((page - 1) * size)
  return { rows, of }
}
