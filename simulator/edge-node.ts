import type { MqttClient } from 'mqtt'
import { bookkeeping } from '#shared/signals.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import type { DeviceMessage, NodeMessage } from '#shared/sparkplug/topic.ts'
import { formatTopic, parseTopic } from '#shared/sparkplug/topic.ts'
import type { Metric, Payload } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import { deathMetrics, nodeBirthMetrics } from './births.ts'
import { GOODBYE, mqttLine, openSession, readHostState, readMetrics, within } from './mqtt-session.ts'

/** What a gateway needs to speak Sparkplug for its controllers. */
export interface EdgeNodeOptions {
  url: string
  group: string
  hostId: string
  code: string
  secret: string
  devices: readonly string[]
  /** metrics of a controller's DBIRTH */
  birthOf(device: string, now: number): Metric[]
  /** what a controller's clock shows at `now`, ms */
  clockOf(device: string, now: number): number
  /** dBm reported in the NBIRTH */
  signalAt(now: number): number
  /** a DCMD has come; returns the metrics to answer with, undefined for no answer */
  onCommand(device: string, metrics: readonly Metric[], now: number): Metric[] | undefined
  /** the host requests what was measured from … to (ms) again */
  onReplay(from: number, to: number): void
  /** births are out and the host listens: data may be sent */
  onBorn(): void
  /** what was in flight may be lost */
  onLost(): void
  log(text: string): void
}

/** A Sparkplug B edge node: keeps connecting, sends births when the host listens, and proper deaths. */
export interface EdgeNode {
  start(): void
  /** death certificates, then a clean disconnect */
  stop(): Promise<void>
  /** true while data may be published */
  isBorn(): boolean
  /** Publishes a DDATA; resolves true on PUBACK, false when its arrival is unknown. */
  publish(device: string, metrics: Metric[], now: number): Promise<boolean>
  /** Publishes an NDATA about the gateway itself. */
  publishOwn(metrics: Metric[], now: number): Promise<boolean>
  /** the network is gone (false) or back (true) */
  setLink(up: boolean): void
}

type CommandTopic = Exclude<NonNullable<ReturnType<typeof parseTopic>>, { kind: 'state' }>

/** Room for the aliases of one controller, which start at its own first one. */
const ALIASES_A_DEVICE = 10_000
const steering = ['Node Control/Rebirth', 'Node Control/Replay From', 'Node Control/Replay To'] as const

const bytes = (payload: Payload, datatypes = true) => Buffer.from(encodePayload(payload, { datatypes }))
const aliased = (metrics: readonly Metric[], by: number): Metric[] =>
  metrics.map(metric => (metric.alias === undefined ? metric : { ...metric, alias: metric.alias + by }))

/** What a node and its devices are called on the wire. */
function namesOf({ group, code, devices }: EdgeNodeOptions) {
  return {
    node: (type: NodeMessage) => formatTopic({ kind: 'node', group, type, node: code }),
    device: (type: DeviceMessage, device: string) =>
      formatTopic({ kind: 'device', group, type, node: code, device }),
    /** An alias stands for one name in the whole edge node: even identical controllers do not share theirs. */
    firstAlias: (device: string) => devices.indexOf(device) * ALIASES_A_DEVICE,
  }
}

/** Numbers what is sent and waits for its PUBACK. */
function numberedSender(client: () => MqttClient | undefined) {
  let seq = 0
  /** publishes still without a PUBACK */
  const unanswered = new Set<(arrived: boolean) => void>()
  return {
    /** a birth begins at 0 */
    restart() {
      seq = 0
    },
    /** resolves true on PUBACK */
    send(topic: string, payload: Payload, datatypes = true): Promise<boolean> {
      const session = client()
      if (!session) return Promise.resolve(false)
      const body = bytes({ ...payload, seq }, datatypes)
      seq = (seq + 1) % 256
      return new Promise(resolve => {
        const settle = (arrived: boolean) => {
          unanswered.delete(settle)
          resolve(arrived)
        }
        unanswered.add(settle)
        session.publish(topic, body, { qos: 1 }, error => settle(!error))
      })
    },
    /** no more PUBACK will come */
    giveUp() {
      for (const settle of unanswered) settle(false)
    },
  }
}

