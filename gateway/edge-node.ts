import { z } from 'zod'
import { nodeBirth } from '#shared/node-birth.ts'
import { bookkeeping } from '#shared/signals.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { type DeviceMessage, formatTopic, type NodeMessage, parseTopic } from '#shared/sparkplug/topic.ts'
import { DataType, type Metric, type Payload } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import type { Setup } from './config.ts'
import type { FarmClock } from './farm-clock.ts'
import { mqttSession } from './mqtt-session.ts'

/** What a gateway needs to speak Sparkplug for its controllers. */
export interface EdgeNodeOptions {
  server: Setup['server']
  /** the time, ms since 1970 */
  clock: Pick<FarmClock, 'now' | 'heard' | 'atLeast'>
  /** controllers that live */
  alive(): readonly string[]
  /** metrics of a controller's DBIRTH */
  birthOf(device: string, now: number): Metric[]
  /** what the gateway tells of itself in NBIRTH, besides what the protocol wants */
  about(now: number): Metric[]
  /** the next number of a life, over restarts */
  nextLife(): number
  onCommand(device: string, metrics: readonly Metric[]): void
  /** the host wants what was measured from … to (ms) once more */
  onReplay(from: number, to: number): void
  /** the host says what lives in the houses, see `shared/told-houses.ts` */
  onHouses(told: string): void
  /** the host asks something about a bus, see `shared/register-maps/trial.ts` */
  onQuestion(question: string): void
  /** births are out and the host listens */
  onBorn(): void
  /** what was in flight may be lost */
  onLost(): void
  say(text: string): void
}

/** A Sparkplug B 3.0 edge node: keeps connecting, is born when the host listens, and dies in good order. */
export interface EdgeNode {
  start(): void
  stop(): Promise<void>
  /** Whether data may be published. */
  isBorn(): boolean
  /** Publishes a DDATA of a born controller; true on PUBACK, false when its arrival is unknown. */
  publish(device: string, metrics: Metric[]): Promise<boolean>
  publishOwn(metrics: Metric[]): Promise<boolean>
  /** A controller has come to life, or fallen silent. */
  setAlive(device: string, isAlive: boolean): void
}

const HostState = z.object({ online: z.boolean(), timestamp: z.number() })
const steering = [
  'Node Control/Rebirth',
  'Node Control/Replay From',
  'Node Control/Replay To',
  'Gateway/Question',
  'Gateway/Houses',
] as const
const FIRMWARE = 'smart-farm-gateway'
const bytesOf = (payload: Payload, datatypes = true) => Buffer.from(encodePayload(payload, { datatypes }))

/** What the node and its devices are called on the wire. */
function topicsOf({ group, gateway: node }: Setup['server']) {
  return {
    nodeTopic: (type: NodeMessage) => formatTopic({ kind: 'node', group, type, node }),
    deviceTopic: (type: DeviceMessage, device: string) =>
      formatTopic({ kind: 'device', group, type, node, device }),
  }
}

/** A death belongs to the birth with the same number. */
const deathOf = (bdSeq: number, now: number) =>
  bytesOf({
    timestamp: now,
    metrics: [{ name: 'bdSeq', datatype: DataType.Int64, value: BigInt(bdSeq) }],
  })

