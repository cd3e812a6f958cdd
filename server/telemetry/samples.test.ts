import { expect, test } from 'vitest'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType, type Metric, type Payload } from '#shared/sparkplug/types.ts'
import { createLayouts } from './layouts.ts'
import { openData, openPayload } from './open-payload.ts'
import { SampleValues } from './sample-values.ts'
import { readSamples } from './samples.ts'
import { readBirth, tableOf } from './signal-table.ts'

const NOW = 1_790_000_000_000
const YEAR = 365 * 86_400_000
const names = ['a', 'b', 'c', 'd']
const born = names.map((name, alias) => ({ name, alias, datatype: DataType.Float, value: 0 }))
const layouts = createLayouts()
/** Declared so that a Float is stored in 4 bytes. */
const RANGE = {
  properties: {
    engLow: { type: DataType.Double, value: -40 },
    engHigh: { type: DataType.Double, value: 90 },
  },
}

/** What is read from one metric per time, in the order of the samples: [time, metrics]. */
function read(times: (number | undefined)[], timestamp?: number, open: typeof openPayload = openData) {
  const metrics: Metric[] = times.map((time, alias) => ({
    alias,
    datatype: DataType.Float,
    value: alias,
    ...(time !== undefined && { timestamp: time }),
  }))
  const payload: Payload = { seq: 1, metrics, ...(timestamp !== undefined && { timestamp }) }
  const table = tableOf(readBirth(born), layouts, () => true)
  if (!table) throw new Error('not admitted')
  const circumstances = { receivedAt: NOW, historical: false, oldest: NOW - 90 * 86_400_000 }
  const { samples, disbelieved } = readSamples(open(encodePayload(payload)), table, layouts, circumstances)
  return {
    disbelieved,
    samples: samples.map(sample => [sample.at - NOW, [...new SampleValues(sample).keys()].join('')]),
  }
}

test.each([
  ['numbers by alias', openData],
  ['any metrics', openPayload],
] as const)('of a message of %s a single time of the future leaves the others theirs', (_, open) => {
  const own = [NOW - 1, NOW - 1, NOW - 1, NOW + YEAR]
  const expected = {
    disbelieved: NOW + YEAR,
    samples: [
      [-1, 'abc'],
      [0, 'd'],
    ],
  }
  expect(read(own, NOW - 1, open)).toEqual(expected)
  expect(read(own, undefined, open)).toEqual(expected)
  expect(read([undefined, undefined, undefined, NOW + YEAR], NOW - 1, open)).toEqual(expected)
})

test('a clock that is ahead, or was never set, leaves the distances between samples as they are', () => {
  const samples = [
    [-60_000, 'a'],
    [0, 'b'],
  ]
  expect(read([NOW + YEAR - 60_000, NOW + YEAR], NOW + YEAR)).toEqual({ disbelieved: NOW + YEAR, samples })
  expect(read([40_000, 100_000], 100_000)).toEqual({ disbelieved: 100_000, samples })
  expect(read([undefined, undefined])).toEqual({ disbelieved: null, samples: [[0, 'ab']] })
})

test('a message with more different times than memory allows is kept as far as possible, and says so', () => {
  const wide = Array.from({ length: 2_000 }, (_, alias) => ({
    ...born[0],
    name: `m${alias}`,
    alias,
    value: 0,
  }))
  const table = tableOf(readBirth(wide as Metric[]), layouts, () => true)
  if (!table) throw new Error('not admitted')
  const metrics: Metric[] = Array.from({ length: 3_000 }, (_, i) => ({
    alias: i % 2_000,
    datatype: DataType.Float,
    value: i,
    timestamp: NOW - i,
  }))
  const circumstances = { receivedAt: NOW, historical: false, oldest: NOW - 90 * 86_400_000 }
  const payload = openData(encodePayload({ seq: 1, timestamp: NOW, metrics }))
  const { samples, refused } = readSamples(payload, table, layouts, circumstances)
  expect(samples).toHaveLength(1_049)
  expect(refused).toMatch(/too many different times/)
})

test.each([
  ['numbers by alias', openData],
  ['any metrics', openPayload],
] as const)(
  'of a message of %s the largest number of a type is no value, and what is merely absurd is kept',
  (_, open) => {
    const types = [DataType.Double, DataType.Float]
    const announced = types.map((datatype, alias) => ({
      name: `m${alias}`,
      alias,
      datatype,
      value: 0,
      ...RANGE,
    }))
    const table = tableOf(readBirth(announced), layouts, () => true)
    if (!table) throw new Error('not admitted')
    const readAt = (at: number, values: number[]) => {
      const metrics = values.map((value, alias) => ({ alias, datatype: types[alias] as number, value }))
      const bytes = encodePayload({ timestamp: at, seq: 1, metrics })
      const circumstances = { receivedAt: NOW, historical: false, oldest: 0 }
      const [sample] = readSamples(open(bytes), table, layouts, circumstances).samples
      return sample && [[...sample.numbers], Object.fromEntries(new SampleValues(sample))]
    }
    const none = [[Number.NaN, Number.NaN], { m0: null, m1: null }]
    expect(readAt(NOW, [Number.MAX_VALUE, 3.402_823_466_385_288_6e38])).toEqual(none)
    expect(readAt(NOW, [-Number.MAX_VALUE, -3.402_823_466_385_288_6e38])).toEqual(none)
    expect(readAt(NOW, [Number.POSITIVE_INFINITY, Number.NaN])).toEqual(none)
    // Far outside what a birth declares: a house on fire, a sensor with a broken wire.
    expect(readAt(NOW, [1e20, 1e20])).toMatchObject([[Math.fround(1e20), 1e20], {}])
  },
)
