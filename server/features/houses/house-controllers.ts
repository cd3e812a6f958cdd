import { and, desc, eq, inArray, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { HouseControllers, ReportedByDevice } from '#shared/contracts/houses.ts'
import { standingRisks } from '#shared/setting-risks.ts'
import { type SettingDocument, settingByName } from '#shared/signals.ts'
import { silenceLimitsOf } from '#shared/silence-limits.ts'
import { lastDay } from '#shared/zone-time.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import { type HeldFlock, heldFlocks } from '../../farm/flocks/held-flocks.ts'
import { judgedHouse } from '../../farm/settings/judged-house.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, deviceConnection } from '../../platform/database/tables/farms.ts'
import type { Services } from '../../platform/services.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import { isSetting } from '../../telemetry/wire-readings.ts'
import type { FoundHouse } from './houses.queries.ts'
import { levelSettingsOf } from './level-settings.ts'
import { foreignMetrics } from './metric-facts.ts'
import { none, type Readings, toldBy } from './told-by.ts'

const RELAY = /^Settings\/Relay\/R\d\d\/Function$/
const VERSION = 'Settings/Version'

const only = (readings: Readings, wanted: (name: string) => boolean): Readings =>
  Object.fromEntries(Object.entries(readings).filter(([name]) => wanted(name)))

/** The functions of all relays, each once; 0 drives nothing. Null when the controller reported none. */
function drivenBy(settings: Readings): number[] | null {
  const codes = Object.entries(settings).filter(([name]) => RELAY.test(name))
  if (codes.length === 0) return null
  return [...new Set(codes.map(([, [code]]) => code))].filter(
    code => typeof code === 'number' && code > 0,
  ) as number[]
}

const barred = alias(device, 'barred')

/** Who disabled these devices, or their gateways, with the reason they gave. */
async function disabledBy(db: Db, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([device.id], { id: device.id, detail: deviceConnection.detail })
    .from(device)
    .innerJoin(barred, or(eq(barred.id, device.id), eq(barred.id, device.gatewayId)))
    .innerJoin(deviceConnection, eq(deviceConnection.deviceId, barred.id))
    .where(and(inArray(device.id, ids), eq(barred.status, 'DISABLE'), eq(deviceConnection.event, 'disabled')))
    .orderBy(device.id, desc(deviceConnection.at))
  return new Map(rows.map(({ id, detail }) => [id, detail]))
}

/**
 * The devices that serve a house, with the version of their settings and what their relays drive. Settings stay null if the
 * customer does not let the viewer control the house (RC). The viewer must be allowed to see its farm data.
 */
export async function controllersOf(
  db: Db,
  services: Services,
  found: FoundHouse,
): Promise<HouseControllers> {
  const { devices: bound, isRemote, remoteControlUntil, customerZone } = found
  const told = await toldBy(db, services, isRemote ? bound : [])
  const by = await disabledBy(
    db,
    bound.map(({ id }) => id),
  )
  const flocks = await heldFlocks(db, [found.row.id])
  const flock = flocks.get(found.row.id) ?? null
  const end = remoteControlUntil?.getTime() ?? 0
  return {
    remoteControlEndsOn: end > Date.now() && customerZone ? lastDay(end, customerZone) : null,
    devices: bound.map(({ id, code, name, status, statusSince }) => {
      const settings = told.get(id) ?? none
      const version = settings[VERSION]?.[0]
      return {
        id,
        code,
        name,
        status,
        statusSince: statusSince.toISOString(),
        disabledBy: by.get(id) ?? null,
        settingsVersion: typeof version === 'number' ? version : null,
        drives: drivenBy(settings),
        levelSettings: levelSettingsOf(settings),
        outside: outsideOf(settings, { ...found, flock }, services.devices.latest(id)),
      }
    }),
  }
}

/** What stands outside its safe range; nothing where no settings may be read. */
function outsideOf(
  settings: Readings,
  { row, now, officeZone, flock }: FoundHouse & { flock: HeldFlock | null },
  latest: LatestState | undefined,
) {
  const document = Object.fromEntries(
    Object.entries(settings).flatMap(([name, [value]]) => (settingByName(name) ? [[name, value]] : [])),
  ) as SettingDocument
  return standingRisks(document, judgedHouse({ row, now, officeZone, latest, flock }))
}

/** The last values of everything the devices of a house reported; settings under the same condition as above. */
export async function reportedBy(db: Db, services: Services, found: FoundHouse): Promise<ReportedByDevice[]> {
  const { devices: bound, isRemote } = found
  const ids = bound.map(({ id }) => id)
  const [told, foreign, doubts] = await Promise.all([
    toldBy(db, services, bound),
    foreignMetrics(db, ids),
    doubtsNow(db, ids),
  ])
  return bound.map(({ id, code, name }) => {
    const readings = told.get(id) ?? none
    return {
      id,
      code,
      name,
      metrics: only(readings, metric => !isSetting(metric)),
      doubts: [...(doubts.get(id)?.values() ?? [])],
      foreign: foreign.get(id) ?? [],
      settings: isRemote ? only(readings, isSetting) : null,
      silentAfterS: silenceLimitsOf(found.now).warningS,
    }
  })
}
