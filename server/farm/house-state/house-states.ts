import { setImmediate as nextTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { DeviceStatus } from '#shared/devices.ts'
import {
  type ActiveAlarm,
  type HouseStateName,
  houseStateOf,
  type ServingNow,
  sameAlarms,
} from '#shared/house-state.ts'
import { STARTUP_GRACE_S } from '#shared/limits.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { EventMap, Events, ReportValues } from '../../platform/events.ts'
import { watchOwnPauses } from '../../platform/own-pauses.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { standingAlarms } from '../alarms/alarm-record.ts'
import type { HouseDirectory, KnownHouse } from './house-directory.ts'

/** Silence is looked for this often; a message or a status acts at once. */
const SWEEP_MS = 2_000
/** A hundred thousand houses at once would hold up the readings that come in meanwhile. */
const HOUSES_AT_ONCE = 2_000
const ALARM = 'Alarm/'

export interface HouseNow {
  state: HouseStateName
  /** ms since 1970 */
  since: number
  alarms: (ActiveAlarm & { since: number })[]
}

/** Keeps the state of every house, tells when it changes, and remembers it in the database. */
export interface HouseStates {
  of(houseId: string): HouseNow | undefined
  stop(): void
}

async function readRemembered(store: Store): Promise<Map<string, HouseNow>> {
  const rows = await store
    .scoped(SYSTEM)
    .select({ id: house.id, state: house.state, since: house.stateSince })
    .from(house)
  return new Map(rows.map(({ id, state, since }) => [id, { state, since: since.getTime(), alarms: [] }]))
}

/** What the platform's own rules warn of, by house and alarm. Those of controllers follow from their latest state. */
async function readPlatformAlarms(store: Store): Promise<Map<string, Map<string, ActiveAlarm>>> {
  const byHouse = new Map<string, Map<string, ActiveAlarm>>()
  for (const { id, source, code, level, houseIds, subjectId } of await standingAlarms(store.scoped(SYSTEM)))
    for (const houseId of source === 'platform' ? houseIds : [])
      byHouse.set(houseId, (byHouse.get(houseId) ?? new Map()).set(id, { code, level, iotId: subjectId }))
  return byHouse
}

/** Starts to watch. What was known before the start holds until the controllers say otherwise. */
export async function watchHouseStates({
  store,
  events,
  devices,
  directory,
  onError,
}: {
  store: Store
  events: Events
  devices: Pick<DeviceSide, 'latest'>
  directory: HouseDirectory
  onError: (error: unknown) => void
}) {
  const states = await readRemembered(store)
  const platform = await readPlatformAlarms(store)
  /** Told by events; newer than what the directory read. */
  const statuses = new Map<string, DeviceStatus>()

  let graceUntil = Date.now() + STARTUP_GRACE_S * 1000
  const passed = watchOwnPauses(SWEEP_MS)
  const noticePause = () => {
    const { pausedMs, steppedMs } = passed()
    if (pausedMs > 0 || steppedMs !== 0) graceUntil = Date.now() + STARTUP_GRACE_S * 1000
  }
  /** Device → its alarm metrics that are true; read from the latest state once, then kept by the reports. */
  const active = new Map<string, Set<string>>()

  const alarmsOf = (deviceId: string): Set<string> => {
    let alarms = active.get(deviceId)
    if (!alarms) {
      alarms = new Set<string>()
      for (const [metric, { value }] of devices.latest(deviceId)?.readings ?? [])
        if (value === true && metric.startsWith(ALARM)) alarms.add(metric)
      active.set(deviceId, alarms)
    }
    return alarms
  }
  const statusOf = ({ id, status }: KnownHouse['devices'][number]) => statuses.get(id) ?? status
  const servingNow = (known: KnownHouse['devices'][number]): ServingNow => ({
    iotId: known.id,
    isMain: known.isMain,
    status: statusOf(known),
    lastMessageAt: devices.latest(known.id)?.lastMessageAt ?? null,
    activeAlarms: [...alarmsOf(known.id)],
  })
  /** After a start births are waited for: a main controller that was on is not yet called silent. */
  const isAwaited = (serving: KnownHouse['devices'], now: number) =>
    now < graceUntil && serving.some(known => known.isMain && statusOf(known) === 'ONLINE')

  /** Houses whose row is behind. One writer, so that the last state is the one that stays; what fails is kept. */
  const unsaved = new Map<string, HouseNow>()
  let saving = false
  const save = async () => {
    if (saving) return
    saving = true
    try {
      for (const [houseId, now] of unsaved) {
        const row = { state: now.state, stateSince: new Date(now.since) }
        await store.scoped(SYSTEM).update(house).set(row).where(eq(house.id, houseId))
        if (unsaved.get(houseId) === now) unsaved.delete(houseId)
      }
    } catch (error) {
      onError(error)
    } finally {
      saving = false
    }
  }

  const evaluate = ({ id, devices: serving }: KnownHouse) => {
    // What was said before a pause of ours may be told here before the next sweep.
    noticePause()
    const now = Date.now()
    const known = states.get(id)
    const { state, alarms } = houseStateOf(serving.map(servingNow), now, [
      ...(platform.get(id)?.values() ?? []),
    ])
    if (known?.state === state && sameAlarms(known.alarms, alarms)) return
    if (state === 'offline' && known && known.state !== 'offline' && isAwaited(serving, now)) return
    const next: HouseNow = {
      state,
      since: known?.state === state ? known.since : now,
      alarms: alarms.map(alarm => ({
        ...alarm,
        since:
          known?.alarms.find(({ code, iotId }) => code === alarm.code && iotId === alarm.iotId)?.since ?? now,
      })),
    }
    states.set(id, next)
    if (known?.state !== state) {
      unsaved.set(id, next)
      void save()
    }
    events.emit('house', { houseId: id, ...next })
  }

  /** True when the report changed an alarm of its device. */
  const noteAlarms = (deviceId: string, values: ReportValues): boolean => {
    const alarms = alarmsOf(deviceId)
    let changed = false
    for (const metric of values.named?.(ALARM) ?? values.keys()) {
      const value = metric.startsWith(ALARM) ? values.get(metric) : undefined
      if (value === undefined) continue
      if (value === true ? alarms.has(metric) : !alarms.delete(metric)) continue
      if (value === true) alarms.add(metric)
      changed = true
    }
    return changed
  }
  const onReport = ({ deviceId, historical, values }: EventMap['report'][0]) => {
    if (historical) return
    const changed = noteAlarms(deviceId, values)
    const served = directory.houseOfDevice(deviceId)
    if (served && (changed || states.get(served.id)?.state === 'offline')) evaluate(served)
  }
  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    statuses.set(deviceId, to)
    const served = directory.houseOfDevice(deviceId)
    if (served) evaluate(served)
  }
  const onAlarm = ({ alarmId, change, alarm }: EventMap['alarm'][0]) => {
    if (alarm.source !== 'platform' || change === 'handled') return
    for (const houseId of alarm.houseIds) {
      const known = platform.get(houseId) ?? new Map<string, ActiveAlarm>()
      platform.set(houseId, known)
      if (change === 'cleared') known.delete(alarmId)
      else known.set(alarmId, { code: alarm.code, level: alarm.level, iotId: alarm.iotId })
      const house = directory.house(houseId)
      if (house) evaluate(house)
    }
  }
  let sweeping = false
  let again = false
  let stopped = false
  /** Looks at every house, a part of them at a time; one that is asked for meanwhile follows. */
  const sweep = async () => {
    again = sweeping
    if (sweeping) return
    sweeping = true
    try {
      let looked = 0
      for (const { id } of directory.all()) {
        if (++looked % HOUSES_AT_ONCE === 0) await nextTurn()
        const known = directory.house(id)
        if (stopped) return
        if (known) evaluate(known)
      }
    } finally {
      sweeping = false
    }
    if (unsaved.size > 0) void save()
    if (again) await sweep()
  }

  /** Device → the house and customer it served when we last looked. */
  let served = new Map<string, KnownHouse>()
  /** What a device said in another house is not said of this one; of another customer's, not even until it reports. */
  const onDirectory = () => {
    const serving = new Map(
      [...directory.all()].flatMap(known => known.devices.map(({ id }) => [id, known] as const)),
    )
    for (const [deviceId, before] of served) {
      const now = serving.get(deviceId)
      if (now?.id === before.id) continue
      statuses.delete(deviceId)
      if (now && now.farmPath !== before.farmPath) active.set(deviceId, new Set())
      else active.delete(deviceId)
    }
    served = serving
    void sweep().catch(onError)
  }

  events.on('report', onReport)
  events.on('status', onStatus)
  events.on('alarm', onAlarm)
  onDirectory()
  directory.onChange(onDirectory)
  const timer = setInterval(() => void sweep().catch(onError), SWEEP_MS)
  return {
    of: (houseId: string) => states.get(houseId),
    stop: () => {
      stopped = true
      clearInterval(timer)
      events.off('report', onReport)
      events.off('status', onStatus)
      events.off('alarm', onAlarm)
    },
  } satisfies HouseStates
}
