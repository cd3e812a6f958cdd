import { expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { alarmFarm, MINUTE, SECOND } from '../testing/alarm-farm.ts'
import { createHouseReplay, type HouseReplay } from './house-replay.ts'

const farm = alarmFarm()
const PLACED = '2026-01-01'
const FROM = Date.parse('2026-02-01T00:00:00Z')
const well = { 'Climate/Temp/Avg': 20.5, 'Climate/Temp/Target': 20 }

const replayFrom = (from: number, type: 'broiler' | 'layer' = 'broiler', placedOn = PLACED): HouseReplay =>
  createHouseReplay({
    house: { name: 'A', type, placedOn, hatchedOn: null, timeZone: 'UTC' },
    from,
    reportIntervalS: 5,
    silentAfterMs: 15 * MINUTE,
  })

/** What a house says, in seconds from the beginning. */
const course: readonly (readonly [s: number, values: Record<string, MetricValue>])[] = [
  [0, well],
  [600, { 'Climate/Temp/Avg': 39 }],
  // A loose wire says for a moment that all is well.
  [640, { 'Climate/Temp/Avg': 20 }],
  [650, { 'Climate/Temp/Avg': 39 }],
  [1_200, { 'Climate/Temp/Avg': 20 }],
  [1_800, { 'Alarm/FanGroupFault1': true }],
  [1_900, { 'Alarm/FanGroupFault1': false }],
  [2_400, { 'Air/NH3/S1': 60 }],
]

test('a replay finds what the server finds live, at the same moments', async () => {
  const house = await farm.controller('2026-01-01')
  await farm.start()
  const from = farm.now
  const replay = replayFrom(from, 'layer')
  for (const [s, values] of course) {
    farm.pass(from + s * SECOND - farm.now)
    farm.report(house, values)
    replay.hear(from + s * SECOND, new Map(Object.entries(values)))
  }
  farm.pass(14 * MINUTE)
  replay.pass(farm.now)
  await farm.settled()
  const live = await farm.alarmsOf(house)
  const inOrder = <T extends { code: string; raisedAt: number | Date }>(all: readonly T[]): T[] =>
    all.toSorted((a, b) => Number(a.raisedAt) - Number(b.raisedAt) || (a.code < b.code ? -1 : 1))
  const found = inOrder(replay.alarms())
  const expected = inOrder(live)
  expect(found.map(({ code, level }) => [code, level])).toEqual(
    expected.map(({ code, level }) => [code, level]),
  )
  expect(found.length).toBeGreaterThan(3)
  for (const [i, { raisedAt, since, clearedAt }] of found.entries()) {
    const known = expected[i]
    expect(Math.abs(raisedAt - Number(known?.raisedAt))).toBeLessThanOrEqual(10 * SECOND)
    expect(since).toBe(known?.since?.getTime() ?? null)
    expect(clearedAt === null).toBe(known?.clearedAt === null)
    if (clearedAt !== null) expect(Math.abs(clearedAt - Number(known?.clearedAt))).toBeLessThanOrEqual(MINUTE)
  }
})

const heard = (replay: HouseReplay, s: number, values: Record<string, MetricValue>) =>
  replay.hear(FROM + s * SECOND, new Map(Object.entries(values)))
const rung = (replay: HouseReplay) =>
  replay.alarms().map(({ code, level, raisedAt }) => [code, level, (raisedAt - FROM) / SECOND])

test('a value that was said once stands and rings, however long nothing else is said', () => {
  const replay = replayFrom(FROM)
  heard(replay, 0, { ...well, 'Climate/Temp/Avg': 39 })
  replay.pass(FROM + 14 * MINUTE)
  expect(rung(replay)).toEqual([
    ['TemperatureAbsolute', 'emergency', 90],
    ['TemperatureHigh', 'critical', 120],
  ])
})

test('a house that says nothing is silent, first a warning, then critical, and its delays wait', () => {
  const replay = replayFrom(FROM)
  heard(replay, 0, { ...well, 'Air/NH3/S1': 60 })
  heard(replay, 5, { 'Climate/Temp/Avg': 20 })
  replay.pass(FROM + 9 * MINUTE)
  heard(replay, 9 * 60, { 'Climate/Temp/Avg': 20 })
  replay.pass(FROM + 60 * MINUTE)
  const silence = replay.alarms().find(({ code }) => code === 'NoData')
  expect(silence).toMatchObject({ level: 'critical', raisedAt: FROM + 24 * MINUTE, clearedAt: null })
  expect(silence?.gravedAt).toBe(FROM + 31 * MINUTE)
  heard(replay, 70 * 60, { 'Climate/Temp/Avg': 20 })
  expect(silence?.clearedAt).toBe(FROM + 70 * MINUTE)
})

test('one reading of a device that reports every six minutes is no pressure, two are', () => {
  const replay = createHouseReplay({
    house: { name: 'A', type: 'broiler', placedOn: PLACED, hatchedOn: null, timeZone: 'UTC' },
    from: FROM,
    reportIntervalS: 330,
    silentAfterMs: 60 * MINUTE,
  })
  const pressures = [28, 28, 74, 29, 27, 61, 78, 63, 45, 30]
  for (const [i, value] of pressures.entries()) heard(replay, 330 * i, { ...well, 'Air/Pressure/S1': value })
  // Of the second time, 1.1 times the distance of reports after its first reading.
  expect(rung(replay)).toEqual([['StaticPressureHigh', 'critical', 5 * 330 + 370]])
})

test('heat is not waited for, however seldom a device reports', () => {
  const replay = createHouseReplay({
    house: { name: 'A', type: 'broiler', placedOn: PLACED, hatchedOn: null, timeZone: 'UTC' },
    from: FROM,
    reportIntervalS: 1_800,
    silentAfterMs: 100 * MINUTE,
  })
  heard(replay, 0, well)
  heard(replay, 1_800, { ...well, 'Climate/Temp/Avg': 39 })
  replay.pass(FROM + 40 * MINUTE)
  expect(rung(replay)).toEqual([
    ['TemperatureAbsolute', 'emergency', 1_800 + 90],
    ['TemperatureHigh', 'critical', 1_800 + 120],
  ])
})

test('rules that never saw what they look at are named', () => {
  const replay = replayFrom(FROM)
  heard(replay, 0, well)
  expect(replay.unjudged()).toContain('AmmoniaHigh')
  expect(replay.unjudged()).not.toContain('TemperatureHigh')
})
