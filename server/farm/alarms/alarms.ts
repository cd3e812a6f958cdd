import type { FastifyBaseLogger } from 'fastify'
import { codeOfRule } from '#shared/alarm-rules.ts'
import { platformAlarms } from '#shared/alarms.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { Store } from '../../platform/database/store.ts'
import type { EventMap, Events } from '../../platform/events.ts'
import { type Passed, watchOwnPauses } from '../../platform/own-pauses.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import { openAlarmBook } from './alarm-book.ts'
import { forgetOldAlarms } from './alarm-record.ts'
import { createControllerAlarms } from './controller-alarms.ts'
import { FARM_RULE, type FarmRule, openFarmRules } from './farm-rules.ts'
import { gasMetrics } from './gas-rule.ts'
import { createGasWatch } from './gas-watch.ts'
import { createPastAlarms } from './past-alarms.ts'
import { createRuleWatch } from './rule-watch.ts'
import { createSilenceSweep } from './silence-sweep.ts'
import { createTemperatureWatch } from './temperature-watch.ts'
import { createWriteQueue } from './write-queue.ts'

const TEMPERATURE = 'Climate/Temp/Avg'
/** The rule behind `SettingNotReturned`. */
const OVERDUE_RETURN = 'overdue return'
const SWEEP_MS = 2_000
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

/** What the alarms work with. */
export interface AlarmParts {
  store: Store
  events: Events
  directory: HouseDirectory
  devices: { latest(deviceId: string): LatestState | undefined }
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now?: () => number
  /** After the start, and after a pause of this process, births are waited for this long. ms */
  graceMs?: number
  /** What has happened to this process since it was asked last. */
  passed?: () => Passed
}

/**
 * Watches all houses: what their controllers warn of, and the platform's own rules. An alarm is recorded before it is
 * told, stands once for its rule and device, and is found again after a restart from the latest state.
 */
