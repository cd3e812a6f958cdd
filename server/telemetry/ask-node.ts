import { encodePayload } from '#shared/sparkplug/encode.ts'
import { formatTopic } from '#shared/sparkplug/topic.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import type { KnownDevice } from './registry.ts'

export const REBIRTH = 'Node Control/Rebirth'

/** What the host asks of edge nodes. */
export interface AskNode {
  births(gateway: KnownDevice): void
  command(gateway: KnownDevice, metrics: Metric[]): void
}

/** `send` publishes to the gateway if it is listening. */
export function createAskNode(group: string, send: (topic: string, payload: Uint8Array) => void): AskNode {
  function command(gateway: KnownDevice, metrics: Metric[]): void {
    const topic = formatTopic({ kind: 'node', type: 'NCMD', group, node: gateway.code })
    send(topic, encodePayload({ timestamp: Date.now(), metrics }))
  }
  return {
    command,
    births: gateway =>
      command(gateway, [{ name: REBIRTH, datatype: DataType.Boolean, value: true, timestamp: Date.now() }]),
  }
}
