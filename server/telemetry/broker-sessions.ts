import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import type { Newcomer } from './admission.ts'
import type { KnownDevice } from './registry.ts'

/** A gateway that has signed in. */
export interface Session {
  id: number
  gateway: KnownDevice
  client: Client
  address: string
  newcomer: Newcomer | undefined
  /** Its subscriptions. */
  filters: Set<string>
  /** Its last message, and its first NBIRTH; null before them. ms since 1970 */
  spokeAt: number | null
  bornAt: number | null
  /** It ends because nothing was heard of it, or for another of its client: nobody knows when it was left. */
  isAbandoned: boolean
}

/** Who is connected. */
export interface BrokerSessions {
  readonly size: number
  of(client: Client): Session | undefined
  /** Oldest first. */
  ofGateway(gatewayId: string): Session[]
  /** Whether the gateway has more than one. */
  hasSeveral(gatewayId: string): boolean
  begin(client: Client, gateway: KnownDevice): void
  /** The id under which a gateway's client would be known. */
  idOf(client: Client, gateway: KnownDevice): string
  /** Undefined when the client had no session. */
  end(client: Client): Session | undefined
}

/** Enough for a gateway and the tools of whoever sets it up; beyond that the oldest connection is closed. */
const PER_GATEWAY = 4

/** Client ids are prefixed with their gateway, so that none can push another's connection aside. */
const idOf = (client: Client, gateway: KnownDevice) => `${gateway.id}:${client.id}`

export function createBrokerSessions(): BrokerSessions {
  const sessions = new Map<Client, Session>()
  const byGateway = new Map<string, Set<Session>>()
  let last = 0
  const ofGateway = (gatewayId: string) => [...(byGateway.get(gatewayId) ?? [])]
  return {
    get size() {
      return sessions.size
    },
    of: client => sessions.get(client),
    ofGateway,
    hasSeveral: gatewayId => (byGateway.get(gatewayId)?.size ?? 0) > 1,
    idOf,
    begin(client, gateway) {
      Object.assign(client, { id: idOf(client, gateway) })
      const own = ofGateway(gateway.id)
      if (own.length >= PER_GATEWAY) own[0]?.client.close()
      const { remoteAddress = '' } = client.conn as Socket
      const session = {
        id: ++last,
        gateway,
        client,
        address: remoteAddress,
        newcomer: undefined,
        filters: new Set<string>(),
        spokeAt: null,
        bornAt: null,
        isAbandoned: false,
      }
      sessions.set(client, session)
      byGateway.set(gateway.id, new Set(byGateway.get(gateway.id)).add(session))
    },
    end(client) {
      const session = sessions.get(client)
      if (!session) return undefined
      sessions.delete(client)
      const own = byGateway.get(session.gateway.id)
      own?.delete(session)
      if (own?.size === 0) byGateway.delete(session.gateway.id)
      return session
    },
  }
}
