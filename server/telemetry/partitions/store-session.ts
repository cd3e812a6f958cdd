import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ISubscription } from 'mqtt-packet'
import { NAMESPACE } from '#shared/sparkplug/topic.ts'
import { keepConnected, reasonOf } from '../keep-connected.ts'
import { connectMqtt, type MqttConnection, type MqttOptions } from '../mqtt-connection.ts'

export interface StoreSessionOptions {
  /** How to connect, under the client id of the partition. */
  connection: Omit<MqttOptions, 'onMessage' | 'will'>
  group: string
  /** Topic of this session alone, by which it finds out whether anything waits for it. */
  probe: string
  /** The codes of the partition's nodes, now. */
  nodes(): string[]
  /** A message of a node; settles when it is stored. */
  onMessage: MqttOptions['onMessage']
  /** Resolves when everything that the broker gave the watching connection before has been received. */
  watchedUpToNow(): Promise<void>
  /** Everything that waited for the session has been delivered. */
  caughtUp(): void
  log: FastifyBaseLogger
}

/** The connection through which a partition's messages come to be stored. The broker keeps them while nobody holds it. */
export interface StoreSession {
  /** Messages of an earlier time may still be on their way. */
  readonly isBehind: boolean
  /** Whether all that this node sends from now on comes through this session. */
  carries(code: string): boolean
  /** The partition has new nodes, or has lost some. */
  changed(added: readonly string[], removed: readonly string[]): void
  /** Nothing that arrives from now on is acknowledged: the broker keeps it. */
  quiesce(): void
  /** Waits until what was taken is stored and acknowledged, and leaves; the session stays at the broker. */
  close(): Promise<void>
}

/** Filters in one packet: brokers limit its size. */
const AT_ONCE = 100
const AGAIN_MS = 1_000
/** So long may the database take for what is in progress when the session is closed; the rest comes again. */
const DRAIN_MS = 5_000
const filtersOf = (group: string, code: string) => [
  `${NAMESPACE}/${group}/+/${code}`,
  `${NAMESPACE}/${group}/+/${code}/+`,
]

/** What a session says to itself, once for each connection: the broker delivers it behind everything that waits. */
function createProbe(topic: string) {
  let last = 0
  let returned = () => {}
  return {
    /** Resolves when everything that waits now has come; never when the connection ends before. */
    async send(to: MqttConnection): Promise<void> {
      last++
      const back = new Promise<void>(resolve => {
        returned = resolve
      })
      await to.publish(topic, Buffer.from(String(last)), 1, false)
      await back
    },
    /** Whether the message is a probe; one of an earlier connection says nothing. */
    hear(packet: Parameters<MqttOptions['onMessage']>[0]): boolean {
      if (packet.topic !== topic) return false
      if (Number(packet.payload) === last) returned()
      return true
    },
  }
}

/** Opens the session of a partition and keeps it open. */
export function openStoreSession(options: StoreSessionOptions): StoreSession {
  const { group, log, onMessage } = options
  const closing = new AbortController()
  const carried = new Set<string>()
  const probe = createProbe(options.probe)
  const storing = new Set<Promise<void>>()
  let connection: MqttConnection | undefined
  let isBehind = true
  let isQuiet = false

  function receive(packet: Parameters<typeof onMessage>[0]): Promise<void> | undefined {
    if (isQuiet) return new Promise(() => {})
    if (probe.hear(packet)) return undefined
    const stored = onMessage(packet)
    if (stored) {
      storing.add(stored)
      void stored.then(() => storing.delete(stored))
    }
    return stored
  }

  async function listen(to: MqttConnection, topics: readonly string[]): Promise<void> {
    for (let i = 0; i < topics.length; i += AT_ONCE) {
      const part = topics.slice(i, i + AT_ONCE)
      await to.subscribe(part.map((topic): ISubscription => ({ topic, qos: 1, rh: 1 })))
    }
  }

  /** From now on all that these nodes send comes through this session: what was sent before has been watched or stored. */
  async function carry(to: MqttConnection, codes: readonly string[]): Promise<void> {
    await options.watchedUpToNow()
    if (connection === to) for (const code of codes) carried.add(code)
  }

  async function connect(): Promise<void> {
    isBehind = true
    const made = await connectMqtt({ ...options.connection, onMessage: receive })
    connection = made
    if (!made.sessionPresent) isBehind = false
    void begin(made)
  }

  async function begin(made: MqttConnection): Promise<void> {
    try {
      const codes = options.nodes()
      await listen(made, [options.probe, ...codes.flatMap(code => filtersOf(group, code))])
      await probe.send(made)
      await carry(made, codes)
      if (connection !== made) return
      isBehind = false
      options.caughtUp()
    } catch (error) {
      if (connection !== made || closing.signal.aborted) return
      log.warn({ reason: reasonOf(error) }, 'the MQTT broker does not let this server store what nodes send')
      await delay(AGAIN_MS, undefined, { ref: false })
      await made.end()
    }
  }

  async function ended(): Promise<string | undefined> {
    const reason = await connection?.closed
    connection = undefined
    isBehind = true
    carried.clear()
    return reason
  }

  const keeping = connect()
    .catch(error => log.warn({ reason: reasonOf(error) }, 'the MQTT broker cannot be reached'))
    .then(() => keepConnected({ open: connect, ended, closing: closing.signal, log }))

  return {
    get isBehind() {
      return isBehind
    },
    carries: code => carried.has(code),
    changed(added, removed) {
      const to = connection
      for (const code of removed) carried.delete(code)
      if (!to) return
      const filters = (codes: readonly string[]) => codes.flatMap(code => filtersOf(group, code))
      const left = removed.length > 0 ? to.unsubscribe(filters(removed)) : Promise.resolve()
      left
        .then(() => listen(to, filters(added)))
        .then(() => carry(to, added))
        .catch(error => {
          if (connection !== to) return
          log.warn({ reason: reasonOf(error) }, 'a node could not be listened to; connecting again')
          void to.end()
        })
    },
    quiesce() {
      isQuiet = true
    },
    async close() {
      isQuiet = true
      closing.abort()
      await Promise.race([Promise.all(storing), delay(DRAIN_MS, undefined, { ref: false })])
      // Acknowledgements leave after what they are for.
      await new Promise(resolve => setImmediate(resolve))
      await connection?.end()
      await keeping
    },
  }
}
