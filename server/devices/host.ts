import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { Payload } from '#shared/sparkplug/types.ts'
import { createAskNode, REBIRTH } from './ask-node.ts'
import type { Availability } from './availability.ts'
import { createKeeper, type KeeperParts } from './keep-samples.ts'
import { createLayoutBudget, TOO_MANY_LAYOUTS } from './layout-budget.ts'
import type { Layouts } from './layouts.ts'
import { messages } from './metrics.ts'
import {
  createNodeState,
  deviceBorn,
  deviceDied,
  due,
  endLife,
  loseTrack,
  missedSince,
  type NodeState,
  rebirthAsked,
  receiveBirth,
  receiveDeath,
  receiveDisconnect,
  receiveSeq,
  wantRebirth,
} from './node-state.ts'
import { type OpenedPayload, openData, openPayload } from './open-payload.ts'
import type { Quarantine } from './quarantine.ts'
import type { KnownDevice, Registry, RegistryChange } from './registry.ts'
import { createReplay, isReplayDue, planReplay, type Replay, replayAsked, takeReplay } from './replay.ts'
import { judge } from './rules.ts'
import { type Reading, readSamples } from './samples.ts'
import { emptyTable, readBirth, type SignalTable, tableOf } from './signal-table.ts'

/** One message, from whichever broker. */
interface Incoming {
  topic: string
  payload: Uint8Array
  gateway: KnownDevice
  /** Server time, ms since 1970. */
  receivedAt: number
  /** Number of the connection; null where the broker does not tell. */
  session: number | null
  /**
   * An outside broker hands each data message to every process to be watched (sequence, presence, latest state) and to
   * one of them to be stored; without it both are meant.
   */
  part?: 'watch' | 'store'
  /** The broker keeps what is sent to it while this process is away. */
  held?: boolean
}

/** Sparkplug B primary host: what births, deaths and data of all gateways mean. */
export interface Host {
  /** Resolves when everything of the message is committed, or put into quarantine for good. Never rejects. */
  accept(incoming: Incoming): Promise<void>
  connected(gateway: KnownDevice): void
  disconnected(gateway: KnownDevice, session: number, detail: string): void
  /** An administrator changed devices: what was born so far may not be heard any more. */
  registered(changes: readonly RegistryChange[]): void
  /** Births are asked for as soon as the gateway may be asked again. */
  requestRebirth(gateway: KnownDevice): void
  /** The outside broker is there, again or for the first time: births may have passed unseen. */
  resumed(): void
  /** A process of this server has sent the gateway a command; this one need not ask for the same. */
  overheard(gateway: KnownDevice, payload: Uint8Array): void
  /** Nothing that happens from now on is a death: the server itself goes. */
  stop(): void
}

export interface HostParts extends KeeperParts {
  group: string
  registry: Registry
  layouts: Layouts
  availability: Availability
  quarantine: Quarantine
  /** Raw reports are kept so long. ms */
  retentionMs: number
  /** False while an outside broker is away: nobody hears what is asked, and nothing is known of anybody. */
  canSend(): boolean
  /** Publishes to the gateway, if it listens. */
  send(topic: string, payload: Uint8Array): void
}

interface Node {
  state: NodeState
  replay: Replay
  connectedAt: number | null
  /** Since when it has not been heard though it should have been; null while it is known to live. */
  doubtedAt: number | null
  /** The birth came at QoS 0: a broker does not keep what this node sends. */
  loose: boolean
  skewNotedAt: number
}

const TICK_MS = 250
/** A gateway that connects sends births on its own; after this long it is asked. */
const BIRTH_PATIENCE_MS = 5_000
/** A gateway's clock this far off is noted, once an hour. */
const SKEW_MS = 120_000
const SKEW_NOTE_MS = 3_600_000
/** All nodes of a server are not asked at once. */
const ASKED_A_SECOND = 20
const REPLAYS_A_TICK = 5

