import { expect, test } from 'vitest'
import { degreesOf, pointOf } from './projection.ts'

// As d3-geo projects them with the parameters in the README.
const towns = {
  Harbin: [126.53, 45.8, 785.9, 117],
  Jakarta: [106.85, -6.2, 763.5, 282.8],
  Lagos: [3.38, 6.52, 479.1, 242.3],
  Moscow: [37.62, 55.75, 561.9, 86.3],
  'São Paulo': [-46.63, -23.55, 345.4, 338.1],
} as const

test.each(Object.entries(towns))(
  '%s stands where the dots of its land stand',
  (_, [longitude, latitude, x, y]) => {
    const point = pointOf({ longitude, latitude })
    expect(Math.abs(point.x - x)).toBeLessThan(0.4)
    expect(Math.abs(point.y - y)).toBeLessThan(0.4)
  },
)

test('a point of the map is the place that is drawn there, also beyond the map’s edge', () => {
  for (const [longitude, latitude] of Object.values(towns)) {
    const back = degreesOf(pointOf({ longitude, latitude }))
    expect(back.longitude).toBeCloseTo(longitude, 4)
    expect(back.latitude).toBeCloseTo(latitude, 4)
  }
  const beyond = degreesOf({ x: -300, y: 900 })
  expect(Math.abs(beyond.longitude)).toBeLessThanOrEqual(180)
  expect(beyond.latitude).toBeGreaterThanOrEqual(-90)
})
