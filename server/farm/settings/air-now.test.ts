import { describe, expect, test } from 'vitest'
import { PROBES } from '#shared/house-temperature.ts'
import type { Doubt, DoubtReason } from '#shared/probe-doubts.ts'
import { airNow } from './air-now.ts'

const told = (values: Record<string, number>) => ({
  readings: new Map(Object.entries(values).map(([name, value]) => [name, { value, at: 0 }])),
  lastMessageAt: 0,
  reportIntervalS: 60,
})
const doubting = (...doubts: [metric: string, reason: DoubtReason][]) =>
  new Map(doubts.map(([metric, reason]): [string, Doubt] => [metric, { metric, reason }]))
const probes = Object.fromEntries(PROBES.map((probe, i) => [probe, i === 7 ? 38 : 22]))

describe('the air that a model begins with', () => {
  test('is the mean of the probes where a controller tells no other', () => {
    expect(airNow(told(probes), undefined).temperature()).toBe(24)
  })

  test('leaves out a probe in doubt, and a mean that was counted with it', () => {
    const doubts = doubting(['Climate/Temp/S8', 'stuck'])
    expect(airNow(told(probes), doubts).temperature()).toBe(22)
    expect(airNow(told({ ...probes, 'Climate/Temp/Avg': 24 }), doubts).temperature()).toBe(22)
  })

  test('is not what only a probe in doubt tells', () => {
    const doubts = doubting(['Climate/Temp/Avg', 'stuck'], ['Air/CO2/S1', 'thin'])
    const air = airNow(told({ 'Climate/Temp/Avg': 20, 'Air/CO2/S1': 150, 'Air/CO2/S2': 1_900 }), doubts)
    expect(air.temperature()).toBeNull()
    expect(air.of('Air/CO2/S1')).toBeNull()
    expect(air.first(['Air/CO2/S1', 'Air/CO2/S2'])).toBe(1_900)
  })

  test('takes the humidity of the sensor that is believed', () => {
    const doubts = doubting(['Climate/Hum/S1', 'balance'])
    const air = airNow(told({ 'Climate/Hum/Avg': 30, 'Climate/Hum/S1': 5, 'Climate/Hum/S2': 55 }), doubts)
    expect(air.first(['Climate/Hum/Avg', 'Climate/Hum/S1', 'Climate/Hum/S2'])).toBe(55)
  })
})
