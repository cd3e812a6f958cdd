import { describe, expect, test } from 'vitest'
import { COMPRESSED_UUID, compressionAlgorithm, isCompressed } from './compression.ts'
import { decodePayload } from './decode.ts'
import { encodePayload } from './encode.ts'
import { DataType, MAX_METRICS, type Payload, SparkplugError } from './types.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

/** A payload with one field of every kind the decoder reads. */
const rich: Payload = {
  timestamp: 1_795_000_000_000,
  seq: 3,
  uuid: 'id',
  body: bytes(1, 2, 3),
  metrics: [
    {
      name: 'Climate/Temp/Avg',
      alias: 7,
      timestamp: 1_795_000_000_000,
      datatype: DataType.Float,
      value: 23.5,
      properties: {
        engUnit: { type: DataType.String, value: '°C' },
        list: { type: DataType.PropertySetList, value: [{ a: { type: DataType.Int64, value: -3n } }] },
      },
    },
    { alias: 8, datatype: DataType.Int64, value: -1n },
    { alias: 9, datatype: DataType.StringArray, value: ['a', 'b'] },
    { alias: 10, datatype: DataType.Double, value: 1 / 3, isHistorical: true },
    {
      name: 'table',
      datatype: DataType.DataSet,
      value: { columns: ['a', 'b'], types: [DataType.Int8, DataType.String], rows: [[-1, 'x']] },
    },
  ],
}

describe('bytes that are not a payload are refused with a reason', () => {
  test.each<[string, Uint8Array, string]>([
    ['a varint that stops in the middle', bytes(0x08, 0x80), 'cut off'],
    [
      'a varint without an end',
      bytes(0x08, ...Array.from({ length: 11 }, () => 0xff)),
      'longer than 10 bytes',
    ],
    ['a tag without an end', bytes(...Array.from({ length: 11 }, () => 0xff)), 'longer than 10 bytes'],
    ['a metric longer than the payload', bytes(0x12, 0x05, 0x10), 'beyond the message'],
    ['a name longer than its metric', bytes(0x12, 0x02, 0x0a, 0x05, 0x61, 0x61), 'beyond the message'],
    ['a float longer than its metric', bytes(0x12, 0x02, 0x65, 0x00, 0x00, 0x00, 0x00), 'beyond its end'],
    ['a float at the end of everything', bytes(0x12, 0x02, 0x65, 0x00), 'cut off'],
    ['a name that is no UTF-8', bytes(0x12, 0x04, 0x0a, 0x02, 0xc3, 0x28), 'UTF-8'],
    ['a timestamp with the wrong wire type', bytes(0x0a, 0x00), 'field 1 of the payload has wire type 2'],
    [
      'a value with the wrong wire type',
      bytes(0x12, 0x02, 0x60, 0x01),
      'field 12 of the metric has wire type 0',
    ],
    ['field number 0', bytes(0x02, 0x00), 'number 0'],
    ['wire type 7', bytes(0xff, 0x01, 0x00), 'wire type 7'],
    ['a group that ends with another number', bytes(0x63, 0x6c), 'number of another'],
    ['a group without an end', bytes(0x63, 0x08, 0x01), 'cut off'],
    ['a seq beyond the safe integers', bytes(0x18, ...Array.from({ length: 9 }, () => 0xff), 1), 'seq'],
    ['an unknown fixed field that is cut off', bytes(0x61, 0x00), 'cut off'],
  ])('%s', (_, input, reason) => {
    expect(() => decodePayload(input)).toThrow(SparkplugError)
    expect(() => decodePayload(input)).toThrow(new RegExp(reason))
  })

  test('more metrics than any controller has', () => {
    const empty = Array.from({ length: MAX_METRICS + 1 }, () => [0x12, 0x00]).flat()
    expect(decodePayload(bytes(...empty.slice(2))).metrics).toHaveLength(MAX_METRICS)
    expect(() => decodePayload(bytes(...empty))).toThrow(`more than ${MAX_METRICS}`)
    const metrics = Array.from({ length: MAX_METRICS + 1 }, () => ({ value: 1 }))
    expect(() => encodePayload({ metrics })).toThrow(`more than ${MAX_METRICS}`)
  })

  test('property sets and groups that nest without end', () => {
    let inner: number[] = []
    for (let depth = 0; depth < 20; depth++) inner = [0x12, inner.length + 2, 0x4a, inner.length, ...inner]
    const metric = [0x4a, inner.length, ...inner]
    expect(() => decodePayload(bytes(0x12, metric.length, ...metric))).toThrow('nest deeper')
    expect(() => decodePayload(new Uint8Array(100_000).fill(0x63))).toThrow('nest deeper')
  })

  test('a table or a property set whose parts do not match', () => {
    const wrap = (field: number[], inner: number[]) => {
      const metric = [...field, inner.length, ...inner]
      return bytes(0x12, metric.length, ...metric)
    }
    expect(() => decodePayload(wrap([0x8a, 0x01], [0x08, 0x02, 0x12, 0x01, 0x61]))).toThrow('columns')
    expect(() => decodePayload(wrap([0x8a, 0x01], [0x12, 0x01, 0x61, 0x18, 0x03, 0x22, 0x00]))).toThrow('row')
    expect(() => decodePayload(wrap([0x4a], [0x0a, 0x01, 0x61]))).toThrow('keys and values')
  })
})

