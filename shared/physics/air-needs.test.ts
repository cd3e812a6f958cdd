import { expect, test } from 'vitest'
import { enoughLevel, neededAir } from './air-needs.ts'

const broilers = { type: 'broiler', age: 14, weight: 0.5, alive: 20_000 } as const
const needOf = (causes: ReturnType<typeof neededAir>, wanted: string) =>
  causes.find(({ cause }) => cause === wanted)?.perBird ?? null

test('damp decides in a mild wet winter, the weight of the birds in frost', () => {
  const [mild, frost] = [8, -10].map(temperature => neededAir(broilers, { temperature, humidity: 95 }))
  expect(mild?.[0]).toMatchObject({ cause: 'damp', limit: 65 })
  // Frozen air holds hardly any water: half as much of it dries as well.
  expect(needOf(mild ?? [], 'damp')).toBeGreaterThan(1.5 * (needOf(frost ?? [], 'damp') ?? 0))
  expect(needOf(mild ?? [], 'weight')).toBe(needOf(frost ?? [], 'weight'))
})

test('nothing is said of damp without a believed outside sensor, or where outside air is nearly as warm', () => {
  for (const outside of [null, { temperature: 26, humidity: 60 }])
    expect(needOf(neededAir(broilers, outside), 'damp')).toBeNull()
})

test('chicks on litter used before need more air than their weight tells', () => {
  const [first] = neededAir({ ...broilers, age: 4, weight: 0.1, litter: 'reused' }, null)
  expect(first).toMatchObject({ cause: 'litter', limit: null })
})

test('the first level that is enough is named, and how long its fans would have to run if all are on the timer', () => {
  const airs = new Map([6_000, 12_000, 50_000].map((airflow, i) => [i + 1, { airflow }]))
  const levels = [
    [2, 0],
    [2, 2],
    [1, 2],
  ].map((groups, i) => ({ level: i + 1, groups, cycleOn: 60, cycleOff: 240 }))
  // Three quarters of its air are needed, so three quarters of its time.
  expect(enoughLevel(levels, airs, 20_000, 0.45)).toEqual({ level: 2, on: 45, turn: 300 })
  expect(enoughLevel(levels, airs, 20_000, 1)).toEqual({ level: 3, on: null, turn: 300 })
  expect(enoughLevel(levels, airs, 20_000, 3)).toBeNull()
})
