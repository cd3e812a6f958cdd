import { z } from 'zod'
import { Id } from './endpoint.ts'
import {
  type Amount,
  type Currency,
  compareAmounts,
  currencies,
  minus,
  plus,
  rounded,
  shareOf,
  times,
} from './money.ts'
import { amountsOfParts, dueDayOf, type EventDays, type OrderTerms, type PaymentPart } from './order-terms.ts'
import { text } from './text.ts'

/** Money in, or back to the buyer. */
export const paymentKinds = {
  payment: text('收款', 'Payment'),
  refund: text('退款', 'Refund'),
} as const

/** A payment for an order as the provider noted it. */
export const OrderPayment = z.object({
  id: Id,
  kind: z.enum(['payment', 'refund']),
  paidOn: z.iso.date(),
  /** As it arrived; null: all that was owed, noted while the total was unknown. */
  amount: z.string().nullable(),
  currency: z.enum(currencies),
  /** What it counts in the currency of the order; null like the amount. */
  counts: z.string().nullable(),
  /** Of the bank. */
  reference: z.string(),
  note: z.string(),
})
export type OrderPayment = z.infer<typeof OrderPayment>

type Counted = Pick<OrderPayment, 'kind' | 'counts'>

/** Payments without refunds, in the currency of the order; one of an unknown amount counts nothing here. */
export const paidOf = (payments: readonly Counted[]): Amount =>
  payments.reduce(
    (sum, { kind, counts }) => (kind === 'refund' ? minus(sum, counts ?? '0') : plus(sum, counts ?? '0')),
    '0.00',
  )

export interface Balance {
  paid: Amount
  /** Null while the total is unknown. */
  owed: Amount | null
  /** More than the total. */
  over: Amount
}

/** What is paid, still owed, and too much: paid and owed less too much is the total. */
export function balanceOf(payments: readonly Counted[], total: Amount | null): Balance {
  const known = paidOf(payments)
  const isAll = payments.some(({ counts }) => counts === null)
  const paid = isAll && total !== null && compareAmounts(known, total) < 0 ? plus(total) : known
  if (total === null) return { paid, owed: isAll ? '0.00' : null, over: '0.00' }
  const left = minus(total, paid)
  return compareAmounts(left, '0') < 0
    ? { paid, owed: '0.00', over: minus('0', left) }
    : { paid, owed: left, over: '0.00' }
}

/** The day by which everything was paid; null while something is owed, or nothing was ever paid. */
export function settledOn(payments: readonly OrderPayment[], total: Amount | null): string | null {
  const { owed } = balanceOf(payments, total)
  if (payments.length === 0 || owed === null || compareAmounts(owed, '0') > 0) return null
  return (
    payments
      .map(({ paidOn }) => paidOn)
      .toSorted()
      .at(-1) ?? null
  )
}

/** What of an order's row follows from its payments and its sum. One noted as paid without any amount stays so. */
export const settledNow = ({ payments, paidOn }: Omit<Paid, 'sum'>, sum: Amount | null) => ({
  paidOn: payments.length === 0 ? paidOn : settledOn(payments, sum),
})

export const paymentStates = {
  no: text('未付款', 'Unpaid'),
  partly: text('部分付款', 'Partly paid'),
  yes: text('已付款', 'Paid'),
  over: text('多付', 'Overpaid'),
} as const
export type PaymentState = keyof typeof paymentStates

interface Paid {
  payments: readonly OrderPayment[]
  paidOn: string | null
  sum: Amount | null
}

/** Whether an order is paid. */
export function paymentStateOf({ payments, paidOn, sum }: Paid): PaymentState {
  const { paid, over } = balanceOf(payments, sum)
  if (compareAmounts(over, '0') > 0) return 'over'
  if (paidOn !== null) return 'yes'
  return compareAmounts(paid, '0') > 0 ? 'partly' : 'no'
}

/** A part of the price, with what of it is still owed. */
export interface DuePart {
  part: PaymentPart
  amount: Amount
  owed: Amount
  /** Null while its event has no date. */
  dueOn: string | null
}

/** The agreed parts with what was paid of them: payments pay the first part first. Empty while the total is unknown. */
export function scheduleOf(
  { terms, payments, sum, currency }: Omit<Paid, 'paidOn'> & { terms: OrderTerms; currency: Currency },
  events: EventDays,
): DuePart[] {
  if (sum === null) return []
  let left = balanceOf(payments, sum).paid
  return amountsOfParts(terms.parts, sum, currency).map(({ part, amount }) => {
    const pays = compareAmounts(left, amount) > 0 ? amount : compareAmounts(left, '0') > 0 ? left : '0.00'
    left = minus(left, pays)
    return { part, amount, owed: minus(amount, pays), dueOn: dueDayOf(part, events) }
  })
}

/**
 * What of the freight goes on one of several invoices: by the value of its goods. The parts of all invoices add up to the
 * freight, to the last coin. `before` is the value on the invoices before it.
 */
export function freightPart(
  freight: { amount: Amount; currency: Currency },
  { before, value, whole }: { before: Amount; value: Amount; whole: Amount },
): Amount {
  const until = (sum: Amount) => shareOf(freight, compareAmounts(sum, whole) > 0 ? whole : sum, whole).amount
  return minus(until(plus(before, value)), until(before))
}

interface Priced {
  /** Per piece; null while unknown. */
  price: Amount | null
  quantity: number
}

/** What an invoice charges, in whole coins: goods and freight come to the sum. */
interface Charge {
  goods: Amount
  freight: Amount
  sum: Amount
}

/** What lines come to, unrounded; null while a price is unknown. */
export function worthOf(lines: readonly Priced[], currency: Currency): Amount | null {
  const parts = lines.map(
    ({ price, quantity }) => price && times({ amount: price, currency }, quantity).amount,
  )
  return parts.every(part => part !== null) ? plus('0', ...parts) : null
}

const piecesOf = (lines: readonly Priced[]): Amount =>
  String(lines.reduce((sum, { quantity }) => sum + quantity, 0))

/**
 * What one of several invoices of an order charges: what the goods come to together with those on the invoices `before` it,
 * rounded, less what those came to. Each rounded by itself would miss the order's total; so all invoices add up to it, to the
 * last coin, when everything is shipped once. What is shipped beyond the order is charged by its price, without more freight.
 * The freight goes by the value of the goods, or by pieces if all are free of charge. Null while a price is unknown.
 */
export function invoicePart(
  { ordered, freight, currency }: { ordered: readonly Priced[]; freight: Amount; currency: Currency },
  { before, goods }: { before: readonly Priced[]; goods: readonly Priced[] },
): Charge | null {
  const coins = (amount: Amount) => rounded({ amount, currency }).amount
  const [whole, earlier, value] = [ordered, before, goods].map(lines => worthOf(lines, currency))
  if (whole == null || earlier == null || value == null) return null
  const charged = minus(coins(plus(earlier, value)), coins(earlier))
  // The freight as the order's total has it: that is rounded only once.
  const carried = { amount: minus(coins(plus(whole, freight)), coins(whole)), currency }
  const isFree = compareAmounts(whole, '0') === 0
  const share = isFree
    ? { before: piecesOf(before), value: piecesOf(goods), whole: piecesOf(ordered) }
    : { before: earlier, value, whole }
  const part = freightPart(carried, share)
  return { goods: charged, freight: part, sum: plus(charged, part) }
}
