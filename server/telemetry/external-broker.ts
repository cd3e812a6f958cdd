import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { IPublishPacket, ISubscription } from 'mqtt-packet'
import type { Events } from '#server/platform/events.ts'
import { StartError } from '#server/platform/start-error.ts'
import { NAMESPACE, parseTopic } from '#shared/sparkplug/topic.ts'
import type { Broker } from './broker.ts'
import type { Host } from './host.ts'
import { readState, stateTopic, writeState } from './host-state.ts'
import { createKnownGateways } from './known-gateways.ts'
import { acknowledgeSeconds, strangers } from './metrics.ts'
import { connectMqtt, type MqttConnection, MqttRefused } from './mqtt-connection.ts'
import type { KnownDevice, Registry } from './registry.ts'
import type { RegistryReading } from './registry-reading.ts'
import { startRelay } from './relay.ts'

export interface ExternalBrokerOptions {
  /** mqtt: or mqtts:, with the server's user name and password if the broker asks for them. */
  url: string
  /** The server's own, for a broker that asks for one; PEM text. */
  certificate?: { cert: string; key: string } | undefined
  /** Names the session the broker keeps; one per process of the server. */
  clientId: string
  group: string
  hostId: string
  registry: Registry
  reading: RegistryReading
  events: Events
  log: FastifyBaseLogger
}

/** Subscription identifiers: which subscription a message came by. */
const LIFE = 1
const STORE = 2
const WATCH = 3
const OTHERS = 4

const RECEIVE_MAXIMUM = 1_000
/** The limit that gateways also have at the in-process broker. */
const MAX_PACKET = 1024 * 1024
/** After a longer absence of the server the broker has dropped what it held for it. */
const SESSION_S = 7 * 86_400
const RETRY_MS = { first: 500, most: 15_000 }
/** A connection that lasted this long was a good one. */
const LASTED_MS = 10_000
/** A broker started together with the server may need a moment. */
const START_MS = 10_000
const FAREWELL_MS = 1_000

type Message = IPublishPacket & { payload: Buffer }

/** Hands the host what nodes send. */
function createReceiver({ registry, reading, log }: ExternalBrokerOptions, closing: AbortSignal) {
  const gateways = createKnownGateways(registry, reading, closing)

  function hand(
    to: Host,
    { topic, payload, qos, properties }: Message,
    gateway: KnownDevice | undefined,
  ): Promise<void> | undefined {
    if (!gateway) {
      strangers.inc()
      log.debug({ topic }, 'message of a node that is not registered')
      return undefined
    }
    const ids = [properties?.subscriptionIdentifier ?? []].flat()
    if (ids.includes(OTHERS)) {
      to.overheard(gateway, payload)
      return undefined
    }
    const end = acknowledgeSeconds.startTimer()
    const [stored, watched] = [ids.includes(STORE), ids.includes(WATCH)]
    return to
      .accept({
        topic,
        payload,
        gateway,
        receivedAt: Date.now(),
        session: null,
        held: qos > 0,
        ...(stored !== watched && { part: stored ? 'store' : 'watch' }),
      })
      .then(() => void end())
  }

  return (to: Host, message: Message): Promise<void> | undefined => {
    const parsed = parseTopic(message.topic)
    if (!parsed || parsed.kind === 'state') return undefined
    const gateway = gateways.find(parsed.node)
    if (gateway instanceof Promise) return gateway.then(found => hand(to, message, found))
    return hand(to, message, gateway)
  }
}

async function subscribe(made: MqttConnection, group: string, own: { state: string; relay: string }) {
  const topics = (...types: string[]) =>
    types.map(type => `${NAMESPACE}/${group}/${type}${type.startsWith('D') ? '/+/+' : '/+'}`)
  const at = (qos: 0 | 1, all: readonly string[], more: Partial<ISubscription> = {}) =>
    all.map(topic => ({ topic, qos, ...more }))
  const life = topics('NBIRTH', 'NDEATH', 'DBIRTH', 'DDEATH')
  await made.subscribe(at(1, [...life, own.state]), LIFE)
  const data = topics('NDATA', 'DDATA')
  await made.subscribe(at(0, data), WATCH)
  await made.subscribe([...at(0, topics('NCMD'), { nl: true }), ...at(1, [own.relay], { nl: true })], OTHERS)
  const shared = data.map(topic => `$share/${group}/${topic}`)
  await made.subscribe(at(1, shared), STORE)
}

/** Tries until connected, or until a broker that is only starting would have answered. */
async function openFirst(open: () => Promise<void>, address: string): Promise<void> {
  const giveUpAt = Date.now() + START_MS
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (error instanceof MqttRefused || Date.now() > giveUpAt)
        throw new StartError(`MQTT_URL: the broker at ${address} cannot be used: ${reasonOf(error)}`)
      await delay(RETRY_MS.first)
    }
  }
}

