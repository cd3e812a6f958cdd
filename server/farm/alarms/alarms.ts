import type { FastifyBaseLogger } from 'fastify'
import type { DeviceStatus } from '#shared/devices.ts'
import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { Store } from '../../platform/database/store.ts'
import type { Events } from '../../platform/events.ts'
import { type Passed, watchOwnPauses } from '../../platform/own-pauses.ts'
import { roundFailed } from '../../platform/rounds.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import type { HouseDirectory } from '../house-state/house-directory.ts'
import { type AlarmBook, openAlarmBook } from './alarm-book.ts'
import { forgetOldAlarms } from './alarm-record.ts'
import { closeFound } from './close-found.ts'
import { createControllerAlarms } from './controller-alarms.ts'
import { countDays } from './count-days.ts'
import { createEndings } from './endings.ts'
import { FARM_RULE, openFarmRules } from './farm-rules.ts'
import { createFigureWatch, type FigureWatch } from './figure-watch.ts'
import { createFlockWatch, type FlockWatch } from './flock-rules/flock-watch.ts'
import { hearDevices } from './hear-devices.ts'
import { createJudges, type Judges } from './judges.ts'
import { readCounts } from './kept-counts.ts'
import { createLooks } from './looks.ts'
import { createPastAlarms } from './past-alarms.ts'
import { createSilenceSweep } from './silence-sweep.ts'
import { openExchanges } from './told-exchanges.ts'
import { createWatches } from './watches.ts'
import { createWaterWatch, type WaterWatch } from './water-watch.ts'
import type { Calling } from './ways/phoned.ts'
import { createWriteQueue, type WriteQueue } from './write-queue.ts'

const SWEEP_MS = 2_000
/** How often some of what waits for a look gets it. ms */
const WORK_MS = 50
const DAY_MS = 86_400_000
/** How often alarms with a known cause are closed, and days counted. ms */
const CLOSING_MS = 60_000

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
  config: Calling
  events: Events
  directory: HouseDirectory
  devices: Pick<DeviceSide, 'latest' | 'stands'>
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

/** Deletes old alarms now and every day, closes what is over and explained, and counts the days that changed. */
function keepBook(store: Store, queue: WriteQueue): NodeJS.Timeout[] {
  const clean = () => queue.file('old alarms', () => forgetOldAlarms(store))
  const close = () => {
    queue.file('explained alarms', async () => void (await closeFound(store)))
    queue.file('alarm days', () => countDays(store))
  }
  clean()
  return [setInterval(clean, DAY_MS), setInterval(close, CLOSING_MS)]
}

/** The time in which births are awaited: from the start, and anew after a pause of this process, which could not hear them. */
function openGrace(now: () => number, graceMs: number, passed: () => Passed) {
  let until = now() + graceMs
  return {
    isOver: () => now() >= until,
    beginAnewAfterPause() {
      const { pausedMs, steppedMs } = passed()
      if (pausedMs > 0 || steppedMs !== 0) until = now() + graceMs
    },
  }
}

/** What is done every 2 s. */
function createRounds({
  sweepSilence,
  flocks,
  book,
  figures,
  water,
  looks,
  grace,
}: {
  sweepSilence: ReturnType<typeof createSilenceSweep>
  flocks: Pick<FlockWatch, 'sweep'>
  book: Pick<AlarmBook, 'tick'>
  figures: Pick<FigureWatch, 'sweep'>
  water: Pick<WaterWatch, 'sweep'>
  looks: Pick<ReturnType<typeof createLooks>, 'tick'>
  grace: ReturnType<typeof openGrace>
}): Pick<Alarms, 'sweep' | 'tick'> {
  function sweep() {
    sweepSilence(grace.isOver())
    flocks.sweep()
    book.tick()
    figures.sweep()
    water.sweep()
  }
  return {
    sweep,
    tick() {
      grace.beginAnewAfterPause()
      looks.tick()
      sweep()
    },
  }
}

/**
 * Watches all houses by the warnings of their controllers and by the platform's own rules. An alarm is recorded before it
 * is announced, exists once per rule and device, and is found again after a restart from the latest state.
 */
export async function startAlarms(parts: AlarmParts): Promise<Alarms> {
  const {
    store,
    events,
    directory,
    devices,
    log,
    config,
    now = Date.now,
    graceMs = STARTUP_GRACE_S * 1_000,
  } = parts
  const { ticks = () => performance.now() } = parts
  const queue = createWriteQueue(log)
  const statuses = new Map<string, DeviceStatus>()
  const grace = openGrace(now, graceMs, parts.passed ?? watchOwnPauses(SWEEP_MS))
  const book = await openAlarmBook({ store, events, queue, directory, devices, config, now })
  const counted = await readCounts(store)
  let doubtAnew: Judges['doubtAnew'] = () => {}
  const exchanges = await openExchanges(
    store,
    deviceId => doubtAnew(deviceId),
    error => roundFailed(log, 'meterExchanges', error),
  )
  const rules = await openFarmRules(
    store,
    ids => {
      watches.forgetRules(new Set([...ids].map(id => `${FARM_RULE}${id}`)))
      endings.dropRules()
      looks.lookAgain()
      figures.again()
    },
    error => roundFailed(log, 'alarmRules', error),
  )
  // No await from here to the end: a report in between would be missed.
  const watches = createWatches(ticks, counted, now())
  // What nobody waits for.
  const unhurried = { store: store.reserved('background'), directory, log, now }
  const water = createWaterWatch({ ...unhurried, devices, changed: () => looks.lookAgain() })
  const judges = createJudges(book, rules, watches, ticks, water.of, exchanges)
  doubtAnew = judges.doubtAnew
  const looks = createLooks({ store, directory, devices, judges, watches, log, now, ticks })
  const controllers = createControllerAlarms(book, createPastAlarms(store, queue))
  const figures = createFigureWatch({ ...unhurried, book, rules })
  const sweepSilence = createSilenceSweep({ book, directory, devices, statuses, now })
  const flocks = createFlockWatch({ ...unhurried, book, events, devices })

  const endings = createEndings({ book, rules, directory, devices, statuses, judges, controllers, now })
  const reconcile = () => {
    endings.reconcile()
    looks.lookAgain()
  }

  const { sweep, tick } = createRounds({ sweepSilence, flocks, book, figures, water, looks, grace })

  const unhear = hearDevices({
    events,
    directory,
    devices,
    book,
    controllers,
    judges,
    looks,
    endings,
    statuses,
    now,
  })
  const unhearHouses = directory.onChange(reconcile)
  reconcile()
  const working = setInterval(() => looks.work(), WORK_MS)
  const timers = [setInterval(tick, SWEEP_MS), working, ...keepBook(store, queue)]

  return {
    sweep,
    tick() {
      tick()
      looks.work(Infinity)
    },
    kept: looks.keep,
    async settled() {
      await water.settled()
      looks.catchUp()
      await flocks.settled()
      await figures.settled()
      await queue.settled()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      unhear()
      unhearHouses()
      await flocks.stop()
      await figures.settled()
      await water.settled()
      await rules.stop()
      await exchanges.stop()
      await looks.keep()
      await queue.stop()
    },
  }
}
