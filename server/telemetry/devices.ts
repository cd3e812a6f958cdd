import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import type { Store } from '#server/platform/database/store.ts'
import type { Events } from '#server/platform/events.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { formatTopic } from '#shared/sparkplug/topic.ts'
import { startAvailability } from './availability.ts'
import { type Broker, type BrokerOptions, createBroker } from './broker.ts'
import { openDeviceClocks } from './device-clocks.ts'
import type { DeviceSide } from './device-side.ts'
import { createDoubleStreams } from './double-streams.ts'
import type { DoubleUseLimits } from './double-use.ts'
import { createExternalBroker, type ExternalBrokerOptions } from './external-broker.ts'
import { type Host, type HostParts, startHost } from './host.ts'
import { startKeptBirths } from './kept-births.ts'
import { startLatest } from './latest.ts'
import { createLayouts } from './layouts.ts'
import type { Patience } from './life.ts'
import { startQuarantine } from './quarantine.ts'
import { startReadings } from './readings.ts'
import { type KnownDevice, openRegistry, type Registry, type RegistryChange } from './registry.ts'
import { createRegistryReading } from './registry-reading.ts'
import { RETENTION, startRollups } from './rollups.ts'
import { createSilenceAllowed } from './silence-allowed.ts'
import { createVisitors } from './visitors.ts'
import { watchWaiting } from './waiting.ts'

export interface DevicesConfig
  extends Pick<
    Config,
    | 'mqttUrl'
    | 'mqttCertificate'
    | 'mqttClientId'
    | 'mqttPort'
    | 'mqttHost'
    | 'publicUrl'
    | 'group'
    | 'hostId'
  > {
  /** PEM texts; `ca` signs the certificates that gateways may present instead of a password. */
  mqttTls?: { cert: string; key: string; ca?: string; port: number }
}

export interface RunningDevices extends DeviceSide {
  readonly port: number
  /** Server time of the device's last message, ms since 1970; null before the first. */
  silentSince(deviceId: string): number | null
  /** Makes all rollups now that the background would make in time. */
  catchUpRollups(): Promise<void>
  stop(): Promise<void>
}

/** A message that has waited this long is not late but stuck. */
const STUCK_MS = 60_000

interface Parts {
  config: DevicesConfig
  store: Store
  events: Events
  log: FastifyBaseLogger
  /** How long devices that were online may take to send their births again. */
  graceMs?: number
  /** How long devices may say nothing. */
  patience?: Patience
  /** When a credential counts as used twice. */
  doubleUse?: DoubleUseLimits
}

/** The deployment's own broker, or one in this process. */
async function brokerOf(
  config: DevicesConfig,
  parts: Pick<
    BrokerOptions & ExternalBrokerOptions,
    'registry' | 'reading' | 'availability' | 'doubleUse' | 'pool' | 'events' | 'log'
  >,
): Promise<Broker> {
  const { mqttUrl: url, mqttClientId, mqttCertificate, mqttHost, mqttPort, mqttTls, group, hostId } = config
  const own = { group, hostId, ...parts }
  return url
    ? createExternalBroker({ url, clientId: mqttClientId, certificate: mqttCertificate, ...own })
    : createBroker({ host: mqttHost, port: mqttPort, ...(mqttTls && { tls: mqttTls }), ...own })
}

