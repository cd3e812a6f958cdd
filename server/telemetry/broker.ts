import type { Socket } from 'node:net'
import { Aedes, type AedesOptions, type AuthenticateError, type PublishPacket } from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import type { Availability } from './availability.ts'
import { createIntake, type Intake } from './broker-intake.ts'
import { type BrokerSessions, createBrokerSessions } from './broker-sessions.ts'
import { createDoubleUse, type DoubleUseLimits } from './double-use.ts'
import type { Host } from './host.ts'
import { stateTopic, writeState } from './host-state.ts'
import { refusedConnections } from './metrics.ts'
import { createMqttListeners, type MqttTls } from './mqtt-listeners.ts'
import { limitPackets } from './packet-limit.ts'
import type { KnownDevice, Registry, RegistryChange } from './registry.ts'
import type { RegistryReading } from './registry-reading.ts'
import { maySubscribe } from './rules.ts'
import { createSignIn } from './sign-in.ts'

export interface BrokerOptions {
  host: string
  port: number
  tls?: MqttTls
  group: string
  hostId: string
  registry: Registry
  reading: RegistryReading
  availability: Availability
  doubleUse?: DoubleUseLimits | undefined
  log: FastifyBaseLogger
}

export interface Broker {
  readonly port: number
  readonly tlsPort: number | undefined
  /** Sends messages to `host` and accepts connections from now on. STATE says that the host is online until `close`. */
  open(host: Host): Promise<void>
  /** False while nobody can be published to. */
  isReady(): boolean
  /** Whether this process answers for what the gateway sends: stores it, and keeps what is known of it. */
  owns(gateway: KnownDevice): boolean
  /** How many parts of what nodes sent while nobody took it are still on their way. */
  behind(): number
  /** An administrator changed devices. */
  registered(changes: readonly RegistryChange[]): void
  /** Undefined when the broker cannot tell. */
  isConnected(gatewayId: string): boolean | undefined
  /** Whether the gateway would receive what is published here; undefined when the broker cannot tell. */
  listens(gatewayId: string, topic: string): boolean | undefined
  /** Whether two programs use the gateway's credential; undefined when the broker cannot tell. */
  isUsedTwice(gatewayId: string): boolean | undefined
  /** Ends the gateway's connections at once. */
  disconnect(gatewayId: string): void
  /** Resolves when the message is on its way to all subscribers. */
  publish(topic: string, payload: Uint8Array, retain?: boolean): Promise<void>
  /** Takes no more connections or messages; those that arrived stay unacknowledged until they are stored. */
  quiesce(): void
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
/** The only topic the broker itself sees for what gateways send: nobody can subscribe to it. */
const SINK = 'received'
const EMPTY = Buffer.alloc(0)
const TCP_PROBE_MS = 30_000

/** Who may sign in and what they may subscribe to; what they publish goes to `intake`. */
function rulesOf(
  { registry, reading, availability, group, hostId }: BrokerOptions,
  sessions: BrokerSessions,
  intake: Intake,
): Partial<AedesOptions> {
  const signIn = createSignIn(registry, reading, availability)
  return {
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: 255,
    preConnect(_client, packet, done) {
      // Nothing is kept for a node that is away: Sparkplug wants clean sessions, and it bounds memory.
      packet.clean = true
      done(null, !intake.isQuiet)
    },
    authenticate(client, username, password, done) {
      signIn(client, username ?? '', password)
        .then(gateway => {
          intake.enter(client, gateway)
          done(null, true)
        })
        .catch((error: unknown) => {
          refusedConnections.inc()
          done(error as AuthenticateError, false)
        })
    },
    authorizePublish(client, packet, done) {
      const { topic, payload } = packet
      if (!intake.receive(client, topic, Buffer.from(payload), () => done(null)))
        return done(new Error('not signed in'))
      Object.assign(packet, { topic: SINK, payload: EMPTY, retain: false })
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.of(client)
      const allowed = session && maySubscribe(subscription.topic, session.gateway, group, hostId)
      if (allowed) session.filters.add(subscription.topic)
      if (session && !allowed) availability.note(session.gateway, 'subscribe-refused', subscription.topic)
      // Refused in the answer; the connection stays as it is.
      done(null, allowed ? subscription : null)
    },
  }
}

/** Follows clients connecting and leaving. */
function listen(aedes: Aedes, sessions: BrokerSessions, intake: Intake, log: FastifyBaseLogger): void {
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) sessions.of(client)?.filters.delete(filter)
  })
  aedes.on('clientReady', client => intake.ready(client))
  aedes.on('ping', (_packet, client) => intake.stay(client))
  aedes.on('keepaliveTimeout', client => intake.abandon(client))
  aedes.on('clientDisconnect', client => intake.gone(client))
  aedes.on('clientError', (client, error) => {
    log.debug({ gateway: sessions.of(client)?.gateway.code, reason: error.message }, 'MQTT connection failed')
  })
  aedes.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'MQTT connection refused'),
  )
}

