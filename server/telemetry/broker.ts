import type { Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import { startAdmission } from './admission.ts'
import type { Availability } from './availability.ts'
import { createBrokerSessions, type Session } from './broker-sessions.ts'
import type { Host } from './host.ts'
import { stateTopic, writeState } from './host-state.ts'
import { acknowledgeSeconds, connectedGateways, refusedConnections } from './metrics.ts'
import { createMqttListeners, type MqttTls } from './mqtt-listeners.ts'
import { limitPackets } from './packet-limit.ts'
import type { KnownDevice, Registry } from './registry.ts'
import type { RegistryReading } from './registry-reading.ts'
import { maySubscribe } from './rules.ts'
import { CODE, createSignIn } from './sign-in.ts'
import { takePublishes } from './take-publishes.ts'

export interface BrokerOptions {
  host: string
  port: number
  tls?: MqttTls
  group: string
  hostId: string
  registry: Registry
  reading: RegistryReading
  availability: Availability
  log: FastifyBaseLogger
}

export interface Broker {
  readonly port: number
  readonly tlsPort: number | undefined
  /** Where messages go; connections are accepted from then on. STATE says that the host is online until `close`. */
  open(host: Host): Promise<void>
  /** False while there is nobody to publish to. */
  isReady(): boolean
  /** Undefined where it cannot be told. */
  isConnected(gatewayId: string): boolean | undefined
  /** Whether the gateway would get what is published here; undefined where it cannot be told. */
  listens(gatewayId: string, topic: string): boolean | undefined
  /** Ends the gateway's connections at once. */
  disconnect(gatewayId: string): void
  /** Resolves when it is on its way to all who listen. */
  publish(topic: string, payload: Uint8Array, retain?: boolean): Promise<void>
  /** Takes no more connections and messages; those that came stay unacknowledged until they are stored. */
  quiesce(): void
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000
/** The only topic the broker itself knows of what gateways send: nobody can listen there. */
const SINK = 'received'
const EMPTY = Buffer.alloc(0)
const TCP_PROBE_MS = 30_000

/** MQTT 3.1.1 broker in the process: acknowledges a message when the host has stored it. */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { registry, availability, group, hostId, log } = options
  const sessions = createBrokerSessions()
  const admission = startAdmission()
  const signIn = createSignIn(registry, options.reading, availability)
  let quiet = false
  let host: Host | undefined
  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: 255,
    preConnect(_client, packet, done) {
      // Nothing is kept for a node that is away: Sparkplug wants clean sessions, and memory is bounded so.
      packet.clean = true
      done(null, !quiet)
    },
    authenticate(client, username, password, done) {
      signIn(client, username ?? '', password)
        .then(gateway => {
          enter(client, gateway)
          done(null, true)
        })
        .catch((error: unknown) => {
          refusedConnections.inc()
          done(error as AuthenticateError, false)
        })
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.of(client)
      if (!session || !host) return done(new Error('not signed in'))
      const { topic, payload } = packet
      Object.assign(packet, { topic: SINK, payload: EMPTY, retain: false })
      receive(host, session, topic, Buffer.from(payload), () => done(null))
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.of(client)
      const allowed = session && maySubscribe(subscription.topic, session.gateway, group, hostId)
      if (allowed) session.filters.add(subscription.topic)
      if (session && !allowed) availability.note(session.gateway, 'subscribe-refused', subscription.topic)
      // Refused in the answer, which leaves the connection as it is.
      done(null, allowed ? subscription : null)
    },
  })

  function enter(client: Client, gateway: KnownDevice): void {
    const current = registry.get(gateway.id)
    if (current?.status === 'DISABLE' || current?.credentialHash !== gateway.credentialHash)
      throw Object.assign(new Error('changed while it signed in'), { returnCode: CODE.refused })
    sessions.begin(client, gateway)
  }

  function leave(client: Client): void {
    const newcomer = sessions.end(client)?.newcomer
    if (newcomer) admission.remove(newcomer)
  }

  /** Held until its turn comes: births that nobody has counted yet wait at the gateways, not in our memory. */
  function welcome(to: Host, session: Session): void {
    const { client, gateway } = session
    const taking = takePublishes(client, (topic, payload, acknowledge) =>
      receive(to, session, topic, payload, acknowledge),
    )
    session.newcomer = {
      enter() {
        to.connected(gateway)
        taking.release()
      },
      stay: taking.keepAlive,
      isBusy: taking.isBusy,
    }
    if (!admission.add(session.newcomer)) taking.hold()
  }

  function receive(
    to: Host,
    { id, gateway: signedIn }: Session,
    topic: string,
    payload: Uint8Array,
    acknowledge: () => void,
  ): void {
    // What comes while the server goes is not acknowledged: the gateway sends it again after the start.
    if (quiet) return
    const receivedAt = Date.now()
    const arrived = performance.now()
    const gateway = registry.get(signedIn.id) ?? signedIn
    void to.accept({ topic, payload, gateway, receivedAt, session: id }).then(() => {
      acknowledgeSeconds.observe((performance.now() - arrived) / 1_000)
      acknowledge()
    })
  }

  const startedAt = Date.now()
  const announce = (online: boolean, timestamp: number) =>
    publish(stateTopic(hostId), writeState({ online, timestamp }), true)

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

  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) sessions.of(client)?.filters.delete(filter)
  })
  aedes.on('clientReady', client => {
    const session = sessions.of(client)
    if (!session) return
    connectedGateways.set(sessions.size)
    if (host) welcome(host, session)
  })
  aedes.on('clientDisconnect', client => {
    const session = sessions.of(client)
    leave(client)
    connectedGateways.set(sessions.size)
    if (session && !quiet)
      host?.disconnected(session.gateway, session.id, `connection from ${session.address} ended`)
  })
  aedes.on('clientError', (client, error) => {
    log.debug({ gateway: sessions.of(client)?.gateway.code, reason: error.message }, 'MQTT connection failed')
  })
  aedes.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'MQTT connection refused'),
  )

  function serve(socket: Socket): void {
    socket.setNoDelay(true)
    // Finds dead peers also where the client asked for no keep-alive.
    socket.setKeepAlive(true, TCP_PROBE_MS)
    const client = aedes.handle(socket)
    limitPackets(client)
    socket.once('close', () => {
      // Signed in, but gone before it was ready.
      if (!client.connected) leave(client)
    })
  }
  const listeners = createMqttListeners(options, serve)

  return {
    get port() {
      return listeners.port
    },
    get tlsPort() {
      return listeners.tlsPort
    },
    async open(opened) {
      host = opened
      await announce(true, startedAt)
      await listeners.open()
    },
    isReady: () => true,
    isConnected: gatewayId => sessions.ofGateway(gatewayId).length > 0,
    listens: (gatewayId, topic) =>
      sessions.ofGateway(gatewayId).some(({ filters }) => [...filters].some(filter => covers(filter, topic))),
    disconnect(gatewayId) {
      for (const { client } of sessions.ofGateway(gatewayId)) client.close()
    },
    publish,
    quiesce() {
      quiet = true
      admission.stop()
      listeners.close()
    },
    async close() {
      await announce(false, Math.max(Date.now(), startedAt))
      await new Promise<void>(resolve => aedes.close(resolve))
    },
  }
}

/** Whether a topic is among those that a filter with `+` and `#` names. */
function covers(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  const rest = wanted.indexOf('#')
  const compared = rest < 0 ? wanted : wanted.slice(0, rest)
  if (rest < 0 && wanted.length !== levels.length) return false
  return compared.every((level, i) => level === '+' || level === levels[i])
}
