import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DeviceStatus } from '#shared/devices.ts'
import { type ActiveAlarm, houseStateOf, type ServingNow, sameAlarms } from '#shared/house-state.ts'
import { STARTUP_GRACE_S } from '#shared/limits.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import { watchOwnPauses } from '../../platform/own-pauses.ts'
import { aliveAtOf, type DeviceSide } from '../../telemetry/device-side.ts'
import { standingAlarms } from '../alarms/alarm-record.ts'
import { deviceAlarms } from './device-alarms.ts'
import type { HouseDirectory, KnownHouse } from './house-directory.ts'
import { type HouseNow, readRemembered, stateWriter } from './kept-states.ts'

/** How often to look for silence; messages and status changes act at once. */
const SWEEP_MS = 2_000
/** Looking at a hundred thousand houses at once would hold up incoming readings. */
const HOUSES_AT_ONCE = 2_000

/** Keeps the state of every house, announces its changes, and stores it in the database. */
export interface HouseStates {
  of(houseId: string): HouseNow | undefined
  /** Resolves when the last states are written. */
  stop(): Promise<void>
}

interface Parts {
  store: Store
  events: Events
  devices: Pick<DeviceSide, 'latest'>
  directory: HouseDirectory
  onError: (error: unknown) => void
}

/** Warnings by the platform's own rules, by house. Those of controllers follow from their latest state. */
async function platformAlarms(store: Store) {
  const byHouse = new Map<string, Map<string, ActiveAlarm>>()
  const begin = (houseId: string, alarmId: string, alarm: ActiveAlarm) =>
    void byHouse.set(houseId, (byHouse.get(houseId) ?? new Map()).set(alarmId, alarm))
  for (const { id, source, code, level, houseIds, subjectId } of await standingAlarms(store.scoped(SYSTEM)))
    for (const houseId of source === 'platform' ? houseIds : [])
      begin(houseId, id, { code, level, iotId: subjectId })
  return {
    begin,
    end: (houseId: string, alarmId: string) => void byHouse.get(houseId)?.delete(alarmId),
    of: (houseId: string) => [...(byHouse.get(houseId)?.values() ?? [])],
  }
}

/** A state and its alarms, each with the time since when it is so. */
const sinceWhen = (
  known: HouseNow | undefined,
  { state, alarms }: ReturnType<typeof houseStateOf>,
  now: number,
): HouseNow => ({
  state,
  since: known?.state === state ? known.since : now,
  alarms: alarms.map(alarm => ({
    ...alarm,
    since:
      known?.alarms.find(({ code, iotId }) => code === alarm.code && iotId === alarm.iotId)?.since ?? now,
  })),
})

/** Looks at all houses, some at a time; a request made meanwhile runs afterwards. */
function createSweep(directory: HouseDirectory, look: (house: KnownHouse) => void, done: () => void) {
  let sweeping = false
  let again = false
  let stopped = false
  const sweep = async (): Promise<void> => {
    again = sweeping
    if (sweeping) return
    sweeping = true
    try {
      let looked = 0
      for (const { id } of directory.all()) {
        if (++looked % HOUSES_AT_ONCE === 0) await nextTurn()
        const known = directory.house(id)
        if (stopped) return
        if (known) look(known)
      }
    } finally {
      sweeping = false
    }
    done()
    if (again) await sweep()
  }
  const stop = () => {
    stopped = true
  }
  return { sweep, stop }
}

/** The time in which births are awaited: after a start, and after each pause of ours. */
function createGrace() {
  let graceUntil = Date.now() + STARTUP_GRACE_S * 1000
  const passed = watchOwnPauses(SWEEP_MS)
  const noticePause = () => {
    const { pausedMs, steppedMs } = passed()
    if (pausedMs > 0 || steppedMs !== 0) graceUntil = Date.now() + STARTUP_GRACE_S * 1000
  }
  return { noticePause, holds: (now: number) => now < graceUntil }
}

/** Tells, on each call, of every device that no longer serves the house it served at the call before. */
function createMoves(
  directory: HouseDirectory,
  moved: (deviceId: string, before: KnownHouse, now: KnownHouse | undefined) => void,
) {
  /** Device → the house and customer it served when last checked. */
  let served = new Map<string, KnownHouse>()
  return () => {
    const serving = new Map(
      [...directory.all()].flatMap(known => known.devices.map(({ id }) => [id, known] as const)),
    )
    for (const [deviceId, before] of served) {
      const now = serving.get(deviceId)
      if (now?.id !== before.id) moved(deviceId, before, now)
    }
    served = serving
  }
}

