import { expect, test } from 'vitest'
import { sectionFans, sectionFor, sectionRows } from './section.ts'

test.each([338, 574, 760])('at %i px twelve fan groups fit under the roof without touching', width => {
  const section = sectionFor(width)
  const fans = sectionFans(section, 12)
  for (const [i, { x, y }] of fans.entries()) {
    expect(x).toBeGreaterThan(section.left + 12)
    expect(x).toBeLessThan(section.right - 12)
    for (const other of fans.slice(i + 1)) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThan(24)
  }
})

test.each([338, 760])('at %i px the rows of cages stand between the walls', width => {
  const section = sectionFor(width)
  const rows = sectionRows(section, 5)
  expect(rows.x[0]).toBeGreaterThan(section.left)
  expect((rows.x.at(-1) ?? 0) + rows.width).toBeLessThan(section.right)
})
