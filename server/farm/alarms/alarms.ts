import type { FastifyBaseLogger } from 'fastify'
import { codeOfRule, isFigureAlarm } from '#shared/alarm-rules.ts'
import { isFlockAlarm } from '#shared/alarms.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { Store } from '../../platform/database/store.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import { type Passed, watchOwnPauses } from '../../platform/own-pauses.ts'
import { roundFailed } from '../../platform/rounds.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import { openAlarmBook, type Standing } from './alarm-book.ts'
import { forgetOldAlarms } from './alarm-record.ts'
import { createControllerAlarms } from './controller-alarms.ts'
import { FARM_RULE, openFarmRules } from './farm-rules.ts'
import { createFigureWatch } from './figure-watch.ts'
import { createFlockWatch } from './flock-rules/flock-watch.ts'
import { createJudges } from './judges.ts'
import { readCounts } from './kept-counts.ts'
import { createLooks } from './looks.ts'
import { bookOverdueReturns } from './overdue-returns.ts'
import { createPastAlarms } from './past-alarms.ts'
import { createSilenceSweep } from './silence-sweep.ts'
import { createWatches } from './watches.ts'
import { createWriteQueue } from './write-queue.ts'

const SWEEP_MS = 2_000
const DAY_MS = 86_400_000

export interface Alarms {
  /** Checks for silence now. */
  sweep(): void
  /** Runs every 2 s: checks for silence, but after a pause of this process first waits for those it could not hear. */
  tick(): void
  /** Resolves when what is counted so far is stored, for a restart. */
  kept(): Promise<void>
  /** Resolves when everything found so far is recorded. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** What the alarms depend on. */
export interface AlarmParts {
  store: Store
  events: Events
  directory: HouseDirectory
  devices: { latest(deviceId: string): LatestState | undefined }
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now?: () => number
  /** A clock that nobody sets, ms: delays are counted by it. */
  ticks?: () => number
  /** How long births are awaited after the start, and after a pause of this process. ms */
  graceMs?: number
  /** What has happened to this process since the last call. */
  passed?: () => Passed
}

/**
 * Watches all houses by the warnings of their controllers and by the platform's own rules. An alarm is recorded before it
 * is announced, exists once per rule and device, and is found again after a restart from the latest state.
 */
export async function startAlarms(parts: AlarmParts): Promise<Alarms> {
  const { store, events, directory, devices, log, now = Date.now, graceMs = STARTUP_GRACE_S * 1_000 } = parts
  const { ticks = () => performance.now() } = parts
  const queue = createWriteQueue(log)
  const statuses = new Map<string, DeviceStatus>()
  let graceUntil = now() + graceMs
  const passed = parts.passed ?? watchOwnPauses(SWEEP_MS)
  const book = await openAlarmBook({ store, events, queue, directory, devices, now })
  const rules = await openFarmRules(
    store,
    ids => {
      watches.forgetRules(new Set([...ids].map(id => `${FARM_RULE}${id}`)))
      dropRules()
      looks.lookAgain()
      figures.again()
    },
    error => roundFailed(log, 'alarmRules', error),
  )
  const counted = await readCounts(store)
  // No await from here to the end: a report in between would be missed.
  const watches = createWatches(ticks, counted, now())
  const judges = createJudges(book, rules, watches, ticks)
  const looks = createLooks({ store, directory, devices, judges, watches, log, now })
  const controllers = createControllerAlarms(book, createPastAlarms(store, queue))
  // Alarms about whole days are in no hurry.
  const unhurried = store.reserved('background')
  const figures = createFigureWatch({ book, store: unhurried, rules, directory, log, now })
  const sweepSilence = createSilenceSweep({ book, directory, devices, statuses, now })
  const flocks = createFlockWatch({
    book,
    store: unhurried,
    directory,
    events,
    devices,
    log,
    now,
  })

  /** Clears alarms of rules that were removed, turned off, now apply elsewhere or ask something else. */
  function dropRules() {
    for (const about of book.all()) {
      if (!about.rule.startsWith(FARM_RULE)) continue
      const house = isFigureAlarm(about.code)
        ? directory.house(about.houseIds[0] ?? '')
        : directory.houseOfDevice(about.subjectId)
      const held = house ? rules.of(house) : []
      if (!held.some(rule => about.rule === `${FARM_RULE}${rule.id}` && about.code === codeOfRule(rule)))
        book.clear(about, now(), 'rule')
    }
  }

  const onReport = (report: EventMap['report'][0]) => {
    const { deviceId, at, historical, values } = report
    const house = directory.houseOfDevice(deviceId)
    if (!house) return
    const latest = devices.latest(deviceId)
    controllers.hear(report, house, latest)
    if (!historical && latest) looks.heard(deviceId, { house, latest, at, values })
  }

  const onUndeclared = ({ deviceId, metrics, at }: EventMap['undeclared'][0]) => {
    controllers.undeclared(deviceId, metrics, at)
    const house = directory.houseOfDevice(deviceId)
    const latest = devices.latest(deviceId)
    if (house && latest) judges.undeclared({ deviceId, house, latest, now: now() }, metrics)
  }

  const onOverdue = (told: EventMap['overdueReturn'][0]) => bookOverdueReturns(book, directory, told, now())

  /** Which house each device served at the last look. */
  let served = new Map<string, string>()
  /**
   * Clears alarms that nothing else would clear, and records what only the latest state says. Devices that were heard
   * all the time need none of this, and for ten thousand it would take long.
   */
  function reconcile() {
    rules.forget()
    const before = served
    const gateways = new Set<string>()
    served = new Map()
    for (const house of directory.all())
      for (const { id, gatewayId } of house.devices) {
        served.set(id, house.id)
        if (gatewayId !== null) gateways.add(gatewayId)
      }
    for (const about of book.all())
      if (!gateways.has(about.subjectId) && !isFlockAlarm(about.code) && !isFigureAlarm(about.code))
        endIfMoved(about)
    for (const [id, houseId] of served) {
      const house = directory.house(houseId)
      if (!house || before.get(id) === houseId) continue
      if (isDisabled(id, house)) endDisabled(id)
      else controllers.lookAt(id, house, devices.latest(id))
    }
    dropRules()
    looks.lookAgain()
  }

  function endIfMoved(about: Standing) {
    const houseId = served.get(about.subjectId)
    if (houseId !== undefined && about.houseIds.includes(houseId)) return
    judges.forget(about.subjectId)
    book.clear(about, now(), 'moved')
  }

  const isDisabled = (id: string, { devices }: KnownHouse) =>
    (statuses.get(id) ?? devices.find(device => device.id === id)?.status) === 'DISABLE'

  /** What a disabled device said no longer stands: nothing of it would ever clear. */
  function endDisabled(deviceId: string) {
    judges.forget(deviceId)
    for (const about of book.all()) if (about.subjectId === deviceId) book.clear(about, now(), 'disabled')
  }

  const sweep = () => {
    sweepSilence(now() >= graceUntil)
    flocks.sweep()
    book.tick()
    figures.sweep()
  }

  function tick() {
    const { pausedMs, steppedMs } = passed()
    if (pausedMs > 0 || steppedMs !== 0) graceUntil = now() + graceMs
    looks.tick()
    sweep()
  }

  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    statuses.set(deviceId, to)
    if (to !== 'ONLINE') looks.fellSilent(deviceId)
    if (to === 'DISABLE') endDisabled(deviceId)
  }
  events.on('report', onReport)
  events.on('status', onStatus)
  events.on('undeclared', onUndeclared)
  events.on('overdueReturn', onOverdue)
  const unhear = directory.onChange(reconcile)
  reconcile()
  const clean = () => queue.file('old alarms', () => forgetOldAlarms(store))
  clean()
  const sweeps = setInterval(tick, SWEEP_MS)
  const cleaning = setInterval(clean, DAY_MS)

  return {
    sweep,
    tick,
    kept: looks.keep,
    async settled() {
      await flocks.settled()
      await figures.settled()
      await queue.settled()
    },
    async stop() {
      clearInterval(sweeps)
      clearInterval(cleaning)
      events.off('report', onReport)
      events.off('status', onStatus)
      events.off('undeclared', onUndeclared)
      events.off('overdueReturn', onOverdue)
      unhear()
      await flocks.stop()
      await figures.settled()
      await rules.stop()
      await looks.keep()
      await queue.stop()
    },
  }
}
