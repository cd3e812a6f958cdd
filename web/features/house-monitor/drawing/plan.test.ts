import { expect, test } from 'vitest'
import { birdRows, fanPlaces, heaterPlaces, planFor, usualRows } from './plan.ts'

const lying = planFor(760)
const standing = planFor(338)

test('a wide drawing lies flat, a narrow one stands upright', () => {
  expect([lying.orientation, standing.orientation]).toEqual(['lying', 'standing'])
})

test('lying, the house runs to the right; standing, it runs down', () => {
  const [inlet, fans] = [lying.point(0, 50), lying.point(100, 50)]
  expect(fans.x).toBeGreaterThan(inlet.x)
  expect(fans.y).toBe(inlet.y)
  const [top, bottom] = [standing.point(0, 50), standing.point(100, 50)]
  expect(bottom.y).toBeGreaterThan(top.y)
  expect(bottom.x).toBe(top.x)
})

test.each([lying, standing])('a box covers exactly the places it spans, $orientation', plan => {
  const { x, y, width, height } = plan.box(10, 20, 30, 40)
  expect({ x, y }).toEqual(plan.point(10, 20))
  const end = plan.point(40, 60)
  expect([x + width, y + height]).toEqual([expect.closeTo(end.x), expect.closeTo(end.y)])
})

test.each([
  [760, 1],
  [760, 12],
  [574, 12],
  [338, 1],
  [338, 7],
  [338, 12],
])(
  'at %i px all of %i fan groups stand beyond the exhaust gable, inside the drawing, apart',
  (width, count) => {
    const plan = planFor(width)
    const places = fanPlaces(plan, count)
    const gable = plan.point(100, 50)
    for (const [i, { x, y }] of places.entries()) {
      expect(plan.orientation === 'lying' ? x - gable.x : y - gable.y).toBeGreaterThan(12)
      expect(x).toBeLessThan(plan.width - 12)
      expect(y).toBeLessThan(plan.height - 20)
      for (const other of places.slice(i + 1))
        expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(26)
    }
  },
)

test('heaters stand inside both long walls', () => {
  const places = heaterPlaces(4)
  expect(places.map(([, across]) => across < 50)).toEqual([true, false, true, false])
  for (const [along] of places) expect(along > 0 && along < 100).toBe(true)
})

test('cage rows and feed lines fit the width of the house', () => {
  expect([usualRows(true, 14), usualRows(false, 20)]).toEqual([4, 4])
  for (const caged of [true, false])
    for (const rows of [1, 2, 6, 12]) {
      const { starts, span } = birdRows(caged, rows)
      expect(starts[0]).toBeGreaterThan(0)
      expect((starts.at(-1) ?? 100) + span).toBeLessThan(100)
    }
})
