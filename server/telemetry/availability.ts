import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Events } from '#server/platform/events.ts'
import { watchOwnPauses } from '#server/platform/own-pauses.ts'
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
  /** A message arrived from the device. */
  heard(device: KnownDevice, at: number): void
  /** Adds a row to the connection history without changing the status. */
  note(device: KnownDevice, event: string, detail?: string): void
  /** Server time of the last message; null before the first. Decides on "no data", which is separate from offline. */
  silentSince(deviceId: string): number | null
  /** An administrator changed devices. */
  registered(changes: readonly RegistryChange[]): void
  stop(): Promise<void>
}

interface State {
  status: DeviceStatus
  lastMessageAt: number | null
  heard: boolean
}
const FLUSH_MS = 200
const HEARD_MS = 5_000
/** Notes waiting for the database; any beyond this are dropped. */
const MAX_NOTES = 20_000
/** Limit of notes per device, so that a flapping connection does not fill the history. */
const AN_HOUR = 120

/**
 * Keeps the states in memory and writes them in batches; `status` events follow what is written. Devices that were
 * ONLINE at the last stop stay so until their birth, or until the grace period after the start is over.
 */
export function startAvailability({
  pool,
  events,
  registry,
  log,
  shared = false,
  graceMs = STARTUP_GRACE_S * 1_000,
}: {
  pool: Pool
  events: Events
  registry: Registry
  log: FastifyBaseLogger
  /** Other processes may see and write the same births and deaths. */
  shared?: boolean
  graceMs?: number
}): Availability {
  const states = new Map<string, State>()
  const unproven = new Set<string>()
  let changes: Change[] = []
  /** Changes being written; listeners are told once they are. */
  let writing: Change[] = []
  let notes: Note[] = []
  const noted = new Map<string, number>()
  let notedHour = 0
  let flushing: Promise<void> | undefined
  let heardAt = Date.now()
  for (const device of registry.all()) {
    states.set(device.id, { status: device.status, lastMessageAt: device.lastMessageAt, heard: false })
    if (device.status === 'ONLINE') unproven.add(device.id)
  }

  const stateOf = (device: KnownDevice): State => {
    const found = states.get(device.id)
    if (found) return found
    const made = { status: device.status, lastMessageAt: device.lastMessageAt, heard: false }
    states.set(device.id, made)
    return made
  }
  function note(device: KnownDevice, event: string, detail?: string): void {
    const hour = Math.floor(Date.now() / 3_600_000)
    if (hour !== notedHour) noted.clear()
    notedHour = hour
    const count = (noted.get(device.id) ?? 0) + 1
    noted.set(device.id, count)
    if (count > AN_HOUR || notes.length >= MAX_NOTES) return
    notes.push({ id: device.id, at: Date.now(), event, detail: detail?.slice(0, 500) ?? null })
  }
  function change(device: KnownDevice, to: DeviceStatus, reason: string, detail?: string): void {
    const state = stateOf(device)
    unproven.delete(device.id)
    if (state.status === 'DISABLE' || state.status === to) return
    changes.push({ id: device.id, from: state.status, to, at: Date.now(), reason })
    state.status = to
    note(device, reason, detail)
  }

  /** An administrator's decision is the last thing reported about the device. */
  function overrule(deviceId: string): void {
    changes = changes.filter(({ id }) => id !== deviceId)
    writing = writing.filter(({ id }) => id !== deviceId)
  }

  async function write(): Promise<void> {
    const heardDue = Date.now() - heardAt >= HEARD_MS
    if (heardDue) heardAt = Date.now()
    const heard = heardDue ? [...states].filter(([, state]) => state.heard) : []
    if (changes.length + notes.length + heard.length === 0) return
    const newNotes = notes
    writing = changes
    changes = []
    notes = []
    for (const [, state] of heard) state.heard = false
    try {
      await writeStatus(pool, writing, shared)
      const told = writing
      writing = []
      for (const { id, from, to, at, reason } of told)
        events.emit('status', { deviceId: id, from, to, at, reason })
      await (shared ? writeSharedNotes : writeNotes)(pool, newNotes)
      newNotes.length = 0
      await writeHeard(
        pool,
        heard.map(([id, state]) => ({ id, at: state.lastMessageAt ?? 0 })),
      )
    } catch (error) {
      changes = [...writing, ...changes]
      writing = []
      notes = [...newNotes, ...notes].slice(-MAX_NOTES)
      for (const [, state] of heard) state.heard = true
      log.warn({ err: error }, 'states of devices wait for the database')
    }
  }
  const flush = () => {
    flushing ??= write().finally(() => {
      flushing = undefined
    })
    return flushing
  }
  const passed = watchOwnPauses(FLUSH_MS)
  /** Measures silence by a clock that nobody sets, leaving out the time this machine slept. */
  function followClock(): void {
    const { steppedMs } = passed()
    if (steppedMs === 0) return
    log.warn({ steppedMs }, "this server's clock was set, or the machine slept")
    for (const state of states.values()) if (state.lastMessageAt !== null) state.lastMessageAt += steppedMs
  }
  const timer = setInterval(() => {
    followClock()
    void flush()
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
      if (stateOf(device).status === 'ONLINE') change(device, 'OFFLINE', reason, detail)
    },
    heard(device, at) {
      const state = stateOf(device)
      state.lastMessageAt = at
      state.heard = true
    },
    note,
    silentSince: id => states.get(id)?.lastMessageAt ?? registry.get(id)?.lastMessageAt ?? null,
    registered(registryChanges) {
      for (const { before, after } of registryChanges) {
        if (!after) {
          if (!before) continue
          states.delete(before.id)
          overrule(before.id)
          continue
        }
        const state = stateOf(after)
        // Only what an administrator set: the rest of the row may be older than the state in memory.
        const set = after.status === 'DISABLE' || state.status === 'DISABLE'
        if (!set || after.status === state.status) continue
        const from = state.status
        state.status = after.status
        unproven.delete(after.id)
        overrule(after.id)
        events.emit('status', {
          deviceId: after.id,
          from,
          to: after.status,
          at: after.statusSince,
          reason: after.statusReason,
        })
      }
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(grace)
      await flushing
      heardAt = 0
      await write()
    },
  }
}
