import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import type { IPublishPacket, Packet } from 'mqtt-packet'

/** The parts of aedes' client that this relies on. */
interface Insides {
  /** `_list`: the received bytes of an incomplete packet. */
  _parser: EventEmitter & { _list: { length: number } }
  _keepaliveTimer: { refresh(): void } | null
  conn: Socket
  pause(): void
  resume(): void
}

/** Receives a QoS 1 message and the means to acknowledge it. */
export type TakePublish = (topic: string, payload: Uint8Array, acknowledge: () => void) => void

/** Controls how one connection is read. */
export interface Taking {
  /** Until `release` only pings are answered. Anything else waits, and from the first message on nothing more is read. */
  hold(): void
  release(): void
  /** Keeps the client's keep-alive from expiring while nobody reads its packets. */
  keepAlive(): void
  /** Undefined before the first message, then whether one is in progress, in or out. */
  isBusy(): boolean | undefined
}

/** Packets that a held connection may have sent before it is no longer read. */
const MOST_EARLY = 16
/** Unacknowledged bytes allowed per connection; beyond this it is not read. */
const MOST_WAITING = 128 * 1024
/** A message takes more than its payload. */
const OVERHEAD = 500
const PUBACK = 0x40

/**
 * Takes the QoS 1 messages of a signed-in client past the broker, which would offer each to subscribers that cannot exist
 * and write each acknowledgement in pieces. They are acknowledged in order of arrival, as MQTT requires, and those
 * committed together leave in one packet. Aedes has no hook for this, so it relies on internals; the version is pinned.
 */
export function takePublishes(client: Client, take: TakePublish): Taking {
  const inside = client as unknown as Insides
  const { _parser: parser, conn } = inside
  const waiting: { id: number; bytes: number; done: boolean }[] = []
  /** What a held connection sent, in order. */
  const early: Packet[] = []
  let waitingBytes = 0
  let leaving = false
  let paused = false
  let held = false
  let hasSent = false

  function receive({ messageId: id = 0, topic, payload }: IPublishPacket): void {
    inside._keepaliveTimer?.refresh()
    hasSent = true
    const entry = { id, bytes: OVERHEAD + payload.length, done: false }
    waiting.push(entry)
    waitingBytes += entry.bytes
    if (waitingBytes >= MOST_WAITING) pause()
    take(topic, typeof payload === 'string' ? Buffer.from(payload) : payload, () => {
      entry.done = true
      if (leaving || entry !== waiting[0]) return
      leaving = true
      process.nextTick(acknowledge)
    })
  }

  function acknowledge(): void {
    leaving = false
    const open = waiting.findIndex(({ done }) => !done)
    const answered = waiting.splice(0, open < 0 ? waiting.length : open)
    const bytes = Buffer.allocUnsafe(answered.length * 4)
    for (const [i, entry] of answered.entries()) {
      waitingBytes -= entry.bytes
      bytes.writeUInt16BE((PUBACK << 8) | 2, i * 4)
      bytes.writeUInt16BE(entry.id, i * 4 + 2)
    }
    if (!conn.writable) return
    if (conn.write(bytes)) resume()
    else {
      // A client that does not read what it is sent is not listened to.
      pause()
      conn.once('drain', resume)
    }
  }

  function pause(): void {
    paused = true
    inside.pause()
  }
  function resume(): void {
    if (!paused || held || waitingBytes >= MOST_WAITING || conn.writableNeedDrain) return
    paused = false
    inside.resume()
  }

  const [passOn] = parser.listeners('packet')
  parser.removeAllListeners('packet')
  function hear(packet: Packet): void {
    if (packet.cmd === 'publish' && packet.qos === 1) receive(packet)
    else passOn?.call(parser, packet)
  }
  parser.on('packet', (packet: Packet) => {
    // A client without answers to its pings gives up, and begins again at the end of the queue.
    if (!held || packet.cmd === 'pingreq' || packet.cmd === 'disconnect') return hear(packet)
    early.push(packet)
    if (packet.cmd === 'publish' || early.length >= MOST_EARLY) pause()
  })
  return {
    hold() {
      held = true
    },
    release() {
      held = false
      for (const packet of early.splice(0)) hear(packet)
      resume()
    },
    keepAlive: () => inside._keepaliveTimer?.refresh(),
    isBusy() {
      const isUnderWay = waiting.length > 0 || parser._list.length > 0
      return hasSent || isUnderWay ? isUnderWay : undefined
    },
  }
}
