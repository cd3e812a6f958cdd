import { expect, test } from 'vitest'
import { fromNow, weatherAlong } from './weather.ts'

const HOUR = 3_600_000
const expected = Array.from({ length: 26 }, (_, hour) => ({
  at: (hour - 1) * HOUR,
  temperature: 10 + hour,
  humidity: 60,
  sun: hour === 5 ? 1 : 0,
}))

test('weather begins at what is measured now and is that of the forecast hours later', () => {
  const now = { at: 0.3 * HOUR, temperature: 3.3, humidity: 95 }
  const along = weatherAlong(fromNow(expected, now))
  const hours = Array.from({ length: 48 }, (_, i) => 0.3 + i / 2)
  const steps = hours.map(hour => along(hour * HOUR))
  expect(steps[0]).toMatchObject({ temperature: 3.3, humidity: 95 })
  const off = steps.map(({ temperature }, i) => temperature - (11 + (hours[i] ?? 0)))
  // its difference of -8 K fades and never jumps
  expect(off[0]).toBeCloseTo(-8, 5)
  for (const [i, each] of off.entries()) {
    if (i === 0) continue
    expect(Math.abs(each - (off[i - 1] ?? 0))).toBeLessThanOrEqual(1.01)
    expect(each).toBeGreaterThanOrEqual((off[i - 1] ?? 0) - 0.001)
  }
  for (const each of off.slice(9)) expect(each).toBeCloseTo(0, 5)
  expect(steps.every(({ humidity }) => humidity <= 100)).toBe(true)
})

test('weather that is known only from later on, or only until now, is gone over to as well', () => {
  const now = { at: 0, temperature: 0, humidity: 50 }
  const later = [{ at: HOUR / 6, temperature: 4, humidity: 50, sun: 0 }]
  const along = weatherAlong(fromNow(later, now))
  expect(along(0).temperature).toBe(0)
  expect(along(10 * HOUR).temperature).toBe(4)
  const before = [{ at: -HOUR, temperature: 4, humidity: 50, sun: 0 }]
  const stays = weatherAlong(fromNow(before, now))
  expect([stays(0).temperature, stays(20 * HOUR).temperature]).toEqual([0, 4])
})
