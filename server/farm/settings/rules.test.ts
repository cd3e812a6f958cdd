import { describe, expect, test } from 'vitest'
import { isOvertaken, judge, judgeExpiry, judgeOvertaken, judgeSilence } from './rules.ts'
import type { ToldSettings } from './told-settings.ts'

const change = { id: 'a', before: { x: 0, y: 0 }, wanted: { x: 1.3, y: 1 } }
const told = (values: ToldSettings['values'], more: Partial<ToldSettings> = {}): ToldSettings => ({
  version: 1,
  values,
  answers: true,
  lastId: '',
  result: null,
  says: '',
  returns: null,
  at: 0,
  ...more,
})

describe('an answer', () => {
  test('counts by its id, and only together with the values', () => {
    const values = { x: Math.fround(1.3), y: 1 }
    expect(judge(change, told(values))).toBeUndefined()
    expect(judge(change, told(values, { lastId: 'b', result: 0 }))).toBeUndefined()
    expect(judge(change, told({ x: 1.3, y: 0 }, { lastId: 'a', result: 0 }))).toBeUndefined()
    expect(judge(change, told(values, { lastId: 'a', result: 0 }))).toMatchObject({ state: 'synced' })
  })

  test('is the values themselves if there is no other', () => {
    expect(judge(change, told({ x: 1.3, y: 0 }, { answers: false }))).toBeUndefined()
    expect(judge(change, told({ x: 1.3, y: 1 }, { answers: false }))).toEqual({
      state: 'synced',
      isByEcho: true,
    })
  })
})

test('silence means no answer, or a part', () => {
  expect(judgeSilence(change, told({ x: 0, y: 0 }))).toEqual({ state: 'failed', failure: 'noAnswer' })
  expect(judgeSilence(change, told({ x: 1.3, y: 0 }))).toEqual({ state: 'failed', failure: 'partial' })
})

test('a change that was put off until its time was over says so', () => {
  const busy = told({ x: 0, y: 0 }, { lastId: 'a', result: 9, says: 'cleaning' })
  expect(judge(change, busy)).toBeUndefined()
  expect(judgeExpiry({ ...change, tries: 7 }, busy)).toEqual({
    state: 'expired',
    result: 9,
    says: 'cleaning',
  })
  expect(judgeExpiry({ ...change, tries: 0 }, told({ x: 0, y: 0 }))).toEqual({ state: 'expired' })
  expect(judgeExpiry({ ...change, tries: 1 }, told({ x: 0, y: 0 }))).toMatchObject({ failure: 'noAnswer' })
})

test('a change is overtaken by another value at the controller, not by its own', () => {
  expect(isOvertaken(change, told({ x: 0, y: 0, z: 5 }))).toBe(false)
  expect(isOvertaken(change, told({ x: 1.3, y: 1 }))).toBe(false)
  expect(isOvertaken(change, told({ x: 2, y: 0 }))).toBe(true)
  expect(judgeOvertaken({ ...change, tries: 0 }, told({ x: 1.3, y: 0 }))).toEqual({ state: 'conflict' })
  expect(judgeOvertaken({ ...change, tries: 1 }, told({ x: 1.3, y: 0 }))).toMatchObject({
    failure: 'partial',
  })
})