export async function startAlarms(parts: AlarmParts): Promise<Alarms> {
  const { store, events, directory, devices, log, now = Date.now, graceMs = STARTUP_GRACE_S * 1_000 } = parts
  const queue = createWriteQueue(log)
  const temperature = createTemperatureWatch()
  const gas = createGasWatch()
  const statuses = new Map<string, DeviceStatus>()
  let graceUntil = now() + graceMs
  const passed = parts.passed ?? watchOwnPauses(SWEEP_MS)
  const book = await openAlarmBook({ store, events, queue, directory })
  const rules = await openFarmRules(
    store,
    () => {
      ruled.forget()
      dropRules()
    },
    error => log.warn({ err: error }, 'rules of farms wait for the database'),
  )
  // No await from here to the end: a report in between would be missed.
  const ruled = createRuleWatch()
  const controllers = createControllerAlarms(book, createPastAlarms(store, queue))
  const sweepSilence = createSilenceSweep({ book, directory, devices, statuses, now })

  function judgeTemperature(deviceId: string, house: KnownHouse, latest: LatestState) {
    const isCovered = (code: string) => book.find({ subjectId: deviceId, rule: code }) !== undefined
    const at = latest.readings.get(TEMPERATURE)?.at ?? 0
    for (const { code, due, ...figures } of temperature.judge(deviceId, house, latest, isCovered)) {
      const watched = { subjectId: deviceId, rule: code }
      const stands = book.find(watched)
      if (due === 'clear' && stands) book.clear(stands, at)
      if (due === 'raise' && !stands)
        book.raise({
          ...watched,
          ...figures,
          code,
          source: 'platform',
          houseIds: [house.id],
          at,
          level: platformAlarms[code].severity,
          officePath: house.officePath,
          farmPath: house.farmPath,
        })
    }
  }

  function judgeGas(deviceId: string, house: KnownHouse, latest: LatestState) {
    const { officePath, farmPath } = house
    const ruleOf = (code: string) => ({ subjectId: deviceId, rule: code })
    const levelOf = (code: string) => book.find(ruleOf(code))?.level ?? null
    for (const { due, ...verdict } of gas.judge(deviceId, house, latest, levelOf)) {
      const stands = book.find(ruleOf(verdict.code))
      if (due === 'clear' && stands) book.clear(stands, verdict.at)
      if (due === 'escalate' && stands) book.escalate(stands, verdict.level)
      if (due === 'raise')
        book.raise({
          ...ruleOf(verdict.code),
          ...verdict,
          source: 'platform',
          houseIds: [house.id],
          target: null,
          officePath,
          farmPath,
        })
    }
  }

  function judgeRules(
    deviceId: string,
    house: KnownHouse,
    latest: LatestState,
    isNew: (metric: string) => boolean,
  ) {
    const held = rules.of(house)
    if (held.length === 0) return
    const watchedBy = ({ id }: { id: string }) => ({ subjectId: deviceId, rule: `${FARM_RULE}${id}` })
    const stands = (rule: FarmRule) => book.find(watchedBy(rule)) !== undefined
    for (const { rule, due, value, since, at } of ruled.judge(
      deviceId,
      { rules: held, latest, isNew },
      stands,
    )) {
      const known = book.find(watchedBy(rule))
      if (due === 'clear' && known) book.clear(known, at)
      if (due === 'raise' && !known)
        book.raise({
          ...watchedBy(rule),
          code: codeOfRule(rule.direction, rule.metric),
          source: 'platform',
          level: rule.level,
          houseIds: [house.id],
          officePath: house.officePath,
          farmPath: house.farmPath,
          at,
          since,
          value,
          limit: rule.limit,
          target: null,
          calls: rule,
        })
    }
  }

  /** What stands by a rule that was taken away, turned off or holds elsewhere now. */
  function dropRules() {
    for (const about of book.all()) {
      if (!about.rule.startsWith(FARM_RULE)) continue
      const house = directory.houseOfDevice(about.subjectId)
      if (!house?.id || !rules.of(house).some(({ id }) => about.rule === `${FARM_RULE}${id}`))
        book.clear(about, now())
    }
  }

  const onReport = (report: EventMap['report'][0]) => {
    const { deviceId, at, historical, values } = report
    const house = directory.houseOfDevice(deviceId)
    if (!house) return
    const latest = devices.latest(deviceId)
    controllers.hear(report, house, latest)
    if (historical || !latest) return
    const isNew = (metric: string) => values.has(metric) && latest.readings.get(metric)?.at === at
    if (isNew(TEMPERATURE)) judgeTemperature(deviceId, house, latest)
    if (Object.values(gasMetrics).some(isNew)) judgeGas(deviceId, house, latest)
    judgeRules(deviceId, house, latest, isNew)
  }

  /** A change of settings for a while holds beyond its end. */
  const onOverdue = ({ deviceIds }: EventMap['overdueReturn'][0]) => {
    for (const about of book.all())
      if (about.rule === OVERDUE_RETURN && !deviceIds.includes(about.subjectId)) book.clear(about, now())
    for (const subjectId of deviceIds) {
      const house = directory.houseOfDevice(subjectId)
      if (!house || book.find({ subjectId, rule: OVERDUE_RETURN })) continue
      book.raise({
        subjectId,
        rule: OVERDUE_RETURN,
        code: 'SettingNotReturned',
        level: platformAlarms.SettingNotReturned.severity,
        source: 'platform',
        houseIds: [house.id],
        officePath: house.officePath,
        farmPath: house.farmPath,
        at: now(),
        since: null,
        value: null,
        limit: null,
        target: null,
      })
    }
  }

  /** Which house each device served when that was last looked at. */
  let served = new Map<string, string>()
  /**
   * What stands without anything to clear it, and what the latest state says that nobody recorded: of devices that
   * were heard all the time there is no such thing, and of ten thousand it would take long.
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
        if (before.get(id) !== house.id) controllers.lookAt(id, house, devices.latest(id))
      }
    for (const about of book.all()) {
      if (served.has(about.subjectId) || gateways.has(about.subjectId)) continue
      temperature.forget(about.subjectId)
      gas.forget(about.subjectId)
      book.clear(about, now())
    }
  }

  const sweep = () => sweepSilence(now() >= graceUntil)

  function tick() {
    const { pausedMs, steppedMs } = passed()
    if (pausedMs > 0 || steppedMs !== 0) graceUntil = now() + graceMs
    sweep()
  }

  const onStatus = ({ deviceId, to }: EventMap['status'][0]) => {
    statuses.set(deviceId, to)
  }
  for (const { subjectId, rule } of book.all())
    if (rule in platformAlarms) temperature.stands(subjectId, rule)
  events.on('report', onReport)
  events.on('status', onStatus)
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
    settled: () => queue.settled(),
    async stop() {
      clearInterval(sweeps)
      clearInterval(cleaning)
      events.off('report', onReport)
      events.off('status', onStatus)
      events.off('overdueReturn', onOverdue)
      unhear()
      await rules.stop()
      await queue.stop()
    },
  }
}
