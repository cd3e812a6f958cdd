import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType, type Metric, type Payload } from '#shared/sparkplug/types.ts'
import { SECRET } from './farm.ts'

/** Metrics of the controllers in these tests, with the aliases from their birth. */
export const TEMPERATURE = { name: 'Climate/Temp/Avg', alias: 1, datatype: DataType.Float }
export const HUMIDITY = { name: 'Climate/Hum/Avg', alias: 2, datatype: DataType.Float }
export const WATER = { name: 'Water/Meter1/Total', alias: 3, datatype: DataType.Double }
export const FIRMWARE = { name: 'Controller/Firmware', alias: 4, datatype: DataType.String }

/** A gateway on a real MQTT connection that sends what the test tells it, and nothing else. */
export interface Peer {
  client: MqttClient
  /** Topics and payloads it received. */
  received: { topic: string; payload: Buffer }[]
  /** Publishes at QoS 1; resolves when acknowledged. */
  send(type: string, payload: Payload | Uint8Array, device?: string): Promise<void>
  nodeBirth(more?: Metric[]): Promise<void>
  deviceBirth(device: string, metrics?: Metric[], at?: number): Promise<void>
  /** DDATA by alias. */
  data(device: string, metrics: Metric[], at?: number): Promise<void>
  /** Takes the next sequence number. */
  seq(): number
  rebirthsAsked(): number
  /** Resolves when the connection has ended, whoever ended it. */
  closed: Promise<void>
  /** Drops the connection without a DISCONNECT, so the will follows. */
  cut(): void
  end(): Promise<void>
}

export interface PeerOptions extends IClientOptions {
  code: string
  group?: string
  bdSeq?: number
  listen?: boolean
}

/** Connects as the gateway; rejects when it is refused. */
export async function connectPeer(url: string, options: PeerOptions): Promise<Peer> {
  const { code, group = 'farm', bdSeq = 0, listen = true, ...more } = options
  const bdSeqMetric = { name: 'bdSeq', datatype: DataType.Int64, value: BigInt(bdSeq), timestamp: Date.now() }
  const client = await mqtt.connectAsync(url, {
    username: code,
    password: SECRET,
    clientId: code,
    reconnectPeriod: 0,
    protocolVersion: 4,
    will: {
      topic: `spBv1.0/${group}/NDEATH/${code}`,
      payload: Buffer.from(encodePayload({ timestamp: Date.now(), metrics: [bdSeqMetric] })),
      qos: 1,
      retain: false,
    },
    ...more,
  })
  client.on('error', () => {})
  const closed = new Promise<void>(resolve => client.once('close', () => resolve()))
  const received: Peer['received'] = []
  client.on('message', (topic, payload) => received.push({ topic, payload }))
  if (listen)
    await client.subscribeAsync([`spBv1.0/${group}/NCMD/${code}`, 'spBv1.0/STATE/smart-farm'], { qos: 1 })
  let next = 0
  const seq = () => next++ % 256
  let saidAt = 0
  /** No two data messages say the same time. */
  const clock = () => {
    saidAt = Math.max(Date.now(), saidAt + 1)
    return saidAt
  }
  const send: Peer['send'] = async (type, payload, device) => {
    const bytes = payload instanceof Uint8Array ? payload : encodePayload(payload)
    const topic = `spBv1.0/${group}/${type}/${code}${device ? `/${device}` : ''}`
    await client.publishAsync(topic, Buffer.from(bytes), { qos: 1 })
  }
  return {
    client,
    received,
    closed,
    seq,
    send,
    nodeBirth(extra = []) {
      next = 0
      return send('NBIRTH', { timestamp: Date.now(), seq: seq(), metrics: [bdSeqMetric, ...extra] })
    },
    deviceBirth(
      device,
      metrics = [TEMPERATURE, HUMIDITY, WATER].map(metric => ({ ...metric, value: null, isNull: true })),
      at = Date.now(),
    ) {
      return send('DBIRTH', { timestamp: at, seq: seq(), metrics }, device)
    },
    data(device, metrics, at = clock()) {
      return send('DDATA', { timestamp: at, seq: seq(), metrics: metrics.map(byAlias) }, device)
    },
    rebirthsAsked: () =>
      received.filter(
        ({ topic, payload }) =>
          topic.includes('/NCMD/') &&
          decodePayload(payload).metrics.some(({ name }) => name === 'Node Control/Rebirth'),
      ).length,
    cut: () => void client.stream.destroy(),
    end: () => client.endAsync(),
  }
}

/** A metric as data carries it: alias and value; the type is known from the birth. */
const byAlias = (metric: Metric): Metric =>
  metric.alias === undefined ? metric : { ...metric, name: undefined }
