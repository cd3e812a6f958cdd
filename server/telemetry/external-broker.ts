import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { IPublishPacket, ISubscription } from 'mqtt-packet'
import type { Pool } from 'pg'
import type { Events } from '#server/platform/events.ts'
import { StartError } from '#server/platform/start-error.ts'
import { NAMESPACE, parseTopic } from '#shared/sparkplug/topic.ts'
import type { Broker } from './broker.ts'
import type { Host } from './host.ts'
import { readState, stateTopic, writeState } from './host-state.ts'
import { keepConnected, reasonOf } from './keep-connected.ts'
import { createKnownGateways } from './known-gateways.ts'
import { acknowledgeSeconds, strangers } from './metrics.ts'
import { connectMqtt, type MqttConnection, MqttRefused } from './mqtt-connection.ts'
import { createPartitions, type Partitions, type Way } from './partitions/partitions.ts'
import type { KnownDevice, Registry } from './registry.ts'
import type { RegistryReading } from './registry-reading.ts'
import { startRelay } from './relay.ts'

export interface ExternalBrokerOptions {
  /** mqtt: or mqtts:, with the server's user name and password if the broker asks for them. */
  url: string
  /** The server's own, for a broker that asks for one; PEM text. */
  certificate?: { cert: string; key: string } | undefined
  /** Of this process, and no other. */
  clientId: string
  group: string
  hostId: string
  registry: Registry
  reading: RegistryReading
  /** For the leases of the partitions. */
  pool: Pool
  events: Events
  log: FastifyBaseLogger
}

const RECEIVE_MAXIMUM = 1_000
/** The limit that gateways also have at the in-process broker. */
const MAX_PACKET = 1024 * 1024
/** A broker started together with the server may need a moment. */
const START_MS = 10_000
const AGAIN_MS = 500
const FAREWELL_MS = 1_000

type Message = IPublishPacket & { payload: Buffer }

/** Hands the host what nodes send; who stores it is up to the partitions. */
function createReceiver(
  { registry, reading, log }: ExternalBrokerOptions,
  partitions: Pick<Partitions, 'partFor'>,
  closing: AbortSignal,
) {
  const gateways = createKnownGateways(registry, reading, closing)

  function hand(
    to: Host,
    { topic, payload, qos }: Message,
    gateway: KnownDevice | undefined,
    way: Way,
  ): Promise<void> | undefined {
    if (!gateway) {
      if (way === 'watched') strangers.inc()
      log.debug({ topic }, 'message of a node that is not registered')
      return undefined
    }
    const part = partitions.partFor(gateway.code, way)
    if (part === 'none') return undefined
    const end = part === 'watch' ? undefined : acknowledgeSeconds.startTimer()
    const message = { topic, payload, gateway, receivedAt: Date.now(), session: null, held: qos > 0 }
    return to.accept(part === 'all' ? message : { ...message, part }).then(() => void end?.())
  }

  return (to: Host, message: Message, way: Way): Promise<void> | undefined => {
    // A retained birth belongs to no time.
    if (message.retain) return undefined
    const parsed = parseTopic(message.topic)
    if (!parsed || parsed.kind === 'state') return undefined
    const isCommand = parsed.type === 'NCMD' || parsed.type === 'DCMD'
    // Partitions hear commands too.
    if (isCommand && way === 'stored') return undefined
    const gateway = gateways.find(parsed.node)
    const take = (found: KnownDevice | undefined) =>
      isCommand ? void (found && to.overheard(found, message.payload)) : hand(to, message, found, way)
    return gateway instanceof Promise ? gateway.then(take) : take(gateway)
  }
}

async function subscribe(made: MqttConnection, group: string, own: { state: string; relay: string }) {
  const topics = (...types: string[]) =>
    types.map(type => `${NAMESPACE}/${group}/${type}${type.startsWith('D') ? '/+/+' : '/+'}`)
  const at = (qos: 0 | 1, all: readonly string[], more: Partial<ISubscription> = {}) =>
    all.map(topic => ({ topic, qos, ...more }))
  await made.subscribe([
    ...at(1, [...topics('NBIRTH', 'NDEATH', 'DBIRTH', 'DDEATH'), own.state]),
    ...at(0, topics('NDATA', 'DDATA')),
    ...at(0, topics('NCMD'), { nl: true }),
    ...at(1, [own.relay], { nl: true }),
  ])
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
      await delay(AGAIN_MS)
    }
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
    sessionExpiryS: 0,
  }
}

/** Waits for a farewell, but not for a broker that does not answer. */
const soon = (farewell: Promise<unknown>) =>
  Promise.race([farewell.catch(() => {}), delay(FAREWELL_MS, undefined, { ref: false })])

const KNOWN_TO_THE_BROKER_ALONE = {
  port: 0,
  tlsPort: undefined,
  isConnected: () => undefined,
  listens: () => undefined,
  isUsedTwice: () => undefined,
  disconnect() {},
}

/**
 * The server as a client of an MQTT 5 broker. Every process watches all nodes over a connection that begins anew each time, at
 * QoS 0 for data. Each node belongs to a partition whose session the broker keeps: the process that holds it stores what comes
 * and then acknowledges it. `docs/decisions` has the reasons.
 */
export function createExternalBroker(options: ExternalBrokerOptions): Broker {
  const { group, hostId, events, log } = options
  const session = sessionOf(options)
  const closing = new AbortController()
  const partitions = createPartitions({
    ...options,
    connection: session,
    closing: closing.signal,
    receive: packet => (host ? receiveFromNode(host, packet, 'stored') : new Promise(() => {})),
    watchedUpToNow,
    caughtUp: ids => host?.caughtUp(ids),
  })
  const receiveFromNode = createReceiver(options, partitions, closing.signal)
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
    else return receiveFromNode(host, packet, 'watched')
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

  /** The broker answers behind what it has sent. */
  async function watchedUpToNow(): Promise<void> {
    await connection?.unsubscribe([`${hostId}/nothing`]).catch(() => {})
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
    ...KNOWN_TO_THE_BROKER_ALONE,
    async open(opened) {
      host = opened
      await openFirst(open, session.url.host)
      keeping = keepConnected({ open, ended, closing: closing.signal, log })
      await partitions.start()
    },
    isReady: () => connection !== undefined,
    owns: partitions.owns,
    behind: partitions.behind,
    registered: partitions.registered,
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
      relay.stop()
      await partitions.stop()
      await soon(announce(false, Math.max(Date.now(), since)))
      await connection?.end()
      await keeping
    },
  }
}
