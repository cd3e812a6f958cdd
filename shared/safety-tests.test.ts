import { expect, test } from 'vitest'
import {
  checkedMetrics,
  deviationOf,
  faultsOf,
  isSetWell,
  limitOf,
  type PowerSample,
  transfersOf,
} from './safety-tests.ts'

/** Seconds from the beginning, mains, generator, running fan groups; null: not told yet. */
type Told = readonly [s: number, mains: boolean | null, generator: boolean | null, fans: number | null]
const samples = (told: readonly Told[]): PowerSample[] =>
  told.map(([s, mains, generator, fans]) => ({ at: s * 1_000, mains, generator, fans }))
const transfers = (told: readonly Told[]) => transfersOf(samples(told))

test('a test with load transfer: mains off, generator on, fans on, mains back, in seconds as a stop watch had them', () => {
  const [found, ...more] = transfers([
    [0, true, false, 6],
    [100, false, false, 0],
    [112, false, true, 0],
    [120, false, true, 2],
    [150, false, true, 5],
    [1_900, true, true, 5],
    [1_930, true, false, 6],
  ])
  expect(more).toEqual([])
  expect(found).toEqual({
    mainsOffAt: 100_000,
    generatorOnAt: 112_000,
    fansOnAt: 120_000,
    fans: 5,
    mainsBackAt: 1_900_000,
  })
  expect(found && faultsOf(found)).toEqual([])
})

test.each<[string, readonly Told[], string[]]>([
  [
    'never starts',
    [
      [0, true, false, 6],
      [100, false, false, 0],
      [400, true, false, 6],
    ],
    ['noStart'],
  ],
  [
    'starts after two minutes',
    [
      [0, true, false, 6],
      [100, false, false, 0],
      [220, false, true, 4],
    ],
    ['late'],
  ],
  [
    'starts in the last second',
    [
      [0, true, false, 6],
      [100, false, false, 0],
      [160, false, true, 4],
    ],
    [],
  ],
  [
    'runs, and no fan runs on it',
    [
      [0, true, false, 6],
      [100, false, false, 0],
      [110, false, true, 0],
      [700, true, true, 0],
    ],
    ['noFans'],
  ],
  [
    'runs where no fan is told of',
    [
      [0, true, false, null],
      [100, false, false, null],
      [110, false, true, null],
    ],
    ['noFans'],
  ],
  [
    'is late and carries nothing',
    [
      [0, true, false, 6],
      [100, false, false, 0],
      [300, false, true, 0],
    ],
    ['late', 'noFans'],
  ],
])('a generator that %s', (_, told, faults) => {
  const [found] = transfers(told)
  expect(found && faultsOf(found)).toEqual(faults)
})

test('an idle run of the generator with the mains there is no test of the transfer', () => {
  expect(
    transfers([
      [0, true, false, 6],
      [60, true, true, 6],
      [900, true, false, 6],
    ]),
  ).toEqual([])
})

test('fans that ran before the mains came back count, those that started after do not', () => {
  const [found] = transfers([
    [0, true, false, 6],
    [100, false, false, 0],
    [110, false, true, 0],
    [200, true, true, 4],
  ])
  expect(found?.fansOnAt).toBeNull()
})

test('mains that were out from the first report on are no test: nobody saw them go', () => {
  expect(
    transfers([
      [0, null, null, null],
      [1, false, true, 4],
      [600, true, false, 4],
    ]),
  ).toEqual([])
})

test('two losses are two, the second still open', () => {
  const found = transfers([
    [0, true, false, 1],
    [10, false, true, 1],
    [20, true, true, 1],
    [30, false, true, 1],
  ])
  expect(found.map(({ mainsOffAt, mainsBackAt }) => [mainsOffAt, mainsBackAt])).toEqual([
    [10_000, 20_000],
    [30_000, null],
  ])
})

test.each([
  ['Climate/Temp/S1', 22.4, 22, 0.4, false],
  ['Climate/Temp/S1', 23, 22, 1, false],
  ['Climate/Temp/S1', 23.1, 22, 1.1, true],
  ['Climate/Temp/S8', 20.5, 22, -1.5, true],
  ['Climate/Hum/S1', 60, 66, -6, true],
  ['Air/CO2/S1', 1_200, 1_000, 200, false],
  ['Air/NH3/S2', 18, 12, 6, true],
  ['Air/Pressure/S1', 0, 4, -4, false],
])('%s reads %d beside a reference of %d', (metric, value, reference, deviation, isOver) => {
  expect(deviationOf({ metric, value, reference })).toMatchObject({ deviation, isOver })
})

test('means and what has no reference are not checked', () => {
  expect(limitOf('Climate/Temp/Avg')).toBeNull()
  expect(limitOf('Bird/Count')).toBeNull()
  expect(checkedMetrics.length).toBeGreaterThan(12)
})

test('a backup thermostat is set above today’s target, and before what harms', () => {
  expect([21, 22, 22.5, 28, 28.5].map(setPoint => isSetWell(setPoint, 22))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})
