import { describe, expect, test } from 'vitest'
import { boxOf, degreesOf, pointOf } from './projection.ts'

// As d3-geo projects them with the parameters in the README.
const towns = {
  Harbin: [126.53, 45.8, 785.9, 117],
  Jakarta: [106.85, -6.2, 763.5, 282.8],
  Lagos: [3.38, 6.52, 479.1, 242.3],
  Moscow: [37.62, 55.75, 561.9, 86.3],
  'São Paulo': [-46.63, -23.55, 345.4, 338.1],
} as const

test.each(Object.entries(towns))(
  '%s lies where the dots of its land lie',
  (_, [longitude, latitude, x, y]) => {
    const point = pointOf({ longitude, latitude })
    expect(Math.abs(point.x - x)).toBeLessThan(0.4)
    expect(Math.abs(point.y - y)).toBeLessThan(0.4)
  },
)

test('a point of the map is the place drawn there, also beyond the map’s edge', () => {
  for (const [longitude, latitude] of Object.values(towns)) {
    const back = degreesOf(pointOf({ longitude, latitude }))
    expect(back.longitude).toBeCloseTo(longitude, 4)
    expect(back.latitude).toBeCloseTo(latitude, 4)
  }
  const beyond = degreesOf({ x: -300, y: 900 })
  expect(Math.abs(beyond.longitude)).toBeLessThanOrEqual(180)
  expect(beyond.latitude).toBeGreaterThanOrEqual(-90)
})

describe('the visible part of the earth', () => {
  const around = { west: -20, south: -35, east: 52, north: 38 }

  test('holds every place between the corners', () => {
    const corners = [
      pointOf({ longitude: -20, latitude: 38 }),
      pointOf({ longitude: 52, latitude: -35 }),
    ] as const
    const box = boxOf(...corners)
    expect(box.north).toBeCloseTo(around.north, 3)
    expect(box.south).toBeCloseTo(around.south, 3)
    expect(box.west).toBeLessThanOrEqual(around.west)
    expect(box.east).toBeGreaterThanOrEqual(around.east)
  })

  test('starts in the west, also across the date line', () => {
    const box = boxOf({ x: 950, y: 250 }, { x: 1050, y: 280 })
    expect(box.west).toBeCloseTo(174, -1)
    expect(box.east).toBeCloseTo(-169, 3)
  })
})
