import { generate } from 'mqtt-packet'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { createReader, readUint32, readUint64 } from '#shared/sparkplug/reader.ts'
import { DataType, SparkplugError } from '#shared/sparkplug/types.ts'
import type { AnnouncedMetric } from './load-metrics.ts'

/** Any time between 2004 and 2109 takes as many bytes as this one. ms since 1970 */
const SOME_TIME = 1_700_000_000_000
const TIME_BYTES = 6
/** Takes two bytes; smaller numbers are written in two as well, which every reader accepts. */
const SOME_SEQ = 200

/**
 * A controller's DDATA as one MQTT packet (QoS 1, metrics by alias), encoded once; time, sequence number, message id and
 * measured values are then overwritten in place, because a load generator must cost less than what it measures.
 */
export interface ReportPacket {
  readonly bytes: Buffer
  /** `at`: ms since 1970; `seq` 0 to 255; `phase` 0 to 1: position of the measured values within their ranges. */
  write(messageId: number, seq: number, at: number, phase: number): void
  /** Marks the packet as a resend. */
  repeat(): void
}

interface Places {
  times: number[]
  floats: number[]
  seq: number
}

/** `firstAlias` is the alias of the first metric; the others follow it. */
export function reportPacket(
  topic: string,
  metrics: readonly AnnouncedMetric[],
  firstAlias: number,
): ReportPacket {
  const payload = encodePayload(
    {
      timestamp: SOME_TIME,
      seq: SOME_SEQ,
      metrics: metrics.map(({ datatype, low, high }, index) => ({
        alias: firstAlias + index,
        timestamp: SOME_TIME,
        datatype,
        value: Math.round((low + high) / 2),
      })),
    },
    { datatypes: false },
  )
  const bytes = generate({
    cmd: 'publish',
    topic,
    payload: Buffer.from(payload),
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  })
  const start = bytes.length - payload.length
  const places = findPlaces(payload)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const measured = metrics.filter(({ datatype }) => datatype === DataType.Float)
  const time = new Uint8Array(TIME_BYTES)

  return {
    bytes,
    repeat: () => {
      bytes[0] = (bytes[0] ?? 0) | 0x08
    },
    write: (messageId, seq, at, phase) => {
      bytes[0] = (bytes[0] ?? 0) & ~0x08
      bytes.writeUInt16BE(messageId, start - 2)
      bytes[start + places.seq] = (seq & 0x7f) | 0x80
      bytes[start + places.seq + 1] = seq >> 7
      let rest = at
      for (let i = 0; i < TIME_BYTES - 1; i++) {
        time[i] = (rest % 128) | 0x80
        rest = Math.floor(rest / 128)
      }
      time[TIME_BYTES - 1] = rest
      for (const place of places.times) bytes.set(time, start + place)
      for (let i = 0; i < measured.length; i++) {
        const { low, high } = measured[i] as AnnouncedMetric
        view.setFloat32(start + (places.floats[i] ?? 0), low + (high - low) * phase, true)
      }
    },
  }
}

/** Offsets of the times, the 4-byte values and the sequence number in the payload. */
function findPlaces(payload: Uint8Array): Places {
  const reader = createReader(payload)
  const places: Places = { times: [], floats: [], seq: 0 }
  const step = (inMetric: boolean) => {
    const tag = readUint32(reader)
    if (tag === 0x12 && !inMetric) {
      const length = readUint32(reader)
      for (const end = reader.pos + length; reader.pos < end; ) step(true)
      return
    }
    if (tag === 0x08 || (tag === 0x18 && inMetric)) places.times.push(reader.pos)
    else if (tag === 0x18) places.seq = reader.pos
    if (tag === 0x65) {
      places.floats.push(reader.pos)
      reader.pos += 4
    } else if (tag === 0x08 || tag === 0x10 || tag === 0x18 || tag === 0x50) readUint64(reader)
    else throw new SparkplugError(`tag ${tag} was not expected in a report of numbers`)
  }
  while (reader.pos < payload.length) step(false)
  return places
}
