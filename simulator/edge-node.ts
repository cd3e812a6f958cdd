import type { MqttClient } from 'mqtt'
import { bookkeeping } from '#shared/signals.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import type { DeviceMessage, NodeMessage } from '#shared/sparkplug/topic.ts'
import { formatTopic, parseTopic } from '#shared/sparkplug/topic.ts'
import type { Metric, Payload } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import { deathMetrics, nodeBirthMetrics } from './births.ts'
import { openSession, readHostState, readMetrics, within } from './mqtt-session.ts'

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

/** ms until the next attempt to connect: doubled each time, randomly changed by up to a quarter */
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 15_000
/** Room for the aliases of one controller, which start at its own first one. */
const ALIASES_A_DEVICE = 10_000
/** ms that saying goodbye may take */
const GOODBYE = 1_000

/** An edge node that is not yet connected. */
export function edgeNode(options: EdgeNodeOptions): EdgeNode {
  const { group, hostId, code, devices } = options
  const startedAt = Date.now()
  // a restarted process must not count as dead by the will of the previous one
  let bdSeq = Math.floor(startedAt / 1000) % 256
  let seq = 0
  let client: MqttClient | undefined
  let born = false
  let stopped = true
  let linkUp = true
  let failures = 0
  let hostSince = 0
  let timer: NodeJS.Timeout | undefined
  /** publishes still without a PUBACK */
  const unanswered = new Set<(arrived: boolean) => void>()

  const nodeTopic = (type: NodeMessage) => formatTopic({ kind: 'node', group, type, node: code })
  const deviceTopic = (type: DeviceMessage, device: string) =>
    formatTopic({ kind: 'device', group, type, node: code, device })
  /** An alias stands for one name in the whole edge node: even identical controllers do not share theirs. */
  const firstAlias = (device: string) => devices.indexOf(device) * ALIASES_A_DEVICE
  const aliased = (metrics: readonly Metric[], by: number): Metric[] =>
    metrics.map(metric => (metric.alias === undefined ? metric : { ...metric, alias: metric.alias + by }))
  const bytes = (payload: Payload, datatypes = true) => Buffer.from(encodePayload(payload, { datatypes }))

  function nextSeq(): number {
    const now = seq
    seq = (seq + 1) % 256
    return now
  }

  function start(): void {
    stopped = false
    open()
  }

  function open(): void {
    if (stopped || client || !linkUp) return
    bdSeq = (bdSeq + 1) % 256
    const will = bytes({ timestamp: Date.now(), metrics: deathMetrics(bdSeq) })
    const session = openSession(options, nodeTopic('NDEATH'), will)
    client = session
    session.on('connect', () => subscribe(session))
    session.on('message', (topic, payload) => {
      if (session === client) receive(topic, payload)
    })
    session.on('error', error => options.log(`${code}: ${error.message}`))
    session.on('close', () => lose(session))
  }

  function subscribe(session: MqttClient): void {
    failures = 0
    hostSince = 0
    const topics = [nodeTopic('NCMD'), `spBv1.0/${group}/DCMD/${code}/#`, `spBv1.0/STATE/${hostId}`]
    session.subscribe(topics, { qos: 1 }, error => {
      if (error) session.end(true)
    })
  }

  function lose(session: MqttClient): void {
    if (session !== client) return
    client = undefined
    born = false
    session.removeAllListeners('message')
    session.end(true)
    for (const settle of unanswered) settle(false)
    options.onLost()
    if (stopped || !linkUp) return
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures++)
    timer = setTimeout(open, wait * (0.75 + 0.5 * Math.random()))
    timer.unref()
  }

  function receive(topic: string, payload: Buffer): void {
    const parsed = parseTopic(topic)
    if (parsed?.kind === 'state') hearHost(payload)
    else if (parsed) obey(parsed, payload)
  }

  function obey(topic: CommandTopic, payload: Buffer): void {
    const metrics = readMetrics(payload)
    if (!metrics) options.log(`${code}: a command could not be read`)
    else if (topic.kind === 'node') nodeCommand(metrics)
    else if (topic.type === 'DCMD' && devices.includes(topic.device)) {
      const now = Date.now()
      const answer = options.onCommand(topic.device, aliased(metrics, -firstAlias(topic.device)), now)
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
    const value = (name: keyof typeof bookkeeping) => {
      const metric = metrics.find(candidate => candidate.name === name)
      return metric && resolveValue(metric, bookkeeping[name])
    }
    if (value('Node Control/Rebirth') === true && client) giveBirth()
    const [from, to] = [value('Node Control/Replay From'), value('Node Control/Replay To')]
    if (typeof from === 'number' && typeof to === 'number') options.onReplay(from, to)
  }

  function giveBirth(): void {
    if (!client) return
    const now = Date.now()
    seq = 0
    const birth = { code, bdSeq, now, startedAt, signal: options.signalAt(now) }
    void send(nodeTopic('NBIRTH'), { timestamp: now, metrics: nodeBirthMetrics(birth) })
    for (const device of devices) {
      const metrics = aliased(options.birthOf(device, now), firstAlias(device))
      void send(deviceTopic('DBIRTH', device), { timestamp: now, metrics })
    }
    born = true
    options.onBorn()
  }

  function send(topic: string, payload: Payload, datatypes = true): Promise<boolean> {
    const session = client
    if (!session) return Promise.resolve(false)
    const body = bytes({ ...payload, seq: nextSeq() }, datatypes)
    return new Promise(resolve => {
      const settle = (arrived: boolean) => {
        unanswered.delete(settle)
        resolve(arrived)
      }
      unanswered.add(settle)
      session.publish(topic, body, { qos: 1 }, error => settle(!error))
    })
  }

  function publish(device: string, metrics: Metric[], now: number): Promise<boolean> {
    if (!born) return Promise.resolve(false)
    const told = aliased(metrics, firstAlias(device))
    return send(deviceTopic('DDATA', device), { timestamp: now, metrics: told }, false)
  }

  function publishOwn(metrics: Metric[], now: number): Promise<boolean> {
    if (!born) return Promise.resolve(false)
    return send(nodeTopic('NDATA'), { timestamp: now, metrics })
  }

  /** Sends death certificates and disconnects; connects again unless stopped, to hear the host come back. */
  async function sayGoodbye(): Promise<void> {
    const session = client
    if (!session) return
    if (born) {
      born = false
      const now = Date.now()
      for (const device of devices) void send(deviceTopic('DDEATH', device), { timestamp: now, metrics: [] })
      const death = bytes({ timestamp: now, metrics: deathMetrics(bdSeq) })
      await within(GOODBYE, done => session.publish(nodeTopic('NDEATH'), death, { qos: 1 }, done))
    }
    await within(GOODBYE, done => session.end(false, {}, done))
    lose(session)
  }

  return {
    start,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await sayGoodbye()
    },
    isBorn: () => born,
    publish,
    publishOwn,
    setLink(up) {
      if (up === linkUp) return
      linkUp = up
      clearTimeout(timer)
      if (up) open()
      else if (client) {
        options.log(`${code}: link lost`)
        // a cut cable says no goodbye: the broker publishes the will
        client.stream.destroy()
      }
    },
  }
}
