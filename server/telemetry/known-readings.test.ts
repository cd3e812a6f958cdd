import { expect, test } from 'vitest'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { knownReadings, laySample, readingsOf } from './known-readings.ts'
import { createLayouts } from './layouts.ts'
import { SampleValues } from './sample-values.ts'
import { readSamples } from './samples.ts'
import { readBirth, tableOf } from './signal-table.ts'

const layouts = createLayouts()
const AT = 1_790_000_000_000
const born: Metric[] = [
  { name: 'Temp', alias: 1, datatype: DataType.Float, value: 0 },
  { name: 'Fan', alias: 2, datatype: DataType.Boolean, value: false },
  { name: 'Count', alias: 3, datatype: DataType.Int64, value: 0n },
  { name: 'Mode', alias: 4, datatype: DataType.String, value: '' },
]
const tableFor = (metrics: Metric[]) => {
  const table = tableOf(readBirth(metrics), layouts, () => true)
  if (!table) throw new Error('not admitted')
  return table
}
const sampleOf = (metrics: Metric[], at = AT, table = tableFor(born)) => {
  const reading = readSamples({ timestamp: at, metrics }, table, layouts, {
    receivedAt: at,
    historical: false,
    oldest: 0,
  })
  const [sample] = reading.samples
  if (!sample) throw new Error('no sample')
  return sample
}
const all = (value: number, fan: boolean): Metric[] => [
  { alias: 1, datatype: DataType.Float, value },
  { alias: 2, datatype: DataType.Boolean, value: fan },
  { alias: 3, datatype: DataType.Int64, value: 2n ** 60n + 1n },
  { alias: 4, datatype: DataType.String, value: 'auto' },
]

test('the values of a sample are those of the message, one by one and all together', () => {
  const values = new SampleValues(
    sampleOf([...all(21.5, true), { name: 'New', datatype: DataType.Float, value: null }]),
  )
  expect(Object.fromEntries(values)).toEqual({
    Temp: 21.5,
    Fan: true,
    Count: 2n ** 60n + 1n,
    Mode: 'auto',
    New: null,
  })
  expect([...values.keys()].map(name => values.get(name))).toEqual([...values.values()])
  expect([values.size, values.has('New'), values.get('Other')]).toEqual([5, true, undefined])
  expect(values.named?.('Mo')).toEqual(['Mode'])
  expect(values.named?.('Te')).toEqual(['Temp'])
})

test('a metric that occurs twice in a message has its last value', () => {
  const twice = [...all(1, true), ...all(2, false), { alias: 1, datatype: DataType.Float, value: null }]
  expect(new SampleValues(sampleOf(twice)).get('Temp')).toBeNull()
  expect(new SampleValues(sampleOf(twice)).get('Fan')).toBe(false)
  expect(new SampleValues(sampleOf([...twice, ...all(3, true)])).get('Temp')).toBe(3)
})

test('between a number and a bad reading of the same metric, the newer is known', () => {
  const table = tableFor(born)
  const known = knownReadings(new Map([['Temp', { value: 5, at: AT - 10 }]]))
  const temperature = (value: number | null, at: number) => {
    laySample(known, sampleOf([{ alias: 1, datatype: DataType.Float, value }], at, table))
    return readingsOf(known).get('Temp')
  }
  expect(temperature(20, AT)).toEqual({ value: 20, at: AT })
  expect(temperature(null, AT + 2)).toEqual({ value: null, at: AT + 2 })
  expect(temperature(21, AT + 1)).toEqual({ value: null, at: AT + 2 })
  expect(temperature(22, AT + 3)).toEqual({ value: 22, at: AT + 3 })
  expect(temperature(null, AT + 1)).toEqual({ value: 22, at: AT + 3 })
  expect(readingsOf(known).size).toBe(1)
})

test('a birth with other metrics moves known values to their new places', () => {
  const known = knownReadings(new Map())
  laySample(known, sampleOf(all(21, true)))
  const other = tableFor([
    { name: 'First', alias: 9, datatype: DataType.Float, value: 1 },
    ...born.toReversed(),
  ])
  laySample(known, sampleOf([{ alias: 9, datatype: DataType.Float, value: 7 }], AT + 1, other))
  expect(Object.fromEntries(readingsOf(known))).toEqual({
    First: { value: 7, at: AT + 1 },
    Temp: { value: 21, at: AT },
    Fan: { value: true, at: AT },
    Count: { value: 2n ** 60n + 1n, at: AT },
    Mode: { value: 'auto', at: AT },
  })
})
