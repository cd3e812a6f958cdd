import { encodePayload } from '#shared/sparkplug/encode.ts'
import { formatTopic } from '#shared/sparkplug/topic.ts'
import { DataType, type Payload } from '#shared/sparkplug/types.ts'
import type { Availability } from './availability.ts'
import { createKeeper, type KeeperParts } from './keep-samples.ts'
import type { Layouts } from './layouts.ts'
import { messages } from './metrics.ts'
import {
  createNodeState,
  deviceBorn,
  deviceDied,
  due,
  type NodeState,
  receiveBirth,
  receiveDeath,
  receiveDisconnect,
  receiveSeq,
  wantRebirth,
} from './node-state.ts'
import { openPayload } from './open-payload.ts'
import type { Quarantine } from './quarantine.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { judge } from './rules.ts'
import { type Reading, readSamples } from './samples.ts'
import { readBirth, type SignalTable, tableOf } from './signal-table.ts'

/** One message, from whichever broker. */
interface Incoming {
  topic: string
  payload: Uint8Array
  gateway: KnownDevice
  /** Server time, ms since 1970. */
  receivedAt: number
  /** Number of the connection; null where the broker does not tell. */
  session: number | null
}

/** Sparkplug B primary host: what births, deaths and data of all gateways mean. */
export interface Host {
  /** Resolves when everything of the message is committed, or put into quarantine for good. Never rejects. */
  accept(incoming: Incoming): Promise<void>
  connected(gateway: KnownDevice): void
  disconnected(gateway: KnownDevice, session: number, detail: string): void
  /** Births are asked for as soon as the gateway may be asked again. */
  requestRebirth(gateway: KnownDevice): void
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
  /** Publishes to the gateway, if it listens. */
  send(topic: string, payload: Uint8Array): void
}

interface Node {
  state: NodeState
  connectedAt: number | null
  skewNotedAt: number
}

const TICK_MS = 250
/** A gateway that connects sends births on its own; after this long it is asked. */
const BIRTH_PATIENCE_MS = 5_000
/** A gateway's clock this far off is noted, once an hour. */
const SKEW_MS = 120_000
const SKEW_NOTE_MS = 3_600_000
const REBIRTH = 'Node Control/Rebirth'

/** Starts with the births of before the start, so that aliases of unacknowledged messages are understood. */
export function startHost(parts: HostParts): Host {
  const { group, registry, layouts, readings, latest, availability, quarantine, log } = parts
  const nodes = new Map<string, Node>()
  const tables = new Map<string, SignalTable>()
  for (const [id, birth] of latest.births()) tables.set(id, tableOf(birth, layouts))
  const keepSamples = createKeeper(parts)
  const timer = setInterval(tick, TICK_MS)
  let stopping = false

  function nodeOf(gateway: KnownDevice): Node {
    const found = nodes.get(gateway.id)
    if (found) return found
    const made: Node = { state: createNodeState(), connectedAt: null, skewNotedAt: 0 }
    nodes.set(gateway.id, made)
    return made
  }

  function tick(): void {
    const now = Date.now()
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
      const { rebirth, lapsed } = due(node.state, now, Math.random())
      if (rebirth) askForBirths(gateway)
      for (const deviceId of lapsed) {
        const device = registry.get(deviceId)
        if (device) availability.offline(device, 'no-birth', 'not born again with its gateway')
      }
    }
  }

  function askForBirths(gateway: KnownDevice): void {
    const topic = formatTopic({ kind: 'node', type: 'NCMD', group, node: gateway.code })
    const metric = { name: REBIRTH, datatype: DataType.Boolean, value: true, timestamp: Date.now() }
    parts.send(topic, encodePayload({ timestamp: Date.now(), metrics: [metric] }))
  }

  function take(incoming: Incoming): Promise<void> | undefined {
    const { topic, gateway, payload } = incoming
    const refuse = (reason: string) => quarantine.put({ gatewayId: gateway.id, topic, reason, payload })
    const verdict = judge(topic, gateway, group, registry)
    if (verdict.kind === 'refused') return refuse(verdict.reason) as undefined
    if (verdict.kind === 'ignored') return undefined
    const { type, device } = verdict
    messages.inc({ type })
    // The death of a gateway that was just disabled is no news, and no fault.
    if (type !== 'NDEATH' && availability.status(device.id) === 'DISABLE')
      return refuse('the device is disabled') as undefined
    let opened: Payload
    try {
      opened = openPayload(payload)
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error)) as undefined
    }
    return handlers[type]({ ...incoming, device, opened, node: nodeOf(gateway), refuse })
  }

  interface Message extends Incoming {
    device: KnownDevice
    opened: Payload
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
    receiveBirth(node.state, { bdSeq: bdSeqOf(opened), seq: opened.seq, session, now: receivedAt })
    node.connectedAt = null
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
    const { node, opened, device, gateway, receivedAt } = message
    const { state } = node
    let table = tables.get(device.id)
    const alive = state.born && (device.id === gateway.id || state.devices.get(device.id) !== undefined)
    if (state.born) receiveSeq(state, opened.seq, receivedAt)
    if (!alive || !table) wantRebirth(state)
    if (!table) {
      table = tableOf([], layouts)
      tables.set(device.id, table)
    }
    // A node that is not born flushes what it had from before: history, and nothing of now.
    return keep(message, table, !alive)
  }

  function born({ device, opened, receivedAt }: Message): SignalTable {
    const birth = readBirth(opened.metrics)
    const table = tableOf(birth, layouts)
    tables.set(device.id, table)
    latest.setBirth(device.id, birth, receivedAt)
    return table
  }

  async function keep(message: Message, table: SignalTable, historical: boolean): Promise<void> {
    const { opened, device, gateway, receivedAt, node, refuse } = message
    availability.heard(device, receivedAt)
    if (device.id !== gateway.id) availability.heard(gateway, receivedAt)
    const oldest = receivedAt - parts.retentionMs
    const reading = readSamples(opened, table, layouts, { receivedAt, historical, oldest })
    if (reading.unknownAlias) wantRebirth(node.state)
    if (reading.refused) refuse(reading.refused)
    if (!historical) noteClock(message, reading)
    await keepSamples(device, reading.samples, refuse)
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
      if (!readings.hasRoom()) await readings.room()
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
    requestRebirth: gateway => wantRebirth(nodeOf(gateway).state),
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
