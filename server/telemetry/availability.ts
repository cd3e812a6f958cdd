import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Events } from '#server/platform/events.ts'
import { watchOwnPauses } from '#server/platform/own-pauses.ts'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { KnownDevice, Registry, RegistryChange } from './registry.ts'
import {
  type Change,
  type Note,
  writeHeard,
  writeNotes,
  writeSharedNotes,
  writeStatus,
} from './write-availability.ts'

/** The four states of a device and its connection history. Times are the server's, ms since 1970. */
export interface Availability {
  status(deviceId: string): DeviceStatus
  online(device: KnownDevice, reason: string): void
  offline(device: KnownDevice, reason: string, detail?: string): void
  /** It is born but does not count as online, for this reason, until it is said to be online. */
  hold(device: KnownDevice, reason: string, detail: string): void
  /** The device is not missed after the start: somebody else sees to it. */
  excuse(device: KnownDevice): void
  /** A message arrived from the device. */
  heard(device: KnownDevice, at: number): void
  /** Adds a row to the connection history without changing the status. */
  note(device: KnownDevice, event: string, detail?: string): void
  /** Server time of the last message; null before the first. */
  silentSince(deviceId: string): number | null
  /** When it went offline, if that was since the start and this process saw it; else null. */
  endedAt(deviceId: string): number | null
  /** An administrator changed devices. */
  registered(changes: readonly RegistryChange[]): void
  stop(): Promise<void>
}

interface State {
  status: DeviceStatus
  lastMessageAt: number | null
  endedAt: number | null
  heard: boolean
  /** Why it does not count as online though it is born. */
  heldBy: string | null
}
const FLUSH_MS = 200
const HEARD_MS = 5_000
/** Notes waiting for the database; any beyond this are dropped. */
const MAX_NOTES = 20_000
/** Limit of notes per device, so that a flapping connection does not fill the history. */
const AN_HOUR = 120

interface Parts {
  pool: Pool
  events: Events
  registry: Registry
  log: FastifyBaseLogger
  /** Other processes may see and write the same births and deaths. */
  shared?: boolean
  /** Whether this process writes when the device was last heard. */
  owns?: (deviceId: string) => boolean
  graceMs?: number
}

/** Changes of status on their way to the database; listeners are told once they are there. */
function createChanges() {
  let waiting: Change[] = []
  let writing: Change[] = []
  return {
    add: (change: Change) => void waiting.push(change),
    isEmpty: () => waiting.length === 0,
    /** An administrator's decision is the last thing reported about the device. */
    overrule(deviceId: string): void {
      waiting = waiting.filter(({ id }) => id !== deviceId)
      writing = writing.filter(({ id }) => id !== deviceId)
    },
    take(): readonly Change[] {
      writing = waiting
      waiting = []
      return writing
    },
    /** What was taken is written: all of it that nobody overruled meanwhile. */
    written(): readonly Change[] {
      const written = writing
      writing = []
      return written
    },
    /** Unless it was written. */
    putBack(): void {
      waiting = [...writing, ...waiting]
      writing = []
    },
  }
}

/** Rows of the connection history on their way to the database. */
function createNotes() {
  let waiting: Note[] = []
  const counts = new Map<string, number>()
  let countedHour = 0
  return {
    add({ id }: KnownDevice, event: string, detail?: string): void {
      const hour = Math.floor(Date.now() / 3_600_000)
      if (hour !== countedHour) counts.clear()
      countedHour = hour
      const count = (counts.get(id) ?? 0) + 1
      counts.set(id, count)
      if (count > AN_HOUR || waiting.length >= MAX_NOTES) return
      waiting.push({ id, at: Date.now(), event, detail: detail?.slice(0, 500) ?? null })
    },
    isEmpty: () => waiting.length === 0,
    take(): Note[] {
      const taken = waiting
      waiting = []
      return taken
    },
    putBack(notes: readonly Note[]): void {
      waiting = [...notes, ...waiting].slice(-MAX_NOTES)
    },
  }
}

/** Writes what waits, one batch after the other; the times of the last messages less often. */
function createWriting(
  { pool, events, log, shared = false, owns = () => true }: Parts,
  states: ReadonlyMap<string, State>,
  changes: ReturnType<typeof createChanges>,
  notes: ReturnType<typeof createNotes>,
) {
  let flushing: Promise<void> | undefined
  let heardAt = Date.now()

  async function write(): Promise<void> {
    const heardDue = Date.now() - heardAt >= HEARD_MS
    if (heardDue) heardAt = Date.now()
    const heard = heardDue ? [...states].filter(([id, state]) => state.heard && owns(id)) : []
    if (changes.isEmpty() && notes.isEmpty() && heard.length === 0) return
    const newNotes = notes.take()
    for (const [, state] of heard) state.heard = false
    try {
      await inRound('states', async () => {
        await writeStatus(pool, changes.take(), shared)
        for (const { id, from, to, at, reason } of changes.written())
          events.emit('status', { deviceId: id, from, to, at, reason })
        await (shared ? writeSharedNotes : writeNotes)(pool, newNotes)
        newNotes.length = 0
        await writeHeard(
          pool,
          heard.map(([id, state]) => ({ id, at: state.lastMessageAt ?? 0 })),
        )
      })
    } catch (error) {
      changes.putBack()
      notes.putBack(newNotes)
      for (const [, state] of heard) state.heard = true
      roundFailed(log, 'states', error)
    }
  }

  return {
    flush() {
      flushing ??= write().finally(() => {
        flushing = undefined
      })
      return flushing
    },
    /** Writes everything that is left. */
    async stop() {
      await flushing
      heardAt = 0
      await write()
    },
  }
}

