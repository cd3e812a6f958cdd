import { expect, test } from 'vitest'
import { bestQuarter } from './best-quarter.ts'
import { type FinalFigures, noFinal } from './final.ts'

const nothing: FinalFigures = noFinal

test('the best quarter of hens laid most per hen housed, and its other figures are theirs', () => {
  const flocks = [300, 330, 310, 320, 290].map((eggsPerHenHoused, i) => ({
    ...nothing,
    eggsPerHenHoused,
    peakRate: i === 1 ? null : 90 + i,
  }))
  expect(bestQuarter(flocks, 'layer')).toMatchObject({
    flocks: 2,
    of: 5,
    final: { eggsPerHenHoused: 325, peakRate: 93, efficiency: null },
  })
})

test('broilers are ranked by EPEF; flocks without one say nothing', () => {
  expect(bestQuarter([{ ...nothing, efficiency: 380 }, nothing], 'broiler')).toMatchObject({
    flocks: 1,
    of: 1,
    final: { efficiency: 380 },
  })
  expect(bestQuarter([nothing], 'broiler')).toBeNull()
})
