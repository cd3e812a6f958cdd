import type { FastifyBaseLogger } from 'fastify'
import { adviceOf, causeOf } from '#shared/alarm-cause.ts'
import { metricOfAlarm, platformAlarms } from '#shared/alarms.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { alarmOf } from '#shared/house-state.ts'
import { NO_DATA_WARNING_S, STARTUP_GRACE_S } from '#shared/limits.ts'
import type { Severity } from '#shared/signals.ts'
import { type Store, SYSTEM } from '../database/store.ts'
import type { LatestState } from '../devices/device-side.ts'
import type { EventMap, Events, ToldAlarm } from '../events.ts'
import { type Passed, watchOwnPauses } from '../own-pauses.ts'
import { type KnownHouse, openHouseDirectory } from '../realtime/house-directory.ts'
import {
  forgetOldAlarms,
  keyOf,
  type NewAlarm,
  recordCleared,
  recordEscalated,
  recordRaised,
  standingAlarms,
  type Watched,
} from './alarm-record.ts'
import { type ClockFault, clockFaults, type Timekeeper } from './clock-rule.ts'
import { createPastAlarms } from './past-alarms.ts'
import { type Silence, type Speaker, silences } from './silence-rule.ts'
import { controllerFigures, createTemperatureWatch } from './temperature-watch.ts'
import { alarmTitle } from './titles.ts'
import { createWriteQueue } from './write-queue.ts'

const ALARM = 'Alarm/'
const TEMPERATURE = 'Climate/Temp/Avg'
/** The rule behind `NoData` and `Offline`, with the office: a device is silent in one way at a time. */
const SILENCE = 'silence'
/** The rule behind `ClockBehind` and `ClockAhead`, with code and office. */
const CLOCK = 'clock'
const SWEEP_MS = 2_000
/** A controller whose siblings speak is silent after this much longer. ms */
const ALONE_MS = 30_000
const DAY_MS = 86_400_000

export interface Alarms {
  /** Looks for silence now. */
  sweep(): void
  /** What it does every 2 s: looks for silence, but after a pause of this process waits first for who could not be heard. */
  tick(): void
  /** Resolves when what was found until now is recorded. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  store: Store
  events: Events
  devices: { latest(deviceId: string): LatestState | undefined }
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now?: () => number
  /** After the start, and after a pause of this process, births are waited for this long. ms */
  graceMs?: number
  /** What has happened to this process since it was asked last. */
  passed?: () => Passed
}

type Told = Pick<ToldAlarm, 'code' | 'houseIds'> & { at: number }
type Standing = Pick<ToldAlarm, 'code' | 'level' | 'source' | 'houseIds' | 'raisedAt'> & Watched

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/**
 * Watches all houses: what their controllers warn of, and the platform's own rules. An alarm is recorded before it is
 * told, stands once for its rule and device, and is found again after a restart from the latest state.
 */