function serve(aedes: Aedes, intake: Intake, socket: Socket): void {
  socket.setNoDelay(true)
  // Finds dead peers even if the client asked for no keep-alive.
  socket.setKeepAlive(true, TCP_PROBE_MS)
  const client = aedes.handle(socket)
  limitPackets(client)
  socket.once('close', () => {
    if (!client.connected) intake.leave(client)
  })
}

/** In-process MQTT 3.1.1 broker: acknowledges a message once the host has stored it. */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { hostId, log } = options
  const sessions = createBrokerSessions()
  const doubleUse = createDoubleUse(options.availability, options.doubleUse)
  const intake = createIntake(options.registry, sessions, doubleUse)
  const aedes = await Aedes.createBroker(rulesOf(options, sessions, intake))
  listen(aedes, sessions, intake, log)
  const listeners = createMqttListeners(options, socket => serve(aedes, intake, socket))

  function publish(topic: string, payload: Uint8Array, retain = false): Promise<void> {
    const packet = {
      cmd: 'publish',
      topic,
      payload: Buffer.from(payload),
      qos: retain ? 1 : 0,
      retain,
      dup: false,
    }
    return new Promise(resolve => {
      aedes.publish(packet as PublishPacket, error => {
        if (error) log.warn({ err: error, topic }, 'could not publish')
        resolve()
      })
    })
  }
  const startedAt = Date.now()
  const announce = (online: boolean, timestamp: number) =>
    publish(stateTopic(hostId), writeState({ online, timestamp }), true)

  return {
    get port() {
      return listeners.port
    },
    get tlsPort() {
      return listeners.tlsPort
    },
    async open(opened) {
      intake.open(opened)
      await announce(true, startedAt)
      await listeners.open()
    },
    isReady: () => true,
    owns: () => true,
    behind: () => 0,
    registered() {},
    isConnected: gatewayId => sessions.ofGateway(gatewayId).length > 0,
    listens: (gatewayId, topic) =>
      sessions.ofGateway(gatewayId).some(({ filters }) => [...filters].some(filter => covers(filter, topic))),
    isUsedTwice: gatewayId => doubleUse.isTwice(gatewayId, Date.now()),
    disconnect(gatewayId) {
      for (const { client } of sessions.ofGateway(gatewayId)) client.close()
    },
    publish,
    quiesce() {
      intake.quiesce()
      listeners.close()
    },
    async close() {
      await announce(false, Math.max(Date.now(), startedAt))
      await new Promise<void>(resolve => aedes.close(resolve))
    },
  }
}

/** Whether a filter with `+` and `#` matches a topic. */
function covers(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  const rest = wanted.indexOf('#')
  const compared = rest < 0 ? wanted : wanted.slice(0, rest)
  if (rest < 0 && wanted.length !== levels.length) return false
  return compared.every((level, i) => level === '+' || level === levels[i])
}
