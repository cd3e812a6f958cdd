import { describe, expect, test } from 'vitest'
import { seededRandom } from '#shared/chance.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { createClock } from './device-clock.ts'
import { knownReadings, laySample, readingsOf } from './known-readings.ts'
import { createLayouts } from './layouts.ts'
import { createNodeState, receiveBirth, receiveSeq } from './node-state.ts'
import { readSamples } from './samples.ts'
import { readBirth, tableOf } from './signal-table.ts'

const NOW = 1_790_000_000_000
const HOUR = 3_600_000
const REPORTS = 12
const ORDERS = 300
const temperature = (value: number): Metric => ({
  name: 'Temp',
  alias: 1,
  datatype: DataType.Float,
  value,
})
const layouts = createLayouts()

/** Reports of one node written `spacing` apart, each on its way for a different time; what is known when all have come. */
function knownAfter({
  seed,
  spacing,
  offMs,
  isNumbered,
}: Record<'seed' | 'spacing' | 'offMs', number> & { isNumbered: boolean }) {
  const random = seededRandom(seed)
  const born = [temperature(-1)]
  const table = tableOf(readBirth(born), layouts, () => true)
  if (!table) throw new Error('not admitted')
  const node = createNodeState()
  const clock = createClock()
  const known = knownReadings(new Map())
  const hear = (metrics: Metric[], written: number, receivedAt: number, seq: number, birth?: 'fresh') => {
    if (birth) receiveBirth(node, { bdSeq: 0, seq, session: 1, now: receivedAt })
    const inTurn = birth !== undefined || receiveSeq(node, isNumbered ? seq : undefined, receivedAt)
    const circumstances = { receivedAt, historical: false, oldest: 0, clock, inTurn, birth }
    const { samples } = readSamples({ timestamp: written + offMs, metrics }, table, layouts, circumstances)
    for (const sample of samples) laySample(known, sample)
  }
  hear(born, NOW, NOW + 1, 0, 'fresh')
  const reports = Array.from({ length: REPORTS }, (_, index) => {
    const written = NOW + 1_000 + index * spacing
    return { index, written, receivedAt: written + 1 + Math.floor(random.next() * spacing * 4) }
  }).sort((one, other) => one.receivedAt - other.receivedAt)
  for (const { index, written, receivedAt } of reports)
    hear([temperature(index)], written, receivedAt, index + 1)
  return { order: reports.map(({ index }) => index), temperature: readingsOf(known).get('Temp')?.value }
}

describe.each([
  ['that are numbered', true],
  ['without numbers', false],
])('of reports %s, come in any order,', (_, isNumbered) => {
  const clocks = [0, 400, 30_000, 9 * 60_000, -400, -90_000, 3 * HOUR, -3 * HOUR]
  test.each(clocks)('the newest is known by a clock that is ahead by %d ms', offMs => {
    const wrong = []
    for (const spacing of [5, 20, 100, 400, 1_500, 5_000])
      for (let seed = 1; seed <= ORDERS; seed++) {
        const known = knownAfter({ seed, spacing, offMs, isNumbered })
        if (known.temperature !== REPORTS - 1) wrong.push({ spacing, seed, ...known })
      }
    expect({ wrong: wrong.length, first: wrong[0] }).toEqual({ wrong: 0 })
  })
})
