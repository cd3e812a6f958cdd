import { expect, test } from 'vitest'
import { replay, type Series, type Span, suspects, type TriedRule } from './rule-replay.ts'

const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const HUMIDITY = 'Climate/Hum/Avg'
const FOGGER = 'Cool/Fogger/State'

type Point = number | null | [low: number, mean: number, high: number]

/** Values of one or more metrics, one each `step`. */
function series(of: Record<string, readonly Point[]>, step = QUARTER, from = 0): Series {
  const values = Object.entries(of)
  const part = (points: readonly Point[], i: number) =>
    points.map(each => (Array.isArray(each) ? (each[i] as number) : each))
  return {
    at: (values[0]?.[1] ?? []).map((_, i) => from + i * step),
    of: new Map(
      values.map(([metric, points]) => [
        metric,
        { low: part(points, 0), mean: part(points, 1), high: part(points, 2) },
      ]),
    ),
  }
}
const tooHumid = (minutes: number, more: Partial<TriedRule> = {}): TriedRule => ({
  metric: HUMIDITY,
  direction: 'above',
  limit: 80,
  condition: null,
  delayMs: minutes * MINUTE,
  ...more,
})
const minutes = (raised: { at: number; until: number }[]) =>
  raised.map(({ at, until }) => [at / MINUTE, until / MINUTE])

test('a slow rule is judged by the mean of each quarter of an hour', () => {
  const quarters = series({ [HUMIDITY]: [70, 85, 85, 85, 85, 70, 85, 70] })
  const raised = replay(tooHumid(45), { quarters, reports: [], since: 0, until: 8 * QUARTER })
  expect(minutes(raised)).toEqual([[60, 75]])
})

test('one that lasts counts until the end, and one that comes back within a quarter of an hour once', () => {
  const lasting = series({ [HUMIDITY]: [70, 85, 85, 85] })
  const back = series({ [HUMIDITY]: [85, 85, 85, 70, 85, 85, 85, 85, 70] })
  const slow = { reports: [], since: 0, until: 9 * QUARTER }
  expect(minutes(replay(tooHumid(30), { ...slow, quarters: lasting, until: 4 * QUARTER }))).toEqual([
    [45, 60],
  ])
  expect(minutes(replay(tooHumid(30), { ...slow, quarters: back }))).toEqual([
    [30, 45],
    [90, 120],
  ])
})

test('a quick rule looks at the reports of the quarters that can have broken it', () => {
  const quarters = series({
    [HUMIDITY]: [70, [70, 75, 90], 70, 70, 70, 70, 70, 70, 70, 70, 70, [60, 70, 79]],
  })
  const rule = tooHumid(5)
  expect(suspects(rule, quarters)).toEqual([[0, 50 * MINUTE]])
  const span: Span = [0, 50 * MINUTE]
  const values = Array.from({ length: 50 }, (_, minute) => (minute >= 20 && minute < 28 ? 90 : 70))
  const reports = [{ ...series({ [HUMIDITY]: values }, MINUTE), span }]
  expect(minutes(replay(rule, { quarters, reports, since: 0, until: 12 * QUARTER }))).toEqual([[25, 28]])
  expect(minutes(replay(tooHumid(9), { quarters, reports, since: 0, until: 12 * QUARTER }))).toEqual([])
})

test('a condition is looked at in the reports', () => {
  const quarters = series({ [HUMIDITY]: [70, 90, 90, 70] })
  const rule = tooHumid(5, { condition: { metric: FOGGER, direction: 'is', limit: 0 } })
  const values = Array.from({ length: 60 }, (_, minute) => (minute >= 15 && minute < 45 ? 90 : 70))
  const fogger = values.map((_, minute) => (minute < 30 ? 1 : 0))
  const span: Span = [0, 60 * MINUTE]
  const reports = [{ ...series({ [HUMIDITY]: values, [FOGGER]: fogger }, MINUTE), span }]
  expect(minutes(replay(rule, { quarters, reports, since: 0, until: 60 * MINUTE }))).toEqual([[35, 45]])
})

test('a value stands until the next one, but not through a long silence', () => {
  const rule = tooHumid(60)
  const said: (number | null)[] = [85, null, null, null, null, 70]
  const quarters = series({ [HUMIDITY]: said })
  expect(minutes(replay(rule, { quarters, reports: [], since: 0, until: 6 * QUARTER }))).toEqual([[60, 75]])
  const silent: Series = {
    at: [0, 5 * QUARTER],
    of: new Map([[HUMIDITY, { low: [85, 70], mean: [85, 70], high: [85, 70] }]]),
  }
  expect(replay(rule, { quarters: silent, reports: [], since: 0, until: 6 * QUARTER })).toEqual([])
})
