import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Payload } from '#shared/sparkplug/types.ts'
import type { Availability } from './availability.ts'
import { bdSeqOf, saidBy, uptimeOf } from './birth-facts.ts'
import { type Contact, goesOn, hasSettled, hear, leave, type Said, stay } from './contact.ts'
import type { EdgeNode } from './edge-node.ts'
import { endLife, restLife, wantRebirth } from './node-state.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { createReportDistances } from './report-distances.ts'
import type { SilenceAllowed } from './silence-allowed.ts'

/** A message of a node on its way to its handler. */
export interface Heard {
  gateway: KnownDevice
  node: EdgeNode
  session: number | null
  now: number
  kind: Said['kind']
  opened: Payload
}

/** How long a device that reports in visits may be silent. ms */
export interface Rest {
  /** The usual distance of its visits. */
  everyMs: number
  /** It is missed after this long. */
  allowedMs: number
  /** Of its house. */
  limitMs: number
}

/**
 * Nodes that connect only to report and leave again: between two visits they are at rest, not offline. And nodes that
 * cannot stay alive, which look similar and are not well.
 */
export interface Visitors {
  hear(heard: Heard): void
  /** The connection is alive. */
  stay(gateway: KnownDevice, node: EdgeNode, session: number): void
  /** The node died or disconnected; true when it is at rest and not dead. */
  left(node: EdgeNode): boolean
  /** Undefined for a device whose node stays connected. */
  restOf(device: KnownDevice, node: EdgeNode | undefined): Rest | undefined
  /** How long the device has been silent while this process ran, ms; null before its first message. */
  silentFor(deviceId: string): number | null
  /** What is due as time passes. */
  tick(gateway: KnownDevice, node: EdgeNode, now: number): void
  stop(): Promise<void>
}

/** It is missed when it is this many of its distances late. */
const LATE = 1.5
/** A request for births that is not answered so long was not heard. ms */
const ANSWER_MS = 30_000
const MINUTE_MS = 60_000
/** A node that could not stay alive and does not come back is merely offline after this. ms */
const GONE_MS = 300_000

const minutes = (ms: number) => Math.round((ms / MINUTE_MS) * 10) / 10

interface Parts {
  pool: Pool
  registry: Registry
  availability: Availability
  allowed: SilenceAllowed
  log: FastifyBaseLogger
}

/** Tells how long devices have been silent, and misses those that have not reported for too long. */
function createSilences({
  registry,
  availability,
  allowed,
}: Pick<Parts, 'registry' | 'availability' | 'allowed'>) {
  /** By a clock that nobody sets. */
  const startedAt = performance.now()

  function restOf(device: KnownDevice, node: EdgeNode | undefined): Rest | undefined {
    const everyMs = node?.contact.everyMs ?? null
    if (everyMs === null) return undefined
    const limitMs = allowed.of(device)
    return { everyMs, limitMs, allowedMs: Math.max(everyMs * LATE, limitMs) }
  }

  function silentFor(id: string): number | null {
    const heardAt = availability.silentSince(id)
    return heardAt === null
      ? null
      : Math.max(0, Math.min(Date.now() - heardAt, performance.now() - startedAt))
  }

  /** What has not reported for too long is offline, each device by the limit of its house. */
  function missOverdue(gateway: KnownDevice, node: EdgeNode, everyMs: number, now: number): void {
    const silentMs = Math.min(silentFor(gateway.id) ?? 0, performance.now() - node.audibleSince)
    if (silentMs < everyMs * LATE || !allowed.read(gateway.id, now)) return
    const says = `${minutes(silentMs)} min`
    const behind = registry.behindAll(gateway)
    const isThere = (device: KnownDevice) => availability.status(device.id) === 'ONLINE'
    const isOverdue = (device: KnownDevice) => silentMs >= (restOf(device, node)?.allowedMs ?? 0)
    for (const device of behind)
      if (isThere(device) && isOverdue(device)) availability.offline(device, 'overdue', says)
    if (behind.some(isThere) || !isThere(gateway) || !isOverdue(gateway)) return
    endLife(node.state)
    availability.offline(gateway, 'overdue', says)
  }

  return { restOf, silentFor, missOverdue }
}

export function createVisitors({ pool, registry, availability, allowed, log }: Parts): Visitors {
  const distances = createReportDistances(pool, log)
  const { restOf, silentFor, missOverdue } = createSilences({ registry, availability, allowed })

  function noteChange(
    gateway: KnownDevice,
    { contact }: EdgeNode,
    before: Pick<Contact, 'everyMs' | 'restarts'>,
  ): void {
    const { everyMs, restarts } = contact
    distances.keep(gateway, everyMs)
    if (everyMs !== null && before.everyMs === null)
      availability.note(gateway, 'visits', `${minutes(everyMs)} min`)
    if (everyMs === null && before.everyMs !== null && !restarts) availability.note(gateway, 'stays')
  }

  function settle(gateway: KnownDevice, node: EdgeNode): void {
    node.contact.restarts = null
    if (!node.state.born) return
    availability.online(gateway, 'nbirth')
    for (const id of node.state.devices.keys()) {
      const device = registry.get(id)
      if (device) availability.online(device, 'dbirth')
    }
  }

  return {
    hear(heard) {
      const { node, session, now, kind, opened } = heard
      const { contact, state } = node
      if (kind === 'data' && goesOn(contact, session, now)) return
      const { everyMs, restarts, visits } = contact
      const before = { everyMs, restarts }
      const visit = visits.at(-1)
      if (restarts && hasSettled(contact, now)) settle(heard.gateway, node)
      const asked = state.owing.at(-1)
      hear(contact, {
        session,
        now,
        kind,
        isUnasked: asked === undefined || now - asked >= ANSWER_MS,
        wasDeaf: state.owing.some(at => at >= (visit?.until ?? at) && now - at >= ANSWER_MS),
        bdSeq: kind === 'node birth' ? bdSeqOf(opened) : null,
        print: () => saidBy(opened),
        uptime: () => uptimeOf(opened),
      })
      if (contact.visits.at(-1) !== visit || contact.everyMs !== everyMs || contact.restarts !== restarts)
        noteChange(heard.gateway, node, before)
      if (contact.everyMs === null) return
      // Each visit may number its messages anew.
      if (contact.visits.at(-1) !== visit) restLife(state)
    },
    stay(gateway, node, session) {
      const { everyMs, restarts } = node.contact
      stay(node.contact, session, Date.now())
      if (node.contact.everyMs !== everyMs) noteChange(gateway, node, { everyMs, restarts })
    },
    left({ contact, state }) {
      leave(contact)
      if (contact.everyMs === null) return false
      restLife(state)
      return true
    },
    restOf,
    silentFor,
    tick(gateway, node, now) {
      const { contact, state } = node
      if (contact.everyMs !== null) missOverdue(gateway, node, contact.everyMs, now)
      if (!contact.restarts || !hasSettled(contact, now)) return
      if (state.born && state.session !== null) settle(gateway, node)
      else if (state.born) wantRebirth(state)
      else if (hasSettled(contact, now - GONE_MS)) contact.restarts = null
    },
    async stop() {
      await Promise.all([distances.stop(), allowed.stop()])
    },
  }
}
