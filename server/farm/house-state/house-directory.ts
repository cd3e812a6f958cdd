import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DeviceStatus, DeviceType } from '#shared/devices.ts'
import type { Litter } from '#shared/litter.ts'
import type { HouseType } from '#shared/signals.ts'
import { type SilenceLimits, silenceLimitsOf } from '#shared/silence-limits.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { device, house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { troubleOf } from '../../platform/database/trouble.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import { type Consents, changedIn, freshConsents, type KnownConsents, readConsents } from './consents.ts'

export interface KnownHouse {
  id: string
  name: string
  officePath: string
  /** Path of the customer whose consent the offices above it need. */
  farmPath: string
  /** Path of the department that looks after the customer; null if none does. */
  carePath: string | null
  /** Until when the customer shares its farm data with the offices above it, ms since 1970; 0 = not. */
  sharedUntil: number
  /** Until when it lets the offices above it control its controllers (RC), ms since 1970. */
  controlledUntil: number
  /** With the status as it was read: events since then are newer. */
  devices: readonly KnownDevice[]
  type: HouseType
  /** Date of placement, possibly planned; null while the house is empty. */
  flockStartedOn: string | null
  /** Null: the birds arrived as chicks. */
  flockHatchedOn: string | null
  litter: Litter | null
  /** The house's own, or its office's. */
  timeZone: string
  silence: SilenceLimits
}
interface KnownDevice {
  id: string
  code: string
  status: DeviceStatus
  type: DeviceType
  /** The controller whose figures are the house's. */
  isMain: boolean
  gatewayId: string | null
  /** Of the gateway, as it was read. */
  gatewayStatus: DeviceStatus | null
  /** When it replaced another, ms since 1970; null when it never did. */
  replacedAt: number | null
}

/** Which devices serve which house now; kept in memory and read again when the registry or rights change. */
export interface HouseDirectory {
  house(id: string): KnownHouse | undefined
  houseOfDevice(deviceId: string): KnownHouse | undefined
  all(): Iterable<KnownHouse>
  /** Calls the listener on each change; call the returned function to stop. */
  onChange(listener: () => void): () => void
  /** Reports the paths of customers that granted or ended a consent, RA or RC, once that is known here. */
  onConsents(listener: (farmPaths: readonly string[]) => void): void
  stop(): void
}

type Row = Omit<KnownHouse, 'devices'> & { device: KnownDevice | null }

const gateway = alias(device, 'gateway')

/** Reading ten thousand houses at once would hold up incoming readings. */
const ROWS_AT_ONCE = 1_000

async function readHouses(store: Store, shared: Consents): Promise<Row[]> {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const part = await readPart(store, after, shared)
    if (part.length < ROWS_AT_ONCE) return rows.concat(part)
    // The last house may have more devices than this part contains.
    const last = part.at(-1)?.id ?? ''
    const whole = part.filter(({ id }) => id !== last)
    for (const row of whole) rows.push(row)
    after = whole.at(-1)?.id ?? last
  }
}

/** Devices of the houses that follow, in order of house id; a house without devices is one row. */
async function readPart(store: Store, after: string, shared: Consents): Promise<Row[]> {
  const rows = await store
    .scoped(SYSTEM)
    .select({
      id: house.id,
      officePath: house.officePath,
      farmPath: office.farmPath,
      carePath: office.carePath,
      name: house.name,
      type: house.type,
      flockStartedOn: houseNow.flockStartedOn,
      flockHatchedOn: houseNow.flockHatchedOn,
      litter: houseNow.litter,
      noDataWarningS: houseNow.noDataWarningS,
      noDataCriticalS: houseNow.noDataCriticalS,
      ownZone: house.timeZone,
      officeZone: office.timeZone,
      deviceId: device.id,
      deviceCode: device.code,
      status: device.status,
      deviceType: device.type,
      isMain: houseDevice.main,
      gatewayId: device.gatewayId,
      gatewayStatus: gateway.status,
      replacedAt: device.replacedAt,
    })
    .from(house)
    .innerJoin(office, eq(office.path, house.officePath))
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .leftJoin(houseDevice, and(eq(houseDevice.houseId, house.id), isNull(houseDevice.to)))
    .leftJoin(device, and(eq(device.id, houseDevice.deviceId), isNull(device.deletedAt)))
    .leftJoin(gateway, eq(gateway.id, device.gatewayId))
    .where(and(gt(house.id, after), isNull(house.deletedAt)))
    .orderBy(house.id)
    .limit(ROWS_AT_ONCE)
  return rows.map(
    ({
      ownZone,
      officeZone,
      noDataWarningS,
      noDataCriticalS,
      deviceId,
      deviceCode,
      status,
      deviceType,
      isMain,
      gatewayId,
      gatewayStatus,
      replacedAt,
      ...row
    }) => {
      const farmPath = row.farmPath ?? row.officePath
      const known =
        deviceId !== null && deviceCode !== null && status !== null && deviceType !== null && isMain !== null
          ? {
              id: deviceId,
              code: deviceCode,
              status,
              type: deviceType,
              isMain,
              gatewayId,
              gatewayStatus,
              replacedAt: replacedAt?.getTime() ?? null,
            }
          : null
      return {
        ...row,
        farmPath,
        sharedUntil: shared.get(farmPath)?.farm ?? 0,
        controlledUntil: shared.get(farmPath)?.remote ?? 0,
        device: known,
        timeZone: ownZone ?? officeZone,
        silence: silenceLimitsOf({ noDataWarningS, noDataCriticalS }),
      }
    },
  )
}

