import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqtt, { type IConnackPacket, type IPublishPacket, type ISubscription, type Packet } from 'mqtt-packet'

export interface MqttOptions {
  /** mqtt: or mqtts:, without credentials. */
  url: URL
  /** Presented to a broker that asks for a certificate; PEM text. */
  certificate?: { cert: string; key: string } | undefined
  clientId: string
  username: string
  password: string
  will?: { topic: string; payload: Buffer }
  /** Unacknowledged messages the broker may have in flight to us. */
  receiveMaximum: number
  maximumPacketSize: number
  /** How long the broker keeps subscriptions and messages after the connection ends; 0 begins anew each time. */
  sessionExpiryS: number
  /** Settles when the message may be acknowledged, if it needs to be; acknowledgements leave in order of arrival. */
  onMessage(packet: IPublishPacket & { payload: Buffer }): Promise<void> | undefined
}

/** One MQTT 5 connection; its session may outlive it. */
export interface MqttConnection {
  /** The broker still had subscriptions and messages of an earlier connection: these come first. */
  readonly sessionPresent: boolean
  /** Rejects when the broker refuses one of the topics. Brokers answer behind what waits in the session. */
  subscribe(subscriptions: ISubscription[]): Promise<void>
  unsubscribe(topics: string[]): Promise<void>
  /** Resolves when written, at QoS 1 when acknowledged; rejects when the connection ends first. */
  publish(topic: string, payload: Uint8Array, qos: 0 | 1, retain: boolean): Promise<void>
  /** Resolves when everything written has left; the will is not sent. */
  end(): Promise<void>
  /** Resolves with the reason, however the connection ended. */
  readonly closed: Promise<string>
}

/** The broker answered and refused us. No retry helps until something is fixed. */
export class MqttRefused extends Error {
  override name = 'MqttRefused'
}

const V5 = { protocolVersion: 5 } as const
const KEEPALIVE_S = 30
/** The connection ends when this many pings in a row, one each half keepalive, brought nothing. */
const UNANSWERED_MOST = 3
const CONNECT_MS = 10_000
/** Bytes of messages on their way to the database; beyond this the socket is not read. */
const MAX_BYTES = 32 * 1024 * 1024
/** Reason codes from here on are errors. */
const FAILURE = 0x80
const REFUSALS: Record<number, string> = {
  1: 'it does not speak MQTT 5',
  132: 'it does not speak MQTT 5',
  133: 'the client id is not valid',
  134: 'wrong user name or password',
  135: 'this user is not authorized',
  138: 'this client is banned',
}
const TAKEN_OVER = 142

const write = (socket: Socket, packet: Packet) => socket.writable && mqtt.writeToStream(packet, socket, V5)

/** Hands messages on, and acknowledges them in order of arrival. */
function createInbox(socket: Socket, onMessage: MqttOptions['onMessage']): (packet: IPublishPacket) => void {
  const unacknowledged: { id: number; done: boolean }[] = []
  let waitingBytes = 0

  function acknowledge(): void {
    if (!unacknowledged[0]?.done || !socket.writable) return
    socket.cork()
    while (unacknowledged[0]?.done)
      write(socket, { cmd: 'puback', messageId: unacknowledged.shift()?.id ?? 0, reasonCode: 0 })
    // Messages committed together are acknowledged together.
    process.nextTick(() => socket.uncork())
  }

  return packet => {
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const entry = packet.qos > 0 ? { id: packet.messageId ?? 0, done: false } : undefined
    if (entry) unacknowledged.push(entry)
    const settled = onMessage({ ...packet, payload })
    if (!settled) {
      if (entry) entry.done = true
      acknowledge()
      return
    }
    waitingBytes += payload.length
    if (waitingBytes > MAX_BYTES) socket.pause()
    void settled.then(() => {
      waitingBytes -= payload.length
      if (waitingBytes <= MAX_BYTES) socket.resume()
      if (entry) entry.done = true
      acknowledge()
    })
  }
}

/** Matches the broker's answers with what was asked. */
function createQuestions(socket: Socket) {
  const open = new Map<string, { resolve(packet: Packet): void; reject(error: Error): void }>()
  return {
    /** Sends a packet; resolves with its answer, named by command and message id. */
    async ask(packet: Packet, key: string): Promise<Packet> {
      const answer = new Promise<Packet>((resolve, reject) => open.set(key, { resolve, reject }))
      write(socket, packet)
      try {
        return await answer
      } finally {
        open.delete(key)
      }
    },
    answered: (packet: Packet) => open.get(`${packet.cmd}${packet.messageId ?? ''}`)?.resolve(packet),
    drop(reason: string): void {
      for (const { reject } of open.values()) reject(new Error(reason))
      open.clear()
    },
  }
}

