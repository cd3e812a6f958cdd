import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { isDatabaseUnavailable } from '#server/database/store.ts'
import type { LatestReading } from './device-side.ts'
import { type KnownReadings, knownReadings, laySample, readingsOf } from './known-readings.ts'
import { BIRTH_MARGIN_MS, type RestoredState, restoreStates } from './restore-latest.ts'
import type { Sample } from './sample.ts'
import type { BirthMetric } from './signal-table.ts'

/** Latest known state of every device, kept in memory and saved a few seconds behind. */
export interface Latest {
  get(deviceId: string): { readings: ReadonlyMap<string, LatestReading>; reportIntervalS: number } | undefined
  /** Merges a sample, each metric by its time. False when the sample is late: no state, no alarm follows from it. */
  apply(deviceId: string, sample: Sample): boolean
  setBirth(deviceId: string, birth: BirthMetric[], at: number): void
  /** Resolves when something of the device is stored, without which a start knows nothing of it; undefined if it is. */
  whenStored(deviceId: string): Promise<void> | undefined
  /** What the last birth said, also from before the start. */
  births(): Iterable<[deviceId: string, birth: BirthMetric[]]>
  /** The device has another owner: what is known is not the new one's to see. */
  forget(deviceId: string): void
  stop(): Promise<void>
}

interface State extends Pick<RestoredState, 'birth' | 'bornAt'> {
  known: KnownReadings
  /** The last distances between samples, s; in no order. */
  intervals: number[]
  observed: number
  newestAt: number
  dirty: boolean
  /** The birth is not what is stored. */
  reborn: boolean
  savedAt: number
  stored: boolean
  /** Who waits for the first time. */
  onStored: (() => void)[]
}

const SAVE_MS = 5_000
/**
 * A state is written no more often than this, births at once. What is newer is read again from the reports after a
 * start: only bad readings, and values that no report keeps, may be this old then. ms
 */
const SAVED_EVERY_MS = 30_000
/** Devices a statement, and the rest after each in ms: a farm that reports must not notice that states are saved. */
const SAVED_AT_ONCE = 20
const REST_MS = 40
/** Seconds between reports until they have been seen. */
const DEFAULT_INTERVAL_S = 60
const INTERVALS = 9
/** A sample so many intervals, and at least so many ms, behind the newest is of the past. */
const LATE = { intervals: 3, ms: 60_000 }

/** Restores what was known and keeps it saved. */
export async function startLatest(pool: Pool, log: FastifyBaseLogger): Promise<Latest> {
  const states = new Map<string, State>()
  for (const [id, restored] of await restoreStates(pool)) states.set(id, stateOf(restored, true))
  let saving: Promise<void> | undefined
  let saveAgain = false
  let stopping = false
  const timer = setInterval(startSaving, SAVE_MS)

  function startSaving(): void {
    if (stopping) return
    saveAgain = saving !== undefined
    saving ??= save().finally(() => {
      saving = undefined
      if (saveAgain) startSaving()
    })
  }

  function open(id: string): State {
    const found = states.get(id)
    if (found) return found
    const made = stateOf({ readings: new Map(), birth: null, bornAt: null }, false)
    states.set(id, made)
    return made
  }

  async function save(): Promise<void> {
    const now = Date.now()
    const due = [...states].filter(
      ([, { dirty, reborn, savedAt, onStored }]) =>
        (dirty && (stopping || reborn || now - savedAt >= SAVED_EVERY_MS)) || onStored.length > 0,
    )
    for (let i = 0; i < due.length; i += SAVED_AT_ONCE) {
      const part = due.slice(i, i + SAVED_AT_ONCE)
      const reborn = new Set(part.filter(([, state]) => state.reborn).map(([, state]) => state))
      for (const [, state] of part) Object.assign(state, { dirty: false, reborn: false, savedAt: now })
      try {
        await saveStates(pool, part, reborn)
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          for (const [, state] of part) Object.assign(state, { dirty: true, savedAt: 0 })
          for (const state of reborn) state.reborn = true
          return log.warn({ err: error }, 'the latest state of devices waits for the database')
        }
        await saveEach(part, reborn)
      }
      for (const [, state] of part) noteStored(state)
      if (!stopping && i + SAVED_AT_ONCE < due.length) await delay(REST_MS, undefined, { ref: false })
    }
  }

  /** One state that cannot be saved must not keep back the others. */
  async function saveEach(part: [string, State][], reborn: ReadonlySet<State>): Promise<void> {
    for (const entry of part)
      await saveStates(pool, [entry], reborn).catch(error =>
        log.error({ err: error, deviceId: entry[0] }, 'the latest state of a device cannot be saved'),
      )
  }

  return {
    get(id) {
      const state = states.get(id)
      if (!state) return undefined
      const readings = readingsOf(state.known)
      // Each report looks at readings, few at the interval.
      return {
        readings,
        get reportIntervalS() {
          return intervalOf(state)
        },
      }
    },
    apply(id, sample) {
      const { knownAt: at } = sample
      const state = open(id)
      const behind = state.newestAt - at
      if (behind > LATE.ms && behind > LATE.intervals * intervalOf(state) * 1_000) return false
      if (behind < 0) observe(state, at)
      laySample(state.known, sample)
      state.dirty = true
      return true
    },
    setBirth(id, birth, at) {
      const state = open(id)
      state.birth = birth
      state.bornAt = at
      state.dirty = true
      state.reborn = true
    },
    whenStored(id) {
      const state = states.get(id)
      if (!state || state.stored) return undefined
      startSaving()
      return new Promise(resolve => state.onStored.push(resolve))
    },
    births: function* () {
      for (const [id, { birth }] of states) if (birth) yield [id, birth]
    },
    forget(id) {
      const { stored, onStored } = open(id)
      const emptied = stateOf(
        { readings: new Map(), birth: null, bornAt: Date.now() + BIRTH_MARGIN_MS },
        stored,
      )
      states.set(id, { ...emptied, onStored, dirty: true, reborn: true })
    },
    async stop() {
      clearInterval(timer)
      stopping = true
      await saving
      await save()
    },
  }
}

