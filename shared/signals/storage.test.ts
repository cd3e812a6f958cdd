import { describe, expect, test } from 'vitest'
import { DataType } from '../sparkplug/types.ts'
import { metrics } from './metrics.ts'
import { storageOf } from './storage.ts'

describe('a reading is stored in 4 bytes only if nothing can be lost', () => {
  test.each([
    ['Float', -16_777_216, 16_777_216, 'real'],
    ['Float', 0, 16_777_217, 'exact'],
    ['Float', -16_777_217, 0, 'exact'],
    ['Float', undefined, undefined, 'exact'],
    ['Float', 0, null, 'exact'],
    ['Float', 0, Number.NaN, 'exact'],
    ['Int32', 0, 16_777_216, 'real'],
    ['Int32', 0, 16_777_217, 'exact'],
    ['Int32', undefined, undefined, 'exact'],
    ['Int16', undefined, undefined, 'real'],
    ['UInt16', 0, 65_535, 'real'],
    ['Boolean', undefined, undefined, 'real'],
    ['Double', 0, 1, 'exact'],
    ['Int64', 0, 1, 'exact'],
    ['UInt64', 0, 1, 'exact'],
    ['UInt32', 0, 1, 'exact'],
    ['DateTime', 0, 1, 'exact'],
    ['String', undefined, undefined, 'text'],
    ['Text', undefined, undefined, 'text'],
    ['UUID', undefined, undefined, 'text'],
    ['DataSet', undefined, undefined, 'none'],
    ['FloatArray', 0, 1, 'none'],
    ['Unknown', 0, 1, 'none'],
  ] as const)('%s from %s to %s is %s', (type, low, high, storage) => {
    expect(storageOf({ datatype: DataType[type], low, high })).toBe(storage)
  })

  test('every metric of the model comes back unchanged from where it is stored', () => {
    for (const signal of metrics) {
      const storage = storageOf(signal)
      for (const value of [signal.low, signal.high]) {
        const kept = storage === 'real' ? Math.fround(value) : value
        expect(kept, signal.name).toBe(value)
      }
    }
    const exact = metrics.filter(signal => storageOf(signal) === 'exact').map(({ name }) => name)
    expect(exact).toEqual([
      'Relay/Bitmap1',
      'Relay/Bitmap2',
      'IO/DI/Bitmap',
      'Water/Meter1/Total',
      'Power/EnergyTotal',
      'Clock/ControllerTime',
    ])
  })
})
