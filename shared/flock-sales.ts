import type { Amount } from './money.ts'
import { text } from './text.ts'
import type { UnitSystem } from './units.ts'

/** What a lot is paid by. */
export const lotPriceNames = {
  liveKg: text('每公斤活重', 'per kg live'),
  carcassKg: text('每公斤胴体', 'per kg carcass'),
  liveLb: text('每磅活重', 'per lb live'),
  carcassLb: text('每磅胴体', 'per lb carcass'),
  bird: text('每只', 'per bird'),
  total: text('总价', 'in all'),
} as const
export const eggPriceNames = {
  egg: text('每枚', 'per egg'),
  kg: text('每公斤', 'per kg'),
  lb: text('每磅', 'per lb'),
  total: text('总价', 'in all'),
} as const

/** What is paid by a unit of weight, by the unit it is offered to. */
const byWeight: Readonly<Record<UnitSystem, readonly string[]>> = {
  metric: ['liveKg', 'carcassKg', 'kg'],
  imperial: ['liveLb', 'carcassLb', 'lb'],
}

/** Whether readers of these units are offered a way of paying. */
export const isPaidIn = (per: string, units: UnitSystem): boolean =>
  !byWeight[units === 'metric' ? 'imperial' : 'metric'].includes(per)

/** Classes that eggs are sold in: by weight as Regulation (EU) 2023/2465 has them, and as farms call the others. */
export const eggClassNames = {
  ungraded: text('通货', 'Ungraded'),
  XL: text('特大（≥73 g）', 'XL, from 73 g'),
  L: text('大（63–73 g）', 'L, 63 to 73 g'),
  M: text('中（53–63 g）', 'M, 53 to 63 g'),
  S: text('小（<53 g）', 'S, below 53 g'),
  hatching: text('种蛋', 'Hatching eggs'),
  second: text('次蛋', 'Second grade'),
  cracked: text('破蛋', 'Cracked'),
} as const

export const costKindNames = {
  chicks: text('鸡苗', 'Chicks or pullets'),
  feed: text('饲料', 'Feed'),
  medicine: text('药品疫苗', 'Medicine and vaccines'),
  energy: text('水电燃料', 'Energy and water'),
  litter: text('垫料', 'Litter'),
  labour: text('人工', 'Labour'),
  catching: text('抓鸡运输', 'Catching and transport'),
  cleaning: text('清洗消毒', 'Cleaning and disinfection'),
  other: text('其他', 'Other'),
} as const
export type CostKind = keyof typeof costKindNames

/** Birds that left together, as the buyer or the slaughterhouse accounts for them. */
export interface SoldLot {
  day: string
  birds: number
  liveKg?: number | null | undefined
  carcassKg?: number | null | undefined
  /** Birds found unfit. */
  condemned?: number | null | undefined
  price?: Amount | null | undefined
  per: keyof typeof lotPriceNames
  buyer: string
}

/** Eggs of a class that were sold up to a day. */
export interface EggSale {
  day: string
  grade: keyof typeof eggClassNames
  eggs?: number | null | undefined
  eggKg?: number | null | undefined
  price?: Amount | null | undefined
  per: keyof typeof eggPriceNames
  buyer: string
}

/** A cost in all, in the account's currency. */
export interface CostRow {
  kind: CostKind
  what: string
  amount: Amount
}
