import { inArray } from 'drizzle-orm'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import type { DeviceNow, HouseOnMonitor, Laid, Reading } from '#shared/contracts/houses.ts'
import { type ActiveAlarm, alarmOf, houseStateOf } from '#shared/house-state.ts'
import { placeOf, urgencyOf } from '#shared/house-urgency.ts'
import { silenceLimitsOf } from '#shared/silence-limits.ts'
import { standingAlarms } from '../../farm/alarms/alarm-record.ts'
import { laidInHouses } from '../../farm/flocks/laying.ts'
import { type HouseLosses, lossesOfHouses } from '../../farm/flocks/losses.ts'
import { standardsOfHouses } from '../../farm/flocks/own-standards.ts'
import type { Db } from '../../platform/database/store.ts'
import { deviceState } from '../../platform/database/tables/farms.ts'
import type { Services } from '../../platform/services.ts'
import { aliveAtOf, type LatestState } from '../../telemetry/device-side.ts'
import { isSetting, wireReadings } from '../../telemetry/wire-readings.ts'
import { type BoundDevice, type FoundHouse, mainOf, shownHouse } from './houses.queries.ts'

type Readings = Record<string, Reading>

/** Assumed until a device has been heard often enough. Seconds */
const DEFAULT_INTERVAL_S = 60

/** For a house without a main controller. */
const nothing: Pick<HouseOnMonitor, keyof DeviceNow> = {
  iotId: null,
  lastMessageAt: null,
  reportIntervalS: DEFAULT_INTERVAL_S,
  readings: {},
}

/** The last saved data of devices that the device side does not have in memory. */
export async function savedReadings(db: Db, ids: string[]): Promise<Map<string, Readings>> {
  if (ids.length === 0) return new Map()
  const { deviceId, values } = deviceState
  const rows = await db.select({ deviceId, values }).from(deviceState).where(inArray(deviceId, ids))
  return new Map(rows.map(row => [row.deviceId, row.values]))
}

const toldBy = (
  { id, lastMessageAt }: BoundDevice,
  latest: LatestState | undefined,
  saved: Map<string, Readings>,
): DeviceNow => ({
  iotId: id,
  readings: latest ? wireReadings(latest) : withoutSettings(saved.get(id) ?? {}),
  lastMessageAt: latest?.lastMessageAt ?? lastMessageAt?.getTime() ?? null,
  reportIntervalS: latest?.reportIntervalS ?? DEFAULT_INTERVAL_S,
})

const withoutSettings = (readings: Readings): Readings =>
  Object.fromEntries(Object.entries(readings).filter(([metric]) => !isSetting(metric)))

const activeAlarms = (readings: Readings): string[] =>
  Object.entries(readings)
    .filter(([metric, [value]]) => value === true && alarmOf(metric) !== undefined)
    .map(([metric]) => metric)

/** Open alarms of the platform's own rules in these houses. */
async function platformAlarms(db: Db, houseIds: string[]) {
  if (houseIds.length === 0) return []
  const standing = await standingAlarms(db, houseIds)
  return standing.flatMap(({ source, subjectId, code, level, houseIds }) =>
    source === 'platform' ? { code, level, iotId: subjectId, houseIds } : [],
  )
}

function onMonitor(
  found: FoundHouse,
  told: readonly DeviceNow[],
  aliveAt: (device: BoundDevice) => number | null,
  platform: readonly ActiveAlarm[],
  now: number,
  {
    standard,
    losses,
    laid,
  }: { standard?: OwnStandard | undefined; losses?: HouseLosses | undefined; laid?: Laid | null | undefined },
) {
  const serving = found.devices.map((device, index) => ({
    iotId: device.id,
    status: device.status,
    isMain: device.isMain,
    aliveAt: aliveAt(device),
    activeAlarms: activeAlarms(told[index]?.readings ?? {}),
  }))
  const { state, alarms } = houseStateOf(serving, now, platform, silenceLimitsOf(found.now))
  const main = mainOf(found.devices)?.id
  const house = shownHouse(found)
  const shown: HouseOnMonitor = {
    ...house,
    ...(told.find(({ iotId }) => iotId === main) ?? nothing),
    others: told.filter(({ iotId }) => iotId !== main),
    state,
    // The row has the start time; until the live channel has noted a change it describes the previous state.
    stateSince: found.now?.state === state ? found.now.stateSince.toISOString() : null,
    alarms,
    ...(standard && { standard }),
    ...(losses && house.standardAge !== null ? losses.shown : { losses: null, lossesLack: null }),
    laid: house.standardAge === null ? null : (laid ?? null),
  }
  return { shown, place: placeOf(urgencyOf(state, alarms[0]?.level), shown.flockStartedOn === null) }
}

/** State and latest readings of these houses, worst first. The viewer must be allowed to see their farm data. */
export async function monitored(
  db: Db,
  { devices }: Services,
  houses: readonly FoundHouse[],
): Promise<HouseOnMonitor[]> {
  const bound = houses.flatMap(found => found.devices)
  const latest = new Map(bound.map(({ id }) => [id, devices.latest(id)]))
  const saved = await savedReadings(
    db,
    bound.map(({ id }) => id).filter(id => latest.get(id) === undefined),
  )
  const ids = houses.map(({ row }) => row.id)
  const platform = await platformAlarms(db, ids)
  const standards = await standardsOfHouses(db, ids)
  const losses = await lossesOfHouses(db, ids)
  const laid = await laidInHouses(db, ids)
  const now = Date.now()
  const aliveAt = ({ id, lastMessageAt }: BoundDevice) =>
    aliveAtOf(latest.get(id)) ?? lastMessageAt?.getTime() ?? null
  return houses
    .map(found =>
      onMonitor(
        found,
        found.devices.map(device => toldBy(device, latest.get(device.id), saved)),
        aliveAt,
        platform.filter(({ houseIds }) => houseIds.includes(found.row.id)),
        now,
        {
          standard: standards.get(found.row.id),
          losses: losses.get(found.row.id),
          laid: laid.get(found.row.id),
        },
      ),
    )
    .sort((a, b) => a.place - b.place || a.shown.name.localeCompare(b.shown.name))
    .map(({ shown }) => shown)
}
