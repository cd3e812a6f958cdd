import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { MqttOptions } from '../mqtt-connection.ts'
import type { KnownDevice, Registry, RegistryChange } from '../registry.ts'
import { type Leases, startLeases } from './leases.ts'
import { partitionOf } from './partition-of.ts'
import { openStoreSession, type StoreSession, type StoreSessionOptions } from './store-session.ts'

/** How a message came: to every process, or to the one that holds the node's partition. */
export type Way = 'watched' | 'stored'
/** What is to be done with a message: see `Incoming.part`; `all` is both, `none` when it comes another way too. */
export type Part = 'all' | 'watch' | 'store' | 'none'

interface PartitionsOptions {
  clientId: string
  group: string
  hostId: string
  registry: Registry
  pool: Pool
  /** How to connect; the client id is that of the partition. */
  connection: Omit<MqttOptions, 'onMessage' | 'will'>
  /** Nothing that arrives from then on is acknowledged: the broker keeps it. */
  closing: AbortSignal
  /** A message to be stored. */
  receive: MqttOptions['onMessage']
  /** Resolves when everything that the broker gave the watching connection before has been received. */
  watchedUpToNow(): Promise<void>
  /** What waited for these gateways has been delivered. */
  caughtUp(gatewayIds: Iterable<string>): void
  log: FastifyBaseLogger
}

/** The nodes behind an outside broker, shared among the processes of this server. */
export interface Partitions {
  partFor(code: string, way: Way): Part
  /** Whether this process answers for the gateway. */
  owns(gateway: KnownDevice): boolean
  /** How many of the partitions held here still deliver what came while nobody held them. */
  behind(): number
  registered(changes: readonly RegistryChange[]): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** After a longer absence of every process the broker has dropped what it held. */
const SESSION_S = 7 * 86_400

const isGateway = (device: KnownDevice | undefined): device is KnownDevice => device?.gatewayId === null

export function createPartitions(options: PartitionsOptions): Partitions {
  const { clientId, group, hostId, registry, pool, connection, closing, receive, log } = options
  const sessions = new Map<number, StoreSession>()
  let leases: Leases | undefined
  closing.addEventListener('abort', () => {
    for (const session of sessions.values()) session.quiesce()
  })

  const gatewaysOf = (partition: number) =>
    [...registry.all()].filter(device => isGateway(device) && partitionOf(device.code) === partition)

  function taken(partition: number): void {
    const own: StoreSessionOptions = {
      // The same in every process: the broker gives the session to whoever came last.
      connection: {
        ...connection,
        clientId: `smart-farm-${group}-nodes-${partition}`,
        sessionExpiryS: SESSION_S,
      },
      group,
      probe: `${hostId}/${group}/partitions/${partition}`,
      nodes: () => gatewaysOf(partition).map(({ code }) => code),
      onMessage: receive,
      watchedUpToNow: options.watchedUpToNow,
      caughtUp: () => options.caughtUp(gatewaysOf(partition).map(({ id }) => id)),
      log: log.child({ partition }),
    }
    sessions.set(partition, openStoreSession(own))
    log.info({ partition }, 'this process stores what the nodes of the partition send')
  }

  async function released(partition: number): Promise<void> {
    const session = sessions.get(partition)
    await session?.close()
    sessions.delete(partition)
    log.info({ partition }, 'another process may store what the nodes of the partition send')
  }

  const behind = () => [...sessions].filter(([, { isBehind }]) => isBehind).map(([partition]) => partition)

  return {
    partFor(code, way) {
      const session = sessions.get(partitionOf(code))
      if (way === 'stored') return session?.isBehind === false ? 'all' : 'store'
      if (!session || session.isBehind) return 'watch'
      return session.carries(code) ? 'none' : 'all'
    },
    owns: ({ code }) => sessions.has(partitionOf(code)),
    behind: () => behind().length,
    registered(changes) {
      const codesOf = (of: 'before' | 'after') =>
        changes
          .map(change => change[of])
          .filter(isGateway)
          .map(({ code }) => code)
      const [before, after] = [codesOf('before'), codesOf('after')]
      const added = Map.groupBy(
        after.filter(code => !before.includes(code)),
        partitionOf,
      )
      const removed = Map.groupBy(
        before.filter(code => !after.includes(code)),
        partitionOf,
      )
      for (const [partition, session] of sessions) {
        const [came, went] = [added.get(partition) ?? [], removed.get(partition) ?? []]
        if (came.length > 0 || went.length > 0) session.changed(came, went)
      }
    },
    async start() {
      leases = await startLeases({ pool, id: clientId, taken, released, behind, log })
    },
    async stop() {
      await leases?.stop()
    },
  }
}
