import { generate } from 'mqtt-packet'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { formatTopic, type NodeMessage } from '#shared/sparkplug/topic.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import type { AnnouncedMetric } from './load-metrics.ts'

/** Aliases are unique within a node: each controller has its own thousand. */
export const ALIASES = 1_000

interface Born {
  group: string
  code: string
  controllers: readonly string[]
  metrics: readonly AnnouncedMetric[]
}

export const nodeTopic = (type: NodeMessage, group: string, node: string) =>
  formatTopic({ kind: 'node', type, group, node })

const bdSeq: Metric = { name: 'bdSeq', datatype: DataType.Int64, value: 0n }

/** A gateway's CONNECT, with its NDEATH as the will. */
export function connectPacket(group: string, code: string, password: string): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId: code,
    username: code,
    password: Buffer.from(password),
    will: {
      topic: nodeTopic('NDEATH', group, code),
      payload: Buffer.from(encodePayload({ metrics: [bdSeq] })),
      qos: 1,
      retain: false,
    },
  })
}

/** NBIRTH, then a DBIRTH per controller with name, alias, type, range and unit of every metric. */
export function births({ group, code, controllers, metrics }: Born, timestamp: number) {
  const node: Metric[] = [
    bdSeq,
    { name: 'Node Control/Rebirth', timestamp, datatype: DataType.Boolean, value: false },
  ]
  return [
    { topic: nodeTopic('NBIRTH', group, code), metrics: node },
    ...controllers.map((device, controller) => ({
      topic: formatTopic({ kind: 'device', type: 'DBIRTH', group, node: code, device }),
      metrics: metrics.map(
        ({ name, datatype, low, high, unit }, index): Metric => ({
          name,
          alias: controller * ALIASES + index,
          timestamp,
          datatype,
          value: Math.round((low + high) / 2),
          properties: {
            engUnit: { type: DataType.String, value: unit },
            engLow: { type: DataType.Double, value: low },
            engHigh: { type: DataType.Double, value: high },
          },
        }),
      ),
    })),
  ]
}
