import { describe, expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { temperatureLimits } from '#shared/temperature-limits.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { alarmFarm, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, report, pass, start, restart, settled, alarmsOf } = farm
type Values = Record<string, MetricValue>

test('a house above the limit of its day for two minutes is reported, with value, limit and target', async () => {
  const house = await controller()
  await start()
  const warm: Values = { 'Climate/Temp/Avg': 28.5, 'Climate/Temp/Target': 21 }
  const begin = farm.now
  report(house, warm)
  pass(119 * SECOND)
  await settled()
  expect(await alarmsOf(house)).toEqual([])
  pass(SECOND)
  await settled()
  const [raised] = await alarmsOf(house)
  expect(raised).toMatchObject({
    code: 'TemperatureHigh',
    source: 'platform',
    level: 'critical',
    condition: 'active',
    value: 28.5,
    target: 21,
    since: new Date(begin),
    raisedAt: new Date(begin + 120 * SECOND),
  })
  expect(raised?.limit).toBe(28)
  await restart()
  report(house, warm)
  pass(MINUTE)
  const back = farm.now
  report(house, { 'Climate/Temp/Avg': 21 })
  pass(MINUTE)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { condition: 'cleared', clearedAt: new Date(back), repeats: 0 },
  ])
})

test('on a hot day the same temperature is no alarm, but the absolute limit stays', async () => {
  const house = await controller()
  await start()
  report(house, { 'Climate/Temp/Avg': 33, 'Climate/Temp/Target': 21, 'Climate/Temp/Outdoor': 32 })
  pass(30 * MINUTE)
  await settled()
  expect(await alarmsOf(house)).toEqual([])
  report(house, { 'Climate/Temp/Avg': 35.4, 'Climate/Temp/Outdoor': 38 })
  pass(3 * MINUTE)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { code: 'TemperatureAbsolute', level: 'emergency', limit: 35 },
    { code: 'TemperatureHigh', limit: 34 },
  ])
})

test('what the controller itself warns of is not reported twice, until it no longer does', async () => {
  const house = await controller()
  await start()
  report(house, { 'Climate/Temp/Avg': 28.5, 'Climate/Temp/Target': 21, 'Alarm/HighTemp': true })
  pass(10 * MINUTE)
  await settled()
  expect((await alarmsOf(house)).map(({ code }) => code)).toEqual(['HighTemp'])
  report(house, { 'Alarm/HighTemp': false })
  pass(2 * SECOND)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { code: 'HighTemp', condition: 'cleared' },
    { code: 'TemperatureHigh', condition: 'active' },
  ])
})

test('eight hot probes ring without a mean, and so does one hot end under a mild mean', async () => {
  const [probes, end] = [await controller(), await controller()]
  await start()
  const eight = Array.from({ length: 8 }, (_, i) => [`Climate/Temp/S${i + 1}`, 41] as const)
  report(probes, Object.fromEntries(eight))
  report(end, {
    ...Object.fromEntries(eight.map(([metric], i) => [metric, i < 6 ? 24 : 40])),
    'Climate/Temp/Avg': 26.5,
  })
  pass(2 * MINUTE)
  await settled()
  expect((await alarmsOf(probes)).map(({ code }) => code).toSorted()).toEqual([
    'TemperatureAbsolute',
    'TemperatureHigh',
  ])
  expect(await alarmsOf(end)).toMatchObject([{ code: 'TemperatureAbsolute', level: 'emergency', value: 40 }])
})

test('a probe that is out of order raises no heat: one at power-up, one without a sensor, one far from all others', async () => {
  const house = await controller()
  await start()
  report(house, {
    'Climate/Temp/S1': 21,
    'Climate/Temp/S2': 21.5,
    'Climate/Temp/S3': 22,
    'Climate/Temp/S4': 85,
    'Climate/Temp/S5': -127,
    'Climate/Temp/S6': 3_276.7,
    'Climate/Temp/S7': 60,
  })
  pass(30 * MINUTE)
  await settled()
  expect(await alarmsOf(house)).toEqual([])
  pass(20 * MINUTE)
  await settled()
  expect((await alarmsOf(house)).map(({ code }) => code).toSorted()).toEqual([
    'ProbeWrong.apart:Climate/Temp/S7',
    'ProbeWrong.impossible:Climate/Temp/S4',
    'ProbeWrong.impossible:Climate/Temp/S5',
    'ProbeWrong.impossible:Climate/Temp/S6',
  ])
})

