import { describe, expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { type GasCode, gasSteps } from './gas-rule.ts'
import { alarmFarm, MINUTE } from './testing/alarm-farm.ts'

describe('the limits of gases', () => {
  const limits = (...of: Parameters<typeof gasSteps>) =>
    gasSteps(...of).map(({ limit, level }) => [limit, level])

  test('of CO2 are 3,000 ppm for a warning and 3,500 for an alarm with meat birds; layers tolerate 5,000', () => {
    for (const type of ['broiler', 'breeder'] as const)
      expect(limits('CarbonDioxideHigh', type, 20)).toEqual([
        [3_000, 'warning'],
        [3_500, 'critical'],
        [5_000, 'critical'],
      ])
    expect(limits('CarbonDioxideHigh', 'layer', 200)).toContainEqual([3_000, 'warning'])
    expect(limits('CarbonDioxideHigh', 'layer', 200)).not.toContainEqual([3_500, 'critical'])
    expect(limits('CarbonDioxideHigh', 'layer', 200)).toContainEqual([5_000, 'critical'])
  })

  test('of ammonia are 20 ppm for a warning and 25 for an alarm', () => {
    expect(limits('AmmoniaHigh', 'layer', 200)).toEqual([
      [20, 'warning'],
      [25, 'critical'],
    ])
  })

  test('apply to birds: an empty house has none', () => {
    for (const code of ['CarbonDioxideHigh', 'AmmoniaHigh'] satisfies GasCode[])
      expect(limits(code, 'broiler', null)).toEqual([])
  })
})

describe('bad air', () => {
  const farm = alarmFarm()
  const { controller, report, start, restart, settled, alarmsOf } = farm
  type House = Awaited<ReturnType<typeof controller>>
  /** The same values each minute, from one minute to another. */
  const reports = (house: House, values: Record<string, MetricValue>, from: number, to: number) => {
    for (let minute = from; minute <= to; minute++) report(house, values, farm.now + minute * MINUTE)
  }

  test('that stays beyond the first limit is a warning, beyond the second critical, and ends well below the first', async () => {
    const house = await controller()
    await start()
    reports(house, { 'Air/NH3/S1': 20 }, 0, 30)
    reports(house, { 'Air/NH3/S1': 20.1 }, 31, 40)
    await settled()
    expect(await alarmsOf(house)).toEqual([])
    reports(house, { 'Air/NH3/S1': 20.1 }, 41, 41)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([
      {
        code: 'AmmoniaHigh',
        level: 'warning',
        source: 'platform',
        value: 20.1,
        limit: 20,
        since: new Date(farm.now + 31 * MINUTE),
      },
    ])
    await restart()
    reports(house, { 'Air/NH3/S1': 25.1 }, 42, 52)
    reports(house, { 'Air/NH3/S1': 18.1 }, 53, 53)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', condition: 'active' }])
    reports(house, { 'Air/NH3/S1': 18 }, 54, 54)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', condition: 'cleared' }])
  })

  test('beyond 5,000 ppm of CO2 is critical within two minutes, not for one bad sample', async () => {
    const house = await controller()
    await start()
    reports(house, { 'Air/CO2/S1': 6_000 }, 0, 1)
    reports(house, { 'Air/CO2/S1': 2_000 }, 2, 2)
    await settled()
    expect(await alarmsOf(house)).toEqual([])
    reports(house, { 'Air/CO2/S1': 5_001 }, 3, 5)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', value: 5_001, limit: 5_000 }])
  })

  test('of CO2 is a warning where layers tolerate more', async () => {
    const house = await controller()
    await start()
    reports(house, { 'Air/CO2/S1': 4_999 }, 0, 10)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([
      { code: 'CarbonDioxideHigh', level: 'warning', limit: 3_000 },
    ])
  })

  test('is left to a controller that has an alarm for it, active or not', async () => {
    const house = await controller()
    await start()
    reports(house, { 'Air/CO2/S1': 6_000, 'Alarm/HighCO2': false }, 0, 30)
    await settled()
    expect(await alarmsOf(house)).toEqual([])
  })
})
