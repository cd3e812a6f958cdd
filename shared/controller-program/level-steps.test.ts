import { describe, expect, test } from 'vitest'
import { defaultSettings } from './default-settings.ts'
import type { LevelState, LevelWish } from './level-steps.ts'
import { isTunnel, levelStart, stepLevel } from './level-steps.ts'
import { programFromSettings } from './program-from-settings.ts'

const settings = defaultSettings('broiler', 45)
const program = programFromSettings(name => settings.get(`Settings/${name}`))

const state = (level: number): LevelState => ({
  level,
  warm: 0,
  cold: 0,
  sinceChange: 3600,
  sinceLimit: 3600,
})
const wish = (changes: Partial<LevelWish>): LevelWish => ({
  deviation: 0,
  min: 5,
  max: 18,
  target: 20,
  outside: 28,
  isHeating: false,
  tunnelStart: program.tunnelStart,
  ...changes,
})

function hold(start: LevelState, changes: Partial<LevelWish>, seconds: number): number {
  for (let t = 0; t < seconds; t += 10) stepLevel(start, program, wish(changes), 10)
  return start.level
}

describe('the table of 18 levels', () => {
  test.each([
    [1, [0.5, 0.8, 1.1, 1.4, 1.7, 2, 2.3, 2.6, 2.9, 3.4, 3.8, 4.2, 4.6, 5, 5.5, 6, 7]],
    [5, [0.5, 0.8, 1.1, 1.4, 1.7, 2.2, 2.6, 3, 3.4, 3.8, 4.3, 4.8, 5.8]],
    [7, [0.5, 0.8, 1.1, 2, 2.4, 2.8, 3.2, 3.6, 4.1, 4.6, 5.6]],
  ])('starts its levels where the worked example does when level %i is the minimum', (min, starts) => {
    const actual = starts.map((_, i) =>
      levelStart(program, min + 1 + i, { min, tunnelStart: program.tunnelStart }),
    )
    actual.forEach((start, i) => {
      expect(start).toBeCloseTo(starts[i] as number, 6)
    })
  })

  test('is in tunnel from level 11', () => {
    expect([10, 11, 18].map(level => isTunnel(program, level))).toEqual([false, true, true])
  })
})

describe('the level', () => {
  test('rises one step after a minute of warmth, and again after another', () => {
    expect(hold(state(5), { deviation: 1 }, 50)).toBe(5)
    expect(hold(state(5), { deviation: 1 }, 60)).toBe(6)
    expect(hold(state(5), { deviation: 1 }, 120)).toBe(7)
    expect(hold(state(5), { deviation: 1 }, 600)).toBe(7)
  })

  test('falls after two minutes below its start minus the hysteresis', () => {
    expect(hold(state(7), { deviation: 0.55 }, 600)).toBe(7)
    expect(hold(state(7), { deviation: 0.45 }, 110)).toBe(7)
    expect(hold(state(7), { deviation: 0.45 }, 120)).toBe(6)
  })

  test('does not rise while the house is heated', () => {
    expect(hold(state(5), { deviation: 1, isHeating: true }, 600)).toBe(5)
    expect(hold(state(7), { deviation: 0.45, isHeating: true }, 120)).toBe(6)
  })

  test('keeps to the limits of the day, changing a level every ten minutes', () => {
    expect(hold(state(2), { deviation: -3 }, 10)).toBe(3)
    expect(hold(state(2), { deviation: -3 }, 600)).toBe(3)
    expect(hold(state(2), { deviation: -3 }, 1210)).toBe(5)
    expect(hold(state(12), { deviation: 9, max: 10 }, 10)).toBe(11)
    expect(hold(state(12), { deviation: 9, max: 10 }, 610)).toBe(10)
    expect(hold(state(5), { deviation: 9, max: 8 }, 3600)).toBe(8)
  })

  test('does not go into tunnel in cool weather, and leaves it when the weather turns', () => {
    expect(hold(state(10), { deviation: 5, outside: 17 }, 3600)).toBe(10)
    expect(hold(state(10), { deviation: 5, outside: 19 }, 60)).toBe(11)
    expect(hold(state(13), { deviation: 5, outside: 17.5 }, 3600)).toBe(17)
    expect(hold(state(13), { deviation: 5, outside: 16 }, 1210)).toBe(10)
  })

  test('stays in tunnel for at least five minutes', () => {
    const fresh = { ...state(11), sinceChange: 0 }
    expect(hold(fresh, { deviation: 0 }, 290)).toBe(11)
    expect(hold(fresh, { deviation: 0 }, 60)).toBe(10)
  })
})