/**
 * Keeps the states in memory and writes them in batches; `status` events follow what is written. Devices that were
 * ONLINE at the last stop stay so until their birth, or until the grace period after the start is over.
 */
export function startAvailability(parts: Parts): Availability {
  const { events, registry, log, graceMs = STARTUP_GRACE_S * 1_000 } = parts
  const states = new Map<string, State>()
  const unproven = new Set<string>()
  const changes = createChanges()
  const notes = createNotes()
  const writing = createWriting(parts, states, changes, notes)
  for (const device of registry.all()) {
    stateOf(device)
    if (device.status === 'ONLINE') unproven.add(device.id)
  }

  function stateOf({ id, status, lastMessageAt }: KnownDevice): State {
    const found = states.get(id)
    if (found) return found
    const made: State = { status, lastMessageAt, endedAt: null, heard: false, heldBy: null }
    states.set(id, made)
    return made
  }
  function change(device: KnownDevice, to: DeviceStatus, reason: string, detail?: string): void {
    const state = stateOf(device)
    unproven.delete(device.id)
    if (state.status === 'DISABLE' || state.status === to) return
    changes.add({ id: device.id, from: state.status, to, at: Date.now(), reason })
    Object.assign(state, { status: to, heldBy: null })
    notes.add(device, reason, detail)
  }

  function hold(device: KnownDevice, reason: string, detail: string): void {
    const state = stateOf(device)
    unproven.delete(device.id)
    if (state.status === 'DISABLE' || state.heldBy === reason) return
    changes.add({ id: device.id, from: state.status, to: 'OFFLINE', at: Date.now(), reason })
    Object.assign(state, { status: 'OFFLINE', heldBy: reason, endedAt: Date.now() })
    notes.add(device, reason, detail)
  }

  /** Takes over only what an administrator set: the rest of the row may be older than the state in memory. */
  function obeyAdministrator(device: KnownDevice): void {
    const state = stateOf(device)
    const { id: deviceId, status: to, statusSince: at, statusReason: reason } = device
    const from = state.status
    if (from === to || (from !== 'DISABLE' && to !== 'DISABLE')) return
    state.status = to
    unproven.delete(deviceId)
    changes.overrule(deviceId)
    events.emit('status', { deviceId, from, to, at, reason })
  }

  const passed = watchOwnPauses(FLUSH_MS)
  /** Measures silence by a clock that nobody sets, leaving out the time this machine slept. */
  function followClock(): void {
    const { steppedMs } = passed()
    if (steppedMs === 0) return
    log.warn({ steppedMs }, "this server's clock was set, or the machine slept")
    for (const state of states.values()) {
      if (state.lastMessageAt !== null) state.lastMessageAt += steppedMs
      if (state.endedAt !== null) state.endedAt += steppedMs
    }
  }
  const timer = setInterval(() => {
    followClock()
    void writing.flush()
  }, FLUSH_MS)
  const grace = setTimeout(() => {
    for (const id of unproven) {
      const device = registry.get(id)
      if (device) change(device, 'OFFLINE', 'no-birth', 'no birth after the start of the server')
    }
  }, graceMs)

  return {
    status: id => states.get(id)?.status ?? registry.get(id)?.status ?? 'UNACTIVE',
    online: (device, reason) => change(device, 'ONLINE', reason),
    offline(device, reason, detail) {
      const state = stateOf(device)
      if (state.status !== 'ONLINE') return
      state.endedAt = Date.now()
      change(device, 'OFFLINE', reason, detail)
    },
    hold,
    excuse: ({ id }) => void unproven.delete(id),
    heard(device, at) {
      const state = stateOf(device)
      state.lastMessageAt = at
      state.heard = true
    },
    note: notes.add,
    endedAt: id => states.get(id)?.endedAt ?? null,
    silentSince: id => states.get(id)?.lastMessageAt ?? registry.get(id)?.lastMessageAt ?? null,
    registered(registryChanges) {
      for (const { before, after } of registryChanges) {
        if (after) obeyAdministrator(after)
        else if (before) {
          states.delete(before.id)
          changes.overrule(before.id)
        }
      }
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(grace)
      await writing.stop()
    },
  }
}
