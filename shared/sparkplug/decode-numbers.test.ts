import { expect, test } from 'vitest'
import { decodePayload } from './decode.ts'
import { createColumns, decodeNumbers } from './decode-numbers.ts'
import { encodePayload } from './encode.ts'
import { DataType, type Metric } from './types.ts'

const AT = 1_790_000_000_000
const columns = createColumns(8)
const encode = (metrics: Metric[], seq = 7) =>
  encodePayload({ timestamp: AT, seq, metrics }, { datatypes: false })
const metric = (
  alias: number,
  datatype: number,
  value: Metric['value'],
  more: Partial<Metric> = {},
): Metric => ({
  alias,
  datatype,
  value,
  ...more,
})

test('numbers and switches by alias are in columns as the general decoder reads them', () => {
  const bytes = encode(
    [
      metric(0, DataType.Float, -21.5, { timestamp: AT - 5 }),
      metric(127, DataType.Double, 1e300),
      metric(128, DataType.Int32, 65_000_000),
      metric(16_383, DataType.Boolean, true, { timestamp: AT + 1 }),
      metric(5, DataType.Boolean, false),
    ],
    200,
  )
  expect(decodeNumbers(bytes, columns)).toBe(true)
  const { metrics, timestamp, seq } = decodePayload(bytes)
  expect(columns).toMatchObject({ timestamp, seq, count: metrics.length })
  metrics.forEach(({ alias, timestamp: time, field, raw }, i) => {
    expect([columns.aliases[i], columns.fields[i], columns.values[i]]).toEqual([alias, field, Number(raw)])
    expect(columns.times[i]).toBe(time ?? Number.NaN)
  })
})

test.each<[string, Metric]>([
  ['a text', metric(1, DataType.String, 'on')],
  ['a 64-bit integer', metric(1, DataType.Int64, 5n)],
  ['a negative integer', metric(1, DataType.Int32, -5)],
  ['a null', metric(1, DataType.Float, null, { isNull: true })],
  ['a name', { name: 'Temp', datatype: DataType.Float, value: 1 }],
  ['a long alias', metric(16_384, DataType.Float, 1)],
  ['history', metric(1, DataType.Float, 1, { isHistorical: true })],
  [
    'properties',
    metric(1, DataType.Float, 1, { properties: { quality: { type: DataType.Int32, value: 0 } } }),
  ],
])('%s is left to the general decoder', (_, other) => {
  expect(decodeNumbers(encode([metric(1, DataType.Float, 1), other]), columns)).toBe(false)
})

test('more metrics than there is room for, and every truncated message, are left to it as well', () => {
  const nine = encode(Array.from({ length: 9 }, (_, alias) => metric(alias, DataType.Float, 1)))
  expect(decodeNumbers(nine, columns)).toBe(false)
  const bytes = encode([metric(300, DataType.Float, 1, { timestamp: AT }), metric(2, DataType.Double, 2)])
  const wholes = Array.from({ length: bytes.length }, (_, end) => bytes.subarray(0, end)).filter(part => {
    const fast = decodeNumbers(part, columns)
    // If a cut falls between two fields, both read what is there.
    if (fast) expect(columns.count).toBe(decodePayload(part).metrics.length)
    return fast
  })
  expect(wholes.length).toBeLessThan(6)
})
