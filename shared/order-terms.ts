import { z } from 'zod'
import { valuesOf } from './choices.ts'
import { line } from './line.ts'
import { Amount, type Currency, compareAmounts, minus, plus, shareOf } from './money.ts'
import { text } from './text.ts'
import { daysAfter } from './zone-time.ts'

/** Incoterms 2020 of the International Chamber of Commerce: any transport first, then sea and inland waterway. */
export const incoterms = {
  EXW: text('EXW 工厂交货', 'EXW Ex Works'),
  FCA: text('FCA 货交承运人', 'FCA Free Carrier'),
  CPT: text('CPT 运费付至', 'CPT Carriage Paid To'),
  CIP: text('CIP 运费保险费付至', 'CIP Carriage and Insurance Paid To'),
  DAP: text('DAP 目的地交货', 'DAP Delivered at Place'),
  DPU: text('DPU 目的地卸货后交货', 'DPU Delivered at Place Unloaded'),
  DDP: text('DDP 完税后交货', 'DDP Delivered Duty Paid'),
  FAS: text('FAS 船边交货', 'FAS Free Alongside Ship'),
  FOB: text('FOB 船上交货', 'FOB Free on Board'),
  CFR: text('CFR 成本加运费', 'CFR Cost and Freight'),
  CIF: text('CIF 成本、保险费加运费', 'CIF Cost, Insurance and Freight'),
} as const

/** What makes a part of the price due. */
export const dueEvents = {
  order: text('下单后', 'With the order'),
  production: text('发货前', 'Before shipment'),
  lading: text('凭提单副本', 'Against copy of the bill of lading'),
  arrival: text('到港后', 'On arrival at the port'),
  day: text('指定日期', 'On a fixed date'),
} as const
export type DueEvent = keyof typeof dueEvents

/** Most parts that a price is paid in. */
export const PARTS = 6

/** A part of the price: a percentage, an amount, or, if it has neither, all that is left. */
export const PaymentPart = z.object({
  /** More than 0 and at most 100, as text like amounts. */
  percent: Amount.nullable(),
  amount: Amount.nullable(),
  due: z.enum(valuesOf(dueEvents)),
  /** Days after the event. */
  days: z.number().int().min(0).max(365),
  /** For a fixed date. */
  dueOn: z.iso.date().nullable(),
})
export type PaymentPart = z.infer<typeof PaymentPart>

/** What was agreed on delivery and payment. */
export const OrderTerms = z.object({
  incoterm: z.enum(valuesOf(incoterms)).nullable(),
  /** The named port or place. */
  place: line(100),
  parts: z.array(PaymentPart).max(PARTS),
  /** Until when the offered prices hold. */
  validUntil: z.iso.date().nullable(),
  note: line(300),
})
export type OrderTerms = z.infer<typeof OrderTerms>

export const noTerms: OrderTerms = { incoterm: null, place: '', parts: [], validUntil: null, note: '' }

/** `CIF Tanjung Priok`; '' if nothing was agreed. */
export const deliveryTerm = ({ incoterm, place }: Pick<OrderTerms, 'incoterm' | 'place'>): string =>
  [incoterm, place].filter(Boolean).join(' ')

const HUNDRED: Amount = '100'

/** What is wrong with parts: each is one of percentage and amount, only the last is what is left, and no more than 100 %. */
export function faultOfParts(parts: readonly PaymentPart[]): 'both' | 'rest' | 'percent' | 'day' | null {
  const percents = parts.flatMap(({ percent }) => percent ?? [])
  if (parts.some(({ percent, amount }) => percent !== null && amount !== null)) return 'both'
  if (parts.some(({ percent, amount }, i) => percent === null && amount === null && i < parts.length - 1))
    return 'rest'
  if (percents.some(percent => compareAmounts(percent, '0') <= 0)) return 'percent'
  if (compareAmounts(plus('0', ...percents), HUNDRED) > 0) return 'percent'
  return parts.some(({ due, dueOn }) => (due === 'day') !== (dueOn !== null)) ? 'day' : null
}

/** All at once with the order, where no parts were agreed. */
const whole: PaymentPart = { percent: null, amount: null, due: 'order', days: 0, dueOn: null }

/**
 * What each part comes to. They always add up to the total, to the last coin: no part takes more than is left, and the last
 * takes all of it.
 */
export function amountsOfParts(
  parts: readonly PaymentPart[],
  total: Amount,
  currency: Currency,
): { part: PaymentPart; amount: Amount }[] {
  const agreed = parts.length > 0 ? parts : [whole]
  let left = total
  return agreed.map((part, i) => {
    const { percent, amount } = part
    const wanted =
      percent === null ? (amount ?? left) : shareOf({ amount: total, currency }, percent, HUNDRED).amount
    const isAll = i === agreed.length - 1 || compareAmounts(wanted, left) > 0
    const taken = isAll ? left : wanted
    left = minus(left, taken)
    return { part, amount: taken }
  })
}

/** When the events happened or will, as far as known. */
export type EventDays = Readonly<Record<Exclude<DueEvent, 'day'>, string | null>>

/** The day a part is due; null while its event has no date. */
export function dueDayOf({ due, days, dueOn }: PaymentPart, events: EventDays): string | null {
  if (due === 'day') return dueOn
  const day = events[due]
  return day === null ? null : daysAfter(day, days)
}