/** What gateways and devices can be asked and told. */
function commandsThrough(
  broker: Broker,
  host: Host,
  { group, registry, availability, beingBorn }: HostParts,
): Pick<DeviceSide, 'requestRebirth' | 'reach' | 'command' | 'commandNode'> {
  function topicOf({ code, gatewayId }: KnownDevice): string | undefined {
    const node = gatewayId ? registry.get(gatewayId)?.code : code
    return node && formatTopic({ kind: 'device', type: 'DCMD', group, node, device: code })
  }
  return {
    requestRebirth(gatewayId) {
      const gateway = registry.get(gatewayId)
      const connected = broker.isConnected(gatewayId)
      if (!gateway || connected === false) return false
      host.requestRebirth(gateway)
      return connected ?? availability.status(gatewayId) === 'ONLINE'
    },
    reach(deviceId) {
      const device = registry.get(deviceId)
      const gatewayId = device?.gatewayId ?? deviceId
      const topic = device && topicOf(device)
      const isThere = broker.isReady() && availability.status(deviceId) === 'ONLINE'
      const isKnown = broker.isConnected(gatewayId) !== false && !beingBorn.has(deviceId)
      if (!topic || !isThere || !isKnown || !host.isBorn(device)) return 'away'
      return broker.listens(gatewayId, topic) === false ? 'deaf' : 'there'
    },
    command(deviceId, metrics) {
      const device = registry.get(deviceId)
      const topic = device && topicOf(device)
      if (topic) void broker.publish(topic, encodePayload({ timestamp: Date.now(), metrics }))
    },
    commandNode(gatewayId, metrics) {
      const gateway = registry.get(gatewayId)
      if (!gateway || availability.status(gatewayId) !== 'ONLINE') return false
      const topic = formatTopic({ kind: 'node', type: 'NCMD', group, node: gateway.code })
      void broker.publish(topic, encodePayload({ timestamp: Date.now(), metrics }))
      return true
    },
  }
}

/** How the intake is doing, and what is known of each device. */
function stateThrough(
  broker: Broker,
  host: Host,
  { registry, readings, latest, availability, clocks, doubleStreams }: HostParts,
  rollups: ReturnType<typeof startRollups>,
): Pick<DeviceSide, 'intake' | 'latest'> {
  return {
    intake() {
      const now = Date.now()
      const oldestMs = now - (host.waitingSince() ?? now)
      return {
        broker: broker.isReady(),
        commits: !readings.isTroubled() && oldestMs < STUCK_MS,
        rollups: rollups.isCaughtUp(),
        behind: broker.behind(),
        oldestMs,
      }
    },
    latest(deviceId) {
      const known = latest.get(deviceId)
      const gatewayId = registry.get(deviceId)?.gatewayId ?? deviceId
      const every = host.reportsEvery(deviceId)
      // A start need not find out again how far its reports are apart.
      if (known && every !== null) Object.defineProperty(known, 'reportIntervalS', { value: every / 1_000 })
      return (
        known &&
        Object.assign(known, {
          lastMessageAt: availability.silentSince(deviceId),
          aliveAt: host.aliveAt(deviceId),
          clockAheadMs: clocks.aheadBy(deviceId),
          isUsedTwice: broker.isUsedTwice(gatewayId) === true || doubleStreams.isTwice(gatewayId, Date.now()),
        })
      )
    },
  }
}

/** Tells everything that runs what changed in the registry, cuts off who is barred, and asks for births not heard. */
function applyChanges(
  changes: readonly RegistryChange[],
  broker: Broker,
  host: Host,
  { availability, latest }: Pick<HostParts, 'availability' | 'latest'>,
  { requestRebirth }: Pick<DeviceSide, 'requestRebirth'>,
): void {
  availability.registered(changes)
  host.registered(changes)
  broker.registered(changes)
  for (const { before, after } of changes) {
    const id = (after ?? before)?.id ?? ''
    const barred = !after || after.status === 'DISABLE' || before?.credentialHash !== after.credentialHash
    if (before && barred) broker.disconnect(id)
    if (before && after && before.officeId !== after.officeId) latest.forget(id)
    if (after && !isHeardThrough(before, after)) requestRebirth(after.gatewayId ?? after.id)
  }
}

/** The gateway that speaks for the device; undefined when either is not registered. */
function gatewayOf(registry: Registry, deviceId: string): KnownDevice | undefined {
  const device = registry.get(deviceId)
  return device?.gatewayId ? registry.get(device.gatewayId) : device
}

