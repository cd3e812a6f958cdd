import { and, eq, gt, isNull } from 'drizzle-orm'
import type { DeviceStatus } from '#shared/devices.ts'
import { type Store, SYSTEM } from '../database/store.ts'
import { device, house, houseDevice } from '../database/tables/farms.ts'
import { office } from '../database/tables/offices.ts'
import type { Events } from '../events.ts'

export interface KnownHouse {
  id: string
  name: string
  officePath: string
  /** Path of the customer whose consent the offices above it need. */
  farmPath: string
  /** Until when the customer shares its farm data with the offices above it, ms since 1970; 0 = not. */
  sharedUntil: number
  /** With the status as it was read: what events have told since is newer. */
  devices: readonly { id: string; status: DeviceStatus }[]
}

/** Which devices serve which house now, kept in memory and read again when the registry or rights change. */
export interface HouseDirectory {
  house(id: string): KnownHouse | undefined
  houseOfDevice(deviceId: string): KnownHouse | undefined
  all(): Iterable<KnownHouse>
  onChange(listener: () => void): void
  stop(): void
}

type Row = Omit<KnownHouse, 'devices'> & { deviceId: string | null; status: DeviceStatus | null }

async function readHouses(store: Store): Promise<Row[]> {
  const rows = await store
    .scoped(SYSTEM)
    .select({
      id: house.id,
      name: house.name,
      officePath: house.officePath,
      farmPath: office.farmPath,
      deviceId: device.id,
      status: device.status,
    })
    .from(house)
    .innerJoin(office, eq(office.path, house.officePath))
    .leftJoin(houseDevice, and(eq(houseDevice.houseId, house.id), isNull(houseDevice.to)))
    .leftJoin(device, and(eq(device.id, houseDevice.deviceId), isNull(device.deletedAt)))
    .where(isNull(house.deletedAt))
  const shared = await readConsents(store)
  return rows.map(row => {
    const farmPath = row.farmPath ?? row.officePath
    return { ...row, farmPath, sharedUntil: shared.get(farmPath) ?? 0 }
  })
}

/** Another process, or an administrator in the database, may end a consent: it is read again this often. */
const CONSENTS_MS = 1_000

/** Customer path → end of its consent to be seen, of those who share now. */
async function readConsents(store: Store): Promise<Map<string, number>> {
  const rows = await store
    .scoped(SYSTEM)
    .select({ path: office.path, until: office.farmAccessUntil })
    .from(office)
    .where(and(eq(office.kind, 'customer'), gt(office.farmAccessUntil, new Date())))
  return new Map(rows.map(({ path, until }) => [path, until?.getTime() ?? 0]))
}

function group(rows: readonly Row[]): Map<string, KnownHouse> {
  const houses = new Map<string, KnownHouse & { devices: KnownHouse['devices'][number][] }>()
  for (const { deviceId, status, ...known } of rows) {
    const entry = houses.get(known.id) ?? { ...known, devices: [] }
    if (deviceId && status) entry.devices.push({ id: deviceId, status })
    houses.set(known.id, entry)
  }
  return houses
}

/** Reads the directory and keeps it fresh; changes that come while it is read are read in one more round. */
export async function openHouseDirectory(store: Store, events: Events, onError: (error: unknown) => void) {
  let houses = new Map<string, KnownHouse>()
  let byDevice = new Map<string, KnownHouse>()
  const listeners: (() => void)[] = []
  let reading: Promise<void> | undefined
  let again = false
  let stopped = false

  const load = async () => {
    houses = group(await readHouses(store))
    byDevice = new Map(
      [...houses.values()].flatMap(known => known.devices.map(({ id }) => [id, known] as const)),
    )
    for (const listener of listeners) listener()
  }
  const refresh = () => {
    if (stopped) return
    if (reading) {
      again = true
      return
    }
    reading = load()
      .catch(onError)
      .finally(() => {
        reading = undefined
        if (!again) return
        again = false
        refresh()
      })
  }

  const readSharing = async () => {
    const shared = await readConsents(store)
    for (const known of houses.values()) known.sharedUntil = shared.get(known.farmPath) ?? 0
  }

  await load()
  const timer = setInterval(() => void readSharing().catch(onError), CONSENTS_MS)
  events.on('registry', refresh)
  events.on('access', refresh)
  return {
    house: (id: string) => houses.get(id),
    houseOfDevice: (deviceId: string) => byDevice.get(deviceId),
    all: () => houses.values(),
    onChange: (listener: () => void) => {
      listeners.push(listener)
    },
    stop: () => {
      stopped = true
      clearInterval(timer)
      events.off('registry', refresh)
      events.off('access', refresh)
    },
  } satisfies HouseDirectory
}
