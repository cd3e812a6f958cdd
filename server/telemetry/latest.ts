import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { troubleOf } from '#server/platform/database/trouble.ts'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import type { BirthKind } from '#shared/devices.ts'
import type { LatestReading, ToldWarning } from './device-side.ts'
import {
  forgetReadings,
  type KnownReadings,
  knownBefore,
  knownReadings,
  laySample,
  readingsOf,
  rearrange,
} from './known-readings.ts'
import type { Layouts } from './layouts.ts'
import { BIRTH_MARGIN_MS, type RestoredState, restoreStates } from './restore-latest.ts'
import type { Sample } from './sample.ts'
import { saveStates } from './save-latest.ts'
import type { SignalSet } from './signal-parts.ts'
import { type BornSet, bornSet } from './signal-set.ts'

/** `contested`: of some metric something else is known of a later time. */
export type Applied = 'now' | 'contested' | 'past'

/** Latest known state of every device, held in memory and saved a few seconds later. */
export interface Latest {
  get(deviceId: string):
    | {
        readings: ReadonlyMap<string, LatestReading>
        limits?: ReadonlyMap<string, number>
        reportIntervalS: number
        toldBefore?: readonly ToldWarning[]
      }
    | undefined
  /**
   * Merges a sample, each metric by its time. A sample of the past must not change states or alarms. A birth is never of
   * the past: it says what is true now, since a time of its own.
   */
  apply(deviceId: string, sample: Sample): Applied
  /** What an earlier birth of this kind declared and this one does not is no longer known. */
  setBirth(deviceId: string, kind: BirthKind, born: BornSet, at: number): void
  /**
   * Metrics that births have ceased to declare since the last call. Called once everything sent before the birth is
   * applied, and forgets what that said about them.
   */
  takeUndeclared(deviceId: string): string[]
  /** Resolves when the device has a stored state, without which a start knows nothing of it; undefined if it has one. */
  whenStored(deviceId: string): Promise<void> | undefined
  /** What the last births said, including those from before the start. */
  births(): Iterable<[deviceId: string, born: BornSet]>
  /** The device has a new owner, who must not see what is known. */
  forget(deviceId: string): void
  stop(): Promise<void>
}

interface State {
  known: KnownReadings
  /** Not saved: every birth repeats it. */
  limits?: Map<string, number>
  born: BornSet | null
  bornAt: number | null
  /** What the last birth of each kind declared: a controller that speaks MQTT itself has both. */
  declared: Partial<Record<BirthKind, SignalSet>>
  /** Metrics that are no longer declared, until somebody asks for them. */
  undeclared: Set<string>
  /** The last distances between samples, s; unordered. */
  intervals: number[]
  observed: number
  newestAt: number
  dirty: boolean
  /** The birth is not stored yet. */
  reborn: boolean
  savedAt: number
  stored: boolean
  /** Callbacks that wait for the first save. */
  onStored: (() => void)[]
  toldBefore?: readonly ToldWarning[]
}

const SAVE_MS = 5_000
/**
 * A state is written no more often than this, births at once. Newer values are read from the reports after a start:
 * only bad readings, and values that no report keeps, may then be this old. ms
 */
const SAVED_EVERY_MS = 30_000
/** Devices per statement, and the pause after each in ms: a reporting farm must not notice that states are saved. */
const SAVED_AT_ONCE = 20
const REST_MS = 40
/** Seconds between reports until the real interval has been observed. */
const DEFAULT_INTERVAL_S = 60
const INTERVALS = 9
/** A sample this many intervals, and at least this many ms, behind the newest belongs to the past. */
const LATE = { intervals: 3, ms: 60_000 }

