/**
 * What this machine can take without a database: the same broker, codec and alias resolution as the server, with immediate
 * acknowledgement. A separate process; reports its port over IPC.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { parseTopic } from '#shared/sparkplug/topic.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'

interface Announced {
  name: string
  datatype: number
}

const aliases = new Map<string, Map<number, Announced>>()
let values = 0

function take(topic: string, payload: Buffer): void {
  const from = parseTopic(topic)
  if (from?.kind !== 'device') return
  const { metrics } = decodePayload(payload)
  const key = `${from.node}/${from.device}`
  if (from.type === 'DBIRTH') {
    const known = new Map<number, Announced>()
    for (const { alias, name, datatype } of metrics)
      if (alias !== undefined && name !== undefined && datatype !== undefined)
        known.set(alias, { name, datatype })
    aliases.set(key, known)
    return
  }
  const known = aliases.get(key)
  const report = new Map<string, MetricValue>()
  for (const metric of metrics) {
    const announced = known?.get(metric.alias ?? -1)
    if (announced) report.set(announced.name, resolveValue(metric, announced.datatype))
  }
  values += report.size
}

const broker = await Aedes.createBroker({
  authorizePublish: (_client, { topic, payload }, done) => {
    if (Buffer.isBuffer(payload)) take(topic, payload)
    done(null)
  },
})
const server = createServer(broker.handle).listen(0, '127.0.0.1')
await once(server, 'listening')

/** The answer to any order. */
export interface CeilingState {
  port: number
  /** Values taken so far. */
  values: number
  /** CPU time used so far, ms. */
  cpuMs: number
}
process.on('message', () => {
  const { port } = server.address() as AddressInfo
  const { user, system } = process.cpuUsage()
  process.send?.({ port, values, cpuMs: (user + system) / 1000 } satisfies CeilingState)
})
process.on('disconnect', () => process.exit())
