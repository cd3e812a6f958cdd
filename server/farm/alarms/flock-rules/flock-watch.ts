import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isFlockAlarm } from '#shared/alarms.ts'
import { areBirdsIn } from '#shared/flock-figures/stock.ts'
import { dateIn, localText } from '#shared/zone-time.ts'
import { type Store, SYSTEM } from '../../../platform/database/store.ts'
import type { EventMap, Events } from '../../../platform/events.ts'
import { inRound, roundFailed } from '../../../platform/rounds.ts'
import type { LatestState } from '../../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../../house-state/house-directory.ts'
import type { AlarmBook } from '../alarm-book.ts'
import { HOUSE_MODE } from '../rules/states.ts'
import { knownDays, recentRecords } from './flock-days.ts'
import { judgeMode } from './house-mode.ts'
import { clearFlock, judgeFlock } from './judge-flock.ts'
import { type OpenFlock, openFlocks } from './open-flocks.ts'
import { recordPastEpisodes } from './record-past.ts'

/** Flocks read at a time, and the pause before more: reports must not notice. */
const FLOCKS_AT_ONCE = 20
const REST_MS = 100
const AGAIN_MS = 1_000
/** Open flocks listed at a time at the start. */
const LISTED_AT_ONCE = 500
/** How often to look whether a day has ended somewhere. ms */
const LOOK_MS = 60_000
/** The last readings of a day are rolled up by this long after it. ms */
const ROLLED_UP_MS = 15 * 60_000
/** Counters may come late from a gateway that was away: days without records are judged again. Hours. */
const JUDGED_EVERY_H = 6

/** Judges flocks by their days and house modes by their flocks. */
export interface FlockWatch {
  /** Looks for days that have ended since the last call. */
  sweep(): void
  /** Resolves when everything told so far is judged. */
  settled(): Promise<void>
  stop(): Promise<void>
}

interface Parts {
  book: AlarmBook
  store: Store
  directory: HouseDirectory
  events: Events
  devices: { latest(deviceId: string): LatestState | undefined }
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now: () => number
}

/** The open flocks heard of so far. Whenever one comes, changes or goes, the mode of its house is judged. */
function createKnownFlocks({ book, directory, devices, now }: Parts) {
  const known = new Map<string, OpenFlock>()
  const byHouse = new Map<string, OpenFlock>()
  /** Until all open flocks are known, a house without one may have one. */
  let isListed = false

  function judgeModeOf(house: KnownHouse | undefined): void {
    if (!house || !isListed) return
    const flock = byHouse.get(house.id)
    const at = now()
    const hasBirds =
      flock !== undefined && areBirdsIn(flock.birds) && flock.placedOn <= dateIn(flock.timeZone, at)
    judgeMode({ book, house, latestOf: devices.latest, hasBirds, now: at })
  }

  function know(flock: OpenFlock): void {
    const before = known.get(flock.id)
    if (before && before.houseId !== flock.houseId) forget(flock.id)
    known.set(flock.id, flock)
    byHouse.set(flock.houseId, flock)
    judgeModeOf(directory.house(flock.houseId))
  }
  function forget(id: string): void {
    const flock = known.get(id)
    known.delete(id)
    if (!flock || byHouse.get(flock.houseId) !== flock) return
    byHouse.delete(flock.houseId)
    judgeModeOf(directory.house(flock.houseId))
  }
  function judgeModes(): void {
    for (const house of directory.all()) judgeModeOf(house)
  }
  return {
    all: () => known.values(),
    know,
    forget,
    /** From now on a house without a known flock has none. */
    listed() {
      isListed = true
      judgeModes()
    },
    judgeModeOf,
    judgeModes,
  }
}

/**
 * Watches the flocks of all houses. The database tells every process of each change of a flock or its records, by people or
 * an import; the alarms follow from all recorded days, so that order, repetition and restarts change nothing.
 */
