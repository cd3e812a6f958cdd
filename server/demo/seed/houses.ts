import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { isTiered, usualRows } from '#shared/contracts/cage-types.ts'
import { categoryOf } from '#shared/flocks.ts'
import { type HouseEquipment, proposedEquipment, usualMachines } from '#shared/house-equipment.ts'
import type { Litter } from '#shared/litter.ts'
import type { Machine } from '#shared/machines.ts'
import type { Heaters } from '#shared/physics/heaters.ts'
import type { Roughness } from '#shared/rough-houses.ts'
import type { HouseType } from '#shared/signals.ts'
import { drawnNumber, placementDayOf } from '../../farm/flocks/house-flock.ts'
import { newId } from '../../platform/database/ids.ts'
import { cageType, device, flock, house, houseDevice, houseGroup } from '../../platform/database/schema.ts'
import { hashSecret } from '../../telemetry/credentials.ts'
import type { OwnerDb } from './accounts.ts'
import { type DemoSite, usedLitter, withoutFlue } from './demo-farms.ts'
import { HOUSED_AT } from './demo-flocks.ts'

const DAY_MS = 86_400_000
/** Cocks per hen in a breeder house. */
const MALES = 0.1
/** How long the controllers have served their houses, so that history can be delivered. Days */
const BOUND_DAYS = 60

/** Writes the sites' gateways, controllers and houses with their groups, and which controller serves which house. */
export async function addHouses(
  db: OwnerDb,
  office: { id: string; path: string },
  timeZone: string,
  sites: readonly DemoSite[],
  secretOf: (gatewayCode: string) => string,
): Promise<void> {
  const devices: (typeof device.$inferInsert)[] = []
  const houses: (typeof house.$inferInsert)[] = []
  const flocks: PgInsertValue<typeof flock>[] = []
  const bindings: (typeof houseDevice.$inferInsert)[] = []
  const own = { officeId: office.id, officePath: office.path }
  const named = (code: string) => ({ id: newId(), code, codeKey: code.toLowerCase(), name: code, ...own })
  const from = new Date(Date.now() - BOUND_DAYS * DAY_MS)
  const cages = new Map((await db.select().from(cageType)).map(each => [each.englishName, each]))
  const groups: (typeof houseGroup.$inferInsert)[] = []
  for (const site of sites) {
    const groupId = site.name === undefined ? null : newId()
    if (groupId && site.name) groups.push({ id: groupId, name: site.name, ...own })
    const gateway = named(site.gateway)
    devices.push({ ...gateway, type: 'gateway', credentialHash: hashSecret(secretOf(site.gateway)) })
    for (const [code, { ageDays, birds, cage, ...form }] of Object.entries(site.houses)) {
      const controller = named(code)
      const id = newId()
      devices.push({ ...controller, type: 'controller', gatewayId: gateway.id })
      const place = { latitude: site.latitude, longitude: site.longitude }
      const housedAt = HOUSED_AT[form.type]
      const placedOn = dayBefore(timeZone, ageDays - housedAt)
      flocks.push({
        id: newId(),
        number: drawnNumber(placedOn),
        houseId: id,
        officePath: office.path,
        farmPath: office.path,
        type: form.type,
        category: categoryOf[form.type],
        breed: form.breed,
        placedOn,
        hatchedOn: housedAt > 0 ? dayBefore(timeZone, ageDays) : null,
        placedCount: birds,
        litter: usedLitter.has(code) ? 'reused' : null,
        placedMales: form.type === 'breeder' ? Math.round(birds * MALES) : null,
        placementDay: placementDayOf(office.id),
        maturedOn: isHens(form.type) ? placedOn : null,
        matureCount: isHens(form.type) ? birds : null,
      })
      const system = cages.get(cage ?? '')
      const belongs = { groupId, cageTypeId: system?.id ?? null }
      const equipment = equipmentIn(code, { ...form, ...place, birds }, system)
      houses.push({ id, ...own, ...form, ...place, ...belongs, equipment })
      bindings.push({ id: newId(), houseId: id, deviceId: controller.id, officePath: office.path, from })
    }
  }
  if (devices.length === 0) return
  if (groups.length > 0) await db.insert(houseGroup).values(groups)
  await db.insert(device).values(devices)
  await db.insert(house).values(houses)
  await db.insert(flock).values(flocks)
  await db.insert(houseDevice).values(bindings)
}

/** The model that stands for a fan in the demonstration, by what it moves. m³/h */
const fanModel = (airflow: number) =>
  airflow >= 30_000 ? 'RT-1380' : airflow >= 15_000 ? 'RT-1220' : 'RT-710'