/** Connects again whenever the connection has ended; `ended` resolves with the reason. */
async function keepConnected(
  open: () => Promise<void>,
  ended: () => Promise<string | undefined>,
  closing: AbortSignal,
  log: FastifyBaseLogger,
): Promise<void> {
  let wait = RETRY_MS.first
  while (!closing.aborted) {
    const openedAt = Date.now()
    const reason = await ended()
    if (closing.aborted) return
    if (reason) log.warn({ reason }, 'the MQTT broker is gone; connecting again')
    if (reason && Date.now() - openedAt > LASTED_MS) wait = RETRY_MS.first
    await delay(wait * (0.75 + Math.random() / 2), undefined, { signal: closing }).catch(() => {})
    wait = Math.min(wait * 2, RETRY_MS.most)
    if (closing.aborted) return
    await open().then(
      () => log.info('connected to the MQTT broker again'),
      error => log.warn({ reason: reasonOf(error) }, 'the MQTT broker cannot be reached'),
    )
  }
}

/** What all connections have in common. */
function sessionOf({ url: address, certificate, clientId }: ExternalBrokerOptions) {
  const url = new URL(address)
  return {
    url,
    certificate,
    clientId,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    receiveMaximum: RECEIVE_MAXIMUM,
    maximumPacketSize: MAX_PACKET,
    sessionExpiryS: SESSION_S,
  }
}

/**
 * The server as a client of an MQTT 5 broker. Births and deaths come to every process. Data comes twice: to every process
 * at QoS 0 to be watched, and through a shared subscription at QoS 1 to one process that stores and then acknowledges it.
 * `docs/decisions` has the reasons.
 */
export function createExternalBroker(options: ExternalBrokerOptions): Broker {
  const { group, hostId, events, log } = options
  const session = sessionOf(options)
  const closing = new AbortController()
  const receiveFromNode = createReceiver(options, closing.signal)
  const relay = startRelay(events, tellOthers)
  const own = { state: stateTopic(hostId), relay: `${hostId}/${group}/events` }
  let host: Host | undefined
  let connection: MqttConnection | undefined
  /** When the session with the will began, as STATE says; ms since 1970. */
  let since = 0
  /** The newest STATE from any process of this server. */
  let seenState = 0
  let keeping: Promise<void> | undefined

  function receive(packet: Message): Promise<void> | undefined {
    // What arrives during shutdown is not acknowledged: the broker sends it again after the start.
    if (closing.signal.aborted || !host) return new Promise(() => {})
    const { topic, payload } = packet
    if (topic === own.state) hearState(payload)
    else if (topic === own.relay) relay.hear(payload)
    // A retained birth belongs to no time.
    else if (!packet.retain) return receiveFromNode(host, packet)
    return undefined
  }

  function hearState(payload: Buffer): void {
    const state = readState(payload)
    if (!state) return
    seenState = Math.max(seenState, state.timestamp)
    if (state.online || !connection) return
    if (state.timestamp < since) void announce(true, since).catch(() => {})
    // Another process of this server stopped: nodes only believe a newer STATE, and the will must carry the same time.
    else void connection.end()
  }

  const announce = async (online: boolean, timestamp: number) =>
    connection?.publish(own.state, writeState({ online, timestamp }), 1, true)

  async function tellOthers(payload: Uint8Array): Promise<void> {
    if (!connection) throw new Error('not connected')
    await connection.publish(own.relay, payload, 1, false)
  }

  async function open(): Promise<void> {
    since = Math.max(Date.now(), seenState + 1)
    const made = await connectMqtt({
      ...session,
      onMessage: receive,
      will: { topic: own.state, payload: writeState({ online: false, timestamp: since }) },
    })
    try {
      await subscribe(made, group, own)
      connection = made
      await announce(true, since)
    } catch (error) {
      connection = undefined
      await made.end()
      throw error
    }
    relay.flush()
    host?.resumed()
  }

  async function ended(): Promise<string | undefined> {
    const reason = await connection?.closed
    connection = undefined
    return reason
  }

  return {
    port: 0,
    tlsPort: undefined,
    async open(opened) {
      host = opened
      await openFirst(open, session.url.host)
      keeping = keepConnected(open, ended, closing.signal, log)
    },
    isReady: () => connection !== undefined,
    // Only the broker knows.
    isConnected: () => undefined,
    listens: () => undefined,
    isUsedTwice: () => undefined,
    disconnect() {},
    async publish(topic, payload, retain = false) {
      try {
        if (!connection) throw new Error('the MQTT broker is away')
        await connection.publish(topic, payload, retain ? 1 : 0, retain)
      } catch (error) {
        log.warn({ reason: reasonOf(error), topic }, 'could not publish')
      }
    },
    quiesce: () => closing.abort(),
    async close() {
      closing.abort()
      relay.stop()
      const farewell = announce(false, Math.max(Date.now(), since)).catch(() => {})
      await Promise.race([farewell, delay(FAREWELL_MS, undefined, { ref: false })])
      await connection?.end()
      await keeping
    },
  }
}

/** A connection refused at several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
