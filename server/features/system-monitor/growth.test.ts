import { describe, expect, test } from 'vitest'
import { fullAt, growthADay } from './growth.ts'

const DAY = 86_400_000
const HOUR = DAY / 24
/** A course of hours from `from` bytes, by `aDay` bytes a day. */
const course = (hours: number, from: number, aDay: number) =>
  Array.from({ length: hours + 1 }, (_, i) => ({ at: i * HOUR, bytes: from + (aDay * i) / 24 }))
const growths = [1e3, 3.7e6, 5e8, 1.2e11, -4e7, 0]

describe('the growth a day', () => {
  test.each(growths)('is what it is (%d), wherever it begins, however often it is measured', aDay => {
    for (const from of [0, 1e9, 7e13])
      for (const hours of [24, 100, 168]) {
        const measured = course(hours, from, aDay)
        const near = Math.abs(aDay) * 1e-3 + 0.1 + from * 1e-14
        expect(Math.abs((growthADay(measured) ?? Number.NaN) - aDay)).toBeLessThan(near)
        expect(growthADay(measured.toReversed())).toBeCloseTo(growthADay(measured) ?? Number.NaN, 1)
        const few = measured.filter((_, i) => i % 3 === 0 || i === hours)
        expect(Math.abs((growthADay(few) ?? Number.NaN) - aDay)).toBeLessThan(near)
      }
  })

  test.each(growths)('(%d) is not changed by a large file that came and went', aDay => {
    const measured = course(168, 1e9, aDay).map((one, i) =>
      i >= 80 && i < 92 ? { ...one, bytes: one.bytes + 4e11 } : one,
    )
    expect(Math.abs((growthADay(measured) ?? Number.NaN) - aDay)).toBeLessThan(Math.abs(aDay) * 0.05 + 1)
  })

  test('is not known before a day, nor of one moment', () => {
    expect(growthADay([])).toBe(null)
    expect(growthADay(course(23, 1e9, 1e9))).toBe(null)
    expect(growthADay([course(1, 1, 1)[0] ?? { at: 0, bytes: 0 }])).toBe(null)
    expect(growthADay(course(24, 1e9, 1e9))).not.toBe(null)
  })
})

describe('the date on which a disk is full', () => {
  const now = Date.UTC(2026, 10, 22)

  test('is where what is free meets the growth', () => {
    expect(fullAt(now, 30e9, 1e9)).toBe(now + 30 * DAY)
    expect(fullAt(now, 0, 1e9)).toBe(now)
  })

  test('comes sooner with more growth, later with more that is free, and is the same in any unit', () => {
    for (const free of [1e6, 5e9, 8e11])
      for (const growth of [1e6, 2e8, 9e9]) {
        const at = fullAt(now, free, growth)
        if (at === null) continue
        expect(at).toBeGreaterThanOrEqual(now)
        expect(fullAt(now, free, growth * 2)).toBeLessThan(at)
        expect(fullAt(now, free / 2, growth)).toBeLessThan(at)
        expect(fullAt(now, free / 1024, growth / 1024)).toBeCloseTo(at, -1)
      }
  })

  test('is not said of a disk that does not fill up, that is not known, or that lasts for more than ten years', () => {
    expect(fullAt(now, 1e9, 0)).toBe(null)
    expect(fullAt(now, 1e9, -5)).toBe(null)
    expect(fullAt(now, 1e9, null)).toBe(null)
    expect(fullAt(now, 1e12, 1e3)).toBe(null)
  })
})
