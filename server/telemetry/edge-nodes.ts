import { STARTUP_GRACE_S } from '#shared/limits.ts'
import type { AskNode } from './ask-node.ts'
import type { Availability } from './availability.ts'
import { createEdgeNode, type EdgeNode } from './edge-node.ts'
import { due, endLife, loseTrack, missedSince, oweBirths, wantRebirth } from './node-state.ts'
import type { KnownDevice, Registry } from './registry.ts'
import { isReplayDue, takeReplay } from './replay.ts'
import type { Visitors } from './visitors.ts'

export type { EdgeNode } from './edge-node.ts'

/** The edge nodes of all gateways: asks for births and lost data in time, and buries nodes that stay away. */
export interface EdgeNodes {
  of(gateway: KnownDevice): EdgeNode
  /** Undefined before the gateway was first heard. */
  find(gatewayId: string): EdgeNode | undefined
  /** The outside broker is connected, for the first time or again: births may have gone unseen. */
  resumed(): void
  stop(): void
}

const TICK_MS = 250
/** A gateway that connects sends births on its own; after this long it is asked for them. */
const BIRTH_PATIENCE_MS = 5_000
/** Spreads the questions when all nodes of a server have to be asked. */
const ASKED_A_SECOND = 20
const REPLAYS_A_TICK = 5

/** Since when the node is born and nothing of it is missing; null while that is not so. */
const bornAt = ({ state }: EdgeNode) => (state.born && state.gapSince === null ? state.bornAt : null)

/** The node may have sent births that went unseen: it is asked for them in its turn, ms from now. */
function doubt(node: EdgeNode, now: number, turn: number): void {
  if (!node.state.born) {
    node.connectedAt = now - BIRTH_PATIENCE_MS + turn
    return
  }
  if (node.loose) missedSince(node.state, node.state.soundAt)
  loseTrack(node.state, now + turn)
  node.doubtedAt = now
}

/** While `canSend` is false, no node is asked and none is missed. */
export function startEdgeNodes({
  registry,
  availability,
  visitors,
  ask,
  canSend,
}: {
  registry: Registry
  availability: Availability
  visitors: Visitors
  ask: AskNode
  canSend(): boolean
}): EdgeNodes {
  const nodes = new Map<string, EdgeNode>()
  const timer = setInterval(tick, TICK_MS)
  for (const gateway of registry.all()) if (gateway.reportsEveryS !== null) awaitVisit(gateway)

  function of(gateway: KnownDevice): EdgeNode {
    const found = nodes.get(gateway.id)
    if (found) return found
    const made = createEdgeNode(gateway, availability.silentSince(gateway.id))
    nodes.set(gateway.id, made)
    return made
  }

  /** It was at rest when the server stopped: no births follow the start. */
  function awaitVisit(gateway: KnownDevice): void {
    of(gateway)
    for (const device of [gateway, ...registry.behindAll(gateway)]) availability.excuse(device)
  }

  function tick(): void {
    const now = Date.now()
    if (!canSend()) {
      for (const { state } of nodes.values()) oweBirths(state, now)
      return
    }
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
      visitors.tick(gateway, node, now)
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
        node.audibleSince = performance.now()
        if (node.contact.everyMs !== null) continue
        const turn = (1_000 / ASKED_A_SECOND) * asked++
        doubt(node, now, turn)
      }
    },
    stop: () => clearInterval(timer),
  }
}
