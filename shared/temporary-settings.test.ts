import { describe, expect, test } from 'vitest'
import type { SettingValue } from './signals.ts'
import {
  type Courses,
  coursesOf,
  lastingValues,
  readReturns,
  returnsOf,
  stepsOf,
  type TakenChange,
  valueAt,
  withChange,
} from './temporary-settings.ts'

const OFFSET = 'Settings/Temp/TargetOffset'
const NIGHT = 'Settings/Temp/NightSetback'
const temporary = (id: string, value: number, until: number, base = 0): TakenChange => ({
  id,
  values: { [OFFSET]: value },
  until,
  base: { [OFFSET]: base },
})
const permanent = (value: number): TakenChange => ({
  id: 'p',
  values: { [OFFSET]: value },
  until: null,
  base: {},
})
const stepsAfter = (...changes: TakenChange[]) => {
  const course = coursesOf(changes).get(OFFSET)
  return course ? stepsOf(course).map(({ at, value }) => [at, value]) : []
}

describe('what follows by itself', () => {
  test.each([
    ['one temporary value: the permanent one', [temporary('a', 1, 50)], [[50, 0]]],
    [
      'a second one that ends later: nothing at the first end, then the permanent one',
      [temporary('a', 1, 50), temporary('b', 2, 100)],
      [[100, 0]],
    ],
    [
      'a second one that ends earlier: the first again, then the permanent one',
      [temporary('a', 1, 100), temporary('b', 2, 50)],
      [
        [50, 1],
        [100, 0],
      ],
    ],
    ['two that end together: one step', [temporary('a', 1, 50), temporary('b', 2, 50)], [[50, 0]]],
    ['a permanent change after it: nothing', [temporary('a', 1, 50), permanent(-0.5)], []],
    [
      'a temporary one after that: the new permanent value',
      [temporary('a', 1, 50), permanent(-0.5), temporary('b', 2, 100, -0.5)],
      [[100, -0.5]],
    ],
  ] as const)('after %s', (_case, changes, steps) => {
    expect(stepsAfter(...changes)).toEqual(steps)
  })

  test('does not touch what a later permanent change of another setting concerns', () => {
    const both: TakenChange = {
      id: 'a',
      values: { [OFFSET]: 1, [NIGHT]: -1 },
      until: 50,
      base: { [OFFSET]: 0, [NIGHT]: 0 },
    }
    const courses = coursesOf([both, permanent(2)])
    expect(returnsOf(courses, [OFFSET, NIGHT])).toEqual([{ at: 50, values: { [NIGHT]: 0 } }])
    expect(lastingValues({ [OFFSET]: 2, [NIGHT]: -1 }, courses)).toEqual({ [OFFSET]: 2, [NIGHT]: 0 })
  })
})

test('a list of returns is read as it was written, and rubbish is none', () => {
  const returns = [{ at: 50, values: { [OFFSET]: 0, 'Settings/Light/D1/P01/On': '04:00', x: true } }]
  expect(readReturns(JSON.stringify(returns))).toEqual(returns)
  for (const text of ['', 'null', '{}', '[{"at":"soon"}]']) expect(readReturns(text)).toBeNull()
})

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chances(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A gateway that knows nothing but its contract: a command replaces what is planned for its settings. */
function gateway(first: SettingValue) {
  let value = first
  let planned: { at: number; value: SettingValue }[] = []
  return {
    value: () => value,
    planned: () => planned,
    take(now: SettingValue, returns: ReturnType<typeof returnsOf>) {
      value = now
      planned = returns.map(({ at, values }) => ({ at, value: values[OFFSET] as SettingValue }))
    },
    /** It was perhaps switched off meanwhile. */
    wake(at: number) {
      const due = planned.findLast(step => step.at <= at)
      planned = planned.filter(step => step.at > at)
      if (due) value = due.value
    },
  }
}

/** A life of one setting: what people did, and what they were told would follow. */
function live(seed: number) {
  const chance = chances(seed)
  const box = gateway(0)
  const meant = new Set<SettingValue>([0])
  let changes: TakenChange[] = []
  let lasting: SettingValue = 0
  let at = 0
  const courses = (): Courses => coursesOf(changes)
  const checked = () => {
    const course = courses().get(OFFSET)
    const shown = course ? valueAt(course, at) : lasting
    expect([seed, at, box.value()]).toEqual([seed, at, shown])
    const told = course ? stepsOf(course).filter(step => step.at > at) : []
    expect([seed, at, box.planned()]).toEqual([seed, at, told])
  }
  for (let i = 0; i < 40; i++) {
    at += Math.floor(chance() * 30)
    box.wake(at)
    // As the server does: what has ended counts no more.
    changes = changes.filter(({ until }) => until === null || until > at)
    checked()
    const value = Math.floor(chance() * 100) / 10 + i
    const what = chance()
    if (what < 0.45) {
      const until = at + 1 + Math.floor(chance() * 100)
      const base = { [OFFSET]: courses().get(OFFSET)?.base ?? box.value() }
      const change = { id: String(i), values: { [OFFSET]: value }, until, base }
      box.take(value, returnsOf(withChange(courses(), change), [OFFSET]))
      changes = [...changes, change]
    } else if (what < 0.75) {
      // For good, sent from here or set at the panel: both end what was planned.
      meant.add(value)
      lasting = value
      box.take(value, [])
      changes = [...changes, permanent(value)]
    }
    checked()
  }
  box.wake(Number.POSITIVE_INFINITY)
  return { ends: box.value(), lasting, meant }
}

test('whatever people do, in the end a setting has the last value that somebody wanted permanently', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const { ends, lasting, meant } = live(seed)
    expect([seed, ends]).toEqual([seed, lasting])
    expect(meant).toContain(ends)
  }
})