/** What is asked of the broker, each with a number of its own. */
function createRequests(
  socket: Socket,
  questions: ReturnType<typeof createQuestions>,
  reason: () => string,
): Pick<MqttConnection, 'subscribe' | 'unsubscribe' | 'publish'> {
  let lastId = 0
  function nextId(): number {
    lastId = (lastId % 65_535) + 1
    return lastId
  }
  return {
    async subscribe(subscriptions) {
      const messageId = nextId()
      const packet = { cmd: 'subscribe', messageId, subscriptions } as const
      const answer = await questions.ask(packet, `suback${messageId}`)
      const granted = answer.cmd === 'suback' ? answer.granted : []
      const refused = subscriptions.filter((_, i) => Number(granted[i] ?? FAILURE) >= FAILURE)
      if (refused.length > 0)
        throw new MqttRefused(`it does not let us listen to ${refused.map(({ topic }) => topic).join(', ')}`)
    },
    async unsubscribe(topics) {
      const messageId = nextId()
      await questions.ask({ cmd: 'unsubscribe', messageId, unsubscriptions: topics }, `unsuback${messageId}`)
    },
    async publish(topic, payload, qos, retain) {
      if (!socket.writable) throw new Error(reason())
      const packet = {
        cmd: 'publish',
        topic,
        payload: Buffer.from(payload),
        qos,
        retain,
        dup: false,
      } as const
      if (qos === 0) {
        write(socket, packet)
        return
      }
      const messageId = nextId()
      await questions.ask({ ...packet, messageId }, `puback${messageId}`)
    },
  }
}

/** Connects; rejects with MqttRefused when the broker refuses this client, with another error when it is away. */
export async function connectMqtt(options: MqttOptions): Promise<MqttConnection> {
  const socket = await openSocket(options)
  const parser = mqtt.parser(V5)
  const receive = createInbox(socket, options.onMessage)
  const questions = createQuestions(socket)
  /** Pings since the broker was last heard: counted rather than timed, so that a clock that is set ends no connection. */
  let unanswered = 0
  let reason = 'the connection ended'
  let keepaliveMs = KEEPALIVE_S * 1_000
  let sessionPresent = false
  let pinger: NodeJS.Timeout | undefined
  const requests = createRequests(socket, questions, () => reason)

  const fail = (why: string) => {
    reason = why
    socket.destroy()
  }

  parser.on('packet', packet => {
    if (packet.cmd === 'publish') receive(packet)
    else if (packet.cmd === 'disconnect')
      fail(
        packet.reasonCode === TAKEN_OVER
          ? `another process uses the client id "${options.clientId}"`
          : `the broker ended the connection (reason ${packet.reasonCode ?? 0})`,
      )
    else questions.answered(packet)
  })
  parser.on('error', error => fail(`not understood: ${error.message}`))
  socket.on('data', bytes => {
    unanswered = 0
    parser.parse(bytes)
  })
  socket.on('error', error => {
    reason = error.message || reason
  })
  const closed = new Promise<string>(resolve => {
    socket.once('close', () => {
      clearInterval(pinger)
      questions.drop(reason)
      resolve(reason)
    })
  })

  const impatience = setTimeout(() => fail('no answer from the broker'), CONNECT_MS)
  try {
    const connack = (await questions.ask(connectPacket(options), 'connack')) as IConnackPacket
    checkConnack(connack)
    sessionPresent = connack.sessionPresent
    keepaliveMs = (connack.properties?.serverKeepAlive ?? KEEPALIVE_S) * 1_000
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(impatience)
  }
  pinger = setInterval(() => {
    if (unanswered >= UNANSWERED_MOST && !socket.isPaused()) fail('the broker is silent')
    else {
      unanswered++
      write(socket, { cmd: 'pingreq' })
    }
  }, keepaliveMs / 2)

  return {
    closed,
    sessionPresent,
    ...requests,
    async end() {
      if (socket.destroyed) return
      write(socket, { cmd: 'disconnect', reasonCode: 0 })
      socket.end()
      const impatient = setTimeout(() => socket.destroy(), 1_000)
      await closed
      clearTimeout(impatient)
    },
  }
}

async function openSocket({ url, certificate }: MqttOptions): Promise<Socket> {
  const encrypted = url.protocol === 'mqtts:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || (encrypted ? 8883 : 1883))
  const socket = encrypted
    ? connectTls({ host, port, ...certificate, ...(!isIP(host) && { servername: host }) })
    : connectPlain({ host, port })
  const impatience = setTimeout(() => socket.destroy(new Error('no answer from the broker')), CONNECT_MS)
  try {
    await once(socket, encrypted ? 'secureConnect' : 'connect')
  } finally {
    clearTimeout(impatience)
  }
  socket.setNoDelay(true)
  return socket
}

function connectPacket(options: MqttOptions): Packet {
  const { clientId, username, password, will, receiveMaximum, maximumPacketSize, sessionExpiryS } = options
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clientId,
    clean: sessionExpiryS === 0,
    keepalive: KEEPALIVE_S,
    ...(username && { username }),
    ...(password && { password: Buffer.from(password) }),
    ...(will && { will: { ...will, qos: 1, retain: true } }),
    properties: { sessionExpiryInterval: sessionExpiryS, receiveMaximum, maximumPacketSize },
  }
}

function checkConnack({ reasonCode, returnCode }: IConnackPacket): void {
  const code = reasonCode ?? returnCode ?? 0
  if (code === 136 || code === 137) throw new Error('the broker is not available')
  if (code !== 0) throw new MqttRefused(REFUSALS[code] ?? `it refuses the connection (reason ${code})`)
}
