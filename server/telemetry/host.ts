import type { Payload } from '#shared/sparkplug/types.ts'
import { createAskNode, REBIRTH } from './ask-node.ts'
import { isAway, isVisitOf } from './contact.ts'
import { type EdgeNode, type EdgeNodes, startEdgeNodes } from './edge-nodes.ts'
import { type Life, type Patience, watchLife } from './life.ts'
import { messages } from './metrics.ts'
import { createMessageHandlers, type Incoming, type MessageParts } from './node-messages.ts'
import { deviceDied, endLife, isEnd, rebirthAsked, receiveSeq, wantRebirth } from './node-state.ts'
import { type OpenedPayload, openData, openPayload } from './open-payload.ts'
import type { Quarantine } from './quarantine.ts'
import type { KnownDevice, RegistryChange } from './registry.ts'
import { replayAsked } from './replay.ts'
import { judge, type Upward } from './rules.ts'
import type { Heard } from './visitors.ts'

/** Sparkplug B primary host: interprets births, deaths and data of all gateways. */
export interface Host extends Pick<Life, 'stands' | 'aliveAt' | 'reportsEvery'> {
  /** Resolves when everything in the message is committed, or in quarantine for good. Never rejects. */
  accept(incoming: Incoming): Promise<void>
  connected(gateway: KnownDevice): void
  /** Whether this process has seen the device's birth in the current life of its gateway. */
  isBorn(device: KnownDevice): boolean
  /** The connection is alive, though nothing is said. */
  stay(gateway: KnownDevice, session: number): void
  disconnected(gateway: KnownDevice, session: number, detail: string): void
  /** An administrator changed devices: births seen so far may no longer count. */
  registered(changes: readonly RegistryChange[]): void
  /** Requests births as soon as the gateway may be asked again. */
  requestRebirth(gateway: KnownDevice): void
  /** The outside broker is connected, for the first time or again: births may have gone unseen. */
  resumed(): void
  /** What waited for these gateways at the outside broker has been delivered. */
  caughtUp(gatewayIds: Iterable<string>): void
  /** Another process of this server sent the gateway a command; this one need not ask for the same. */
  overheard(gateway: KnownDevice, payload: Uint8Array): void
  /** The server is stopping: nothing that happens from now on is a death. */
  stop(): void
  /** Since when the oldest unfinished message has waited, ms since 1970; null when none waits. */
  waitingSince(): number | null
}

export interface HostParts extends MessageParts {
  group: string
  quarantine: Quarantine
  patience?: Patience | undefined
  /** False while an outside broker is away: nobody hears a request, and nothing is known of any device. */
  canSend(): boolean
  /** Publishes to the gateway if it is listening. */
  send(topic: string, payload: Uint8Array): void
}

/** The types of message by which a node makes contact. */
const kinds: Partial<Record<Upward, Heard['kind']>> = {
  NBIRTH: 'node birth',
  DBIRTH: 'device birth',
  NDATA: 'data',
  DDATA: 'data',
}

const NOTHING_TO_STORE = Promise.resolve()

/** Checks, decodes and dispatches what gateways send. */
function createReception(
  parts: HostParts,
  nodes: EdgeNodes,
  isStopping: () => boolean,
): Pick<Host, 'accept' | 'caughtUp'> {
  const { group, registry, availability, quarantine, log } = parts
  const { handlers, caughtUp } = createMessageHandlers(parts)

  const isDisabled = ({ id }: KnownDevice) => availability.status(id) === 'DISABLE'

  function take(incoming: Incoming): Promise<void> | undefined {
    const { topic, gateway, payload } = incoming
    const refuse = (reason: string) => {
      // The process that stores the message reports it.
      if (incoming.part !== 'watch') quarantine.put({ gatewayId: gateway.id, topic, reason, payload })
    }
    const verdict = judge(topic, gateway, group, registry)
    if (verdict.kind === 'refused') {
      if (verdict.numbered) passOver(incoming)
      return refuse(verdict.reason) as undefined
    }
    if (verdict.kind === 'ignored') return undefined
    const { type, device } = verdict
    messages.inc({ type })
    if (type === 'NDEATH' && isStopping()) return undefined
    // The death of a gateway that was just disabled is neither news nor a fault.
    if (type !== 'NDEATH') {
      // An outside broker still delivers what comes from behind it.
      if (isDisabled(gateway)) return refuse('the gateway is disabled') as undefined
      if (isDisabled(device)) {
        passOver(incoming)
        return refuse('the device is disabled') as undefined
      }
    }
    let opened: OpenedPayload
    try {
      opened = type === 'DDATA' || type === 'NDATA' ? openData(payload) : openPayload(payload)
    } catch (error) {
      if (type === 'NBIRTH' || type === 'DBIRTH') nodes.of(gateway).refusedBirths.add(device.id)
      return refuse(error instanceof Error ? error.message : String(error)) as undefined
    }
    const node = nodes.of(gateway)
    if (incoming.part !== 'store' && kinds[type]) {
      const { session, receivedAt: now } = incoming
      parts.visitors.hear({ gateway, node, session, now, kind: kinds[type], opened })
    }
    return handlers[type]({ ...incoming, device, opened, node, refuse })
  }

  /** Drops the values but counts the sequence number, which would otherwise seem to be lost. */
  function passOver({ gateway, payload, part, receivedAt }: Incoming): void {
    const node = nodes.find(gateway.id)
    if (part === 'store' || !node) return
    node.doubtedAt = null
    const opened = node.state.born ? readable(payload) : undefined
    if (opened) receiveSeq(node.state, opened.seq, receivedAt)
  }

  function accept(incoming: Incoming): Promise<void> {
    try {
      return take(incoming) ?? NOTHING_TO_STORE
    } catch (error) {
      // A fault of ours must not make the gateway send the same message forever.
      log.error({ err: error, topic: incoming.topic }, 'a message could not be handled')
      const { gateway, topic, payload } = incoming
      quarantine.put({ gatewayId: gateway.id, topic, payload, reason: 'the server could not handle it' })
      return NOTHING_TO_STORE
    }
  }

  return {
    accept,
    caughtUp(gatewayIds) {
      for (const id of gatewayIds) {
        const gateway = registry.get(id)
        if (gateway) caughtUp([gateway, ...registry.behindAll(gateway)])
      }
    },
  }
}

