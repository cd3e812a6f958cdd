import type { BirthKind } from '#shared/devices.ts'
import type { Availability } from './availability.ts'
import { bdSeqOf } from './birth-facts.ts'
import { createDeviceTables, type DeviceTables } from './device-tables.ts'
import type { DoubleStreams } from './double-streams.ts'
import type { EdgeNode } from './edge-node.ts'
import { createKeeper, type KeeperParts } from './keep-samples.ts'
import type { KeptBirths } from './kept-births.ts'
import { TOO_MANY_LAYOUTS } from './layout-budget.ts'
import type { Layouts } from './layouts.ts'
import { createMoments } from './moments.ts'
import {
  deviceBorn,
  deviceDied,
  endLife,
  isDeath,
  isOfLater,
  missedSince,
  receiveBirth,
  receiveSeq,
  reviveLife,
  wantRebirth,
} from './node-state.ts'
import type { OpenedPayload } from './open-payload.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { planReplay } from './replay.ts'
import type { Upward } from './rules.ts'
import { readSamples } from './samples.ts'
import type { SignalTable } from './signal-table.ts'
import type { Visitors } from './visitors.ts'

/** One message, from either kind of broker. */
export interface Incoming {
  topic: string
  payload: Uint8Array
  gateway: KnownDevice
  /** Server time, ms since 1970. */
  receivedAt: number
  /** Number of the connection; null if the broker does not tell. */
  session: number | null
  /**
   * Behind an outside broker: `watch` for the process that does not store what the node sends, or not yet (sequence, presence,
   * latest state); `store` for what waited until somebody did, and is known already, or late; undefined means both.
   */
  part?: 'watch' | 'store'
  /** The broker holds what is sent to it while this process is away. */
  held?: boolean
}

/** A message that passed the check of its topic, decoded. */
export interface Message extends Incoming {
  /** The device it is about; the gateway itself for node messages. */
  device: KnownDevice
  opened: OpenedPayload
  node: EdgeNode
  /** Reports that something in it cannot be kept. */
  refuse(reason: string): void
}

export interface MessageParts extends KeeperParts {
  registry: Registry
  layouts: Layouts
  availability: Availability
  births: KeptBirths
  /** Messages come through an outside broker, which keeps them while nobody takes them. */
  isOutside: boolean
  /** How long raw reports are kept. ms */
  retentionMs: number
  /** How long a message that arrives now may have waited for this process. ms */
  waitedMs(): number
  visitors: Visitors
  doubleStreams: DoubleStreams
  /** Devices whose birth has come but is not committed: what is known of them is from before. */
  beingBorn: Map<string, Promise<void>>
}

/** `again`: repeated or out of turn; `past`: from a node that is not born and sends what it had stored. */
type Standing = 'birth' | 'data' | 'again' | 'past'

/** Resolves when what the message brings is committed. Never rejects; faults are thrown at once. */
export type HandleMessage = (message: Message) => Promise<void> | undefined

/** While a node sends what it has stored, births are requested no more often than this, ms: they would say the same again. */
const PRESENT_MS = 60_000

/** The node sends what it has stored, and only births say what is true now. */
function wantPresent(node: EdgeNode, now: number): void {
  if (now - node.presentAskedAt < PRESENT_MS) return
  node.presentAskedAt = now
  wantRebirth(node.state)
}

/** Reads the samples of a message and keeps them; asks for births when it shows that something is missing. */
function createMessageKeeper(parts: MessageParts) {
  const { layouts, availability, clocks, beingBorn } = parts
  const keepSamples = createKeeper(parts)
  const moments = createMoments()

  function noteBirth(deviceId: string, kept: Promise<void>): void {
    beingBorn.set(deviceId, kept)
    void kept.then(() => {
      if (beingBorn.get(deviceId) === kept) beingBorn.delete(deviceId)
    })
  }

  return (message: Message, table: SignalTable | undefined, as: Standing): Promise<void> | undefined => {
    const { opened, device, gateway, receivedAt, node, part, refuse, held } = message
    if (part !== 'store') {
      availability.heard(device, receivedAt)
      if (device.id !== gateway.id) availability.heard(gateway, receivedAt)
    }
    if (!table) {
      refuse(TOO_MANY_LAYOUTS)
      return
    }
    const clock = clocks.of(device.id)
    const inTurn = as === 'birth' || as === 'data'
    const reading = readSamples(opened, table, layouts, {
      receivedAt,
      clock,
      historical: as === 'past',
      inTurn,
      oldest: receivedAt - parts.retentionMs,
      birth: as === 'birth' ? (held ? 'held' : 'fresh') : undefined,
      waitedMs: parts.waitedMs(),
    })
    if (inTurn || part === 'store')
      moments.settle(device.id, reading.samples, {
        part,
        birth: as === 'birth' ? message.payload : undefined,
      })
    if (reading.unknownAlias) {
      wantRebirth(node.state)
      missedSince(node.state, receivedAt)
    }
    if (reading.refused) refuse(reading.refused)
    if (reading.isDoubtful) wantPresent(node, receivedAt)
    if (as !== 'past' && part !== 'store') clocks.note(gateway, clock, reading.disbelieved, receivedAt)
    const contest = () => {
      if (reading.isOvertaken) wantPresent(node, receivedAt)
    }
    const kept = keepSamples(device, reading.samples, { refuse, contest }, part)
    if (as === 'birth' && kept) noteBirth(device.id, kept)
    return kept
  }
}

