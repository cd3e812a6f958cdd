import { expect, test } from 'vitest'
import type { Chart } from '#shared/contracts/houses.ts'
import { aHouse } from '#web/components/testing/a-house.ts'
import { bandFor } from './trend-band.ts'

const chart: Chart = {
  resolution: 'raw',
  stepMs: 60_000,
  at: [0, 60_000, 120_000, 180_000],
  series: [{ metric: 'Climate/Temp/Target', low: [], mean: [null, 22, null, 21], high: [] }],
}
const house = aHouse()

test('the temperature band follows the target of the time, and continues while none is reported', () => {
  const band = bandFor(house, 'Climate/Temp/Avg', chart)
  expect(band?.target).toEqual([null, 22, 22, 21])
  expect(band?.low[0]).toBeNull()
  expect((band?.low[1] ?? 99) < 22 && (band?.high[1] ?? 0) > 22).toBe(true)
  expect((band?.high[1] ?? 0) - (band?.high[3] ?? 0)).toBeCloseTo(1)
})

test('CO2 has a limit and no target, water has neither', () => {
  expect(bandFor(house, 'Air/CO2/S1', chart)).toMatchObject({
    low: [0, 0, 0, 0],
    target: [null, null, null, null],
  })
  expect(bandFor(house, 'Water/FlowRate', chart)).toBeUndefined()
})
