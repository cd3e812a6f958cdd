import { expect, test } from 'vitest'
import { type LevelNow, levelReason } from './level-reason.ts'

const house: LevelNow = { withoutMains: false, mode: 2, level: 6, min: 3, max: 10, average: 22, target: 22 }
const reason = (change: Partial<LevelNow>) => levelReason({ ...house, ...change })

test('at the lowest level the age of the birds is the reason, and cold is said with it', () => {
  expect(reason({ level: 3 })).toEqual({ key: 'minimum' })
  expect(reason({ level: 3, average: 20.5 })).toEqual({ key: 'minimumCold', by: 1.5 })
})

test('above the target warmth is the reason, up to the highest level of the day', () => {
  expect(reason({ average: 23.5 })).toEqual({ key: 'warm', by: 1.5 })
  expect(reason({ average: 25, level: 10 })).toEqual({ key: 'highest', by: 3 })
})

test('a house back at its target that still runs a higher level is stepping down', () => {
  expect(reason({ average: 21.9 })).toEqual({ key: 'holding' })
})

test('somebody’s hand, emergency ventilation and standstill come before every temperature', () => {
  expect(reason({ mode: 5, average: 30 })).toEqual({ key: 'hand' })
  expect(reason({ mode: 6, average: 30 })).toEqual({ key: 'emergency' })
  expect(reason({ mode: 0, average: 30 })).toEqual({ key: 'off' })
  expect(reason({ mode: 0, average: 30, withoutMains: true })).toEqual({ key: 'noMains' })
})

test('without a target nothing is invented, and without a level nothing is said', () => {
  expect(reason({ target: null })).toEqual({ key: 'reported' })
  expect(reason({ level: null })).toBeNull()
})
