import { expect, test } from 'vitest'
import { type EnergyPrices, energyCosts, moneyOf, sayCost } from './energy-prices.ts'

const dutch: EnergyPrices = { currency: 'EUR', power: '0.28', gas: '1.10', gasUnit: 'm3' }

test('700 kWh of heat are about 75 m³ of gas, and cost what those cost', () => {
  const { heat } = energyCosts(dutch, { heatKwh: 700, fanKwh: 0 })
  // A gas bill converts at 8.8 (Dutch gas, net) to 9.8 kWh a cubic metre: 71 to 80 m³.
  expect(Number(heat?.amount)).toBeGreaterThan(71 * 1.1)
  expect(Number(heat?.amount)).toBeLessThan(80 * 1.1)
})

test('a bottle of 14.5 kg LPG heats 186 kWh', () => {
  const { heat } = energyCosts({ ...dutch, gas: '7', gasUnit: 'kg' }, { heatKwh: 185.6, fanKwh: 0 })
  expect(heat).toEqual({ amount: '101.50', currency: 'EUR' })
})

test('fuel that is sold by the kWh, and power', () => {
  const costs = energyCosts({ ...dutch, gas: '0.09', gasUnit: 'kWh' }, { heatKwh: 1_000, fanKwh: 50 })
  expect(costs).toEqual({
    heat: { amount: '90.00', currency: 'EUR' },
    fans: { amount: '14.00', currency: 'EUR' },
    whole: { amount: '104.00', currency: 'EUR' },
  })
})

test('a price that is not known leaves out its cost and the whole', () => {
  expect(energyCosts({ ...dutch, gas: null }, { heatKwh: 1_000, fanKwh: 50 })).toEqual({
    heat: null,
    fans: { amount: '14.00', currency: 'EUR' },
    whole: null,
  })
})

test('an estimate is written without hundredths that mean nothing', () => {
  expect(sayCost(moneyOf(135.37, 'EUR'), 'en-US')).toBe('€135')
  expect(sayCost(moneyOf(3.6, 'CNY'), 'zh-CN')).toBe('¥3.60')
  expect(sayCost(moneyOf(-55.2, 'EUR'), 'en-US')).toBe('−€55')
})