const standings = { inTurn: 'data', again: 'again' } as const

/** What the handlers of births and of data share. */
interface Keeping {
  tables: DeviceTables
  /** How data is decoded that waited at an outside broker: the node may have been born anew since. */
  before: DeviceTables
  keep: ReturnType<typeof createMessageKeeper>
}

/** Counts the message's number: whether it was sent after all before it, or by another program. */
function number(
  { node, opened, gateway, device, session, receivedAt, payload }: Message,
  doubleStreams: DoubleStreams,
): 'inTurn' | 'again' | 'other' {
  const inTurn = receiveSeq(node.state, opened.seq, receivedAt)
  const { seq, timestamp } = opened
  const deviceId = device.id
  const isOther =
    session === null &&
    doubleStreams.isOther({ gateway, deviceId, seq, timestamp, payload, inTurn, now: receivedAt })
  if (!isOther) return inTurn ? 'inTurn' : 'again'
  if (doubleStreams.mayAsk(gateway.id, receivedAt)) wantRebirth(node.state)
  return 'other'
}

/** Takes births into the tables, and keeps and tells what they say. */
function createBirthKeeper({ births, latest, events, log }: MessageParts, { tables, before, keep }: Keeping) {
  function born(message: Message, kind: BirthKind): SignalTable | undefined {
    const { device, opened, receivedAt, topic, payload, node, part, refuse } = message
    const { id, officePath } = device
    // Whoever stores what the node sends keeps its births as well.
    if (part !== 'watch') births.put({ deviceId: id, officePath, kind, topic, payload, receivedAt })
    if (part === 'store') return before.born(id, kind, opened.metrics, receivedAt, refuse)
    node.refusedBirths.delete(id)
    return tables.born(id, kind, opened.metrics, receivedAt, refuse)
  }

  const keepBirth: typeof keep = (message, table, as) => {
    const kept = keep(message, table, as)
    if (message.part === 'watch') tellUndeclared(message)
    return kept?.then(() => tellUndeclared(message))
  }

  /** A birth that waited: what it said then is history. */
  const keepPast = (message: Message, kind: BirthKind) => keep(message, born(message, kind), 'past')

  /** Tells what a birth no longer declares, once everything before it is known. */
  function tellUndeclared({ device, receivedAt }: Message): void {
    const metrics = latest.takeUndeclared(device.id)
    if (metrics.length === 0) return
    try {
      events.emit('undeclared', { deviceId: device.id, metrics, at: receivedAt })
    } catch (error) {
      log.error({ err: error }, 'a listener of births failed')
    }
  }

  /**
   * Acknowledges the first birth of a device, and what follows it, only once its state is stored: otherwise a kill could
   * leave reports of a device that the next start does not know, and an alarm in them would be lost.
   */
  function whenKnown({ device, part }: Message, kept: Promise<void> | undefined): Promise<void> | undefined {
    const known = part === 'watch' ? undefined : latest.whenStored(device.id)
    return known && kept ? kept.then(() => known) : (known ?? kept)
  }

  return { born, keepBirth, keepPast, whenKnown }
}

/** Births begin the lives of nodes and devices. */
function createBirthHandlers(parts: MessageParts, keeping: Keeping) {
  const { availability, doubleStreams } = parts
  const { tables, keep } = keeping
  const { born, keepBirth, keepPast, whenKnown } = createBirthKeeper(parts, keeping)

  /** It is born; one that does nothing but restart is not online for that. */
  function tellOnline({ node }: Message, device: KnownDevice, reason: string): void {
    const { restarts } = node.contact
    if (!restarts) availability.online(device, reason)
    else availability.hold(device, 'restarts', `${restarts.lives} × / ${Math.round(restarts.ms / 1_000)} s`)
  }

  function nodeBirth(message: Message): Promise<void> | undefined {
    const { node, opened, gateway, session, receivedAt } = message
    if (message.part === 'store') return keepPast(message, 'NBIRTH')
    const firstSeen = node.state.bornAt === 0
    doubleStreams.born(gateway, opened, message.payload, receivedAt)
    receiveBirth(node.state, { bdSeq: bdSeqOf(opened), seq: opened.seq, session, now: receivedAt })
    // What a broker held while this process was away has been delivered, or will be.
    const lost = firstSeen && message.held ? null : node.state.missingSince
    node.state.missingSince = null
    planReplay(node.replay, opened, lost, receivedAt)
    Object.assign(node, { connectedAt: null, doubtedAt: null, loose: !message.held })
    const kept = keepBirth(message, born(message, 'NBIRTH'), 'birth')
    tellOnline(message, gateway, 'nbirth')
    return whenKnown(message, kept)
  }

  function deviceBirth(message: Message): Promise<void> | undefined {
    const { node, device } = message
    if (message.part === 'store') return keepPast(message, 'DBIRTH')
    const numbered = number(message, doubleStreams)
    if (numbered === 'other') return keep(message, tables.find(device.id), 'past')
    const table = born(message, 'DBIRTH')
    if (!node.state.born) {
      wantRebirth(node.state)
      return keepBirth(message, table, 'past')
    }
    deviceBorn(node.state, device.id)
    const kept = keepBirth(message, table, numbered === 'inTurn' ? 'birth' : 'again')
    tellOnline(message, device, 'dbirth')
    return whenKnown(message, kept)
  }

  return { nodeBirth, deviceBirth }
}

