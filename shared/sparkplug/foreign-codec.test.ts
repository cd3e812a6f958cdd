import { get } from 'sparkplug-payload'
import { describe, expect, test } from 'vitest'
import { decodePayload } from './decode.ts'
import { encodePayload } from './encode.ts'
import { DataType, type DataTypeName, type MetricValue } from './types.ts'

type ForeignCodec = NonNullable<ReturnType<typeof get>>
type ForeignPayload = Parameters<ForeignCodec['encodePayload']>[0]
type ForeignMetric = NonNullable<ForeignPayload['metrics']>[number]

function foreignCodec(): ForeignCodec {
  const codec = get('spBv1.0')
  if (!codec) throw new Error('sparkplug-payload knows no spBv1.0')
  return codec
}
const foreign = foreignCodec()

const at = 1_795_000_000_123
/** The library returns 64-bit integers as `Long` objects. */
const plain = (value: unknown) =>
  typeof value === 'object' && value !== null && 'unsigned' in value ? BigInt(String(value)) : value

const encodeForeign = (metric: object) =>
  foreign.encodePayload({ timestamp: at, seq: 7, metrics: [metric as ForeignMetric] })

/** What both codecs support; the numbers are exact in `Float`. */
const values: [DataTypeName, MetricValue, unknown][] = [
  ['Int8', -128, -128],
  ['Int16', -32768, -32768],
  ['Int32', -2147483648, -2147483648],
  ['Int32', 2147483647, 2147483647],
  ['Int64', 9007199254740991n, 9007199254740991],
  ['UInt8', 255, 255],
  ['UInt16', 65535, 65535],
  ['UInt32', 2147483647, 2147483647],
  ['UInt64', 9007199254740991n, 9007199254740991],
  ['Float', 23.5, 23.5],
  ['Float', Number.NaN, Number.NaN],
  ['Double', 23.4, 23.4],
  ['Double', Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ['Boolean', false, false],
  ['String', '鸡舍 1', '鸡舍 1'],
  ['DateTime', at, at],
  ['Text', '', ''],
  ['UUID', '8c1f1d1e-0000-4000-8000-000000000001', '8c1f1d1e-0000-4000-8000-000000000001'],
  ['Bytes', new Uint8Array([0, 255]), new Uint8Array([0, 255])],
]

describe('sparkplug-payload and this codec understand each other', () => {
  test.each(values)('%s %s is read here', (type, ours, theirs) => {
    const payload = decodePayload(
      encodeForeign({ name: 'm', alias: 300, timestamp: at, type, value: theirs }),
    )
    expect(payload).toMatchObject({ timestamp: at, seq: 7 })
    expect(payload.metrics).toHaveLength(1)
    expect(payload.metrics[0]).toMatchObject({
      name: 'm',
      alias: 300,
      timestamp: at,
      datatype: DataType[type],
    })
    expect(payload.metrics[0]?.value).toEqual(ours)
  })

  test.each(values)('%s %s is read there', (type, ours, theirs) => {
    const sent = { name: 'm', alias: 300, timestamp: at, datatype: DataType[type], value: ours }
    const back = foreign.decodePayload(encodePayload({ timestamp: at, seq: 7, metrics: [sent] }))
    const [metric] = back.metrics ?? []
    expect(String(back.timestamp)).toBe(String(at))
    expect(metric).toMatchObject({ name: 'm', type })
    const value = plain(metric?.value)
    if (value instanceof Uint8Array) expect([...value]).toEqual([...(theirs as Uint8Array)])
    else if (typeof value === 'bigint') expect(Number(value)).toBe(theirs)
    else expect(value).toEqual(theirs)
  })

  test('the 64-bit integers it encodes from a negative number', () => {
    const payload = decodePayload(encodeForeign({ name: 'm', type: 'Int64', value: -1 }))
    expect(payload.metrics[0]?.value).toBe(-1n)
  })

  test('null, history and properties', () => {
    const properties = { engUnit: { type: 'String', value: '°C' }, quality: { type: 'Int32', value: -192 } }
    const bytes = encodeForeign({ name: 'm', type: 'Float', value: null, isHistorical: true, properties })
    expect(decodePayload(bytes).metrics[0]).toMatchObject({
      isNull: true,
      isHistorical: true,
      value: null,
      properties: {
        engUnit: { type: DataType.String, value: '°C' },
        quality: { type: DataType.Int32, value: -192 },
      },
    })
    const ours = decodePayload(bytes).metrics
    expect(foreign.decodePayload(encodePayload({ metrics: ours })).metrics?.[0]).toMatchObject({
      value: null,
      isHistorical: true,
      properties,
    })
  })

  test('tables of the column types it can decode', () => {
    const table = { columns: ['f', 'd', 'b', 's'], rows: [[1.5, 23.4, true, 'x']] }
    const theirs = { ...table, numOfColumns: 4, types: ['Float', 'Double', 'Boolean', 'String'] }
    const ours = { ...table, types: [DataType.Float, DataType.Double, DataType.Boolean, DataType.String] }
    const bytes = encodeForeign({ name: 'm', type: 'DataSet', value: theirs })
    expect(decodePayload(bytes).metrics[0]?.value).toEqual(ours)
    const sent = encodePayload({ metrics: [{ name: 'm', datatype: DataType.DataSet, value: ours }] })
    expect(foreign.decodePayload(sent).metrics?.[0]?.value).toMatchObject(table)
  })

  test('a table of integers, which it writes but cannot read', () => {
    const table = { numOfColumns: 2, columns: ['a', 'b'], types: ['Int8', 'UInt64'], rows: [[-5, 9]] }
    const [metric] = decodePayload(encodeForeign({ name: 'm', type: 'DataSet', value: table })).metrics
    expect(metric?.value).toMatchObject({ rows: [[-5, 9n]] })
  })

  test('a template is kept as it came and returned unchanged', () => {
    const template = {
      version: '1',
      isDefinition: true,
      metrics: [{ name: 'inner', type: 'Int32', value: 5 }],
    }
    const bytes = encodeForeign({ name: 'm', type: 'Template', value: template })
    const payload = decodePayload(bytes)
    expect(payload.metrics[0]?.value).toBeInstanceOf(Uint8Array)
    expect(foreign.decodePayload(encodePayload(payload)).metrics?.[0]?.value).toMatchObject({ version: '1' })
  })

  test('what it loses is whole here: a reading without datatype, an array', () => {
    const reading = encodePayload(
      { metrics: [{ alias: 3, datatype: DataType.Float, value: 23.5 }] },
      { datatypes: false },
    )
    expect(foreign.decodePayload(reading).metrics?.[0]?.value).toBeNull()
    expect(decodePayload(reading).metrics[0]).toMatchObject({ alias: 3, value: 23.5 })
    const array = encodePayload({ metrics: [{ name: 'a', datatype: DataType.Int16Array, value: [-1, 2] }] })
    expect(foreign.decodePayload(array).metrics?.[0]?.value).toBeNull()
    expect(decodePayload(array).metrics[0]?.value).toEqual([-1, 2])
  })
})

test('the library itself writes a Date as 0; a time in milliseconds comes through', () => {
  const read = (value: unknown) => {
    const bytes = encodeForeign({ name: 'Clock/ControllerTime', type: 'DateTime', value })
    return [decodePayload(bytes).metrics[0]?.value, plain(foreign.decodePayload(bytes).metrics?.[0]?.value)]
  }
  expect(read(new Date(at))).toEqual([0, 0n])
  expect(read(at)).toEqual([at, BigInt(at)])
})
