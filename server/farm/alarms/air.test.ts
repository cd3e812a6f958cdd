import { describe, expect, test } from 'vitest'
import { gasSteps } from './rules/air.ts'
import { alarmFarm, MINUTE, SECOND } from './testing/alarm-farm.ts'

describe('the limits of gases', () => {
  const limits = (...of: Parameters<typeof gasSteps>) =>
    gasSteps(...of).map(({ limit, level }) => [limit, level])

  test('of CO2 are 3,000 ppm for a warning and 3,500 for an alarm with meat birds; layers tolerate 5,000', () => {
    for (const type of ['broiler', 'breeder'] as const)
      expect(limits('CarbonDioxideHigh', type)).toEqual([
        [3_000, 'warning'],
        [3_500, 'critical'],
        [5_000, 'critical'],
      ])
    expect(limits('CarbonDioxideHigh', 'layer')).toContainEqual([3_000, 'warning'])
    expect(limits('CarbonDioxideHigh', 'layer')).not.toContainEqual([3_500, 'critical'])
    expect(limits('CarbonDioxideHigh', 'layer')).toContainEqual([5_000, 'critical'])
  })

  test('of ammonia are 20 ppm for a warning and 25 for an alarm', () => {
    expect(limits('AmmoniaHigh', 'layer')).toEqual([
      [20, 'warning'],
      [25, 'critical'],
    ])
  })
})

describe('bad air', () => {
  const farm = alarmFarm()
  const { controller, report, pass, start, restart, settled, alarmsOf } = farm

  test('that stays beyond the first limit is a warning, beyond the second critical, and ends well below the first', async () => {
    const house = await controller()
    await start()
    report(house, { 'Air/NH3/S1': 20 })
    pass(30 * MINUTE)
    const begin = farm.now
    report(house, { 'Air/NH3/S1': 20.1 })
    pass(10 * MINUTE - 2 * SECOND)
    await settled()
    expect(await alarmsOf(house)).toEqual([])
    pass(2 * SECOND)
    await settled()
    const warned = { code: 'AmmoniaHigh', level: 'warning', source: 'platform', value: 20.1, limit: 20 }
    expect(await alarmsOf(house)).toMatchObject([{ ...warned, since: new Date(begin) }])
    await restart()
    report(house, { 'Air/NH3/S1': 25.1 })
    pass(10 * MINUTE)
    report(house, { 'Air/NH3/S1': 18.1 })
    pass(10 * MINUTE)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', condition: 'active' }])
    report(house, { 'Air/NH3/S1': 18 })
    pass(MINUTE)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', condition: 'cleared' }])
  })

  test('beyond 5,000 ppm of CO2 is critical within two minutes, not for one bad sample', async () => {
    const house = await controller()
    await start()
    report(house, { 'Air/CO2/S1': 6_000 })
    pass(MINUTE)
    report(house, { 'Air/CO2/S1': 2_000 })
    pass(5 * MINUTE)
    await settled()
    expect(await alarmsOf(house)).toEqual([])
    report(house, { 'Air/CO2/S1': 5_001 })
    pass(2 * MINUTE)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ level: 'critical', value: 5_001, limit: 5_000 }])
  })

  test('of CO2 is a warning where layers tolerate more', async () => {
    const house = await controller()
    await start()
    report(house, { 'Air/CO2/S1': 4_999 })
    pass(10 * MINUTE)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([
      { code: 'CarbonDioxideHigh', level: 'warning', limit: 3_000 },
    ])
  })

  test('at the second sensor counts as much, and no controller’s mere promise of an alarm covers it', async () => {
    const house = await controller()
    await start()
    report(house, {
      'Air/NH3/S1': 5,
      'Air/NH3/S2': 80,
      'Alarm/HighNH3': false,
      'Alarm/HighCO2': false,
      'Air/CO2/S1': 9_000,
    })
    pass(10 * MINUTE)
    await settled()
    expect((await alarmsOf(house)).map(({ code, level, value }) => [code, level, value]).toSorted()).toEqual([
      ['AmmoniaHigh', 'critical', 80],
      ['CarbonDioxideHigh', 'critical', 9_000],
    ])
  })

  test('in an empty house is nobody’s', async () => {
    const house = await controller(null)
    await start()
    report(house, { 'Air/NH3/S1': 60, 'Air/CO2/S1': 9_000, 'Climate/Hum/Avg': 95 })
    pass(60 * MINUTE)
    await settled()
    expect(await alarmsOf(house)).toEqual([])
  })
})