/** Starts everything between the wire and the tables. Rejects when the port is taken or the database does not answer. */
export async function startDevices(parts: Parts): Promise<RunningDevices> {
  const { config, store, events, log, graceMs, patience, doubleUse } = parts
  const pool = store.ingest
  /** For what no acknowledgement waits for. */
  const upkeep = store.reserved('background').ingest
  const registry = await openRegistry(pool)
  const layouts = createLayouts()
  let answersFor: (gateway: KnownDevice | undefined) => boolean = () => false
  const owns = (deviceId: string) => answersFor(gatewayOf(registry, deviceId))
  const latest = await startLatest({ pool, layouts, owns, log })
  const readings = startReadings({ pool, layouts, log })
  const quarantine = startQuarantine(upkeep, log)
  const births = startKeptBirths(upkeep, log)
  const availability = startAvailability({
    pool,
    events,
    registry,
    log,
    shared: config.mqttUrl !== undefined,
    owns,
    ...(graceMs !== undefined && { graceMs }),
  })
  const clocks = await openDeviceClocks(pool, availability)
  const visitors = createVisitors({
    pool: upkeep,
    registry,
    availability,
    allowed: createSilenceAllowed(upkeep, log),
    log,
  })
  const rollups = startRollups(upkeep, events, log)
  const waiting = watchWaiting()
  const reading = createRegistryReading(registry, changed, log)
  const broker = await brokerOf(config, {
    registry,
    reading,
    availability,
    doubleUse,
    pool: upkeep,
    events,
    log,
  })
  answersFor = gateway => gateway !== undefined && broker.owns(gateway)
  const hostParts: HostParts = {
    group: config.group,
    registry,
    layouts,
    readings,
    latest,
    availability,
    visitors,
    clocks,
    quarantine,
    births,
    isOutside: config.mqttUrl !== undefined,
    events,
    log,
    retentionMs: RETENTION.raw,
    waitedMs: waiting.waitedMs,
    beingBorn: new Map(),
    doubleStreams: createDoubleStreams(availability),
    patience,
    canSend: () => broker.isReady(),
    send: (topic, payload) => void broker.publish(topic, payload),
  }
  const host = startHost(hostParts)
  const commands = commandsThrough(broker, host, hostParts)
  function changed(changes: readonly RegistryChange[]): void {
    applyChanges(changes, broker, host, hostParts, commands)
  }
  const onRegistry = ({ deviceIds }: { deviceIds: string[] }) => reading.again(deviceIds)
  async function stop(): Promise<void> {
    events.off('registry', onRegistry)
    await reading.stop()
    host.stop()
    waiting.stop()
    broker.quiesce()
    await readings.stop()
    // Before another process takes over.
    await Promise.all([latest.stop(), availability.stop()])
    await broker.close()
    await Promise.all([rollups.stop(), visitors.stop(), quarantine.stop(), births.stop()])
  }

  events.on('registry', onRegistry)
  try {
    await broker.open(host)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port: broker.port,
    mqttUrl: mqttUrl(config, broker.tlsPort, broker.port),
    ...stateThrough(broker, host, hostParts, rollups),
    stands: host.stands,
    disconnect: broker.disconnect,
    ...commands,
    silentSince: availability.silentSince,
    catchUpRollups: () => rollups.catchUp(true),
    stop,
  }
}

/** False for a device that may be sending already without its birth being heard: new, enabled, or behind another gateway. */
const isHeardThrough = (before: KnownDevice | undefined, after: KnownDevice) =>
  before === undefined
    ? after.gatewayId === null
    : after.status === 'DISABLE' || (before.status !== 'DISABLE' && before.gatewayId === after.gatewayId)

/** As a technician types it: the outside broker's address, or the public host name; encrypted if possible. */
function mqttUrl(config: DevicesConfig, tlsPort: number | undefined, port: number): string {
  if (config.mqttUrl) {
    const url = new URL(config.mqttUrl)
    return `${url.protocol}//${url.host}`
  }
  const { hostname } = new URL(config.publicUrl)
  return tlsPort ? `mqtts://${hostname}:${tlsPort}` : `mqtt://${hostname}:${port}`
}
