import { expect, test } from 'vitest'
import { figuresOf } from '#server/farm/alarms/replay/replay-figures.ts'
import { demoHouses, live } from './sections/alarms.ts'

const DAY = 86_400_000
const FROM = Date.parse('2026-11-20T00:00:00Z')

test.each([
  ['with its own warnings', false],
  ['that warns of nothing', true],
] as const)(
  'what is planted in a house of layers, under a controller %s, is found in time',
  (_, isForeign) => {
    const [house] = demoHouses().filter(({ type }) => type === 'layer')
    if (!house) throw new Error('the demonstration has no layers')
    const { faults, medianDelayS } = figuresOf([
      live(house, [FROM, FROM + 5 * DAY], { isForeign, hasFaults: true }),
    ])
    expect(faults.length).toBeGreaterThanOrEqual(isForeign ? 4 : 8)
    expect(faults.filter(({ afterS }) => afterS === null)).toEqual([])
    expect(medianDelayS).toBeLessThanOrEqual(90)
  },
)
