import { expect, test } from 'vitest'
import { decodePayload } from './decode.ts'
import { encodePayload } from './encode.ts'
import { DataType, type MetricValue } from './types.ts'
import { resolveValue } from './value.ts'

/** Reads as type `as` what was sent as `datatype`. */
function read(datatype: number, value: MetricValue, as: number): MetricValue {
  const [metric] = decodePayload(encodePayload({ metrics: [{ name: 'm', datatype, value }] })).metrics
  if (!metric) throw new Error('a metric expected')
  return resolveValue(metric, as)
}

test('any numeric field serves any numeric type', () => {
  expect(read(DataType.Int32, -5, DataType.Float)).toBe(-5)
  expect(read(DataType.Int64, -5n, DataType.Double)).toBe(-5)
  expect(read(DataType.Double, 812.4, DataType.Int32)).toBe(812)
  expect(read(DataType.Float, 7, DataType.UInt64)).toBe(7n)
  expect(read(DataType.Int64, -5n, DataType.Int32)).toBe(-5)
  expect(read(DataType.Boolean, true, DataType.Int32)).toBe(1)
  expect(read(DataType.Int32, 1, DataType.Boolean)).toBe(true)
  expect(read(DataType.UInt64, 0n, DataType.Boolean)).toBe(false)
})

test('a negative Int8 may have been sent in 8 or in 32 bits', () => {
  expect(read(DataType.UInt8, 251, DataType.Int8)).toBe(-5)
  expect(read(DataType.Int32, -5, DataType.Int8)).toBe(-5)
})

test('a value that does not fit the type is null and stays readable as it came', () => {
  expect(read(DataType.String, 'hot', DataType.Int32)).toBeNull()
  expect(read(DataType.Int32, 300, DataType.UInt8)).toBeNull()
  expect(read(DataType.Double, Number.NaN, DataType.Int64)).toBeNull()
  expect(read(DataType.Bytes, new Uint8Array(3), DataType.Int16Array)).toBeNull()
  const [metric] = decodePayload(
    encodePayload({ metrics: [{ value: 'hot', datatype: DataType.String }] }),
  ).metrics
  expect(metric?.raw).toBe('hot')
})

test('a clock that runs wild is read as the latest possible time', () => {
  expect(read(DataType.UInt64, 2n ** 64n - 1n, DataType.DateTime)).toBe(Number.MAX_SAFE_INTEGER)
})
