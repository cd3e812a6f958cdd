import { connect, type MqttClient } from 'mqtt'
import type { Setup } from './config.ts'

/** ms until the next attempt to connect: doubled each time, randomly changed by up to a quarter */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** ms that saying goodbye may take */
const GOODBYE = 1_000

interface SessionOptions {
  server: Setup['server']
  /** the death certificate that the broker publishes for us */
  will(): { topic: string; payload: Buffer }
  topics: readonly string[]
  onOpen(): void
  onMessage(topic: string, payload: Buffer): void
  onLost(): void
  say(text: string): void
}

/** A connection to the broker that is made again when it is lost. */
export interface MqttSession {
  start(): void
  /** Whether messages can leave now. */
  isOpen(): boolean
  /** Publishes at QoS 1; resolves true on PUBACK, false when it will not come. */
  publish(topic: string, payload: Buffer): Promise<boolean>
  /** Disconnects in good order; connects again unless `forGood`. */
  end(forGood: boolean): Promise<void>
}

/** A connection that is not yet made. */
export function mqttSession(options: SessionOptions): MqttSession {
  const { server, topics, onOpen, onMessage, onLost, say } = options
  let client: MqttClient | undefined
  let isStopped = true
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  const unanswered = new Set<(arrived: boolean) => void>()

  function dial(): MqttClient {
    const { topic, payload } = options.will()
    return connect(server.url, {
      protocolVersion: 4,
      clientId: `${server.group}-${server.gateway}`,
      username: server.gateway,
      password: server.secret,
      clean: true,
      keepalive: 30,
      connectTimeout: 10_000,
      // Each connection is a new session: nothing old may slip out before the births.
      reconnectPeriod: 0,
      queueQoSZero: false,
      ...(server.caPem !== undefined && { ca: server.caPem }),
      will: { topic, payload, qos: 1, retain: false },
    })
  }

  function open(): void {
    if (isStopped || client) return
    const session = dial()
    client = session
    session.on('connect', () => {
      onOpen()
      session.subscribe([...topics], { qos: 1 }, error => {
        if (error) session.end(true)
        else failures = 0
      })
    })
    session.on('message', (topic, payload) => {
      if (session === client) onMessage(topic, payload)
    })
    session.on('error', error => say(error.message))
    session.on('close', () => lose(session))
  }

  function lose(session: MqttClient): void {
    if (session !== client) return
    client = undefined
    session.removeAllListeners('message')
    session.end(true)
    for (const settle of unanswered) settle(false)
    onLost()
    if (isStopped) return
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures++)
    timer = setTimeout(open, wait * (0.75 + 0.5 * Math.random()))
  }

  return {
    start() {
      isStopped = false
      open()
    },
    isOpen: () => client?.connected === true,
    publish(topic, payload) {
      const session = client
      if (!session?.connected) return Promise.resolve(false)
      return new Promise(resolve => {
        const settle = (arrived: boolean) => {
          unanswered.delete(settle)
          resolve(arrived)
        }
        unanswered.add(settle)
        session.publish(topic, payload, { qos: 1 }, error => settle(!error))
      })
    },
    async end(forGood) {
      if (forGood) {
        isStopped = true
        clearTimeout(timer)
      }
      const session = client
      if (!session) return
      await within(GOODBYE, done => session.end(false, {}, done))
      lose(session)
    },
  }
}

/** Waits for `begin` to call back, at most `limit` ms. */
function within(limit: number, begin: (done: () => void) => void): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, limit)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
