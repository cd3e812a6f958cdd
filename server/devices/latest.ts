import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { isDatabaseUnavailable } from '#server/database/store.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { LatestReading } from './device-side.ts'
import { BIRTH_MARGIN_MS, type RestoredState, restoreStates } from './restore-latest.ts'
import type { BirthMetric } from './signal-table.ts'

/** Latest known state of every device, kept in memory and saved a few seconds behind. */
export interface Latest {
  get(deviceId: string): { readings: ReadonlyMap<string, LatestReading>; reportIntervalS: number } | undefined
  /** Merges a sample, each metric by its time. False when the sample is late: no state, no alarm follows from it. */
  apply(deviceId: string, at: number, values: ReadonlyMap<string, MetricValue>): boolean
  setBirth(deviceId: string, birth: BirthMetric[], at: number): void
  /** What the last birth said, also from before the start. */
  births(): Iterable<[deviceId: string, birth: BirthMetric[]]>
  /** The device has another owner: what is known is not the new one's to see. */
  forget(deviceId: string): void
  stop(): Promise<void>
}

interface State extends RestoredState {
  intervals: number[]
  intervalS: number
  newestAt: number
  dirty: boolean
}

const SAVE_MS = 5_000
/** Devices a statement, so that the event loop stays free in between. */
const SAVED_AT_ONCE = 100
/** Seconds between reports until they have been seen. */
const DEFAULT_INTERVAL_S = 60
const INTERVALS = 9
/** A sample so many intervals, and at least so many ms, behind the newest is of the past. */
const LATE = { intervals: 3, ms: 60_000 }

/** Restores what was known and keeps it saved. */
export async function startLatest(pool: Pool, log: FastifyBaseLogger): Promise<Latest> {
  const states = new Map<string, State>()
  for (const [id, restored] of await restoreStates(pool)) states.set(id, stateOf(restored))
  let saving: Promise<void> | undefined
  const timer = setInterval(() => {
    saving ??= save().finally(() => {
      saving = undefined
    })
  }, SAVE_MS)

  function open(id: string): State {
    const found = states.get(id)
    if (found) return found
    const made = stateOf({ readings: new Map(), birth: null, bornAt: null })
    states.set(id, made)
    return made
  }

  async function save(): Promise<void> {
    const dirty = [...states].filter(([, state]) => state.dirty)
    for (let i = 0; i < dirty.length; i += SAVED_AT_ONCE) {
      const part = dirty.slice(i, i + SAVED_AT_ONCE)
      for (const [, state] of part) state.dirty = false
      try {
        await saveStates(pool, part)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) {
          await saveEach(part)
          continue
        }
        for (const [, state] of part) state.dirty = true
        log.warn({ err: error }, 'the latest state of devices waits for the database')
        return
      }
    }
  }

  /** One state that cannot be saved must not keep back the others. */
  async function saveEach(part: [string, State][]): Promise<void> {
    for (const entry of part)
      await saveStates(pool, [entry]).catch(error =>
        log.error({ err: error, deviceId: entry[0] }, 'the latest state of a device cannot be saved'),
      )
  }

  return {
    get(id) {
      const state = states.get(id)
      return state && { readings: state.readings, reportIntervalS: state.intervalS }
    },
    apply(id, at, values) {
      const state = open(id)
      const behind = state.newestAt - at
      if (behind > Math.max(LATE.intervals * state.intervalS * 1_000, LATE.ms)) return false
      if (behind < 0) observe(state, at)
      for (const [name, value] of values) {
        const known = state.readings.get(name)
        if (!known) state.readings.set(name, { value, at })
        else if (at >= known.at) {
          known.value = value
          known.at = at
        }
      }
      state.dirty = true
      return true
    },
    setBirth(id, birth, at) {
      const state = open(id)
      state.birth = birth
      state.bornAt = at
      state.dirty = true
    },
    births: function* () {
      for (const [id, { birth }] of states) if (birth) yield [id, birth]
    },
    forget(id) {
      const emptied = stateOf({ readings: new Map(), birth: null, bornAt: Date.now() + BIRTH_MARGIN_MS })
      states.set(id, { ...emptied, dirty: true })
    },
    async stop() {
      clearInterval(timer)
      await saving
      await save()
    },
  }
}

function stateOf(restored: RestoredState): State {
  let newestAt = 0
  for (const { at } of restored.readings.values()) newestAt = Math.max(newestAt, at)
  return { ...restored, intervals: [], intervalS: DEFAULT_INTERVAL_S, newestAt, dirty: false }
}

/** Takes the middle of the last distances between samples: one gap or one double changes nothing. */
function observe(state: State, at: number): void {
  if (state.newestAt > 0 && at > state.newestAt) {
    state.intervals.push((at - state.newestAt) / 1_000)
    if (state.intervals.length > INTERVALS) state.intervals.shift()
    const sorted = [...state.intervals].sort((a, b) => a - b)
    if (sorted.length >= 3) state.intervalS = sorted[sorted.length >> 1] as number
  }
  state.newestAt = at
}

async function saveStates(pool: Pool, states: [string, State][]): Promise<void> {
  await pool.query(
    `insert into device_state (device_id, office_path, farm_path, "values", birth, born_at, saved_at)
     select d.id, d.office_path, coalesce(o.farm_path, d.office_path), t.readings::jsonb, t.birth::jsonb, t.born_at, now()
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) t(device, readings, birth, born_at)
     join device d on d.id = t.device join office o on o.path = d.office_path
     on conflict (device_id) do update set office_path = excluded.office_path, farm_path = excluded.farm_path,
       "values" = excluded."values", birth = excluded.birth, born_at = excluded.born_at, saved_at = excluded.saved_at`,
    [
      states.map(([id]) => id),
      states.map(([, { readings }]) => writeReadings(readings)),
      states.map(([, { birth }]) => birth && writeJson(birth)),
      states.map(([, { bornAt }]) => bornAt && new Date(bornAt)),
    ],
  )
}

function writeReadings(readings: ReadonlyMap<string, LatestReading>): string {
  const plain: Record<string, [unknown, number]> = {}
  for (const [name, { value, at }] of readings) {
    // Tables, files and arrays are not kept over a restart.
    if (value === null || typeof value !== 'object')
      plain[name] = [typeof value === 'bigint' ? String(value) : value, at]
  }
  return writeJson(plain)
}

/** jsonb takes neither NUL nor half a character. */
const writeJson = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '�') : part,
  )
