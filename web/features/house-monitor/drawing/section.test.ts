import { expect, test } from 'vitest'
import { cageBoxes, sectionFans, sectionFor, sectionRows, tierHeight } from './section.ts'

test.each([338, 574, 760])('at %i px twelve fan groups fit under the roof without touching', width => {
  const section = sectionFor(width)
  const fans = sectionFans(section, 12)
  for (const [i, { x, y }] of fans.entries()) {
    expect(x).toBeGreaterThan(section.left + 12)
    expect(x).toBeLessThan(section.right - 12)
    for (const other of fans.slice(i + 1)) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(24)
  }
})

test.each([338, 760])('at %i px the cage rows stand between the walls', width => {
  const section = sectionFor(width)
  const rows = sectionRows(section, 5)
  expect(rows.x[0]).toBeGreaterThan(section.left)
  expect((rows.x.at(-1) ?? 0) + rows.width).toBeLessThan(section.right)
})

test.each([1, 3, 8, 12])('%i tiers stand on the floor and end below the probes', tiers => {
  const section = sectionFor(760)
  const boxes = cageBoxes(section, { layout: 'stacked', tiers }, 100, 90)
  expect(boxes).toHaveLength(tiers)
  const [bottom, top] = [boxes[0]?.y ?? 0, boxes.at(-1)?.y ?? 0]
  expect(bottom + tierHeight(tiers)).toBeLessThan(section.floor)
  expect(top).toBeGreaterThan(section.floor - 120)
})

test('the steps of a stair approach each other and never meet', () => {
  const boxes = cageBoxes(sectionFor(760), { layout: 'stair', tiers: 4 }, 100, 90)
  expect(boxes).toHaveLength(8)
  for (let i = 0; i < boxes.length; i += 2) {
    const [outer, inner] = [boxes[i], boxes[i + 1]]
    if (!outer || !inner) throw new Error('a step has two sides')
    expect(outer.x + outer.width).toBeLessThanOrEqual(inner.x + 0.01)
    if (i > 0) expect(outer.x).toBeGreaterThan(boxes[i - 2]?.x ?? 0)
  }
})