/** Starts with the births of before the start, so that aliases of unacknowledged messages are understood. */
export function startHost(parts: HostParts): Host {
  const { group, registry, layouts, readings, latest, availability, quarantine, log } = parts
  const nodes = new Map<string, Node>()
  const tables = new Map<string, SignalTable>()
  const budget = createLayoutBudget()
  /** Their last birth was refused: without it their data cannot be read. */
  const barred = new Set<string>()
  for (const [id, birth] of latest.births()) {
    const table = tableOf(birth, layouts, () => budget.takes(id))
    if (table) tables.set(id, table)
  }
  const keepSamples = createKeeper(parts)
  const ask = createAskNode(group, parts.send)
  const timer = setInterval(tick, TICK_MS)
  let stopping = false

  function nodeOf(gateway: KnownDevice): Node {
    const found = nodes.get(gateway.id)
    if (found) return found
    const state = createNodeState(availability.silentSince(gateway.id))
    const made: Node = {
      ...{ state, replay: createReplay(), connectedAt: null, doubtedAt: null, loose: false },
      skewNotedAt: 0,
    }
    nodes.set(gateway.id, made)
    return made
  }

  function tick(): void {
    if (!parts.canSend()) return
    const now = Date.now()
    let replays = 0
    for (const [id, node] of nodes) {
      const gateway = registry.get(id)
      if (!gateway) {
        nodes.delete(id)
        continue
      }
      if (!node.state.born && node.connectedAt !== null && now - node.connectedAt > BIRTH_PATIENCE_MS) {
        wantRebirth(node.state)
        node.connectedAt = null
      }
      if (node.doubtedAt !== null && now - node.doubtedAt > STARTUP_GRACE_S * 1_000) bury(node, gateway)
      const { rebirth, lapsed } = due(node.state, now, Math.random())
      if (rebirth) ask.births(gateway)
      for (const deviceId of lapsed) {
        const device = registry.get(deviceId)
        if (device) availability.offline(device, 'no-birth', 'not born again with its gateway')
      }
      if (replays < REPLAYS_A_TICK && isReplayDue(node.replay, bornAt(node), now)) {
        replays++
        ask.command(gateway, takeReplay(node.replay, now))
      }
    }
  }

  const bornAt = ({ state }: Node) => (state.born && state.gapSince === null ? state.bornAt : null)

  function bury(node: Node, gateway: KnownDevice): void {
    node.doubtedAt = null
    endLife(node.state)
    for (const device of [gateway, ...registry.behindAll(gateway)])
      availability.offline(device, 'no-birth', 'not heard since the broker came back')
  }

  function take(incoming: Incoming): Promise<void> | undefined {
    const { topic, gateway, payload } = incoming
    const refuse = (reason: string) => {
      // The process that is to store it tells.
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
    // The death of a gateway that was just disabled is no news, and no fault.
    if (type !== 'NDEATH' && availability.status(device.id) === 'DISABLE') {
      if (device.id !== gateway.id) passOver(incoming)
      return refuse('the device is disabled') as undefined
    }
    let opened: OpenedPayload
    try {
      opened = type === 'DDATA' || type === 'NDATA' ? openData(payload) : openPayload(payload)
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error)) as undefined
    }
    return handlers[type]({ ...incoming, device, opened, node: nodeOf(gateway), refuse })
  }

  /** Its values are not kept, but the gateway has counted it: without its number it would seem to be lost. */
  function passOver({ gateway, payload, part, receivedAt }: Incoming): void {
    const state = nodes.get(gateway.id)?.state
    if (part === 'store' || !state?.born) return
    const opened = readable(payload)
    if (opened) receiveSeq(state, opened.seq, receivedAt)
  }

  interface Message extends Incoming {
    device: KnownDevice
    opened: OpenedPayload
    node: Node
    refuse(reason: string): void
  }

  const handlers = {
    NBIRTH: nodeBirth,
    NDEATH: nodeDeath,
    NDATA: data,
    DBIRTH: deviceBirth,
    DDEATH: deviceDeath,
    DDATA: data,
  }

  function nodeBirth(message: Message): Promise<void> {
    const { node, opened, gateway, session, receivedAt } = message
    const firstSeen = node.state.bornAt === 0
    receiveBirth(node.state, { bdSeq: bdSeqOf(opened), seq: opened.seq, session, now: receivedAt })
    // What a broker kept while this process was away has come, or will.
    const lost = firstSeen && message.held ? null : node.state.missingSince
    node.state.missingSince = null
    planReplay(node.replay, opened, lost, receivedAt)
    Object.assign(node, { connectedAt: null, doubtedAt: null, loose: !message.held })
    const kept = keep(message, born(message), false)
    availability.online(gateway, 'nbirth')
    return kept
  }

  function nodeDeath({ node, opened, gateway, session }: Message): undefined {
    if (stopping) return
    // Its timestamp means nothing: the broker sends what was written when the connection began.
    if (!receiveDeath(node.state, bdSeqOf(opened), session)) return
    for (const device of [gateway, ...registry.behindAll(gateway)]) availability.offline(device, 'ndeath')
  }

  function deviceBirth(message: Message): Promise<void> {
    const { node, opened, device, receivedAt } = message
    receiveSeq(node.state, opened.seq, receivedAt)
    const table = born(message)
    if (!node.state.born) {
      wantRebirth(node.state)
      return keep(message, table, true)
    }
    deviceBorn(node.state, device.id)
    const kept = keep(message, table, false)
    availability.online(device, 'dbirth')
    return kept
  }

  function deviceDeath({ node, opened, device, receivedAt }: Message): undefined {
    receiveSeq(node.state, opened.seq, receivedAt)
    deviceDied(node.state, device.id)
    availability.heard(device, receivedAt)
    availability.offline(device, 'ddeath')
  }

  function data(message: Message): Promise<void> {
    const { node, opened, device, gateway, receivedAt, part } = message
    const { state } = node
    let table = tables.get(device.id)
    const alive = state.born && (device.id === gateway.id || state.devices.get(device.id) !== undefined)
    if (part !== 'store') {
      node.doubtedAt = null
      if (state.born) receiveSeq(state, opened.seq, receivedAt)
    }
    if (barred.has(device.id)) {
      if (budget.hasRoom(device.id)) wantRebirth(state)
      return keep(message, undefined, true)
    }
    if ((!alive && part !== 'store') || !table) wantRebirth(state)
    if (!table) {
      table = emptyTable(layouts, () => budget.takes(device.id))
      tables.set(device.id, table)
    }
    // A node that is not born flushes what it had from before: history, and nothing of now.
    return keep(message, table, !alive)
  }

  function born({ device, opened, receivedAt }: Message): SignalTable | undefined {
    const birth = readBirth(opened.metrics)
    const table = tableOf(birth, layouts, () => budget.takes(device.id))
    if (!table) {
      barred.add(device.id)
      return undefined
    }
    barred.delete(device.id)
    tables.set(device.id, table)
    latest.setBirth(device.id, birth, receivedAt)
    return table
  }

  async function keep(message: Message, table: SignalTable | undefined, historical: boolean): Promise<void> {
    const { opened, device, gateway, receivedAt, node, part, refuse } = message
    if (part !== 'store') {
      availability.heard(device, receivedAt)
      if (device.id !== gateway.id) availability.heard(gateway, receivedAt)
    }
    if (!table) return refuse(TOO_MANY_LAYOUTS)
    const oldest = receivedAt - parts.retentionMs
    const reading = readSamples(opened, table, layouts, { receivedAt, historical, oldest })
    if (reading.unknownAlias) {
      wantRebirth(node.state)
      missedSince(node.state, receivedAt)
    }
    if (reading.refused) refuse(reading.refused)
    if (!historical && part !== 'store') noteClock(message, reading)
    // Returned, not awaited: the decoded message is let go before the commit.
    return keepSamples(device, reading.samples, refuse, part)
  }

  function noteClock({ opened, gateway, receivedAt, node }: Message, { clockSuspect }: Reading): void {
    const skew = (opened.timestamp ?? receivedAt) - receivedAt
    if (!clockSuspect && Math.abs(skew) < SKEW_MS) return
    if (receivedAt - node.skewNotedAt < SKEW_NOTE_MS) return
    node.skewNotedAt = receivedAt
    const how = clockSuspect ? 'readings take the time of the server' : 'readings keep their times'
    availability.note(
      gateway,
      'clock',
      `the clock is ${Math.round(skew / 1_000)} s ahead of the server; ${how}`,
    )
  }

  return {
    async accept(incoming) {
      if (incoming.part !== 'watch' && !readings.hasRoom()) await readings.room()
      try {
        await take(incoming)
      } catch (error) {
        // A fault of ours must not make the gateway send the same message for ever.
        log.error({ err: error, topic: incoming.topic }, 'a message could not be handled')
        const { gateway, topic, payload } = incoming
        quarantine.put({ gatewayId: gateway.id, topic, payload, reason: 'the server could not handle it' })
      }
    },
    connected(gateway) {
      nodeOf(gateway).connectedAt = Date.now()
      availability.note(gateway, 'connect')
    },
    disconnected(gateway, session, detail) {
      if (stopping) return
      availability.note(gateway, 'disconnect', detail)
      if (!receiveDisconnect(nodeOf(gateway).state, session)) return
      for (const device of [gateway, ...registry.behindAll(gateway)])
        availability.offline(device, 'disconnect', detail)
    },
    registered(changes) {
      for (const { before, after } of changes) {
        if (!before) continue
        const isMoved = after !== undefined && after.gatewayId !== before.gatewayId
        if (after && after.status !== 'DISABLE' && !isMoved) continue
        const node = nodes.get(before.gatewayId ?? before.id)
        if (node) deviceDied(node.state, before.id)
      }
    },
    requestRebirth: gateway => wantRebirth(nodeOf(gateway).state),
    resumed() {
      const now = Date.now()
      let asked = 0
      for (const gateway of registry.all()) {
        const known = availability.status(gateway.id)
        if (gateway.gatewayId || known === 'UNACTIVE' || known === 'DISABLE') continue
        const node = nodeOf(gateway)
        const turn = (1_000 / ASKED_A_SECOND) * asked++
        if (!node.state.born) {
          node.connectedAt = now - BIRTH_PATIENCE_MS + turn
          continue
        }
        if (node.loose) missedSince(node.state, node.state.soundAt)
        loseTrack(node.state, now + turn)
        node.doubtedAt = now
      }
    },
    overheard(gateway, payload) {
      const command = readable(payload)
      if (!command) return
      const node = nodeOf(gateway)
      replayAsked(node.replay, command, Date.now())
      if (command.metrics.some(({ name }) => name === REBIRTH)) rebirthAsked(node.state, Date.now())
    },
    stop() {
      stopping = true
      clearInterval(timer)
    },
  }
}

/** Of the birth or death; null when it carries none. Some peers add one more at each rebirth: the last counts. */
function bdSeqOf({ metrics }: Payload): number | null {
  const value = metrics.findLast(({ name }) => name === 'bdSeq')?.value
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null
}

function readable(payload: Uint8Array): Payload | undefined {
  try {
    return openPayload(payload)
  } catch {
    return undefined
  }
}