/** Starts to watch. What was known before the start holds until the controllers say otherwise. */
export async function watchHouseStates({ store, events, devices, directory, onError }: Parts) {
  const states = await readRemembered(store)
  const writer = stateWriter(store, onError)
  const warned = deviceAlarms(devices)
  const platform = await platformAlarms(store)
  /** From events; newer than what the directory read. */
  const statuses = new Map<string, DeviceStatus>()

  const grace = createGrace()
  const statusOf = ({ id, status }: KnownHouse['devices'][number]) => statuses.get(id) ?? status
  const servingNow = (known: KnownHouse['devices'][number]): ServingNow => ({
    iotId: known.id,
    isMain: known.isMain,
    status: statusOf(known),
    aliveAt: aliveAtOf(devices.latest(known.id)),
    activeAlarms: [...warned.of(known.id)],
  })
  /** After a start births are awaited: a main controller that was online is not yet called silent. */
  const isAwaited = (serving: KnownHouse['devices'], now: number) =>
    grace.holds(now) && serving.some(known => known.isMain && statusOf(known) === 'ONLINE')

  const evaluate = ({ id, devices: serving, silence }: KnownHouse) => {
    // What was sent before a pause of ours may arrive here before the next sweep.
    grace.noticePause()
    const now = Date.now()
    const known = states.get(id)
    const found = houseStateOf(serving.map(servingNow), now, platform.of(id), silence)
    const { state, alarms } = found
    if (known?.state === state && sameAlarms(known.alarms, alarms)) return
    if (state === 'offline' && known && known.state !== 'offline' && isAwaited(serving, now)) return
    const next = sinceWhen(known, found, now)
    states.set(id, next)
    if (known?.state !== state) writer.write(id, next)
    events.emit('house', { houseId: id, ...next })
  }

  const onReport = ({ deviceId, historical, values }: EventMap['report'][0]) => {
    if (historical) return
    const changed = warned.note(deviceId, values)
    const served = directory.houseOfDevice(deviceId)
    if (served && (changed || states.get(served.id)?.state === 'offline')) evaluate(served)
  }
  /** An alarm that is no longer declared is never told false. */
  const onUndeclared = ({ deviceId }: EventMap['undeclared'][0]) => {
    warned.forget(deviceId)
    const served = directory.houseOfDevice(deviceId)
    if (served) evaluate(served)
  }
  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    statuses.set(deviceId, to)
    const served = directory.houseOfDevice(deviceId)
    if (served) evaluate(served)
  }
  /** The state was announced with the report; only now is the controller's alarm in every list. */
  const tellAgain = (houseId: string) => {
    const now = states.get(houseId)
    if (now) events.emit('house', { houseId, ...now })
  }
  const onAlarm = ({ alarmId, change, alarm }: EventMap['alarm'][0]) => {
    if (change === 'handled') return
    if (alarm.source !== 'platform') return alarm.houseIds.forEach(tellAgain)
    for (const houseId of alarm.houseIds) {
      if (change === 'cleared') platform.end(houseId, alarmId)
      else platform.begin(houseId, alarmId, { code: alarm.code, level: alarm.level, iotId: alarm.iotId })
      const house = directory.house(houseId)
      if (house) evaluate(house)
    }
  }
  const sweeps = createSweep(directory, evaluate, writer.retry)
  const sweepSoon = () => void sweeps.sweep().catch(onError)

  const dropMoved = createMoves(directory, (deviceId, before, now) => {
    statuses.delete(deviceId)
    if (now && now.farmPath !== before.farmPath) warned.silence(deviceId)
    else warned.forget(deviceId)
  })
  /** Drops what a device said in another house; in another customer's, nothing is known of it until it reports. */
  const onDirectory = () => {
    dropMoved()
    sweepSoon()
  }

  events.on('report', onReport)
  events.on('undeclared', onUndeclared)
  events.on('status', onStatus)
  events.on('alarm', onAlarm)
  onDirectory()
  directory.onChange(onDirectory)
  const timer = setInterval(sweepSoon, SWEEP_MS)
  return {
    of: (houseId: string) => states.get(houseId),
    stop: () => {
      sweeps.stop()
      clearInterval(timer)
      events.off('report', onReport)
      events.off('undeclared', onUndeclared)
      events.off('status', onStatus)
      events.off('alarm', onAlarm)
      return writer.drain()
    },
  } satisfies HouseStates
}
