import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import { startAdmission } from './admission.ts'
import type { BrokerSessions, Session } from './broker-sessions.ts'
import type { DoubleUse } from './double-use.ts'
import type { Host } from './host.ts'
import { acknowledgeSeconds, connectedGateways } from './metrics.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { CODE } from './sign-in.ts'
import { takePublishes } from './take-publishes.ts'

/** What arrives at the broker, on its way to the host. */
export interface Intake {
  /** From now on messages go to this host. */
  open(host: Host): void
  /** Accepts nothing more; what arrived and is not stored stays unacknowledged. */
  quiesce(): void
  readonly isQuiet: boolean
  /** A gateway has signed in; throws when it is no longer allowed. */
  enter(client: Client, gateway: KnownDevice): void
  /** The connection is alive. */
  stay(client: Client): void
  /** Nothing has been heard of it for too long: it ends. */
  abandon(client: Client): void
  /** The gateway's connection can be used. */
  ready(client: Client): void
  /** False when nobody takes the message. */
  receive(client: Client | null, topic: string, payload: Uint8Array, acknowledge: () => void): boolean
  /** The connection has ended. */
  gone(client: Client): void
  /** The gateway signed in but left before its connection could be used. */
  leave(client: Client): void
}

/** Begins sessions of gateways whose credential still holds, and ends connections that use one beside another. */
function guardCredentials(registry: Registry, sessions: BrokerSessions, doubleUse: DoubleUse) {
  function begin(client: Client, gateway: KnownDevice): void {
    const current = registry.get(gateway.id)
    if (current?.status === 'DISABLE' || current?.credentialHash !== gateway.credentialHash)
      throw Object.assign(new Error('changed while it signed in'), { returnCode: CODE.refused })
    const { remoteAddress = '' } = client.conn as Socket
    const own = sessions.ofGateway(gateway.id)
    const clientId = sessions.idOf(client, gateway)
    if (own.length > 0) doubleUse.admit(own, clientId, remoteAddress, Date.now())
    for (const session of own) if (session.client.id === clientId) session.isAbandoned = true
    sessions.begin(client, gateway)
  }

  function noteMessage(session: Session, topic: string, now: number): void {
    session.spokeAt = now
    if (session.bornAt === null && topic.includes('/NBIRTH/')) session.bornAt = now
    const { id } = session.gateway
    if (!sessions.hasSeveral(id)) return
    doubleUse.speaks(session, sessions.ofGateway(id), now)?.client.close()
  }

  return { begin, noteMessage }
}

export function createIntake(registry: Registry, sessions: BrokerSessions, doubleUse: DoubleUse): Intake {
  const admission = startAdmission()
  const { begin, noteMessage } = guardCredentials(registry, sessions, doubleUse)
  let quiet = false
  let host: Host | undefined

  function take(
    to: Host,
    session: Session,
    topic: string,
    payload: Uint8Array,
    acknowledge: () => void,
  ): void {
    // What arrives during shutdown is not acknowledged: the gateway sends it again after the start.
    if (quiet) return
    const { id, gateway: signedIn } = session
    const receivedAt = Date.now()
    noteMessage(session, topic, receivedAt)
    const arrived = performance.now()
    const gateway = registry.get(signedIn.id) ?? signedIn
    void to.accept({ topic, payload, gateway, receivedAt, session: id }).then(() => {
      acknowledgeSeconds.observe((performance.now() - arrived) / 1_000)
      acknowledge()
    })
  }

  /** Held until its turn: births not yet counted wait at the gateways, not in our memory. */
  function welcome(to: Host, session: Session): void {
    const { client, gateway } = session
    const taking = takePublishes(client, (topic, payload, acknowledge) =>
      take(to, session, topic, payload, acknowledge),
    )
    session.newcomer = {
      enter() {
        to.connected(gateway)
        taking.release()
      },
      stay: taking.keepAlive,
      isBusy: taking.isBusy,
    }
    if (!admission.add(session.newcomer)) taking.hold()
  }

  function leave(client: Client): void {
    const newcomer = sessions.end(client)?.newcomer
    if (newcomer) admission.remove(newcomer)
  }

  return {
    open(opened) {
      host = opened
    },
    quiesce() {
      quiet = true
      admission.stop()
    },
    get isQuiet() {
      return quiet
    },
    enter: begin,
    stay(client) {
      const session = sessions.of(client)
      if (session) host?.stay(session.gateway, session.id)
    },
    abandon(client) {
      const session = sessions.of(client)
      if (session) session.isAbandoned = true
    },
    ready(client) {
      const session = sessions.of(client)
      if (!session) return
      connectedGateways.set(sessions.size)
      if (host) welcome(host, session)
    },
    receive(client, topic, payload, acknowledge) {
      const session = client && sessions.of(client)
      if (!session || !host) return false
      take(host, session, topic, payload, acknowledge)
      return true
    },
    gone(client) {
      const session = sessions.of(client)
      leave(client)
      connectedGateways.set(sessions.size)
      if (!session || quiet) return
      if (!session.isAbandoned) host?.stay(session.gateway, session.id)
      host?.disconnected(session.gateway, session.id, `connection from ${session.address} ended`)
    },
    leave,
  }
}