export async function startAlarms(parts: Parts): Promise<Alarms> {
  const { store, events, devices, log, now = Date.now, graceMs = STARTUP_GRACE_S * 1_000 } = parts
  const onError = (error: unknown) => log.error({ err: error }, 'alarms')
  const queue = createWriteQueue(log)
  const past = createPastAlarms(store, queue)
  const temperature = createTemperatureWatch()
  const statuses = new Map<string, DeviceStatus>()
  const standing = new Map<string, Standing>()
  let graceUntil = now() + graceMs
  const passed = parts.passed ?? watchOwnPauses(SWEEP_MS)
  const directory = await openHouseDirectory(store, events, onError)

  const namesOf = (houseIds: readonly string[]) => houseIds.map(id => directory.house(id)?.name ?? '?')
  /** What people are told, by what stands in the houses when it is written: a sample tells cause and effect in any order. */
  function textOf({ code, houseIds, at }: Told, value: number | null, limit: number | null) {
    const inHouses = [...standing.values()].filter(other => other.houseIds.some(id => houseIds.includes(id)))
    const others = inHouses.map(({ code, raisedAt }) => ({ code, since: raisedAt }))
    const cause = causeOf(others, [{ code, since: at }])
    const { timeZone = 'UTC' } = directory.house(houseIds[0] ?? '') ?? {}
    return alarmTitle({
      ...{ code, houseNames: namesOf(houseIds), value, limit },
      advice: language => adviceOf(code, cause, language, timeZone),
    })
  }

  const tell = (alarmId: string, change: EventMap['alarm'][0]['change'], about: Standing) => {
    const { code, level, subjectId: iotId, source, houseIds, raisedAt } = about
    events.emit('alarm', { alarmId, change, alarm: { code, level, iotId, source, houseIds, raisedAt } })
  }
  const tellPeople = (accountIds: string[]) => {
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }

  const raise = (alarm: Omit<NewAlarm, 'text'>) => {
    const { subjectId, rule, code, level, source, houseIds, at } = alarm
    const now: Standing = { subjectId, rule, code, level, source, houseIds, raisedAt: at }
    standing.set(keyOf(alarm), now)
    queue.add(keyOf(alarm), async () => {
      const text = textOf(alarm, alarm.value, alarm.limit)
      const recorded = await recordRaised(store, { ...alarm, text })
      if (!recorded) return
      tell(recorded.id, 'raised', now)
      tellPeople(recorded.told)
    })
  }
  const clear = (about: Standing, at: number) => {
    standing.delete(keyOf(about))
    queue.add(keyOf(about), async () => {
      const id = await recordCleared(store, about, at)
      if (id) tell(id, 'cleared', about)
    })
  }
  const escalate = (about: Standing, level: Severity) => {
    const worse = { ...about, level }
    standing.set(keyOf(about), worse)
    queue.add(keyOf(about), async () => {
      const text = textOf({ ...about, at: about.raisedAt }, null, null)
      const recorded = await recordEscalated(store, { ...about, level, text })
      if (!recorded) return
      tell(recorded.id, 'escalated', worse)
      tellPeople(recorded.told)
    })
  }

  /** What the controller itself says, live; or what was known of it when it was looked at, `at` a time of before. */
  function noteController(
    deviceId: string,
    house: KnownHouse,
    { metric, value, at, isLive }: { metric: string; value: boolean; at: number; isLive: boolean },
  ) {
    const named = alarmOf(metric)
    if (!named) return
    const watched = { subjectId: deviceId, rule: named.code }
    const stands = standing.get(keyOf(watched))
    if (!value) {
      past.ended(watched, at)
      if (stands && (isLive || at >= stands.raisedAt)) clear(stands, at)
      return
    }
    if (stands) return
    const latest = devices.latest(deviceId)
    const shown = latest?.readings.get(metricOfAlarm(named.code) ?? '')
    const { limit = null, target = null } = latest ? controllerFigures(named.code, house, latest, at) : {}
    raise({
      ...{ ...watched, ...named, source: 'controller', houseIds: [house.id], at, since: null, limit, target },
      value: numberOf(shown?.value),
      ...{ officePath: house.officePath, farmPath: house.farmPath },
    })
  }

  function judgeTemperature(deviceId: string, house: KnownHouse, latest: LatestState) {
    const isCovered = (code: string) => standing.has(keyOf({ subjectId: deviceId, rule: code }))
    const at = latest.readings.get(TEMPERATURE)?.at ?? 0
    for (const { code, due, ...figures } of temperature.judge(deviceId, house, latest, isCovered)) {
      const watched = { subjectId: deviceId, rule: code }
      const stands = standing.get(keyOf(watched))
      if (due === 'clear' && stands) clear(stands, at)
      if (due === 'raise' && !stands)
        raise({
          ...{ ...watched, ...figures, code, source: 'platform', houseIds: [house.id], at },
          ...{ level: platformAlarms[code].severity, officePath: house.officePath, farmPath: house.farmPath },
        })
    }
  }

  const onReport = ({ deviceId, at, historical, values }: EventMap['report'][0]) => {
    const house = directory.houseOfDevice(deviceId)
    if (!house) return
    const latest = devices.latest(deviceId)
    for (const metric of values.named?.(ALARM) ?? values.keys()) {
      const value = metric.startsWith(ALARM) ? values.get(metric) : undefined
      if (typeof value !== 'boolean') continue
      const newest = latest?.readings.get(metric)
      if (!historical && (!newest || newest.at <= at))
        noteController(deviceId, house, { metric, value, at, isLive: true })
      else past.note(deviceId, house, { metric, value, at, end: endOf(newest, at) })
    }
    const measured = latest?.readings.get(TEMPERATURE)
    if (!historical && latest && values.has(TEMPERATURE) && measured?.at === at)
      judgeTemperature(deviceId, house, latest)
  }

  /** Which house each device served when that was last looked at. */
  let served = new Map<string, string>()
  /**
   * What stands without anything to clear it, and what the latest state says that nobody recorded: of devices that
   * were heard all the time there is no such thing, and of ten thousand it would take long.
   */
  function reconcile() {
    const before = served
    const gateways = new Set<string>()
    served = new Map()
    for (const house of directory.all())
      for (const { id, gatewayId } of house.devices) {
        served.set(id, house.id)
        if (gatewayId !== null) gateways.add(gatewayId)
        if (before.get(id) === house.id) continue
        const latest = devices.latest(id)
        // Before a kill it may have begun and passed without anybody having written it down.
        for (const { metric, value, at } of latest?.toldBefore ?? [])
          if (latest?.readings.get(metric)?.value === false)
            past.note(id, house, { metric, value, at, end: endOf(latest.readings.get(metric), at) })
        for (const [metric, { value, at }] of latest?.readings ?? [])
          if (typeof value === 'boolean' && metric.startsWith(ALARM))
            noteController(id, house, { metric, value, at, isLive: false })
      }
    for (const about of standing.values()) {
      if (served.has(about.subjectId) || gateways.has(about.subjectId)) continue
      temperature.forget(about.subjectId)
      clear(about, now())
    }
  }

  const statusOf = (id: string, read: DeviceStatus | null) => statuses.get(id) ?? read
  function speakers() {
    const found: (Speaker & Timekeeper)[] = []
    const gateways = new Map<string, { isOnline: boolean }>()
    for (const house of directory.all())
      for (const { id, type, status, gatewayId, gatewayStatus, replacedAt } of house.devices) {
        if (type !== 'controller') continue
        // The house was heard before: who took another's place is missed from then on, though it never spoke.
        const known = devices.latest(id)
        const spokeAt = known?.lastMessageAt ?? null
        const lastMessageAt = replacedAt === null ? spokeAt : Math.max(spokeAt ?? 0, replacedAt)
        found.push({
          ...{ id, houseId: house.id, officePath: house.officePath, gatewayId, lastMessageAt },
          isOnline: statusOf(id, status) === 'ONLINE',
          aheadMs: known?.clockAheadMs ?? 0,
        })
        if (gatewayId !== null)
          gateways.set(gatewayId, { isOnline: statusOf(gatewayId, gatewayStatus) === 'ONLINE' })
      }
    return { found, gateways }
  }

  function raiseSilence(silence: Silence) {
    const { code, level, houseIds, officePath, since } = silence
    const farmPath = directory.house(houseIds[0] ?? '')?.farmPath
    if (farmPath === undefined) return
    raise({
      ...{ ...watchedBy(silence), code, level, source: 'platform', houseIds, since, officePath, farmPath },
      ...{ value: null, limit: null, target: null },
      at: since + NO_DATA_WARNING_S * 1_000,
    })
  }

  /** Controllers behind one gateway come back one after the other: the last is not called silent for it. */
  const alone = new Map<string, number>()
  const isSettled = ({ subjectId, isAlone }: Silence): boolean => {
    const first = alone.get(subjectId) ?? now()
    if (isAlone) alone.set(subjectId, first)
    return !isAlone || now() - first >= ALONE_MS
  }

  function raiseClock(fault: ClockFault) {
    const { code, houseIds, officePath, offMin } = fault
    const farmPath = directory.house(houseIds[0] ?? '')?.farmPath
    if (farmPath === undefined) return
    raise({
      ...clockOf(fault),
      code,
      level: platformAlarms[code].severity,
      source: 'platform',
      houseIds,
      officePath,
      farmPath,
      at: now(),
      since: null,
      value: offMin,
      limit: null,
      target: null,
    })
  }

  function sweepClocks(keepers: readonly Timekeeper[]) {
    const due = clockFaults(keepers, fault => standing.has(keyOf(clockOf(fault))))
    for (const about of [...standing.values()])
      if (about.rule.startsWith(CLOCK) && !due.some(fault => keyOf(clockOf(fault)) === keyOf(about)))
        clear(about, now())
    for (const fault of due) if (!standing.has(keyOf(clockOf(fault)))) raiseClock(fault)
  }

  function sweep() {
    const { found, gateways } = speakers()
    sweepClocks(found)
    const mute = [...standing.values()].filter(({ rule }) => rule.startsWith(SILENCE))
    const due = silences(found, gateways, new Set(mute.map(({ subjectId }) => subjectId)), now())
    for (const about of mute)
      if (!due.some(silence => keyOf(watchedBy(silence)) === keyOf(about))) clear(about, now())
    for (const id of alone.keys()) if (!due.some(({ subjectId }) => subjectId === id)) alone.delete(id)
    for (const silence of due) {
      const known = standing.get(keyOf(watchedBy(silence)))
      if (!known && now() >= graceUntil && isSettled(silence)) raiseSilence(silence)
      else if (known && known.level === 'warning' && silence.level === 'critical') escalate(known, 'critical')
    }
  }

  function tick() {
    const { pausedMs, steppedMs } = passed()
    if (pausedMs > 0 || steppedMs !== 0) graceUntil = now() + graceMs
    sweep()
  }

  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    statuses.set(deviceId, to)
  }
  for (const { raisedAt, ...known } of await standingAlarms(store.scoped(SYSTEM))) {
    standing.set(keyOf(known), { ...known, raisedAt: raisedAt.getTime() })
    if (known.rule in platformAlarms) temperature.stands(known.subjectId, known.rule)
  }
  // No await from here to the end: a report in between would be missed.
  events.on('report', onReport)
  events.on('status', onStatus)
  directory.onChange(reconcile)
  reconcile()
  const clean = () => queue.file('old alarms', () => forgetOldAlarms(store))
  clean()
  const sweeps = setInterval(tick, SWEEP_MS)
  const cleaning = setInterval(clean, DAY_MS)

  return {
    sweep,
    tick,
    settled: () => queue.settled(),
    async stop() {
      clearInterval(sweeps)
      clearInterval(cleaning)
      events.off('report', onReport)
      events.off('status', onStatus)
      directory.stop()
      await queue.stop()
    },
  }
}

const watchedBy = ({ subjectId, officePath }: Silence): Watched => ({
  subjectId,
  rule: `${SILENCE} ${officePath}`,
})

const clockOf = ({
  subjectId,
  code,
  officePath,
}: Pick<ClockFault, 'subjectId' | 'code' | 'officePath'>): Watched => ({
  subjectId,
  rule: `${CLOCK} ${code} ${officePath}`,
})

/** By when an alarm of the past had passed, as far as the newest value tells: it says otherwise, or is an alarm anew. */
const endOf = (newest: { at: number } | undefined, at: number): number | null =>
  newest && newest.at > at ? newest.at : null