/** Saves the states that are due, a few at a time. */
function startSaver(states: ReadonlyMap<string, State>, { pool, layouts, owns, log }: LatestOptions) {
  let saving: Promise<void> | undefined
  let saveAgain = false
  let stopping = false
  const timer = setInterval(saveSoon, SAVE_MS)

  /** At once, or again after the saving that is under way. */
  function saveSoon(): void {
    if (stopping) return
    saveAgain = saving !== undefined
    saving ??= saveDue().finally(() => {
      saving = undefined
      if (saveAgain) saveSoon()
    })
  }

  async function saveDue(): Promise<void> {
    const now = Date.now()
    const due = [...states].filter(
      ([id, { dirty, reborn, savedAt, onStored }]) =>
        owns(id) &&
        ((dirty && (stopping || reborn || now - savedAt >= SAVED_EVERY_MS)) || onStored.length > 0),
    )
    for (let i = 0; i < due.length; i += SAVED_AT_ONCE) {
      const part = due.slice(i, i + SAVED_AT_ONCE)
      const reborn = new Set(part.filter(([, state]) => state.reborn).map(([, state]) => state))
      for (const [, state] of part) Object.assign(state, { dirty: false, reborn: false, savedAt: now })
      try {
        await inRound('latest', () => save(part, reborn))
      } catch (error) {
        if (troubleOf(error) !== 'fault') {
          for (const [, state] of part) Object.assign(state, { dirty: true, savedAt: 0 })
          for (const state of reborn) state.reborn = true
          return roundFailed(log, 'latest', error)
        }
        await saveEach(part, reborn)
      }
      for (const [, state] of part) noteStored(state)
      if (!stopping && i + SAVED_AT_ONCE < due.length) await delay(REST_MS, undefined, { ref: false })
    }
  }

  const save = (part: [string, State][], reborn: ReadonlySet<State>) =>
    saveStates(
      pool,
      layouts,
      part.map(([deviceId, state]) => {
        const { known, born, bornAt } = state
        return { deviceId, known, born: reborn.has(state) ? born : undefined, bornAt }
      }),
    )

  /** Saves one by one: a state that cannot be saved must not hold up the others. */
  async function saveEach(part: [string, State][], reborn: ReadonlySet<State>): Promise<void> {
    for (const entry of part)
      await save([entry], reborn).catch(error => {
        log.error({ deviceId: entry[0] }, 'the latest state of a device cannot be saved')
        roundFailed(log, 'latest', error)
      })
  }

  return {
    saveSoon,
    async stop() {
      clearInterval(timer)
      stopping = true
      await saving
      await saveDue()
    },
  }
}

interface LatestOptions {
  pool: Pool
  layouts: Layouts
  /** Whether this process saves what is known of the device: another one does so otherwise. */
  owns(deviceId: string): boolean
  log: FastifyBaseLogger
}

/** Restores what was known and keeps it saved. */
export async function startLatest(options: LatestOptions): Promise<Latest> {
  const { pool, layouts } = options
  const states = new Map<string, State>()
  await restoreStates(pool, (id, restored) => states.set(id, stateOf(restored, layouts)))
  const saver = startSaver(states, options)

  function open(id: string): State {
    const found = states.get(id)
    if (found) return found
    const made = emptyState()
    states.set(id, made)
    return made
  }

  return {
    get(id) {
      const state = states.get(id)
      if (!state) return undefined
      const readings = readingsOf(state.known)
      // Each report looks at readings, few at the interval.
      return {
        readings,
        ...(state.born && { declared: state.born.set.byName }),
        ...(state.limits && { limits: state.limits }),
        ...(state.toldBefore && { toldBefore: state.toldBefore }),
        get reportIntervalS() {
          return intervalOf(state)
        },
      }
    },
    apply(id, sample) {
      const { knownAt: at, receivedAt, ofBirth } = sample
      const state = open(id)
      if (state.newestAt > receivedAt) {
        knownBefore(state.known, receivedAt)
        state.newestAt = receivedAt
      }
      const behind = state.newestAt - at
      if (!ofBirth && behind > LATE.ms && behind > LATE.intervals * intervalOf(state) * 1_000) return 'past'
      if (behind < 0 && !sample.isLater) observe(state, at)
      else if (behind < 0) state.newestAt = at
      const isContested = laySample(state.known, sample)
      for (const [metric, limit] of sample.limits ?? []) {
        state.limits ??= new Map()
        state.limits.set(metric, limit)
      }
      state.dirty = true
      return isContested ? 'contested' : 'now'
    },
    setBirth(id, kind, born, at) {
      const state = open(id)
      declare(state, kind, born.set)
      if (state.born?.set !== born.set || state.born.firstAlias !== born.firstAlias) state.reborn = true
      Object.assign(state, { born, bornAt: at, dirty: true })
    },
    takeUndeclared(id) {
      const state = states.get(id)
      if (!state || state.undeclared.size === 0) return []
      const taken = [...state.undeclared]
      state.undeclared.clear()
      forgetMetrics(state, taken)
      return taken
    },
    whenStored(id) {
      const state = states.get(id)
      if (!state || state.stored) return undefined
      saver.saveSoon()
      return new Promise(resolve => state.onStored.push(resolve))
    },
    births: function* () {
      for (const [id, { born }] of states) if (born) yield [id, born]
    },
    forget(id) {
      const { stored, onStored } = open(id)
      const bornAt = Date.now() + BIRTH_MARGIN_MS
      states.set(id, { ...emptyState(), bornAt, stored, onStored, dirty: true, reborn: true })
    },
    stop: saver.stop,
  }
}

