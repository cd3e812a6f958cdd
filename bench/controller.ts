/**
 * A simulated house controller that takes commands: a separate process, told over IPC which gateway to be. It answers each
 * command as it comes and reports once a second.
 */
import type { Fleet, GatewaySpec } from '../simulator/fleet.ts'
import { type Gateway, makeGateway } from '../simulator/gateway.ts'

export interface ControllerOrder {
  fleet: Pick<Fleet, 'mqtt' | 'group' | 'hostId'>
  spec: GatewaySpec
}

const TICK_MS = 1_000
const LOOK_MS = 20
const LOG = { keep: 120, buffer: 1_000 }

/** Resolves once it is born: before that nothing is sent to it. */
function start({ fleet, spec }: ControllerOrder): Promise<void> {
  const gateway: Gateway = makeGateway({ fleet, spec, startAt: Date.now(), ...LOG, log: console.error })
  gateway.node.start()
  setInterval(() => gateway.tick(TICK_MS / 1_000, Date.now()), TICK_MS)
  return new Promise(resolve => {
    const look = setInterval(() => {
      if (!gateway.node.isBorn()) return
      clearInterval(look)
      resolve()
    }, LOOK_MS)
  })
}

process.on('message', (order: ControllerOrder) => {
  start(order).then(
    () => process.send?.({}),
    error => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
