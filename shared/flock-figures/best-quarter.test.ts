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

test('what stands on some of its days only is neither ranked nor in a mean', () => {
  const lacks = { why: 'eggs', days: 330, of: 340 } as const
  const some = { ...nothing, eggsPerHenHoused: 340, eggs: 1_000, lacks: { eggsPerHenHoused: lacks } }
  const whole = { ...nothing, eggsPerHenHoused: 300, eggs: 900, feedTotal: 50, lacks: { feedTotal: lacks } }
  expect(bestQuarter([some, whole], 'layer')).toMatchObject({
    flocks: 1,
    of: 1,
    final: { eggsPerHenHoused: 300, eggs: 900, feedTotal: null },
  })
  expect(bestQuarter([some], 'layer')).toBeNull()
})

test('broilers are ranked by EPEF; flocks without one say nothing', () => {
  expect(bestQuarter([{ ...nothing, efficiency: 380 }, nothing], 'broiler')).toMatchObject({
    flocks: 1,
    of: 1,
    final: { efficiency: 380 },
  })
  expect(bestQuarter([nothing], 'broiler')).toBeNull()
})
