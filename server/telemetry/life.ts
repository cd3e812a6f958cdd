import type { Availability } from './availability.ts'
import type { EdgeNodes } from './edge-nodes.ts'
import type { Latest } from './latest.ts'
import { missBirths } from './node-state.ts'
import type { Registry } from './registry.ts'
import type { Visitors } from './visitors.ts'

/** How long devices may say nothing. ms */
export interface Patience {
  /** After this much silence births are requested: a device that has nothing new to say is alive if they come. */
  ask: number
  /** The same for a device that is known to report rarely. */
  most: number
  /** How long the births may take. */
  answer: number
}

export const PATIENCE: Patience = { ask: 90_000, most: 600_000, answer: 30_000 }
/** A device is asked about when it is this many of its report intervals late. */
const LATE_INTERVALS = 1.5
/** How often to look for silent devices; with short patience more often. ms */
const LOOK_MS = 5_000

/** What shows whether a device is alive. Times are the server's, ms since 1970. */
export interface Signs {
  isOnline: boolean
  /** Its last message; null before the first. */
  heardAt: number | null
  /** When it went offline while this process watched; null when it did not. */
  endedAt: number | null
  /** When its node was asked for births that have not come, see `NodeState`. */
  owing: readonly number[]
  /** How long it may say nothing before it is asked, by its usual interval. ms */
  usual?: number
}

/** Whether the node was asked since the device was heard, and has not answered by `at`. */
function isMute({ heardAt, owing, usual = 0 }: Signs, at: number, { ask, answer }: Patience): boolean {
  if (heardAt === null || at - heardAt < Math.max(ask, usual) + answer) return false
  return owing.some(asked => asked >= heardAt && at - asked >= answer)
}

/** Whether what the device reported last still holds: it is alive by Sparkplug's rules, and its node answers. */
export const standsBy = (signs: Signs, now: number, patience: Patience): boolean =>
  signs.isOnline && !isMute(signs, now, patience)

/**
 * Until when the device is known to have been alive, ms since 1970; null before its first message. The end of a connection
 * is noticed late: one that was quiet before it counts as alive until shortly before its end.
 */
export function aliveUntil(signs: Signs, now: number, patience: Patience): number | null {
  const { isOnline, heardAt, endedAt } = signs
  if (heardAt === null) return null
  if (standsBy(signs, now, patience)) return now
  const diedStanding = !isOnline && endedAt !== null && !isMute(signs, endedAt, patience)
  return diedStanding ? Math.max(heardAt, endedAt - patience.ask) : heardAt
}

/** Which devices are alive, whether or not they have something to say. */
export interface Life {
  /** See `standsBy`. */
  stands(deviceId: string): boolean
  /** See `aliveUntil`. */
  aliveAt(deviceId: string): number | null
  /** How often a device reports whose node connects only for that; null for any other. ms */
  reportsEvery(deviceId: string): number | null
  stop(): void
}

/** Requests births for devices that say nothing for longer than they use to. */
export function watchLife({
  registry,
  availability,
  visitors,
  latest,
  nodes,
  patience = PATIENCE,
}: {
  registry: Registry
  availability: Availability
  visitors: Visitors
  latest: Latest
  nodes: EdgeNodes
  patience?: Patience | undefined
}): Life {
  const nodeOf = (deviceId: string) => nodes.find(registry.get(deviceId)?.gatewayId ?? deviceId)
  const signsOf = (deviceId: string): Signs => {
    const owing = nodeOf(deviceId)?.state.owing ?? []
    return {
      isOnline: availability.status(deviceId) === 'ONLINE',
      heardAt: availability.silentSince(deviceId),
      endedAt: availability.endedAt(deviceId),
      owing,
      ...(owing.length > 0 && { usual: patienceOf(deviceId) }),
    }
  }
  const restOf = (deviceId: string) => {
    const device = registry.get(deviceId)
    return device && visitors.restOf(device, nodeOf(deviceId))
  }
  const patienceOf = (deviceId: string) => {
    const rest = restOf(deviceId)
    if (rest) return rest.everyMs * LATE_INTERVALS
    const usual = (latest.get(deviceId)?.reportIntervalS ?? 0) * 1_000 * LATE_INTERVALS
    return Math.min(Math.max(patience.ask, usual), patience.most)
  }

  /** A node that does nothing but restart is not alive. */
  const restartsOf = (deviceId: string) => nodeOf(deviceId)?.contact.restarts ?? null

  function stands(deviceId: string): boolean {
    if (restartsOf(deviceId)) return false
    const rest = restOf(deviceId)
    if (!rest) return standsBy(signsOf(deviceId), Date.now(), patience)
    const silentFor = visitors.silentFor(deviceId)
    return availability.status(deviceId) === 'ONLINE' && silentFor !== null && silentFor < rest.allowedMs
  }

  /** One that reports in visits is missed from its next visit on, or so that its farm is told at the same time. */
  function aliveAt(deviceId: string): number | null {
    const rest = restOf(deviceId)
    const restarts = restartsOf(deviceId)
    const heardAt = availability.silentSince(deviceId)
    if (restarts && heardAt !== null) return Math.min(heardAt, restarts.since)
    if (!rest || heardAt === null) return aliveUntil(signsOf(deviceId), Date.now(), patience)
    if (stands(deviceId)) return Date.now()
    return Math.min(Date.now(), heardAt + Math.min(rest.everyMs, rest.allowedMs - rest.limitMs))
  }

  function askTheQuiet(): void {
    const now = Date.now()
    for (const { id, type } of registry.all()) {
      if (type === 'gateway' || availability.status(id) !== 'ONLINE') continue
      const heardAt = availability.silentSince(id) ?? now
      const silentFor = now - heardAt
      if (silentFor < patience.ask || silentFor < patienceOf(id)) continue
      const node = nodeOf(id)
      if (node?.state.born) missBirths(node.state, heardAt)
    }
  }
  const timer = setInterval(askTheQuiet, Math.min(LOOK_MS, patience.ask / 2))

  return {
    stands,
    aliveAt,
    reportsEvery: deviceId => restOf(deviceId)?.everyMs ?? null,
    stop: () => clearInterval(timer),
  }
}