/** Houses whose large fans have a motor on the shaft, and no belt. */
const DIRECT = { houses: new Set(['EC-BV-02', 'EC-LB-04']), model: 'EC-1400', airflow: 30_000 }
/** Models of other machines in the demonstration, as on their plates. */
const models: Partial<Record<Machine, string>> = {
  inlet: 'SW-560',
  tunnelDoor: 'TD-1200',
  pad: '7090',
  heater: 'GH-70',
  feedLine: 'FA-90',
  feedCart: 'TH-4',
  pan: 'FP-14',
  waterLine: 'ND-360',
  waterMeter: 'DN25',
  doser: 'DP-2',
  manureBelt: 'MB-1200',
  eggBelt: 'EB-100',
  eggElevator: 'EL-6',
  cage: 'HC-4',
  silo: 'FS-12',
  feedScale: 'LC-5T',
  birdScale: 'BS-30',
  temperatureSensor: 'NTC-10K',
  humiditySensor: 'RH-420',
  pressureSensor: 'PA-60',
  gasSensor: 'NH3-100',
  light: 'LED-9W',
  controller: 'RT-C8',
  panel: 'PB-1',
  alarm: 'AD-12',
  generator: 'DG-60',
}

type Furnished = Pick<typeof house.$inferInsert, 'type' | 'lengthM' | 'widthM' | 'heightM'> & {
  birds: number
  latitude: number
}

/** What such a house usually has, as if somebody had read it off the name plates. */
function equipmentIn(
  code: string,
  { type, ...size }: Furnished,
  system: typeof cageType.$inferSelect | undefined,
): HouseEquipment {
  const { fanGroups, ...usual } = proposedEquipment(type, size)
  const rest = { ...usual, heaters: withoutFlue.has(code) ? ('naturalGas' as const) : ('flued' as const) }
  const rows = system ? { ...system, isTiered: isTiered(system.layout) } : usualRows(type, size.widthM)
  return {
    ...rest,
    fanGroups: fanGroups.map(group => {
      const isDirect = DIRECT.houses.has(code) && group.airflowM3h >= DIRECT.airflow
      const model = isDirect ? DIRECT.model : fanModel(group.airflowM3h)
      return { ...group, model, drive: isDirect ? ('direct' as const) : ('belt' as const) }
    }),
    machines: usualMachines(type, size, rest, rows).map(each => ({
      ...each,
      model: models[each.machine] ?? '',
    })),
  }
}

/** Birds that arrive as hens: they are in lay when housed. */
export const isHens = (type: HouseType) => HOUSED_AT[type] > 0

/** The date this many days before today in the zone, as yyyy-mm-dd. */
function dayBefore(timeZone: string, days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}

/** A house as in the simulator's fleet file (simulator/fleet.ts checks it). */
export interface FleetDevice {
  code: string
  house: {
    name: string
    type: string
    breed: string
    lengthM: number
    widthM: number
    heightM: number
    latitude: number
    longitude: number
    timeZone: string
    placedOn: string
    birds: number
    /** days of age when they came */
    arrivedAge: number
    lost?: readonly number[]
    seed: number
    rough?: readonly Roughness[]
    hasGenerator?: boolean
    litter?: Litter
    heaters?: Heaters
  }
}

/**
 * The gateways under an office with the controllers that serve houses with birds, as currently registered.
 * `path` is the office's, '1.' for all. Leaves out gateways whose code `has` rejects.
 */
export async function fleetGateways(
  client: Client,
  has: (gatewayCode: string) => boolean,
  secretOf: (gatewayCode: string) => string,
): Promise<{ code: string; secret: string; devices: FleetDevice[] }[]> {
  const { rows } = await client.query(`
    select g.code as gateway, d.code, d.serial as seed, h.name, h.type, n.breed, h.length_m, h.width_m, h.height_m,
      h.latitude, h.longitude, coalesce(h.time_zone, o.time_zone) as time_zone,
      coalesce(n.flock_hatched_on, n.flock_started_on)::text as placed_on,
      coalesce(n.flock_started_on - n.flock_hatched_on, 0) as arrived_age, n.flock_count as birds, n.litter, h.equipment ->> 'heaters' as heaters
    from house_device s join device d on d.id = s.device_id join device g on g.id = d.gateway_id
    join house h on h.id = s.house_id join house_now n on n.house_id = h.id join office o on o.id = h.office_id
    where s."to" is null and d.type = 'controller' and g.deleted_at is null and d.deleted_at is null and h.deleted_at is null
      and n.breed is not null and h.latitude is not null and h.longitude is not null and n.flock_started_on is not null
    order by g.serial, d.serial`)
  const gateways = new Map<string, FleetDevice[]>()
  for (const row of rows) {
    if (!has(row.gateway)) continue
    const devices = gateways.get(row.gateway) ?? []
    gateways.set(row.gateway, devices)
    const size = { lengthM: row.length_m, widthM: row.width_m, heightM: row.height_m }
    const place = { latitude: row.latitude, longitude: row.longitude, timeZone: row.time_zone }
    const flock = {
      breed: row.breed,
      placedOn: row.placed_on,
      birds: row.birds ?? 0,
      arrivedAge: row.arrived_age,
      ...(row.litter && { litter: row.litter }),
      ...(row.heaters && { heaters: row.heaters }),
    }
    devices.push({
      code: row.code,
      house: { name: row.name, type: row.type, seed: row.seed, ...size, ...place, ...flock },
    })
  }
  return [...gateways].map(([code, devices]) => ({ code, secret: secretOf(code), devices }))
}