test('a sensor in doubt rings no rule, stays in doubt over a restart, and is believed as soon as it is right', async () => {
  const house = await controller()
  const rule = { metric: 'Climate/Hum/S1', direction: 'below', limit: 30, forMinutes: 300 } as const
  await buildAlarmRule(farm.app.services, farm.app.offices.sharing, rule)
  await start()
  report(house, { 'Climate/Temp/S1': 21, 'Climate/Hum/S1': 6, 'Bird/Count': 20_000 })
  pass(7 * 60 * MINUTE, 30 * SECOND)
  await settled()
  const codes = async () => (await alarmsOf(house)).map(({ code, condition }) => `${code} ${condition}`)
  const doubted = 'ProbeWrong.balance:Climate/Hum/S1'
  // No house with birds is so dry: that rings for the sensor, not for the air.
  expect(await codes()).toEqual([`${doubted} active`])
  await farm.kept()
  await farm.restart()
  pass(60 * MINUTE, 30 * SECOND)
  await settled()
  expect((await codes()).at(-1)).toBe(`${doubted} active`)
  report(house, { 'Climate/Hum/S1': 58 })
  pass(60 * MINUTE, 30 * SECOND)
  report(house, { 'Climate/Hum/S1': 60 })
  pass(60 * MINUTE, 30 * SECOND)
  await settled()
  expect((await codes()).at(-1)).toBe(`${doubted} cleared`)
})

test('shows what was measured, not the noise of how it is kept', async () => {
  const house = await controller()
  await start()
  report(house, { 'Climate/Temp/Avg': Math.fround(30.4) })
  pass(2 * MINUTE)
  await settled()
  for (const { value } of await alarmsOf(house)) expect(value).toBe(30.4)
})

test('a house that warms by a degree and a half in five minutes rings before it is hot', async () => {
  const house = await controller()
  await start()
  for (let minute = 0; minute <= 12; minute++) {
    report(house, {
      'Climate/Temp/Avg': 21 + Math.max(0, minute - 4) * 0.5,
      'Climate/Temp/Outdoor': 30,
      'Climate/Temp/Target': 21,
    })
    pass(MINUTE)
  }
  await settled()
  expect(await alarmsOf(house)).toMatchObject([{ code: 'TemperatureRising', level: 'critical' }])
})

describe('the limits of the day', () => {
  const broiler = { houseType: 'broiler', reportedTarget: null, outside: null } as const

  test('follow the target by age: chicks may be 3 K too warm, grown birds 6 K', () => {
    expect(temperatureLimits({ ...broiler, ageDays: 0 })).toMatchObject({ target: 31, high: 34, low: 29 })
    expect(temperatureLimits({ ...broiler, ageDays: 42 })).toMatchObject({ target: 19, high: 25, low: 16 })
  })

  test('follow the target that the controller reports, if it lies near the curve of the age', () => {
    const limits = (reportedTarget: number) =>
      temperatureLimits({ ...broiler, ageDays: 42, reportedTarget, outside: 24 })
    expect(limits(17)).toMatchObject({ target: 17, high: 27, low: 14 })
    expect(limits(21)).toMatchObject({ target: 21, high: 27, low: 18 })
    expect(limits(23)).toMatchObject({ target: 19, low: 16 })
    expect(limits(45)).toMatchObject({ target: 19, low: 16 })
  })

  test('rise to 3 K above the outside on a hot day, up to what is nearly deadly, and never fall with a cold one', () => {
    expect(temperatureLimits({ ...broiler, ageDays: 42, outside: 30 }).high).toBe(33)
    expect(temperatureLimits({ ...broiler, ageDays: 42, outside: 39 }).high).toBe(34)
    expect(temperatureLimits({ ...broiler, ageDays: 42, outside: -5 }).high).toBe(25)
  })

  test.each([
    [0, null, 35],
    [0, 33, 37],
    [0, 38, 38],
    [7, null, 32],
    [8, null, 32.67],
    [15, 20, 30],
    [15, 29, 33],
    [21, null, 27.5],
    [22, null, 27.17],
    [35, null, 26.5],
    [42, 33, 35],
    [42, 40, 35],
  ])(
    'the absolute one follows age and outside alone: day %i, outside %s, %d °C',
    (ageDays, outside, limit) => {
      for (const reportedTarget of [null, 15, 24, 45])
        expect(temperatureLimits({ ...broiler, ageDays, outside, reportedTarget }).absoluteHigh).toBeCloseTo(
          limit,
          1,
        )
    },
  )

  test('never stand in the wrong order, at any age, target and weather', () => {
    for (const houseType of ['broiler', 'layer', 'pullet', 'breeder'] as const)
      for (let ageDays = 0; ageDays <= 500; ageDays++)
        for (let outside = -20; outside <= 45; outside += 5)
          for (const reportedTarget of [null, 15, 20, 25, 30, 36]) {
            const { low, high, absoluteHigh } = temperatureLimits({
              houseType,
              ageDays,
              outside,
              reportedTarget,
            })
            expect(low).toBeLessThan(high ?? Number.NaN)
            expect(high).toBeLessThanOrEqual(absoluteHigh - 1)
            expect(absoluteHigh).toBeLessThanOrEqual(38)
          }
  })

  test('in an empty house only the absolute one is left, and hens that moved in a week ago have those of hens', () => {
    const empty = { ...broiler, ageDays: null }
    expect(temperatureLimits(empty)).toEqual({ target: null, high: null, low: null, absoluteHigh: 35 })
    expect(temperatureLimits({ ...broiler, houseType: 'layer', ageDays: 126 }).target).toBeLessThan(25)
  })
})