/** The host of all gateways behind one broker. */
export function startHost(parts: HostParts): Host {
  const { registry, readings, availability, visitors, latest, patience } = parts
  const ask = createAskNode(parts.group, parts.send)
  const nodes = startEdgeNodes({ registry, availability, visitors, ask, canSend: parts.canSend })
  const life = watchLife({ registry, availability, visitors, latest, nodes, patience })
  let stopping = false
  const { accept: handle, caughtUp } = createReception(parts, nodes, () => stopping)

  /** Ends the life of a gateway and its devices, whether or not its connection can be closed. */
  function silence(gateway: KnownDevice): void {
    const node = nodes.find(gateway.id)
    if (node) endLife(node.state)
    for (const device of registry.behindAll(gateway))
      availability.offline(device, 'disconnect', 'the gateway was disabled')
  }

  /** When waiting messages arrived, in this order. */
  const waiting = new Map<number, number>()
  let accepted = 0
  function noteWaiting(stored: Promise<void>, receivedAt: number): Promise<void> {
    if (stored === NOTHING_TO_STORE) return stored
    const number = ++accepted
    waiting.set(number, receivedAt)
    return stored.then(() => void waiting.delete(number))
  }

  return {
    accept(incoming) {
      const hasRoom = incoming.part === 'watch' || readings.hasRoom()
      const stored = hasRoom ? handle(incoming) : readings.room().then(() => handle(incoming))
      return noteWaiting(stored, incoming.receivedAt)
    },
    waitingSince() {
      for (const since of waiting.values()) return since
      return null
    },
    isBorn({ id, gatewayId }) {
      const node = nodes.find(gatewayId ?? id)
      if (!node || isAway(node.contact, Date.now())) return false
      const { state } = node
      return state.born && (gatewayId === null || state.devices.get(id) === true)
    },
    connected(gateway) {
      const node = nodes.of(gateway)
      node.connectedAt = Date.now()
      if (isWorthNoting(node)) availability.note(gateway, 'connect')
    },
    stay(gateway, session) {
      const node = nodes.find(gateway.id)
      if (node) visitors.stay(gateway, node, session)
    },
    disconnected(gateway, session, detail) {
      if (stopping) return
      const node = nodes.of(gateway)
      if (isWorthNoting(node)) availability.note(gateway, 'disconnect', detail)
      const ends = isEnd(node.state, session)
      if (isVisitOf(node.contact, session) && visitors.left(node)) return
      if (!ends) return
      endLife(node.state)
      for (const device of [gateway, ...registry.behindAll(gateway)])
        availability.offline(device, 'disconnect', detail)
    },
    registered(changes) {
      for (const { before, after } of changes) {
        if (!before) continue
        if (after?.status === 'DISABLE' && !after.gatewayId) silence(after)
        const isMoved = after !== undefined && after.gatewayId !== before.gatewayId
        if (after && after.status !== 'DISABLE' && !isMoved) continue
        const node = nodes.find(before.gatewayId ?? before.id)
        if (node) deviceDied(node.state, before.id)
      }
    },
    stands: life.stands,
    aliveAt: life.aliveAt,
    reportsEvery: life.reportsEvery,
    requestRebirth: gateway => wantRebirth(nodes.of(gateway).state),
    resumed: nodes.resumed,
    caughtUp,
    overheard(gateway, payload) {
      const command = readable(payload)
      if (!command) return
      const node = nodes.of(gateway)
      replayAsked(node.replay, command, Date.now())
      if (command.metrics.some(({ name }) => name === REBIRTH)) rebirthAsked(node.state, Date.now())
    },
    stop() {
      stopping = true
      nodes.stop()
      life.stop()
    },
  }
}

/** The connections of a node that comes and goes all the time would fill the history. */
const isWorthNoting = ({ contact }: EdgeNode) => contact.everyMs === null && contact.restarts === null

function readable(payload: Uint8Array): Payload | undefined {
  try {
    return openPayload(payload)
  } catch {
    return undefined
  }
}
