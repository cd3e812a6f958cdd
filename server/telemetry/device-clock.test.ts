import { describe, expect, test } from 'vitest'
import { aheadBy, createClock, learn } from './device-clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const NOW = 1_800_000_000_000

/** A clock that was right at its birth, and what it makes of messages that show `shown` at `receivedAt`, from then on. */
function rightAtBirth() {
  const clock = createClock()
  learn(clock, NOW, { receivedAt: NOW, birth: 'fresh', waitedMs: 0 })
  return {
    clock,
    hear: (shown: number, receivedAt: number, birth?: 'fresh') =>
      learn(clock, NOW + shown, { receivedAt: NOW + receivedAt, birth, waitedMs: 0 }),
  }
}
const NOT_NOW = { isNow: false, isDoubtful: true, isOvertaken: false }

describe('a clock that was right at its birth and shows an earlier time', () => {
  test('is in doubt until a birth shows the same', () => {
    const { clock, hear } = rightAtBirth()
    expect(hear(-HOUR + SECOND, SECOND)).toEqual(NOT_NOW)
    expect(aheadBy(clock)).toBe(0)
    hear(-HOUR + 2 * SECOND, 2 * SECOND, 'fresh')
    expect(aheadBy(clock)).toBe(-HOUR)
    expect(hear(-HOUR + 3 * SECOND, 3 * SECOND).isNow).toBe(true)
  })

  test.each([
    ['an hour', HOUR],
    ['two minutes', 2 * MINUTE],
  ])('was set back by %s if it goes on so for a minute, though no birth comes', (_, back) => {
    const { hear } = rightAtBirth()
    for (let s = 5; s < 65; s += 5) expect(hear(-back + s * SECOND, s * SECOND)).toEqual(NOT_NOW)
    expect(hear(-back + 65 * SECOND, 65 * SECOND).isNow).toBe(true)
    expect(hear(-back + 70 * SECOND, 70 * SECOND).isNow).toBe(true)
  })

  test('is right while what it kept is sent faster than it was written, however long that takes', () => {
    const { clock, hear } = rightAtBirth()
    for (let s = 1; s < 300; s++) expect(hear(-HOUR + s * 10 * SECOND, s * SECOND)).toEqual(NOT_NOW)
    expect(aheadBy(clock)).toBe(0)
    expect(hear(300 * SECOND, 300 * SECOND)).toEqual({ isNow: true, isDoubtful: false, isOvertaken: false })
  })
})

test('a message that was overtaken is older by its own time, and many of them do not lead back', () => {
  const { hear } = rightAtBirth()
  expect(hear(-900, 10)).toEqual({ isNow: false, isDoubtful: false, isOvertaken: true })
  expect(hear(-1_800, 20)).toEqual(NOT_NOW)
})

test('what waited while the server was stopped shows no clock that is behind', () => {
  const { clock } = rightAtBirth()
  const receivedAt = NOW + 180 * SECOND
  learn(clock, NOW + SECOND, { receivedAt, birth: 'fresh', waitedMs: 180 * SECOND })
  expect(aheadBy(clock)).toBe(0)
  for (const s of [1, 3, 5])
    learn(clock, NOW + s * SECOND, { receivedAt: receivedAt + s * SECOND, waitedMs: 185 * SECOND })
  expect(aheadBy(clock)).toBe(0)
})