describe('what this codec does not know does no harm', () => {
  /** Unknown fields of every wire type: varint, 8 bytes, length, group (with one inside), 4 bytes. */
  const unknown = [
    [0xc0, 0x3e, 0xff, 0x01],
    [0xc1, 0x3e, 1, 2, 3, 4, 5, 6, 7, 8],
    [0xc2, 0x3e, 0x02, 9, 9],
    [0xc3, 0x3e, 0x08, 0x01, 0x13, 0x14, 0xc4, 0x3e],
    [0xc5, 0x3e, 1, 2, 3, 4],
  ].flat()

  test('unknown fields of every wire type, in the payload and in a metric', () => {
    const metric = [...unknown, 0x10, 0x07, ...unknown, 0x65, 0x00, 0x00, 0xbc, 0x41, ...unknown]
    const payload = decodePayload(bytes(...unknown, 0x12, metric.length, ...metric, 0x18, 0x05, ...unknown))
    expect(payload.seq).toBe(5)
    expect(payload.metrics[0]).toMatchObject({ alias: 7, value: 23.5 })
  })

  test('the metadata of a file, and a datatype from the future', () => {
    const [metric] = decodePayload(bytes(0x12, 0x08, 0x42, 0x02, 0x08, 0x01, 0x20, 0x63, 0x50, 0x05)).metrics
    expect(metric).toMatchObject({ datatype: 99, value: 5 })
  })

  test('the last of a repeated field counts, and a metric may be empty', () => {
    expect(decodePayload(bytes(0x18, 1, 0x18, 2, 0x12, 0)).seq).toBe(2)
    expect(decodePayload(bytes(0x12, 0)).metrics).toEqual([{ value: null }])
  })

  test('column types that come packed', () => {
    const rows = [0x22, 6, 0x0a, 2, 0x08, 5, 0x0a, 0]
    const table = [0x08, 2, 0x12, 1, 0x61, 0x12, 1, 0x62, 0x1a, 2, 1, 12, ...rows]
    const wrapped = [0x20, 16, 0x8a, 0x01, table.length, ...table]
    const [metric] = decodePayload(bytes(0x12, wrapped.length, ...wrapped)).metrics
    expect(metric?.value).toEqual({ columns: ['a', 'b'], types: [1, 12], rows: [[5, null]] })
  })

  test('a view into a larger buffer is read from its own start', () => {
    const encoded = encodePayload(rich)
    const larger = new Uint8Array(encoded.length + 9)
    larger.set(encoded, 5)
    expect(decodePayload(larger.subarray(5, 5 + encoded.length))).toEqual(decodePayload(encoded))
  })
})

test('a compressed payload is recognised and names its algorithm', () => {
  const envelope = { uuid: COMPRESSED_UUID, body: bytes(1), metrics: [] }
  const named = (value: string) => ({ ...envelope, metrics: [{ name: 'algorithm', datatype: 12, value }] })
  expect(isCompressed(decodePayload(encodePayload(envelope)))).toBe(true)
  expect(isCompressed(decodePayload(encodePayload(rich)))).toBe(false)
  expect(compressionAlgorithm(envelope)).toBe('DEFLATE')
  expect(compressionAlgorithm(named('gzip'))).toBe('GZIP')
  expect(compressionAlgorithm(named('BROTLI'))).toBeUndefined()
})

/** Repeatable numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test('30,000 truncated, altered or random payloads give a payload or a SparkplugError, quickly', () => {
  const random = randomFrom(20261120)
  const below = (limit: number) => Math.floor(random() * limit)
  const whole = encodePayload(rich)
  const outcomes = { read: 0, refused: 0 }
  const damages = [
    () => whole.slice(0, below(whole.length)),
    () => whole.slice(),
    () => new Uint8Array(below(300)).map(() => below(256)),
  ]
  for (let round = 0; round < 30_000; round++) {
    const damaged = damages[round % damages.length]?.() ?? whole
    for (let change = below(4); change > 0 && damaged.length > 0; change--) {
      damaged[below(damaged.length)] = below(256)
    }
    try {
      encodePayload(decodePayload(damaged))
      outcomes.read++
    } catch (error) {
      if (!(error instanceof SparkplugError)) throw error
      outcomes.refused++
    }
  }
  expect(outcomes.read).toBeGreaterThan(500)
  expect(outcomes.refused).toBeGreaterThan(5_000)
})