/** An edge node that is not yet connected. */
export function edgeNode(options: EdgeNodeOptions): EdgeNode {
  const { server, clock, say } = options
  const { group, gateway: node } = server
  const startedAt = performance.now()
  let [bdSeq, seq] = [0, 0]
  let isBorn = false
  /** controllers whose last word was a DBIRTH */
  const born = new Set<string>()
  let hostSince = 0
  const { nodeTopic, deviceTopic } = topicsOf(server)

  const session = mqttSession({
    server,
    will() {
      bdSeq = options.nextLife()
      return { topic: nodeTopic('NDEATH'), payload: deathOf(bdSeq, clock.now()) }
    },
    topics: [nodeTopic('NCMD'), `spBv1.0/${group}/DCMD/${node}/#`, `spBv1.0/STATE/${server.host}`],
    onOpen() {
      hostSince = 0
    },
    onMessage(topic, payload) {
      const parsed = parseTopic(topic)
      if (parsed?.kind === 'state') return hearHost(payload)
      const command = parsed && readCommand(payload)
      if (!command) return say('a command could not be read')
      const { metrics, timestamp } = command
      if (timestamp !== undefined) clock.heard(timestamp)
      if (parsed.kind === 'node') obey(metrics, { ...options, onRebirth: giveBirth })
      else if (parsed.type === 'DCMD') options.onCommand(parsed.device, metrics)
    },
    onLost() {
      isBorn = false
      born.clear()
      options.onLost()
    },
    say,
  })

  function send(topic: string, metrics: Metric[], datatypes = true): Promise<boolean> {
    const body = bytesOf({ timestamp: clock.now(), metrics, seq }, datatypes)
    seq = (seq + 1) % 256
    return session.publish(topic, body)
  }

  function hearHost(payload: Buffer): void {
    const state = readState(payload)
    // A will from an earlier session of the host may come late.
    if (!state || state.timestamp < hostSince) return
    const hasRestarted = state.timestamp > hostSince
    hostSince = state.timestamp
    clock.atLeast(state.timestamp)
    if (state.online && (!isBorn || hasRestarted)) giveBirth()
    else if (!state.online && isBorn) void sayGoodbye(false)
  }

  function giveBirth(): void {
    if (!session.isOpen()) return
    const now = clock.now()
    seq = 0
    born.clear()
    const upForS = (performance.now() - startedAt) / 1_000
    const told = nodeBirth({ now, bdSeq, firmware: FIRMWARE, upForS })
    void send(nodeTopic('NBIRTH'), [...told, ...options.about(now)])
    isBorn = true
    for (const device of options.alive()) bear(device)
    options.onBorn()
  }

  function bear(device: string): void {
    born.add(device)
    void send(deviceTopic('DBIRTH', device), options.birthOf(device, clock.now()))
  }

  /** Sends death certificates and disconnects; connects again unless `forGood`, to hear the host come back. */
  async function sayGoodbye(forGood: boolean): Promise<void> {
    if (isBorn) {
      isBorn = false
      const deaths = [...born].map(device => send(deviceTopic('DDEATH', device), []))
      born.clear()
      await Promise.race([
        Promise.all([...deaths, session.publish(nodeTopic('NDEATH'), deathOf(bdSeq, clock.now()))]),
        new Promise(resolve => setTimeout(resolve, 1_000)),
      ])
    }
    await session.end(forGood)
  }

  return {
    start: session.start,
    stop: () => sayGoodbye(true),
    isBorn: () => isBorn,
    publish: (device, metrics) =>
      isBorn && born.has(device)
        ? send(deviceTopic('DDATA', device), metrics, false)
        : Promise.resolve(false),
    publishOwn: metrics => (isBorn ? send(nodeTopic('NDATA'), metrics) : Promise.resolve(false)),
    setAlive(device, isAlive) {
      if (!isBorn || born.has(device) === isAlive) return
      if (isAlive) return bear(device)
      born.delete(device)
      void send(deviceTopic('DDEATH', device), [])
    },
  }
}

interface Steered extends Pick<EdgeNodeOptions, 'onReplay' | 'onQuestion' | 'onHouses'> {
  onRebirth(): void
}

/** Does what a command wants of the node itself. */
function obey(metrics: readonly Metric[], { onRebirth, onReplay, onQuestion, onHouses }: Steered): void {
  const [rebirth, from, to, question, houses] = steeringIn(metrics)
  if (rebirth === true) onRebirth()
  if (typeof from === 'number' && typeof to === 'number') onReplay(from, to)
  if (typeof question === 'string') onQuestion(question)
  if (typeof houses === 'string') onHouses(houses)
}

/** What a command wants of the node itself, in the order of `steering`. */
const steeringIn = (metrics: readonly Metric[]) =>
  steering.map(name => {
    const metric = metrics.find(candidate => candidate.name === name)
    return metric && resolveValue(metric, bookkeeping[name])
  })

function readState(payload: Buffer): z.infer<typeof HostState> | undefined {
  try {
    return HostState.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return undefined
  }
}

function readCommand(payload: Buffer): Payload | undefined {
  try {
    return decodePayload(payload)
  } catch {
    return undefined
  }
}
