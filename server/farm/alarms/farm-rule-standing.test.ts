import { expect, test } from 'vitest'
import type { Asked } from '#shared/alarm-rules.ts'
import { metricsOfRule, standingOfRule } from './farm-rule-standing.ts'

const PRESSURE = 'Air/Pressure/S1'
const OUTSIDE = 'Climate/Temp/Outdoor'

const asking = (
  metric: string,
  direction: Asked['direction'],
  limit: number,
  condition: Asked['condition'] = null,
) => ({
  metric,
  direction,
  limit,
  condition,
})
const reading = (values: Record<string, number | boolean | null>) => (metric: string) => values[metric]
const judged = (rule: Asked, values: Record<string, number | boolean | null>) => {
  const { isJudged, breach, back } = standingOfRule(rule, reading(values))
  return isJudged ? { breach, back } : 'not judged'
}

test.each([
  [asking('Climate/Hum/Avg', 'above', 80), { 'Climate/Hum/Avg': 80.5 }, { breach: true, back: false }],
  [asking('Climate/Hum/Avg', 'above', 80), { 'Climate/Hum/Avg': 79 }, { breach: false, back: false }],
  [asking('Climate/Hum/Avg', 'above', 80), { 'Climate/Hum/Avg': 78 }, { breach: false, back: true }],
  [asking(OUTSIDE, 'below', 0), { [OUTSIDE]: -0.1 }, { breach: true, back: false }],
  [asking(OUTSIDE, 'below', 0), { [OUTSIDE]: 0 }, { breach: false, back: false }],
  [asking(OUTSIDE, 'below', 0), { [OUTSIDE]: 0.1 }, { breach: false, back: true }],
  // It cannot fall below what it can be.
  [asking('Water/FlowRate', 'above', 0), { 'Water/FlowRate': 0 }, { breach: false, back: true }],
  [asking('Vent/Mode', 'is', 5), { 'Vent/Mode': 5 }, { breach: true, back: false }],
  [asking('Vent/Mode', 'isNot', 5), { 'Vent/Mode': 5 }, { breach: false, back: true }],
  [asking('Power/MainsOk', 'is', 0), { 'Power/MainsOk': false }, { breach: true, back: false }],
  [asking('Climate/Hum/Avg', 'above', 80), {}, 'not judged'],
  [asking('Climate/Hum/Avg', 'above', 80), { 'Climate/Hum/Avg': null }, 'not judged'],
])('%j of %j', (rule, values, expected) => {
  expect(judged(rule, values)).toEqual(expected)
})

test('pressure is judged only while a fan runs, but always in a house that does not report its fans', () => {
  const low = asking(PRESSURE, 'below', 5)
  const fans = (state: number) => ({ 'Fan/G01/State': 0, 'Fan/G02/State': state, [PRESSURE]: 1 })
  const breach = { breach: true, back: false }
  expect(judged(low, fans(2))).toEqual(breach)
  expect(judged(low, fans(3))).toBe('not judged')
  expect(judged(low, { ...fans(3), 'Fan/VarSpeed1/Output': 30 })).toEqual(breach)
  // Nobody knows whether a group switched by hand runs.
  expect(judged(low, fans(5))).toEqual(breach)
  expect(judged(low, { [PRESSURE]: 1 })).toEqual(breach)
  expect(metricsOfRule(low)).toContain('Fan/G12/State')
})

test('a condition decides whether the rule is judged, and an unknown one that it is not', () => {
  const rule = asking('Climate/Hum/Avg', 'above', 80, { metric: OUTSIDE, direction: 'below', limit: 5 })
  const humid = { 'Climate/Hum/Avg': 90 }
  expect(judged(rule, { ...humid, [OUTSIDE]: 2 })).toEqual({ breach: true, back: false })
  expect(judged(rule, { ...humid, [OUTSIDE]: 5 })).toBe('not judged')
  expect(judged(rule, humid)).toBe('not judged')
})
