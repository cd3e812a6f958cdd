import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { AskNode } from './ask-node.ts'
import type { Availability } from './availability.ts'
import {
  createNodeState,
  due,
  endLife,
  loseTrack,
  missedSince,
  type NodeState,
  wantRebirth,
} from './node-state.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { createReplay, isReplayDue, type Replay, takeReplay } from './replay.ts'

/** An edge node with what it is still owed. Times in ms since 1970, server clock. */
export interface EdgeNode {
  state: NodeState
  replay: Replay
  connectedAt: number | null
  /** Since when it has not been heard though it should have been; null while it is known to live. */
  doubtedAt: number | null
  /** The birth came at QoS 0: a broker does not keep what this node sends. */
  loose: boolean
  /** Devices whose last birth could not be read: the next one will be no better. */
  refusedBirths: Set<string>
}

/** The edge nodes of all gateways: asked for births and lost data in time, and buried when they stay away. */
export interface EdgeNodes {
  of(gateway: KnownDevice): EdgeNode
  /** Undefined before anything was heard of it. */
  find(gatewayId: string): EdgeNode | undefined
  /** The outside broker is there, again or for the first time: births may have passed unseen. */
  resumed(): void
  stop(): void
}

const TICK_MS = 250
/** A gateway that connects sends births on its own; after this long it is asked. */
const BIRTH_PATIENCE_MS = 5_000
/** All nodes of a server are not asked at once. */
const ASKED_A_SECOND = 20
const REPLAYS_A_TICK = 5

/** `canSend`: nobody is asked, and nobody missed, while it says no. */
export function startEdgeNodes({
  registry,
  availability,
  ask,
  canSend,
}: {
  registry: Registry
  availability: Availability
  ask: AskNode
  canSend(): boolean
}): EdgeNodes {
  const nodes = new Map<string, EdgeNode>()
  const timer = setInterval(tick, TICK_MS)

  function of(gateway: KnownDevice): EdgeNode {
    const found = nodes.get(gateway.id)
    if (found) return found
    const state = createNodeState(availability.silentSince(gateway.id))
    const made: EdgeNode = {
      state,
      replay: createReplay(),
      connectedAt: null,
      doubtedAt: null,
      loose: false,
      refusedBirths: new Set(),
    }
    nodes.set(gateway.id, made)
    return made
  }

  function tick(): void {
    if (!canSend()) return
    const now = Date.now()
    let replays = 0
    for (const [id, node] of nodes) {
      const gateway = registry.get(id)
      if (!gateway) {
        nodes.delete(id)
        continue
      }
      if (!node.state.born && node.connectedAt !== null && now - node.connectedAt > BIRTH_PATIENCE_MS) {
        wantRebirth(node.state)
        node.connectedAt = null
      }
      if (node.doubtedAt !== null && now - node.doubtedAt > STARTUP_GRACE_S * 1_000) bury(node, gateway)
      const { rebirth, lapsed } = due(node.state, now, Math.random())
      if (rebirth) ask.births(gateway)
      for (const deviceId of lapsed) {
        const device = registry.get(deviceId)
        if (device) availability.offline(device, 'no-birth', 'not born again with its gateway')
      }
      if (replays < REPLAYS_A_TICK && isReplayDue(node.replay, bornAt(node), now)) {
        replays++
        ask.command(gateway, takeReplay(node.replay, now))
      }
    }
  }

  const bornAt = ({ state }: EdgeNode) => (state.born && state.gapSince === null ? state.bornAt : null)

  function bury(node: EdgeNode, gateway: KnownDevice): void {
    node.doubtedAt = null
    endLife(node.state)
    for (const device of [gateway, ...registry.behindAll(gateway)])
      availability.offline(device, 'no-birth', 'not heard since the broker came back')
  }

  return {
    of,
    find: gatewayId => nodes.get(gatewayId),
    resumed() {
      const now = Date.now()
      let asked = 0
      for (const gateway of registry.all()) {
        const known = availability.status(gateway.id)
        if (gateway.gatewayId || known === 'UNACTIVE' || known === 'DISABLE') continue
        const node = of(gateway)
        const turn = (1_000 / ASKED_A_SECOND) * asked++
        if (!node.state.born) {
          node.connectedAt = now - BIRTH_PATIENCE_MS + turn
          continue
        }
        if (node.loose) missedSince(node.state, node.state.soundAt)
        loseTrack(node.state, now + turn)
        node.doubtedAt = now
      }
    },
    stop: () => clearInterval(timer),
  }
}
