import type { MqttClient } from 'mqtt'
import { connect } from 'mqtt'
import { z } from 'zod'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import type { Metric } from '#shared/sparkplug/types.ts'

/** ms until the next attempt to connect: doubled each time, randomly changed by up to a quarter */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 15_000
/** ms that saying goodbye may take */
export const GOODBYE = 1_000

/** Opens one MQTT session with a death certificate as its will; does not reconnect by itself. */
export function openSession(
  { url, group, code, secret }: { url: string; group: string; code: string; secret: string },
  willTopic: string,
  will: Buffer,
): MqttClient {
  return connect(url, {
    protocolVersion: 4,
    clientId: `${group}-${code}`,
    username: code,
    password: secret,
    clean: true,
    keepalive: 30,
    connectTimeout: 10_000,
    // each connection is a new session: nothing old may slip out before the births
    reconnectPeriod: 0,
    queueQoSZero: false,
    will: { topic: willTopic, payload: will, qos: 1, retain: false },
  })
}

interface LineOptions {
  /** opens a session */
  dial(): MqttClient
  topics: readonly string[]
  onOpen(): void
  onMessage(topic: string, payload: Buffer): void
  onLost(): void
  say(text: string): void
}

/** A connection that is made again when it is lost, until it is stopped. */
export function mqttLine({ dial, topics, onOpen, onMessage, onLost, say }: LineOptions) {
  let client: MqttClient | undefined
  let stopped = true
  let linkUp = true
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  function open(): void {
    if (stopped || client || !linkUp) return
    const session = dial()
    client = session
    session.on('connect', () => subscribe(session))
    session.on('message', (topic, payload) => {
      if (session === client) onMessage(topic, payload)
    })
    session.on('error', error => say(error.message))
    session.on('close', () => lose(session))
  }

  function subscribe(session: MqttClient): void {
    failures = 0
    onOpen()
    session.subscribe([...topics], { qos: 1 }, error => {
      if (error) session.end(true)
    })
  }

  function lose(session: MqttClient): void {
    if (session !== client) return
    client = undefined
    session.removeAllListeners('message')
    session.end(true)
    onLost()
    if (stopped || !linkUp) return
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures++)
    timer = setTimeout(open, wait * (0.75 + 0.5 * Math.random()))
    timer.unref()
  }

  return {
    client: () => client,
    start() {
      stopped = false
      open()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
    /** disconnects cleanly; connects again unless stopped */
    async end(session: MqttClient) {
      await within(GOODBYE, done => session.end(false, {}, done))
      lose(session)
    },
    setLink(up: boolean) {
      if (up === linkUp) return
      linkUp = up
      clearTimeout(timer)
      if (up) open()
      else if (client) {
        say('link lost')
        // a cut cable says no goodbye: the broker publishes the will
        client.stream.destroy()
      }
    },
  }
}

const HostState = z.object({ online: z.boolean(), timestamp: z.number() })

/** The contents of a host's STATE; undefined if unreadable. */
export function readHostState(payload: Buffer): z.infer<typeof HostState> | undefined {
  try {
    return HostState.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return undefined
  }
}

/** Metrics of a Sparkplug message; undefined if unreadable. */
export function readMetrics(payload: Buffer): Metric[] | undefined {
  try {
    return decodePayload(payload).metrics
  } catch {
    return undefined
  }
}

/** Waits for `begin` to call back, at most `limit` ms. */
export function within(limit: number, begin: (done: () => void) => void): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, limit)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
