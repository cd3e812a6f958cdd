import { type Amount, type Currency, type Money, rounded } from './money.ts'
import { text } from './text.ts'

/** What fuel is sold by. */
export const gasUnitNames = {
  kWh: text('千瓦时', 'kWh'),
  m3: text('立方米（天然气）', 'm³ of natural gas'),
  kg: text('公斤（液化气）', 'kg of LPG'),
} as const
export type GasUnit = keyof typeof gasUnitNames

/**
 * kWh of heat in each, by the lower heating value: methane of 15 °C 34 MJ/m³, as the husbandry data's burners (0.107 m³ of
 * CO2 per kWh); propane and butane 46 MJ/kg.
 */
export const GAS_KWH: Readonly<Record<GasUnit, number>> = { kWh: 1, m3: 9.4, kg: 12.8 }

/** What a farm pays for energy; null for what it has not said. */
export interface EnergyPrices {
  currency: Currency
  /** per kWh */
  power: Amount | null
  /** per `gasUnit` */
  gas: Amount | null
  gasUnit: GasUnit
}

/** Costs of a day; null without the price. The whole only where both are known. */
export interface EnergyCosts {
  heat: Money | null
  fans: Money | null
  whole: Money | null
}

/** What energy costs at a farm's prices: `heatKwh` put into the house by burners without losses, `fanKwh` of the fans. */
export function energyCosts(
  { currency, power, gas, gasUnit }: EnergyPrices,
  { heatKwh, fanKwh }: { heatKwh: number; fanKwh: number },
): EnergyCosts {
  const heat = gas === null ? null : (heatKwh / GAS_KWH[gasUnit]) * Number(gas)
  const fans = power === null ? null : fanKwh * Number(power)
  const money = (value: number | null) => (value === null ? null : moneyOf(value, currency))
  return {
    heat: money(heat),
    fans: money(fans),
    whole: heat === null || fans === null ? null : money(heat + fans),
  }
}

/** From this amount on hundredths say nothing of an estimate. */
const WHOLE_FROM = 10

/** An estimate as money. */
export const moneyOf = (value: number, currency: Currency): Money =>
  rounded({ amount: value.toFixed(2), currency })

/** An estimate as a reader writes it: whole amounts where hundredths mean nothing. */
export function sayCost({ amount, currency }: Money, language: 'zh-CN' | 'en-US'): string {
  const digits = Math.abs(Number(amount)) >= WHOLE_FROM ? 0 : 2
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
    .format(Number(amount))
    .replace('-', '−')
}
