import { expect, test } from 'vitest'
import type { Urgency } from '#shared/house-urgency.ts'
import { clustersOf } from './clusters.ts'

const place = (id: string, longitude: number, urgency: Urgency = 'normal') => ({
  id,
  name: id,
  city: null,
  longitude,
  latitude: 36.6,
  urgency,
  houses: 2,
})

test('farms close together are one mark, the worst of them; others keep their own', () => {
  const places = [place('Jinan', 117), place('Dezhou', 116.4, 'alarm'), place('Tokyo', 139.7)]
  expect(clustersOf(places).map(({ place, count }) => [place.id, count])).toEqual([
    ['Dezhou', 2],
    ['Tokyo', 1],
  ])
})

test('a mark is as urgent as the worst farm under it, and emergencies come first', () => {
  const places = [
    place('Jinan', 117, 'offline'),
    place('Dezhou', 116.4, 'alarm'),
    place('Tokyo', 139.7, 'emergency'),
  ]
  expect(clustersOf(places).map(({ place }) => place.urgency)).toEqual(['emergency', 'alarm'])
})

test('none of many farms is lost, and no two marks overlap', () => {
  const places = Array.from({ length: 500 }, (_, i) => place(String(i), ((i * 7.3) % 360) - 180))
  const clusters = clustersOf(places)
  expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(500)
  for (const [i, one] of clusters.entries())
    for (const other of clusters.slice(i + 1))
      expect(Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y)).toBeGreaterThanOrEqual(18)
})
