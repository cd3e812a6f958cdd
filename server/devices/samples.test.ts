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

/** What is read of a metric at each of these times, in order of the samples: [time, metrics]. */
function read(times: (number | undefined)[], timestamp?: number, open: typeof openPayload = openData) {
  const metrics: Metric[] = times.map((time, alias) => ({
    ...{ alias, datatype: DataType.Float, value: alias },
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

test('a clock that is ahead, or was never set, leaves the samples their distances', () => {
  const samples = [
    [-60_000, 'a'],
    [0, 'b'],
  ]
  expect(read([NOW + YEAR - 60_000, NOW + YEAR], NOW + YEAR)).toEqual({ disbelieved: NOW + YEAR, samples })
  expect(read([40_000, 100_000], 100_000)).toEqual({ disbelieved: 100_000, samples })
  expect(read([undefined, undefined])).toEqual({ disbelieved: null, samples: [[0, 'ab']] })
})

test('a message of more different times than memory allows is kept as far as it goes, and says so', () => {
  const wide = Array.from({ length: 2_000 }, (_, alias) => ({
    ...born[0],
    name: `m${alias}`,
    alias,
    value: 0,
  }))
  const table = tableOf(readBirth(wide as Metric[]), layouts, () => true)
  if (!table) throw new Error('not admitted')
  const metrics: Metric[] = Array.from({ length: 3_000 }, (_, i) => ({
    ...{ alias: i % 2_000, datatype: DataType.Float, value: i, timestamp: NOW - i },
  }))
  const circumstances = { receivedAt: NOW, historical: false, oldest: NOW - 90 * 86_400_000 }
  const payload = openData(encodePayload({ seq: 1, timestamp: NOW, metrics }))
  const { samples, refused } = readSamples(payload, table, layouts, circumstances)
  expect(samples).toHaveLength(1_049)
  expect(refused).toMatch(/too many different times/)
})