/** Deaths end the lives of nodes and devices. */
function createDeathHandlers({ registry, availability, visitors }: MessageParts) {
  function nodeDeath({ node, opened, gateway, session, part }: Message): undefined {
    if (part === 'store') return
    // The timestamp means nothing: the broker sends what was written when the connection began.
    const { state } = node
    const bdSeq = bdSeqOf(opened)
    const ends = isDeath(state, bdSeq, session)
    if (state.born && !ends && !isOfLater(state, bdSeq)) return
    if (visitors.left(node) || !ends) return
    endLife(state)
    for (const device of [gateway, ...registry.behindAll(gateway)]) availability.offline(device, 'ndeath')
  }

  function deviceDeath({ node, opened, device, receivedAt, part }: Message): undefined {
    if (part === 'store') return
    receiveSeq(node.state, opened.seq, receivedAt)
    deviceDied(node.state, device.id)
    availability.heard(device, receivedAt)
    availability.offline(device, 'ddeath')
  }

  return { nodeDeath, deviceDeath }
}

/** Data of nodes and devices, born or not. */
function createDataHandler(
  { availability, doubleStreams }: MessageParts,
  { tables, before, keep }: Keeping,
): HandleMessage {
  /** A node that connects only to report may do so without births. */
  function revive({ node, device, gateway, session, receivedAt }: Message): void {
    const { contact, state } = node
    if (contact.everyMs === null || (state.born && state.devices.get(device.id) !== undefined)) return
    reviveLife(state, device.id, session, receivedAt)
    for (const speaker of new Set([gateway, device])) availability.online(speaker, 'report')
  }

  return message => {
    const { node, device, gateway, part } = message
    const { state } = node
    const known = (part === 'store' && before.find(device.id)) || tables.find(device.id)
    if (part !== 'store') revive(message)
    const alive = state.born && (device.id === gateway.id || state.devices.get(device.id) !== undefined)
    let numbered: ReturnType<typeof number> = 'again'
    if (part !== 'store') {
      node.doubtedAt = null
      if (state.born) numbered = number(message, doubleStreams)
    }
    const barred = tables.barred(device.id)
    if (barred) {
      if (barred.retry) wantRebirth(state)
      return keep(message, undefined, 'past')
    }
    const isRefused = [gateway.id, device.id].some(id => node.refusedBirths.has(id))
    if (!isRefused && ((!alive && part !== 'store') || !known)) wantRebirth(state)
    // A node that is not born flushes stored data: history, nothing current.
    const standing = !alive || numbered === 'other' ? 'past' : standings[numbered]
    return keep(message, known ?? tables.begin(device.id), standing)
  }
}

interface MessageHandlers {
  /** For births, deaths and data of a node, by message type. */
  handlers: Record<Upward, HandleMessage>
  /** Nothing more comes of what waited for these devices. */
  caughtUp(devices: readonly KnownDevice[]): void
}

export function createMessageHandlers(parts: MessageParts): MessageHandlers {
  const { layouts, latest } = parts
  const tables = createDeviceTables(layouts, latest)
  const known = parts.isOutside ? latest.births : () => []
  const before = createDeviceTables(layouts, { births: known, setBirth() {} })
  const keeping: Keeping = { tables, before, keep: createMessageKeeper(parts) }
  const { nodeBirth, deviceBirth } = createBirthHandlers(parts, keeping)
  const { nodeDeath, deviceDeath } = createDeathHandlers(parts)
  const data = createDataHandler(parts, keeping)
  return {
    handlers: {
      NBIRTH: nodeBirth,
      NDEATH: nodeDeath,
      NDATA: data,
      DBIRTH: deviceBirth,
      DDEATH: deviceDeath,
      DDATA: data,
    },
    caughtUp(devices) {
      for (const { id } of devices) before.forget(id)
    },
  }
}