function stateOf({ readings, birth, bornAt }: RestoredState, stored: boolean): State {
  let newestAt = 0
  const now = Date.now()
  for (const [name, { value, at }] of readings) {
    // Reports have the time of their device, which may be ahead.
    if (at > now) readings.set(name, { value, at: now })
    newestAt = Math.max(newestAt, Math.min(at, now))
  }
  const known = knownReadings(readings)
  const saved = { dirty: false, reborn: false, savedAt: 0, stored, onStored: [] }
  return { known, birth, bornAt, intervals: [], observed: 0, newestAt, ...saved }
}

function noteStored(state: State): void {
  // Stored in a hurry, at its birth and without values: those follow with the next round.
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

/** The middle of the last distances between samples, s: one gap or one double changes nothing. */
function intervalOf({ intervals }: State): number {
  if (intervals.length < 3) return DEFAULT_INTERVAL_S
  const sorted = [...intervals].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}

/** A birth that is stored already is not written again: it is longer than all values. */
async function saveStates(pool: Pool, states: [string, State][], reborn: ReadonlySet<State>): Promise<void> {
  const births = states.map(([, state]) => (reborn.has(state) ? state : null))
  await pool.query(
    `insert into device_state as s (device_id, office_path, farm_path, "values", birth, born_at, saved_at)
     select d.id, d.office_path, coalesce(o.farm_path, d.office_path), t.readings::jsonb, t.birth::jsonb, t.born_at, now()
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) t(device, readings, birth, born_at)
     join device d on d.id = t.device join office o on o.path = d.office_path
     on conflict (device_id) do update set office_path = excluded.office_path, farm_path = excluded.farm_path,
       "values" = excluded."values", saved_at = excluded.saved_at,
       birth = case when excluded.born_at is null then s.birth else excluded.birth end,
       born_at = coalesce(excluded.born_at, s.born_at)`,
    [
      states.map(([id]) => id),
      states.map(([, { known }]) => writeReadings(readingsOf(known))),
      births.map(state => state?.birth && writeJson(state.birth)),
      births.map(state => state?.bornAt && new Date(state.bornAt)),
    ],
  )
}

function writeReadings(readings: ReadonlyMap<string, LatestReading>): string {
  const plain: Record<string, [unknown, number]> = {}
  for (const [name, { value, at }] of readings) {
    // Tables, files and arrays are not kept over a restart.
    if (value === null || typeof value !== 'object')
      plain[clean(name) as string] = [typeof value === 'bigint' ? String(value) : clean(value), at]
  }
  return JSON.stringify(plain)
}

/** jsonb takes neither NUL nor half a character. */
const clean = (part: unknown) =>
  typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part

const writeJson = (value: unknown) => JSON.stringify(value, (_, part) => clean(part))
