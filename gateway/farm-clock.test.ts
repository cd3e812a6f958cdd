import { beforeEach, describe, expect, test } from 'vitest'
import { type ClockMemory, type Computer, farmClock } from './farm-clock.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
/** The right time when the power comes on. */
const NOON = Date.UTC(2026, 5, 1, 12)

describe('the clock of a gateway', () => {
  let disk: ClockMemory | null
  let passed: number
  let wrong: number
  let boot: string
  let isSynchronised: boolean
  let corrected: [ms: number, first: number][]
  beforeEach(() => {
    disk = null
    passed = 0
    wrong = 0
    boot = 'first'
    isSynchronised = false
    corrected = []
  })

  const right = () => NOON + passed
  const computer = (): Computer => ({
    wall: () => right() + wrong,
    elapsed: () => passed,
    boot,
    isSynchronised: () => isSynchronised,
  })
  function started(nextSample = 0) {
    const clock = farmClock({
      computer: computer(),
      keeper: {
        value: disk,
        save(value) {
          disk = structuredClone(value)
          return true
        },
      },
      nextSample: () => nextSample,
      onCorrected: (ms, first) => corrected.push([ms, first]),
      say: () => {},
    })
    clock.tick()
    return clock
  }
  /** Power off for a while: the time since the start of the computer begins anew. */
  function powerCut(wallThen: number) {
    boot = `${boot}, again`
    const elapsed = passed
    return {
      wall: () => wallThen + passed - elapsed,
      elapsed: () => passed - elapsed,
      boot,
      isSynchronised: () => isSynchronised,
    } satisfies Computer
  }
  const restartedOn = (own: Computer) =>
    farmClock({
      computer: own,
      keeper: { value: disk, save: () => true },
      nextSample: () => 0,
      onCorrected: (ms, first) => corrected.push([ms, first]),
      say: () => {},
    })

  test.each([DAY, -DAY, 10 * 365 * DAY, -50 * 365 * DAY])(
    'does not jump when the one of the computer is set by %d ms, and says how far that is off once it knows',
    jump => {
      const clock = started()
      passed = HOUR
      wrong = jump
      clock.tick()
      expect(clock.now()).toBe(right())
      expect(clock.aheadMs()).toBeUndefined()
      clock.heard(right())
      expect(clock.now()).toBe(right())
      expect(clock.aheadMs()).toBe(jump)
      // A kill changes nothing of it.
      passed = 2 * HOUR
      expect(started().now()).toBe(right())
      expect(corrected).toEqual([])
    },
  )

  test('without a battery goes on from the last time known, is put right by the server, and what was measured with it', () => {
    const before = started(5)
    before.heard(right())
    passed = HOUR
    before.tick()
    const known = right()
    passed += 8 * HOUR
    const clock = restartedOn(powerCut(0))
    expect(clock.isBelieved()).toBe(false)
    expect(clock.now()).toBe(known)
    passed += 10 * SECOND
    expect(clock.now()).toBe(known + 10 * SECOND)
    clock.heard(right())
    expect(clock.isBelieved()).toBe(true)
    expect(clock.now()).toBe(right())
    expect(corrected).toEqual([[8 * HOUR, 0]])
  })

  test('that was wrong before a cut of power is as wrong afterwards', () => {
    wrong = HOUR
    started().heard(right())
    passed = 2 * HOUR
    const clock = restartedOn(powerCut(right() + HOUR))
    expect(clock.now()).toBe(right())
    expect(clock.isBelieved()).toBe(true)
  })

  test('is in whole milliseconds, as the protocol wants it, whatever the clock of the computer counts in', () => {
    passed = 1_234.567
    const clock = started()
    expect(Number.isInteger(clock.now())).toBe(true)
    clock.heard(NOON)
    expect(clock.now()).toBe(NOON)
  })

  test('is not put back by a command that was held up on its way', () => {
    const clock = started()
    clock.heard(right())
    passed = HOUR
    clock.heard(right() - 40 * SECOND)
    expect(clock.now()).toBe(right())
    clock.heard(right() + 3 * SECOND)
    expect(clock.now()).toBe(right() + 3 * SECOND)
  })

  test('is never before what the server said at some time, and follows the network where the server is silent', () => {
    wrong = -2 * DAY
    const clock = started()
    clock.atLeast(right() - HOUR)
    expect(clock.now()).toBe(right() - HOUR)
    wrong = 0
    isSynchronised = true
    clock.tick()
    expect(clock.now()).toBe(right())
    expect(clock.aheadMs()).toBe(0)
  })

  test('far in the future is not believed', () => {
    started().heard(right())
    const clock = restartedOn(powerCut(right() + 20 * 365 * DAY))
    expect(clock.isBelieved()).toBe(false)
    expect(clock.now()).toBe(right())
  })
})
