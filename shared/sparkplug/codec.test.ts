import { describe, expect, test } from 'vitest'
import { decodePayload } from './decode.ts'
import { encodePayload } from './encode.ts'
import { DataType, type Metric, type MetricValue, type PropertySet, SparkplugError } from './types.ts'
import { resolveValue } from './value.ts'

const metric = (datatype: number | undefined, value: MetricValue, more: Partial<Metric> = {}): Metric => ({
  name: 'Climate/Temp/Avg',
  datatype,
  value,
  ...more,
})

function onlyMetric(bytes: Uint8Array): Metric {
  const { metrics } = decodePayload(bytes)
  const [first] = metrics
  if (!first || metrics.length !== 1) throw new Error('one metric expected')
  return first
}

const ends: [keyof typeof DataType, MetricValue[]][] = [
  ['Int8', [-128, -1, 0, 127]],
  ['Int16', [-32768, -1, 0, 32767]],
  ['Int32', [-2147483648, -1, 0, 2147483647]],
  ['Int64', [-9223372036854775808n, -1n, 0n, 9007199254740993n, 9223372036854775807n]],
  ['UInt8', [0, 255]],
  ['UInt16', [0, 65535]],
  ['UInt32', [0, 4294967295]],
  ['UInt64', [0n, 9007199254740993n, 18446744073709551615n]],
  ['Float', [0, 1.5, -0, 3.4028234663852886e38, 1.401298464324817e-45, Number.NaN, Infinity, -Infinity]],
  ['Double', [0, 23.4, -0, Number.MAX_VALUE, Number.MIN_VALUE, Number.NaN, Infinity, -Infinity]],
  ['Boolean', [true, false]],
  ['String', ['', 'plain', '鸡舍 1 号 🐔', '\ufeffwith a byte order mark', 'x'.repeat(20_000)]],
  ['DateTime', [0, 1_795_000_000_123, Number.MAX_SAFE_INTEGER]],
  ['Text', ['two\nlines']],
  ['UUID', ['8c1f1d1e-0000-4000-8000-000000000001']],
  ['Bytes', [new Uint8Array(), new Uint8Array([0, 255])]],
  ['File', [new Uint8Array(200).fill(7)]],
  ['Template', [new Uint8Array([0x0a, 0x01, 0x31])]],
  ['Int8Array', [[], [-128, 127]]],
  ['Int16Array', [[-32768, 32767]]],
  ['Int32Array', [[-2147483648, 2147483647]]],
  ['Int64Array', [[-9223372036854775808n, 9223372036854775807n]]],
  ['UInt8Array', [[0, 255]]],
  ['UInt16Array', [[0, 65535]]],
  ['UInt32Array', [[0, 4294967295]]],
  ['UInt64Array', [[0n, 18446744073709551615n]]],
  ['FloatArray', [[1.5, Number.NaN, -Infinity]]],
  ['DoubleArray', [[23.4, Number.NaN, Infinity]]],
  ['BooleanArray', [[], [true], [false, true, true, false, false, false, false, true, true]]],
  ['StringArray', [[], [''], ['a', '', '鸡']]],
  ['DateTimeArray', [[0, 1_795_000_000_123]]],
]

