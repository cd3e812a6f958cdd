import { expect, test } from 'vitest'
import type { ReplayedAlarm } from './house-replay.ts'
import { figuresOf, type PlayedHouse } from './replay-figures.ts'
import { textOfReplay } from './replay-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Midnight in Shanghai. */
const FROM = Date.parse('2026-03-09T16:00:00Z')

function alarm(
  code: string,
  at: number,
  forMs: number | null,
  more: Partial<ReplayedAlarm> = {},
): ReplayedAlarm {
  const raisedAt = FROM + at
  return {
    code,
    source: 'platform',
    level: 'critical',
    raisedAt,
    since: raisedAt,
    gravedAt: raisedAt,
    clearedAt: forMs === null ? null : raisedAt + forMs,
    flips: 0,
    value: null,
    limit: null,
    ...more,
  }
}
const house = (alarms: ReplayedAlarm[], more: Partial<PlayedHouse> = {}): PlayedHouse => ({
  name: 'A',
  timeZone: 'Asia/Shanghai',
  from: FROM,
  until: FROM + 14 * DAY,
  unjudged: [],
  alarms,
  ...more,
})

test('calls at night are grave alarms from ten to six by the clocks of the house', () => {
  const warning = { level: 'warning' as const, gravedAt: null }
  const { nightCalls, nightCallsPerHouseWeek, weeks } = figuresOf([
    house([
      alarm('TemperatureHigh', 5.9 * HOUR, MINUTE),
      alarm('TemperatureHigh', 12 * HOUR, MINUTE),
      alarm('AmmoniaHigh', 23 * HOUR, MINUTE, warning),
      // A warning of the evening that becomes critical at night.
      alarm('CarbonDioxideHigh', 8 * DAY + 21 * HOUR, 4 * HOUR, { gravedAt: FROM + 8 * DAY + 22 * HOUR }),
    ]),
  ])
  expect([nightCalls, nightCallsPerHouseWeek]).toEqual([2, 1])
  expect(weeks.map(({ week, alarms, nightCalls: calls }) => [week, alarms, calls])).toEqual([
    ['2026-03-10', 3, 1],
    ['2026-03-17', 1, 1],
  ])
})

test('what comes again at once, often or flips is chattering', () => {
  const chattering = (alarms: ReplayedAlarm[]) => figuresOf([house(alarms)]).chattering
  const each = (code: string, times: number[]) => times.map(at => alarm(code, at * MINUTE, MINUTE))
  expect(chattering(each('MainsLost', [0, 12]))).toBe(0)
  expect(chattering(each('MainsLost', [0, 10]))).toBe(1)
  expect(chattering(each('MainsLost', [0, 15, 30, 45]))).toBe(1)
  expect(chattering([...each('MainsLost', [0]), ...each('FansFaulty', [2])])).toBe(0)
  expect(chattering([alarm('MainsLost', 0, MINUTE, { flips: 5 })])).toBe(1)
})

test('one person has the alarms of all houses; the worst rules come first', () => {
  const storm = Array.from({ length: 6 }, (_, i) => alarm('MainsLost', i * 2 * MINUTE, MINUTE))
  const { person, rules, worstTenShare } = figuresOf([
    house(storm),
    house([alarm('FansFaulty', 3 * MINUTE, null)], { name: 'B' }),
  ])
  expect(person.peak).toBe(6)
  expect(person.mean).toBeCloseTo(7 / (14 * 24 * 6))
  expect(rules.map(({ code, alarms, houses }) => [code, alarms, houses])).toEqual([
    ['MainsLost', 6, 1],
    ['FansFaulty', 1, 1],
  ])
  expect(worstTenShare).toBe(1)
  // One kind in twenty houses is twenty alarms that each rang once.
  const everywhere = Array.from({ length: 20 }, (_, i) =>
    house([alarm('MainsLost', 0, MINUTE)], { name: `${i}` }),
  )
  expect(figuresOf(everywhere)).toMatchObject({ worstTenShare: 0.5, ringing: 20 })
})

test('more than ten alarms in ten minutes are a flood', () => {
  const at = (count: number) => Array.from({ length: count }, (_, i) => alarm(`Kind${i}`, i * 30_000, MINUTE))
  const floodOf = (alarms: ReplayedAlarm[]) => figuresOf([house(alarms)]).person.flood
  expect(floodOf(at(10))).toBe(0)
  expect(floodOf(at(11))).toBeCloseTo(1 / (7 * 24 * 6))
})

test('a fault is found by its own alarms while it lasts, and the delay counts from its onset', () => {
  const fault = { name: 'fan', from: FROM + HOUR, to: FROM + 2 * HOUR, codes: ['FansFaulty'] }
  const of = (alarms: ReplayedAlarm[]) => figuresOf([house(alarms, { faults: [fault] })]).faults[0]?.afterS
  expect(of([alarm('FansFaulty', HOUR + MINUTE, MINUTE)])).toBe(60)
  expect(of([alarm('FansFaulty', 0, 90 * MINUTE)])).toBe(0)
  expect(of([alarm('FansFaulty', 0, MINUTE), alarm('MainsLost', HOUR, MINUTE)])).toBeNull()
  expect(of([alarm('FansFaulty', 3 * HOUR, MINUTE)])).toBeNull()
})

test('the figures in words', () => {
  const faults = [{ name: 'fan', from: FROM, to: FROM + HOUR, codes: ['FansFaulty'] }]
  const words = textOfReplay(
    figuresOf([house([alarm('FansFaulty', MINUTE, MINUTE)], { faults, unjudged: ['AmmoniaHigh'] })]),
  )
  expect(words).toContain('1 of 1 faults found, after 60 s in the median.')
  expect(words).toContain('A: AmmoniaHigh')
  expect(words).toMatch(/Fan fault \(FansFaulty\) +critical +1 +1 +0\.5 +1 +0 +0/)
})
