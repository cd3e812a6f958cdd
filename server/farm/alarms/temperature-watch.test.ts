import { expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import { limitsNow } from './temperature-watch.ts'
import { alarmFarm, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, report, start, restart, settled, alarmsOf } = farm
type Values = Record<string, MetricValue>

test('a house above the limit of its day for two minutes is reported, with value, limit and target', async () => {
  const house = await controller()
  await start()
  const warm: Values = { 'Climate/Temp/Avg': 29.5, 'Climate/Temp/Target': 21 }
  for (const s of [0, 60, 119]) report(house, warm, farm.now + s * SECOND)
  await settled()
  expect(await alarmsOf(house)).toEqual([])
  report(house, warm, farm.now + 120 * SECOND)
  report(house, warm, farm.now + 180 * SECOND)
  await settled()
  const [raised] = await alarmsOf(house)
  expect(raised).toMatchObject({
    code: 'TemperatureHigh',
    source: 'platform',
    level: 'critical',
    condition: 'active',
    value: 29.5,
    target: 21,
    since: new Date(farm.now),
    raisedAt: new Date(farm.now + 120 * SECOND),
  })
  expect(raised?.limit).toBeGreaterThan(21)
  await restart()
  report(house, warm, farm.now + 240 * SECOND)
  report(house, { 'Climate/Temp/Avg': 21 }, farm.now + 300 * SECOND)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { condition: 'cleared', clearedAt: new Date(farm.now + 300 * SECOND), repeats: 0 },
  ])
})

test('on a hot day the same temperature is no alarm, but the absolute limit stays', async () => {
  const house = await controller()
  await start()
  const hot: Values = { 'Climate/Temp/Avg': 33, 'Climate/Temp/Target': 21, 'Climate/Temp/Outdoor': 32 }
  for (let s = 0; s <= 300; s += 30) report(house, hot, farm.now + s * SECOND)
  await settled()
  expect(await alarmsOf(house)).toEqual([])
  for (let s = 330; s <= 450; s += 30)
    report(house, { ...hot, 'Climate/Temp/Avg': 35.4, 'Climate/Temp/Outdoor': 38 }, farm.now + s * SECOND)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { code: 'TemperatureAbsolute', level: 'emergency', limit: 35 },
  ])
})

test('what the controller itself warns of is not reported twice', async () => {
  const house = await controller()
  await start()
  const warm: Values = { 'Climate/Temp/Avg': 29.5, 'Climate/Temp/Target': 21, 'Alarm/HighTemp': true }
  for (let s = 0; s <= 300; s += 30) report(house, warm, farm.now + s * SECOND)
  await settled()
  expect((await alarmsOf(house)).map(({ code }) => code)).toEqual(['HighTemp'])
})

test('hens that moved in a week ago have the limits of hens; a house still waiting for birds has none', () => {
  const house: Omit<KnownHouse, 'flockStartedOn'> = {
    id: 'h',
    name: 'Layers',
    officePath: '1.',
    farmPath: '1.',
    carePath: null,
    sharedUntil: 0,
    devices: [],
    type: 'layer',
    timeZone: 'Asia/Shanghai',
    flockHatchedOn: '2025-10-26',
  }
  const latest = { readings: new Map(), lastMessageAt: null, reportIntervalS: 5 }
  const limits = (flockStartedOn: string) =>
    limitsNow({ ...house, flockStartedOn }, latest, Date.UTC(2026, 2, 1))
  expect(limits('2026-02-22').target).toBeLessThan(25)
  expect(limits('2026-03-02')).toMatchObject({ target: null, high: null, low: null })
})
