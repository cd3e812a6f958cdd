import { describe, expect, test } from 'vitest'
import { alone, explained, explains, lineLabel, type Standing, underCauses } from './alarm-under.ts'
import { faultNames } from './faults.ts'
import type { Severity } from './signals.ts'

const MINUTE = 60_000
const at = (code: string, minute: number, level: Severity = 'critical', houses = ['h1']): Standing => ({
  code,
  level,
  houses,
  since: minute * MINUTE,
})
const lines = (rows: readonly Standing[]) =>
  underCauses(rows, row => row).map(line => line.map(({ code }) => code))

const kinds = [...new Set([...Object.keys(faultNames), ...Object.keys(explained), ...alone])]
const pairs = kinds.flatMap(cause => kinds.map(other => [cause, other] as const))

describe('of all pairs of kinds', () => {
  test('those that are declared stand under their cause, and under nothing else', () => {
    for (const [cause, other] of pairs) {
      const isDeclared = explained[cause]?.includes(other) ?? false
      expect(explains(at(cause, 1), at(other, 2)), `${cause} over ${other}`).toBe(isDeclared)
    }
  })

  test('none is hidden that is graver, stood before, or is in a house of its own', () => {
    for (const [cause, other] of pairs) {
      expect(explains(at(cause, 1, 'warning'), at(other, 2, 'critical'))).toBe(false)
      expect(explains(at(cause, 10), at(other, 2))).toBe(false)
      expect(explains(at(cause, 1), at(other, 2, 'critical', ['h1', 'h2']))).toBe(false)
      expect(explains(at(cause, 1), at(other, 2, 'critical', []))).toBe(false)
    }
  })

  test('every alarm is in exactly one line, whatever stands together', () => {
    for (const [cause, other] of pairs) {
      const rows = [at(other, 2), at(cause, 1), at('SiloLow', 1, 'warning')]
      const found = lines(rows).flat()
      expect(found.toSorted()).toEqual(rows.map(({ code }) => code).toSorted())
    }
  })
})

test('a power failure is one line with its fans and temperatures; the absolute limit and the generator are not', () => {
  const rows = [
    at('AbsHighTemp', 9, 'emergency'),
    at('PowerFail', 1, 'emergency'),
    at('FanGroupFault1', 2),
    at('TemperatureHigh', 6),
    at('GeneratorNotRunning', 2),
    at('SiloLow', 3, 'warning'),
  ]
  expect(lines(rows)).toEqual([
    ['AbsHighTemp'],
    ['PowerFail', 'FanGroupFault1', 'TemperatureHigh'],
    ['GeneratorNotRunning'],
    ['SiloLow'],
  ])
})

test('no water is one line, whoever found it first, and a lost gateway is one with its controllers', () => {
  expect(lines([at('WaterStopped', 2), at('WaterNone', 1)])).toEqual([['WaterNone', 'WaterStopped']])
  const gateway = at('Offline', 1, 'critical', ['h1', 'h2', 'h3'])
  expect(
    lines([gateway, at('NoData', 2, 'critical', ['h2']), at('CommLost', 2, 'critical', ['h9'])]),
  ).toEqual([['Offline', 'NoData'], ['CommLost']])
})

test('heat is never hidden under a fan that stands: it gets worse by itself', () =>
  expect(lines([at('FanGroupFault1', 1), at('HighTemp', 5)])).toHaveLength(2))

test('what escalates comes out of the line', () => {
  const gateway = at('Offline', 1, 'warning', ['h1', 'h2'])
  expect(lines([gateway, at('NoData', 2, 'warning')])).toHaveLength(1)
  expect(lines([gateway, at('NoData', 2, 'critical')])).toHaveLength(2)
})

test('a line is named by its cause and how many more there are', () => {
  expect(lineLabel(['PowerFail', 'FanGroupFault1', 'HighTemp'])).toEqual({
    'zh-CN': '停电报警，另有 2 条',
    'en-US': 'Power failure and 2 more',
  })
  expect(lineLabel(['FanGroupFault1', 'FanGroupFault2'])['en-US']).toBe('Fan groups 1–2: fault')
  expect(lineLabel(['PowerFail'])['en-US']).toBe('Power failure')
})
