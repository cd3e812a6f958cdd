import { connect } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { formatTopic } from '#shared/sparkplug/topic.ts'
import { ALIASES, births, connectPacket, nodeTopic } from './gateway-births.ts'
import type { AnnouncedMetric } from './load-metrics.ts'
import { type ReportPacket, reportPacket } from './report-packet.ts'

export interface LoadGatewayOptions {
  host?: string
  port: number
  group: string
  code: string
  password: string
  /** Codes of the controllers behind it. */
  controllers: readonly string[]
  metrics: readonly AnnouncedMetric[]
  /** Most unacknowledged reports at a time. */
  window: number
  /** 0 as Sparkplug has it; 1 if not said, which a broker that acknowledges what is stored needs. */
  qosOfBirths?: 0 | 1
  /** `at`: time of the sample in ms since 1970; `ms`: how long the acknowledgement took. */
  onAck?: (report: SentReport, ms: number) => void
  /** Births are about to be sent; each controller's counts as a report of this time, ms since 1970. */
  onBirth?: (at: number) => void
}

export interface SentReport {
  /** Index in `controllers`. */
  controller: number
  at: number
}

/** An edge node built for speed: raw sockets, packets encoded once. Its births are acknowledged when it is returned. */
export interface LoadGateway {
  /** Reports sent but not yet acknowledged. */
  readonly inFlight: number
  /** How often the host asked for births; a gateway that follows the rules is never asked. */
  readonly rebirths: number
  /** Sends the controller's next report; false if the window is full. No two reports have the same time. */
  send(controller: number, at?: number): boolean
  unacknowledged(): SentReport[]
  /** Resolves when the connection has ended, for any reason. */
  readonly closed: Promise<void>
  /** Cuts the connection like a power failure. */
  destroy(): void
}

interface Slot {
  packets: (ReportPacket | undefined)[]
  report: SentReport | undefined
  sentAt: number
}

const FIRST_BIRTH_ID = 60_000
const ANSWER_MS = 20_000

/** Connects, subscribes and sends the births. Rejects if the server refuses, hangs up or stays silent. */
export async function connectLoadGateway(options: LoadGatewayOptions): Promise<LoadGateway> {
  const { host = '127.0.0.1', port, group, code, password, controllers, metrics, window } = options
  const { qosOfBirths = 1 } = options
  const socket = connect({ host, port, noDelay: true })
  const packets = parser()
  const slots = Array.from({ length: window }, (): Slot => ({ packets: [], report: undefined, sentAt: 0 }))
  const free = slots.map((_, index) => index)
  const lastAt = controllers.map(() => 0)
  const topics = controllers.map(device =>
    formatTopic({ kind: 'device', type: 'DDATA', group, node: code, device }),
  )
  const awaited = new Map<number | string, () => void>()
  let seq = 0
  let rebirths = 0
  let turn = 0
  const nextSeq = () => {
    const given = seq
    seq = (seq + 1) % 256
    return given
  }
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  socket.on('error', () => socket.destroy())

  const sendBirths = () => {
    seq = 0
    const bornAt = Math.max(Date.now(), ...lastAt.map(at => at + 1))
    lastAt.fill(bornAt)
    options.onBirth?.(bornAt)
    const ids = births(options, bornAt).map((birth, index) => {
      const messageId = FIRST_BIRTH_ID + index
      const payload = Buffer.from(
        encodePayload({ timestamp: bornAt, seq: nextSeq(), metrics: birth.metrics }),
      )
      socket.write(
        generate({
          cmd: 'publish',
          topic: birth.topic,
          payload,
          qos: qosOfBirths,
          messageId,
          dup: false,
          retain: false,
        }),
      )
      return messageId
    })
    return qosOfBirths === 1 ? ids : []
  }
  const acknowledged = (messageId: number) => {
    awaited.get(messageId)?.()
    const slot = slots[messageId - 1]
    if (!slot?.report) return
    const { report, sentAt } = slot
    slot.report = undefined
    free.push(messageId - 1)
    options.onAck?.(report, performance.now() - sentAt)
  }
  packets.on('packet', (packet: Packet) => {
    if (packet.cmd === 'puback') acknowledged(packet.messageId ?? 0)
    else if (packet.cmd === 'publish') {
      if (packet.qos > 0) socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }))
      rebirths += 1
      sendBirths()
    } else if (packet.cmd !== 'connack' || packet.returnCode === 0) awaited.get(packet.cmd)?.()
    else socket.destroy()
  })
  packets.on('error', () => socket.destroy())
  socket.on('data', bytes => {
    // Everything that follows from the acknowledgements leaves in one write.
    socket.cork()
    packets.parse(bytes)
    socket.uncork()
  })

  const answer = (key: number | string) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${code}: no ${key} in ${ANSWER_MS} ms`)), ANSWER_MS)
      void closed.then(() => {
        clearTimeout(timer)
        reject(new Error(`${code}: the server ended the connection before ${key}`))
      })
      awaited.set(key, () => {
        clearTimeout(timer)
        awaited.delete(key)
        resolve()
      })
    })
  try {
    socket.write(connectPacket(group, code, password))
    await answer('connack')
    socket.write(
      generate({
        cmd: 'subscribe',
        messageId: FIRST_BIRTH_ID - 1,
        subscriptions: [{ topic: nodeTopic('NCMD', group, code), qos: 1 }],
      }),
    )
    await answer('suback')
    await Promise.all(sendBirths().map(answer))
  } catch (error) {
    socket.destroy()
    throw error
  }

  return {
    closed,
    get inFlight() {
      return window - free.length
    },
    get rebirths() {
      return rebirths
    },
    send: (controller, wantedAt) => {
      const index = free.pop()
      const slot = index === undefined ? undefined : slots[index]
      const topic = topics[controller]
      if (index === undefined || !slot || topic === undefined) return false
      const at = wantedAt ?? Math.max(Date.now(), (lastAt[controller] ?? 0) + 1)
      lastAt[controller] = Math.max(at, lastAt[controller] ?? 0)
      slot.packets[controller] ??= reportPacket(topic, metrics, controller * ALIASES)
      const packet = slot.packets[controller]
      turn = (turn + 1) % 97
      packet.write(index + 1, nextSeq(), at, turn / 97)
      slot.report = { controller, at }
      slot.sentAt = performance.now()
      socket.write(packet.bytes)
      return true
    },
    unacknowledged: () => slots.flatMap(({ report }) => report ?? []),
    destroy: () => {
      socket.destroy()
    },
  }
}
