import { expect, test } from 'vitest'
import { type LevelNow, type LevelSettings, levelReason } from './level-reason.ts'

/** The levels of a broiler house as delivered: tunnel from level 11. */
const settings: LevelSettings = {
  offsets: [0, 0.5, 0.8, 1.1, 1.4, 1.7, 2, 2.3, 2.6, 2.9, 3.4, 3.8, 4.2, 4.6, 5, 5.5, 6, 7],
  tunnelFrom: 11,
  tunnelStart: 2,
  tunnelOutside: 18,
  tunnelBelowTarget: 3,
  upDelayS: 60,
}
const house: LevelNow = {
  withoutPower: false,
  mode: 2,
  level: 6,
  min: 5,
  max: 10,
  average: 22,
  target: 22,
  outside: 25,
  settings,
}
const reason = (change: Partial<LevelNow>) => levelReason({ ...house, ...change })

test('at the lowest level the birds’ age is the reason, and cold is mentioned too', () => {
  expect(reason({ level: 5 })).toEqual({ key: 'minimum' })
  expect(reason({ level: 5, average: 20.5 })).toEqual({ key: 'minimumCold', by: 1.5 })
})

test('above the target the reason is what holds the level: the start of the next, or the time it takes', () => {
  expect(reason({ average: 22.6 })).toEqual({
    key: 'next',
    by: expect.closeTo(0.6, 6),
    start: expect.closeTo(0.8, 6),
  })
  expect(reason({ average: 23.5 })).toEqual({ key: 'rising', by: 1.5, seconds: 60 })
})

test('at the day’s highest level the birds’ age holds it, and says so if the next would be tunnel', () => {
  expect(reason({ average: 25, level: 8, max: 8 })).toEqual({ key: 'highest', by: 3 })
  expect(reason({ average: 25, level: 10 })).toEqual({ key: 'noTunnelYet', by: 3 })
  expect(reason({ average: 40, level: 18, max: 18 })).toEqual({ key: 'last', by: 18 })
  expect(reason({ average: 25, level: 12 })).toEqual({ key: 'leaving', by: 3 })
  // One level for the day, and a house far too warm: not "the temperature does not call for more".
  expect(reason({ average: 30, level: 8, min: 8, max: 8 })).toEqual({ key: 'highest', by: 8 })
})

test('level 10 of 18 far above the target: cold weather locks tunnel', () => {
  const hot = { level: 10, max: 18, average: 37.7 }
  const by = expect.closeTo(15.7, 6)
  expect(reason({ ...hot, outside: 15 })).toEqual({ key: 'tunnelOutside', by, limit: 19 })
  expect(reason({ ...hot, outside: 19 })).toEqual({ key: 'rising', by, seconds: 60 })
  expect(reason({ ...hot, average: 24.1 })).toMatchObject({
    key: 'nextTunnel',
    start: expect.closeTo(2.2, 6),
  })
})

test('without its settings it says that the limit is not known here', () => {
  expect(reason({ average: 37.7, level: 10, max: 18, settings: null })).toMatchObject({ key: 'untold' })
  expect(reason({ average: 25, level: 10, settings: null })).toEqual({ key: 'highest', by: 3 })
})

test('a house back at its target that still runs a higher level is stepping down', () => {
  expect(reason({ average: 21.9 })).toEqual({ key: 'holding' })
})

test('manual control, emergency ventilation and standstill take precedence over any temperature', () => {
  expect(reason({ mode: 5, average: 30 })).toEqual({ key: 'hand' })
  expect(reason({ mode: 6, average: 30 })).toEqual({ key: 'emergency' })
  expect(reason({ mode: 0, average: 30 })).toEqual({ key: 'off' })
  expect(reason({ mode: 0, average: 30, withoutPower: true })).toEqual({ key: 'noPower' })
})

test('without a target nothing is invented, and without a level nothing is said', () => {
  expect(reason({ target: null })).toEqual({ key: 'reported' })
  expect(reason({ level: null })).toBeNull()
})
