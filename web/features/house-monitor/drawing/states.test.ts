import { expect, test } from 'vitest'
import { fanStateOf, heatOf, tintOf } from './states.ts'

test.each([
  [0, 'off'],
  [1, 'on'],
  [2, 'on'],
  [3, 'pause'],
  [4, 'fault'],
  [5, 'hand'],
  [99, 'unknown'],
  [null, 'unknown'],
] as const)('code %s of a fan group is drawn as %s', (code, state) => {
  expect(fanStateOf([code, 0])).toBe(state)
})

test('a fan group that never reported is not drawn as stopped', () =>
  expect(fanStateOf(undefined)).toBe('unknown'))

test('a group’s fault alarm outweighs a code that says it runs', () => {
  expect(fanStateOf([1, 0], [true, 0])).toBe('fault')
  expect(fanStateOf([1, 0], [false, 0])).toBe('on')
})

test('at its target a house has no colour, seven degrees off the full colour', () => {
  expect(heatOf(22, 22)).toBe(0)
  expect(tintOf(0).opacity).toBe(0)
  expect([heatOf(29, 22), heatOf(40, 22), heatOf(10, 22)]).toEqual([1, 1, -1])
  expect(tintOf(1).opacity).toBeGreaterThan(tintOf(0.5).opacity)
  expect(tintOf(-0.5).colour).not.toBe(tintOf(0.5).colour)
})

test('a dead probe and a house without target colour nothing', () => {
  expect([heatOf(null, 22), heatOf(22, null)]).toEqual([0, 0])
})