describe('a value comes back as it was sent', () => {
  test.each(ends)('%s at both ends of its range', (type, values) => {
    for (const value of values) {
      const back = onlyMetric(encodePayload({ metrics: [metric(DataType[type], value)] }))
      expect(back.value).toEqual(value)
      expect(back.datatype).toBe(DataType[type])
      expect(resolveValue(back, DataType[type])).toEqual(value)
    }
  })

  test.each(ends)('%s without its datatype, by the type from the birth', (type, values) => {
    for (const value of values) {
      const bytes = encodePayload({ metrics: [metric(DataType[type], value)] }, { datatypes: false })
      const back = onlyMetric(bytes)
      expect(back.datatype).toBeUndefined()
      expect(resolveValue(back, DataType[type])).toEqual(value)
      expect(encodePayload({ metrics: [back] })).toEqual(bytes)
    }
  })

  test('a table with every kind of column and with empty cells', () => {
    const table = {
      columns: ['i8', 'i16', 'i32', 'i64', 'u8', 'u16', 'u32', 'u64', 'f', 'd', 'b', 's', 'at', 't'],
      types: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
      rows: [
        [-128, -32768, -1, -5n, 255, 65535, 4294967295, 2n ** 64n - 1n, 1.5, 23.4, true, '鸡', 1e12, ''],
        Array.from({ length: 14 }, () => null),
      ],
    }
    const back = onlyMetric(encodePayload({ metrics: [metric(DataType.DataSet, table)] }))
    expect(back.value).toEqual(table)
  })

  test('everything a metric and a payload can say about themselves', () => {
    const sent = {
      timestamp: 1_795_000_000_000,
      seq: 255,
      uuid: 'any',
      body: new Uint8Array([1, 2]),
      metrics: [
        metric(DataType.Float, 1.5, {
          alias: 0,
          timestamp: 1_795_000_000_001,
          isHistorical: true,
          isTransient: false,
        }),
        metric(DataType.Int32, null, { name: undefined, alias: Number.MAX_SAFE_INTEGER, isNull: true }),
      ],
    }
    expect(decodePayload(encodePayload(sent))).toMatchObject(sent)
  })

  test('an empty payload', () => {
    expect(decodePayload(encodePayload({ metrics: [] }))).toEqual({ metrics: [] })
  })

  test('properties, nested ones and dangerous keys included', () => {
    const properties: PropertySet = {
      engUnit: { type: DataType.String, value: '°C' },
      engLow: { type: DataType.Float, value: -40 },
      quality: { type: DataType.Int32, value: -1 },
      count: { type: DataType.UInt64, value: 2n ** 63n },
      readOnly: { type: DataType.Boolean, value: false },
      nothing: { type: DataType.String, value: null },
      inner: { type: DataType.PropertySet, value: { step: { type: DataType.Double, value: 0.1 } } },
      list: { type: DataType.PropertySetList, value: [{ a: { type: DataType.Int8, value: -3 } }, {}] },
      ['__proto__']: { type: DataType.String, value: 'a key like any other' },
    }
    const back = onlyMetric(
      encodePayload({ metrics: [metric(DataType.Float, 1, { properties })] }),
    ).properties
    expect({ ...back }).toEqual(properties)
    expect(Object.keys(back ?? {})).toContain('__proto__')
  })
})

test('readings on the fast path and on the general one are the same', () => {
  const aliases = [0, 127, 128, 16_383, 16_384]
  const times = [undefined, 0, 2 ** 35 - 1, 2 ** 35, 1_795_000_000_000, 2 ** 42 - 1, 2 ** 42]
  const values: [number, MetricValue][] = [
    [DataType.Float, 23.5],
    [DataType.Double, 1 / 3],
    [DataType.Int32, 0],
    [DataType.Int32, 127],
    [DataType.Int32, 2 ** 28 - 1],
    [DataType.Int32, 2 ** 28],
    [DataType.Int32, -1],
    [DataType.Int64, 5n],
    [DataType.Boolean, true],
  ]
  for (const alias of aliases) {
    for (const timestamp of times) {
      for (const [datatype, value] of values) {
        const sent = { alias, timestamp, datatype, value }
        const short = onlyMetric(encodePayload({ metrics: [sent] }, { datatypes: false }))
        // `is_transient` is not for the fast path
        const long = onlyMetric(
          encodePayload({ metrics: [{ ...sent, isTransient: false }] }, { datatypes: false }),
        )
        expect(short).toEqual({ ...long, isTransient: undefined })
        expect(resolveValue(short, datatype)).toEqual(value)
        expect(short).toMatchObject({ alias })
        expect(short.timestamp).toBe(timestamp)
      }
    }
  }
})

describe('a value that does not fit its type is refused by name', () => {
  test.each<[keyof typeof DataType, MetricValue]>([
    ['Int8', 128],
    ['UInt8', -1],
    ['Int32', 1.5],
    ['Int64', 1],
    ['UInt64', -1n],
    ['Float', 1e39],
    ['Boolean', 1],
    ['String', 5],
    ['DateTime', -1],
    ['Int8Array', [200]],
    ['UInt64Array', [-1n]],
    ['StringArray', ['a\0b']],
    ['BooleanArray', [1]],
    ['DataSet', { columns: ['a'], types: [], rows: [] }],
    ['DataSet', { columns: ['a'], types: [3], rows: [[1, 2]] }],
    ['DataSet', { columns: ['a'], types: [16], rows: [[1]] }],
    ['PropertySet', 1],
  ])('%s %s', (type, value) => {
    const encode = () => encodePayload({ metrics: [metric(DataType[type], value)] })
    expect(encode).toThrow(SparkplugError)
    expect(encode).toThrow('Climate/Temp/Avg')
  })

  test('numbers of the payload itself', () => {
    expect(() => encodePayload({ metrics: [], seq: -1 })).toThrow('seq -1')
    expect(() => encodePayload({ metrics: [], timestamp: 1.5 })).toThrow('timestamp 1.5')
    expect(() => encodePayload({ metrics: [{ alias: -1, value: 1 }] })).toThrow('alias -1')
  })
})
