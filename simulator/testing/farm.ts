import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { expect } from 'vitest'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import type { Metric, MetricValue, Payload } from '#shared/sparkplug/types.ts'
import { resolveValue } from '#shared/sparkplug/value.ts'
import { soon } from '#shared/testing/soon.ts'
import type { HouseSpec } from '../fleet.ts'
import type { Gateway } from '../gateway.ts'
import { makeGateway } from '../gateway.ts'

/** A message that reached the broker. */
export interface Heard {
  type: string
  device: string | undefined
  payload: Payload
  bytes: Buffer
  qos: number
}

/** A broiler house in which nothing breaks. */
export const HOUSE: HouseSpec = {
  name: 'Broiler 1',
  type: 'broiler',
  breed: 'ross308',
  lengthM: 100,
  widthM: 14,
  heightM: 2.5,
  latitude: 36,
  longitude: 120,
  timeZone: 'Asia/Shanghai',
  placedOn: '2026-01-01',
  birds: 22_000,
  seed: 3,
  faults: 0,
}

/** The second controller of a farm, in all that leaves number and order of its messages as they are. */
const ROUGH: HouseSpec['rough'] = ['dropouts', 'sentinels', 'counters', 'flicker']

/** A real broker on a free port that records what nodes publish. */
export async function openBroker() {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const heard: Heard[] = []
  broker.on('publish', ({ topic, payload, qos }) => {
    const [, , type = '', , device] = topic.split('/')
    if (!topic.startsWith('spBv1.0/farm/') || type.endsWith('CMD')) return
    const bytes = Buffer.from(payload)
    heard.push({ type, device, payload: decodePayload(bytes), bytes, qos })
  })
  let clock = Date.now()
  const publish = (topic: string, payload: Buffer, retain: boolean) =>
    broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false }, () => {})
  const of = (type: string) => heard.filter(message => message.type === type)
  return {
    broker,
    heard,
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    of,
    /** the host announces whether it listens */
    sayHost: (online: boolean) =>
      publish('spBv1.0/STATE/host', Buffer.from(JSON.stringify({ online, timestamp: ++clock })), true),
    /** a command of the host */
    command: (topic: string, metrics: Metric[]) =>
      publish(topic, Buffer.from(encodePayload({ timestamp: Date.now(), metrics })), false),
    /** any bytes on a topic */
    rubbish: (topic: string) => publish(topic, Buffer.from('{"a":1}'), false),
    /** a metric by its name or, in DATA, by the alias from the device's last birth */
    reading(message: Heard | undefined, name: string): MetricValue | undefined {
      const birth = of('DBIRTH').findLast(candidate => candidate.device === message?.device)
      const announced = birth?.payload.metrics.find(metric => metric.name === name)
      const metric = message?.payload.metrics.find(
        candidate => candidate.name === name || (announced && candidate.alias === announced.alias),
      )
      return metric && resolveValue(metric, announced?.datatype ?? metric.datatype ?? 0)
    },
    async close() {
      await new Promise<void>(resolve => broker.close(resolve))
      server.close()
    },
  }
}

/** A broker with one gateway of two broiler houses, not yet connected. */
export async function openFarm() {
  const farm = await openBroker()
  const said: string[] = []
  const gateway: Gateway = makeGateway({
    fleet: { mqtt: { url: farm.url }, group: 'farm', hostId: 'host' },
    spec: {
      code: 'GW-1',
      secret: 'secret',
      devices: [
        { code: 'C-1', house: HOUSE },
        { code: 'C-2', house: { ...HOUSE, name: 'Broiler 2', seed: 4, rough: ROUGH } },
      ],
    },
    startAt: Date.parse('2026-02-01T00:00:00Z'),
    keep: 1000,
    buffer: 1000,
    log: text => said.push(text),
  })
  return {
    ...farm,
    gateway,
    /** what the gateway logged */
    said,
    /** connects, and waits until both controllers are born */
    async born() {
      gateway.node.start()
      farm.sayHost(true)
      await soon(() => expect(farm.of('DBIRTH')).toHaveLength(2))
    },
    async close() {
      await gateway.stop()
      await farm.close()
    },
  }
}
