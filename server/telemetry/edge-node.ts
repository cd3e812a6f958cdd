import { type Contact, createContact } from './contact.ts'
import { createNodeState, type NodeState } from './node-state.ts'
import type { KnownDevice } from './registry.ts'
import { createReplay, type Replay } from './replay.ts'

/** An edge node and what it must still be asked for. Times in ms since 1970, server clock. */
export interface EdgeNode {
  state: NodeState
  replay: Replay
  connectedAt: number | null
  /** Since when it has been missed; null while it is known to be alive. */
  doubtedAt: number | null
  /** The birth came at QoS 0: a broker keeps nothing this node sends. */
  loose: boolean
  /** Devices whose last birth could not be decoded: the next one will be no better. */
  refusedBirths: Set<string>
  /** When births were last wanted because it sent what it had stored. */
  presentAskedAt: number
  contact: Contact
  /** Since when it could have been heard, by a clock that nobody sets. */
  audibleSince: number
}

/** A node that was not heard yet; `silentSince` is of its gateway. */
export const createEdgeNode = (gateway: KnownDevice, silentSince: number | null): EdgeNode => ({
  state: createNodeState(silentSince),
  replay: createReplay(),
  connectedAt: null,
  doubtedAt: null,
  loose: false,
  refusedBirths: new Set(),
  presentAskedAt: Number.NEGATIVE_INFINITY,
  contact: createContact(gateway.reportsEveryS && gateway.reportsEveryS * 1_000),
  audibleSince: performance.now(),
})
