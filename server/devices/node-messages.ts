import type { BirthKind } from '#shared/devices.ts'
import type { Payload } from '#shared/sparkplug/types.ts'
import type { Availability } from './availability.ts'
import { createDeviceTables } from './device-tables.ts'
import type { EdgeNode } from './edge-nodes.ts'
import { createKeeper, type KeeperParts } from './keep-samples.ts'
import type { KeptBirths } from './kept-births.ts'
import { TOO_MANY_LAYOUTS } from './layout-budget.ts'
import type { Layouts } from './layouts.ts'
import {
  deviceBorn,
  deviceDied,
  missedSince,
  receiveBirth,
  receiveDeath,
  receiveSeq,
  wantRebirth,
} from './node-state.ts'
import type { OpenedPayload } from './open-payload.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { planReplay } from './replay.ts'
import type { Upward } from './rules.ts'
import { type Reading, readSamples } from './samples.ts'
import type { SignalTable } from './signal-table.ts'

/** One message, from whichever broker. */
export interface Incoming {
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

/** A message that may be sent so, decoded. */
export interface Message extends Incoming {
  /** Whom it is about; the gateway itself for messages of the node. */
  device: KnownDevice
  opened: OpenedPayload
  node: EdgeNode
  /** Something of it cannot be kept. */
  refuse(reason: string): void
}

export interface MessageParts extends KeeperParts {
  registry: Registry
  layouts: Layouts
  availability: Availability
  births: KeptBirths
  /** Raw reports are kept so long. ms */
  retentionMs: number
}

/** Resolves when what the message brings is committed; never rejects, a fault throws at once. */
export type HandleMessage = (message: Message) => Promise<void> | undefined

/** A gateway's clock this far off is noted, once an hour. */
const SKEW_MS = 120_000
const SKEW_NOTE_MS = 3_600_000

/** What births, deaths and data of a node change, by message type. */
export function createMessageHandlers(parts: MessageParts): Record<Upward, HandleMessage> {
  const { registry, layouts, availability, births } = parts
  const tables = createDeviceTables(layouts, parts.latest)
  const keepSamples = createKeeper(parts)
  function born(message: Message, kind: BirthKind): SignalTable | undefined {
    const { device, opened, receivedAt, topic, payload } = message
    const { id, officePath } = device
    births.put({ deviceId: id, officePath, kind, topic, payload, receivedAt })
    return tables.born(id, opened.metrics, receivedAt)
  }

  function nodeBirth(message: Message): Promise<void> | undefined {
    const { node, opened, gateway, session, receivedAt } = message
    const firstSeen = node.state.bornAt === 0
    receiveBirth(node.state, { bdSeq: bdSeqOf(opened), seq: opened.seq, session, now: receivedAt })
    // What a broker kept while this process was away has come, or will.
    const lost = firstSeen && message.held ? null : node.state.missingSince
    node.state.missingSince = null
    planReplay(node.replay, opened, lost, receivedAt)
    Object.assign(node, { connectedAt: null, doubtedAt: null, loose: !message.held })
    const kept = keep(message, born(message, 'NBIRTH'), false)
    availability.online(gateway, 'nbirth')
    return whenKnown(message, kept)
  }

  function nodeDeath({ node, opened, gateway, session }: Message): undefined {
    // Its timestamp means nothing: the broker sends what was written when the connection began.
    if (!receiveDeath(node.state, bdSeqOf(opened), session)) return
    for (const device of [gateway, ...registry.behindAll(gateway)]) availability.offline(device, 'ndeath')
  }

  function deviceBirth(message: Message): Promise<void> | undefined {
    const { node, opened, device, receivedAt } = message
    receiveSeq(node.state, opened.seq, receivedAt)
    const table = born(message, 'DBIRTH')
    if (!node.state.born) {
      wantRebirth(node.state)
      return keep(message, table, true)
    }
    deviceBorn(node.state, device.id)
    const kept = keep(message, table, false)
    availability.online(device, 'dbirth')
    return whenKnown(message, kept)
  }

  /**
   * The first birth of its life is acknowledged when it is known for good, and with it what follows: else a kill could
   * leave reports of a device that the next start has never heard of, and lose an alarm in them.
   */
  function whenKnown({ device, part }: Message, kept: Promise<void> | undefined): Promise<void> | undefined {
    const known = part === 'watch' ? undefined : parts.latest.whenStored(device.id)
    return known && kept ? kept.then(() => known) : (known ?? kept)
  }

  function deviceDeath({ node, opened, device, receivedAt }: Message): undefined {
    receiveSeq(node.state, opened.seq, receivedAt)
    deviceDied(node.state, device.id)
    availability.heard(device, receivedAt)
    availability.offline(device, 'ddeath')
  }

  function data(message: Message): Promise<void> | undefined {
    const { node, opened, device, gateway, receivedAt, part } = message
    const { state } = node
    const known = tables.find(device.id)
    const alive = state.born && (device.id === gateway.id || state.devices.get(device.id) !== undefined)
    if (part !== 'store') {
      node.doubtedAt = null
      if (state.born) receiveSeq(state, opened.seq, receivedAt)
    }
    const barred = tables.barred(device.id)
    if (barred) {
      if (barred.retry) wantRebirth(state)
      return keep(message, undefined, true)
    }
    if ((!alive && part !== 'store') || !known) wantRebirth(state)
    // A node that is not born flushes what it had from before: history, and nothing of now.
    return keep(message, known ?? tables.begin(device.id), !alive)
  }

  function keep(
    message: Message,
    table: SignalTable | undefined,
    historical: boolean,
  ): Promise<void> | undefined {
    const { opened, device, gateway, receivedAt, node, part, refuse } = message
    if (part !== 'store') {
      availability.heard(device, receivedAt)
      if (device.id !== gateway.id) availability.heard(gateway, receivedAt)
    }
    if (!table) {
      refuse(TOO_MANY_LAYOUTS)
      return
    }
    const oldest = receivedAt - parts.retentionMs
    const reading = readSamples(opened, table, layouts, { receivedAt, historical, oldest })
    if (reading.unknownAlias) {
      wantRebirth(node.state)
      missedSince(node.state, receivedAt)
    }
    if (reading.refused) refuse(reading.refused)
    if (!historical && part !== 'store') noteClock(message, reading)
    return keepSamples(device, reading.samples, refuse, part)
  }

  function noteClock({ opened, gateway, receivedAt, node }: Message, { disbelieved }: Reading): void {
    const skew = (disbelieved ?? opened.timestamp ?? receivedAt) - receivedAt
    if (disbelieved === null && Math.abs(skew) < SKEW_MS) return
    if (receivedAt - node.skewNotedAt < SKEW_NOTE_MS) return
    node.skewNotedAt = receivedAt
    const how = disbelieved === null ? 'readings keep their times' : 'readings take the time of the server'
    availability.note(
      gateway,
      'clock',
      `the clock is ${Math.round(skew / 1_000)} s ahead of the server; ${how}`,
    )
  }

  return {
    NBIRTH: nodeBirth,
    NDEATH: nodeDeath,
    NDATA: data,
    DBIRTH: deviceBirth,
    DDEATH: deviceDeath,
    DDATA: data,
  }
}

/** Of the birth or death; null when it carries none. Some peers add one more at each rebirth: the last counts. */
function bdSeqOf({ metrics }: Payload): number | null {
  const value = metrics.findLast(({ name }) => name === 'bdSeq')?.value
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null
}