function emptyState(): State {
  const saved = { dirty: false, reborn: false, savedAt: 0, stored: false, onStored: [] }
  const known = knownReadings(new Map())
  const births = { born: null, bornAt: null, declared: {}, undeclared: new Set<string>() }
  return { known, ...births, intervals: [], observed: 0, newestAt: 0, ...saved }
}

function stateOf({ readings, birth, bornAt, told }: RestoredState, layouts: Layouts): State {
  let newestAt = 0
  const now = Date.now()
  for (const [name, { value, at }] of readings) {
    // Reports carry their device's time, which may be ahead.
    if (at > now) readings.set(name, { value, at: now })
    newestAt = Math.max(newestAt, Math.min(at, now))
  }
  const known = knownReadings(readings)
  const born = birth && (bornSet(birth, layouts, () => true) ?? null)
  if (born) rearrange(known, { set: born.set, layout: born.set.layout })
  // Only the birth of a node has this metric.
  const kind = born?.set.byName.has('bdSeq') ? 'NBIRTH' : 'DBIRTH'
  const declared = born ? { [kind]: born.set } : {}
  const restored = { ...emptyState(), known, born, bornAt, declared, newestAt, stored: true }
  return told.length > 0 ? { ...restored, toldBefore: told } : restored
}

/** Notes what the birth declares, and forgets what it ceased to declare. */
function declare(state: State, kind: BirthKind, set: SignalSet): void {
  const before = state.declared[kind]
  state.declared[kind] = set
  if (!before || before === set) return
  const isDeclared = (metric: string) =>
    Object.values(state.declared).some(({ byName }) => byName.has(metric))
  for (const metric of set.byName.keys()) state.undeclared.delete(metric)
  for (const metric of before.byName.keys()) if (!isDeclared(metric)) state.undeclared.add(metric)
  forgetMetrics(state, state.undeclared)
}

function forgetMetrics(state: State, metrics: Iterable<string>): void {
  forgetReadings(state.known, metrics)
  for (const metric of metrics) state.limits?.delete(metric)
  state.dirty = true
}

function noteStored(state: State): void {
  // Saved in a hurry at its birth, without values: those follow in the next round.
  if (!state.stored) Object.assign(state, { stored: true, dirty: true, savedAt: 0 })
  for (const resolve of state.onStored.splice(0)) resolve()
}

function observe(state: State, at: number): void {
  if (state.newestAt > 0) {
    state.intervals[state.observed % INTERVALS] = (at - state.newestAt) / 1_000
    state.observed += 1
  }
  state.newestAt = at
}

/** The median of the last distances between samples, s: one gap or duplicate changes nothing. */
function intervalOf({ intervals }: State): number {
  if (intervals.length < 3) return DEFAULT_INTERVAL_S
  const sorted = [...intervals].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}