export function createFlockWatch(parts: Parts): FlockWatch {
  const { book, store, directory, events, log, now } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const db = store.scoped(SYSTEM)
  const known = createKnownFlocks(parts)

  async function judge(ids: readonly string[]): Promise<void> {
    const flocks = await openFlocks(db, { ids })
    const found = new Set(flocks.map(({ id }) => id))
    for (const id of ids) {
      if (found.has(id)) continue
      clearFlock(book, id, now())
      known.forget(id)
    }
    flocks.forEach(known.know)
    const records = await recentRecords(db, [...found], now())
    for (const flock of flocks) {
      const at = now()
      const isCounted = directory.house(flock.houseId)?.devices.some(({ type }) => type === 'controller')
      const days = await knownDays(db, flock, { records: records.get(flock.id) ?? [], isCounted, now: at })
      await recordPastEpisodes(store, flock, judgeFlock(book, flock, days, at), at)
      await nextTurn()
    }
  }

  const due = createDue(
    ids => inRound('flockAlarms', () => judge(ids)),
    signal,
    error => roundFailed(log, 'flockAlarms', error),
  )

  async function list(): Promise<void> {
    for (let after = ''; !signal.aborted; ) {
      const part = await openFlocks(db, { after, most: LISTED_AT_ONCE })
      part.forEach(known.know)
      due.add(part.map(({ id }) => id))
      const last = part.at(-1)
      if (!last || part.length < LISTED_AT_ONCE) break
      after = last.id
    }
    known.listed()
  }
  /** Flocks may have come and gone unheard; those with alarms may have been closed. */
  async function begin(): Promise<void> {
    const alarms = book.all().filter(({ code }) => isFlockAlarm(code))
    const before = [...Array.from(known.all(), ({ id }) => id), ...alarms.map(({ subjectId }) => subjectId)]
    await list()
    due.add(before)
  }

  const onDirectory = () => {
    known.judgeModes()
    due.add([...known.all()].filter(({ houseId }) => !directory.house(houseId)).map(({ id }) => id))
  }
  const onReport = ({ deviceId, historical, values }: EventMap['report'][0]) => {
    if (!historical && values.has(HOUSE_MODE)) known.judgeModeOf(directory.houseOfDevice(deviceId))
  }

  const onUndeclared = ({ deviceId, metrics }: EventMap['undeclared'][0]) => {
    if (metrics.includes(HOUSE_MODE)) known.judgeModeOf(directory.houseOfDevice(deviceId))
  }

  const days = createDays(now)
  const unhear = directory.onChange(onDirectory)
  events.on('report', onReport)
  events.on('undeclared', onUndeclared)
  const listening = store.listen('record', {
    heard(payload) {
      const id = flockTold(payload)
      if (id !== undefined) due.add([id])
    },
    began: () => due.work(begin),
  })
  due.work(begin)

  return {
    sweep: () => due.add(days.ended(known.all())),
    settled: due.settled,
    async stop() {
      stopping.abort()
      events.off('report', onReport)
      events.off('undeclared', onUndeclared)
      unhear()
      await Promise.all([listening.stop(), due.settled()])
    },
  }
}

/** The flock of a notification; undefined if it is about anything else. */
function flockTold(payload: string): string | undefined {
  const told: { module?: unknown; id?: unknown } = JSON.parse(payload)
  return told.module === 'workplace' && typeof told.id === 'string' ? told.id : undefined
}

/** Which flocks have had a day end since the last look, by the clocks of their houses. */
function createDays(now: () => number) {
  const parts = new Map<string, string>()
  const begunAt = now()
  let lookedAt = begunAt
  const partOf = (timeZone: string, at: number) => {
    const [day = '', clock = ''] = localText(at - ROLLED_UP_MS, timeZone).split('T')
    return `${day} ${Math.floor(Number(clock.slice(0, 2)) / JUDGED_EVERY_H)}`
  }
  return {
    ended(flocks: Iterable<OpenFlock>): string[] {
      if (Math.abs(now() - lookedAt) < LOOK_MS) return []
      lookedAt = now()
      const ended = new Set<string>()
      const looked = new Set<string>()
      const ids: string[] = []
      for (const { id, timeZone } of flocks) {
        if (!looked.has(timeZone)) {
          looked.add(timeZone)
          const part = partOf(timeZone, lookedAt)
          if (part !== (parts.get(timeZone) ?? partOf(timeZone, begunAt))) ended.add(timeZone)
          parts.set(timeZone, part)
        }
        if (ended.has(timeZone)) ids.push(id)
      }
      return ids
    },
  }
}

/** Judges flocks some at a time, each once however often it was added, and waits out a database that is away. */
function createDue(
  judge: (ids: readonly string[]) => Promise<void>,
  signal: AbortSignal,
  failed: (error: unknown) => void,
) {
  const waiting = new Set<string>()
  const works: (() => Promise<void>)[] = []
  let working: Promise<void> | undefined
  const rest = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    while (!signal.aborted && (works.length > 0 || waiting.size > 0)) {
      const work = works[0]
      const ids = work ? [] : [...waiting].slice(0, FLOCKS_AT_ONCE)
      // Told again meanwhile, it is judged again.
      for (const id of ids) waiting.delete(id)
      try {
        await (work ? work() : judge(ids))
        if (work) works.shift()
        else if (waiting.size > 0) await rest(REST_MS)
      } catch (error) {
        for (const id of ids) waiting.add(id)
        if (signal.aborted) return
        failed(error)
        await rest(AGAIN_MS)
      }
    }
  }
  const start = () => {
    working ??= Promise.resolve()
      .then(run)
      .finally(() => {
        working = undefined
        if (!signal.aborted && (works.length > 0 || waiting.size > 0)) start()
      })
  }
  return {
    add(ids: readonly string[]) {
      if (ids.length === 0) return
      for (const id of ids) waiting.add(id)
      start()
    },
    /** Does this before judging more. */
    work(work: () => Promise<void>) {
      works.push(work)
      start()
    },
    settled: async () => {
      while (working && !signal.aborted) await working
      await working
    },
  }
}