/** How often to look for consents ended by another process, or by an administrator in the database. */
const CONSENTS_MS = 1_000
/** How often the first reading is tried, each for as long as a statement may take, and the pause between. */
const FIRST_TRIES = 12
const AGAIN_MS = 500

function group(rows: readonly Row[]): Map<string, KnownHouse> {
  const houses = new Map<string, KnownHouse & { devices: KnownHouse['devices'][number][] }>()
  for (const { device: served, ...known } of rows) {
    const entry = houses.get(known.id) ?? { ...known, devices: [] }
    if (served) entry.devices.push(served)
    houses.set(known.id, entry)
  }
  return houses
}

/** Reads the directory and keeps it fresh; changes during a read cause one more round. */
export async function openHouseDirectory(store: Store, events: Events, onError: (error: unknown) => void) {
  let houses = new Map<string, KnownHouse>()
  let byDevice = new Map<string, KnownHouse>()
  let known: KnownConsents = { consents: new Map(), mark: '', nextEnd: 0 }
  const listeners = new Set<() => void>()
  const consentListeners: ((farmPaths: readonly string[]) => void)[] = []
  let reading: Promise<void> | undefined
  let again = false
  let stopped = false

  const load = async () => {
    const read = await readConsents(store)
    houses = group(await readHouses(store, read.consents))
    byDevice = new Map(
      [...houses.values()].flatMap(known => known.devices.map(({ id }) => [id, known] as const)),
    )
    for (const listener of listeners) listener()
    const before = known
    known = read
    tellConsents(before, read)
  }
  const tellConsents = (before: KnownConsents, now: KnownConsents) => {
    const changed = changedIn(before.consents, now.consents)
    if (changed.length > 0) for (const listener of consentListeners) listener(changed)
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
    const before = known
    const fresh = await freshConsents(store, before)
    // All were read meanwhile.
    if (known !== before) return
    known = fresh
    if (fresh.consents === before.consents) return
    let changed = false
    for (const each of houses.values()) {
      const until = fresh.consents.get(each.farmPath)?.farm ?? 0
      changed ||= each.sharedUntil !== until
      each.sharedUntil = until
      each.controlledUntil = fresh.consents.get(each.farmPath)?.remote ?? 0
    }
    if (changed) for (const listener of listeners) listener()
    tellConsents(before, fresh)
  }
  /** Rights of single accounts say nothing about houses; a change of offices concerns all. */
  const onAccess = ({ accountIds }: EventMap['access'][0]) => {
    if (accountIds === 'all') refresh()
  }

  for (let tries = 1; ; tries++)
    try {
      await load()
      break
    } catch (error) {
      // A start does not fail because the database was slow for a moment.
      if (tries === FIRST_TRIES || troubleOf(error) === 'fault') throw error
      onError(error)
      await delay(AGAIN_MS)
    }
  const timer = setInterval(() => void readSharing().catch(onError), CONSENTS_MS)
  events.on('registry', refresh)
  events.on('access', onAccess)
  return {
    house: (id: string) => houses.get(id),
    houseOfDevice: (deviceId: string) => byDevice.get(deviceId),
    all: () => houses.values(),
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onConsents: (listener: (farmPaths: readonly string[]) => void) => {
      consentListeners.push(listener)
    },
    stop: () => {
      stopped = true
      clearInterval(timer)
      events.off('registry', refresh)
      events.off('access', onAccess)
    },
  } satisfies HouseDirectory
}