/** An edge node that is not yet connected. */
export function edgeNode(options: EdgeNodeOptions): EdgeNode {
  const { group, hostId, code, devices } = options
  const names = namesOf(options)
  const startedAt = Date.now()
  // a restarted process must not count as dead by the will of the previous one
  let bdSeq = Math.floor(startedAt / 1000) % 256
  let born = false
  let hostSince = 0
  const line = mqttLine({
    dial() {
      bdSeq = (bdSeq + 1) % 256
      const will = bytes({ timestamp: Date.now(), metrics: deathMetrics(bdSeq) })
      return openSession(options, names.node('NDEATH'), will)
    },
    topics: [names.node('NCMD'), `spBv1.0/${group}/DCMD/${code}/#`, `spBv1.0/STATE/${hostId}`],
    onOpen() {
      hostSince = 0
    },
    onMessage(topic, payload) {
      const parsed = parseTopic(topic)
      if (parsed?.kind === 'state') hearHost(payload)
      else if (parsed) obey(parsed, payload)
    },
    onLost() {
      born = false
      giveUp()
      options.onLost()
    },
    say: text => options.log(`${code}: ${text}`),
  })
  const { send, restart, giveUp } = numberedSender(line.client)

  function obey(topic: CommandTopic, payload: Buffer): void {
    const metrics = readMetrics(payload)
    if (!metrics) options.log(`${code}: a command could not be read`)
    else if (topic.kind === 'node') nodeCommand(metrics)
    else if (topic.type === 'DCMD' && devices.includes(topic.device)) {
      const now = Date.now()
      const answer = options.onCommand(topic.device, aliased(metrics, -names.firstAlias(topic.device)), now)
      if (answer && born) void publish(topic.device, answer, now)
    }
  }

  function hearHost(payload: Buffer): void {
    const state = readHostState(payload)
    // a will from an earlier session of the host may come late
    if (!state || state.timestamp < hostSince) return
    const restarted = state.timestamp > hostSince
    hostSince = state.timestamp
    if (state.online && (!born || restarted)) giveBirth()
    else if (!state.online && born) void sayGoodbye()
  }

  function nodeCommand(metrics: readonly Metric[]): void {
    const [rebirth, from, to] = steering.map(name => {
      const metric = metrics.find(candidate => candidate.name === name)
      return metric && resolveValue(metric, bookkeeping[name])
    })
    if (rebirth === true) giveBirth()
    if (typeof from === 'number' && typeof to === 'number') options.onReplay(from, to)
  }

  function giveBirth(): void {
    if (!line.client()) return
    const now = Date.now()
    restart()
    const birth = { code, bdSeq, now, startedAt, signal: options.signalAt(now) }
    void send(names.node('NBIRTH'), { timestamp: now, metrics: nodeBirthMetrics(birth) })
    for (const device of devices) {
      const metrics = aliased(options.birthOf(device, now), names.firstAlias(device))
      void send(names.device('DBIRTH', device), { timestamp: options.clockOf(device, now), metrics })
    }
    born = true
    options.onBorn()
  }

  function publish(device: string, metrics: Metric[], now: number): Promise<boolean> {
    if (!born) return Promise.resolve(false)
    const told = aliased(metrics, names.firstAlias(device))
    return send(names.device('DDATA', device), { timestamp: now, metrics: told }, false)
  }

  /** Sends death certificates and disconnects; connects again unless stopped, to hear the host come back. */
  async function sayGoodbye(): Promise<void> {
    const session = line.client()
    if (!session) return
    if (born) {
      born = false
      const now = Date.now()
      for (const device of devices) void send(names.device('DDEATH', device), { timestamp: now, metrics: [] })
      const death = bytes({ timestamp: now, metrics: deathMetrics(bdSeq) })
      await within(GOODBYE, done => session.publish(names.node('NDEATH'), death, { qos: 1 }, done))
    }
    await line.end(session)
  }

  return {
    start: line.start,
    async stop() {
      line.stop()
      await sayGoodbye()
    },
    isBorn: () => born,
    publish,
    publishOwn: async (metrics, now) => born && send(names.node('NDATA'), { timestamp: now, metrics }),
    setLink: line.setLink,
  }
}
