import { describe, expect, test } from 'vitest'
import { compareAmounts, currencies, decimalsOf, minus, plus, rounded } from './money.ts'
import { nextPartOf, warrantyEnd } from './order-events.ts'
import {
  balanceOf,
  freightPart,
  type OrderPayment,
  paymentStateOf,
  scheduleOf,
  settledNow,
} from './order-payments.ts'
import { amountsOfParts, dueDayOf, faultOfParts, noTerms, type PaymentPart } from './order-terms.ts'
import type { Shipment } from './shipments.ts'
import { many } from './testing/draws.ts'

const part = (more: Partial<PaymentPart> = {}): PaymentPart => ({
  percent: null,
  amount: null,
  due: 'order',
  days: 0,
  dueOn: null,
  ...more,
})
const payment = (counts: string | null, more: Partial<OrderPayment> = {}): OrderPayment => ({
  id: 'p',
  kind: 'payment',
  paidOn: '2026-11-01',
  amount: counts,
  currency: 'USD',
  counts,
  reference: '',
  note: '',
  ...more,
})
/** Whole coins of a currency, as text: 12.30 has 1230 of them. */
const coinsOf = (amount: string, decimals: number) => {
  const [whole = '', rest = ''] = amount.split('.')
  expect(rest.slice(decimals).replaceAll('0', '')).toBe('')
  return BigInt(whole + rest.padEnd(4, '0').slice(0, decimals))
}

describe('the parts of a price', () => {
  test('come to the total to the last coin, in currencies of no, two and three decimals', () => {
    expect(currencies.map(decimalsOf).toSorted()).toEqual([0, 2, 2, 2, 2, 3])
    for (const { amount, next } of many) {
      const currency = currencies[next(currencies.length)] ?? 'CNY'
      const total = rounded({ amount: amount(), currency }).amount
      const parts = Array.from({ length: 1 + next(5) }, () =>
        next(2) === 0
          ? part({ percent: `${1 + next(40)}.${next(100)}` })
          : part({ amount: rounded({ amount: amount(), currency }).amount }),
      )
      const told = amountsOfParts(parts, total, currency)
      const coins = told.map(each => coinsOf(each.amount, decimalsOf(currency)))
      expect(coins.every(each => each >= 0n)).toBe(true)
      expect(coins.reduce((sum, each) => sum + each, 0n)).toBe(coinsOf(total, decimalsOf(currency)))
    }
  })

  test('of an order as traders write it: 30 % deposit, the balance against the bill of lading', () => {
    const parts = [part({ percent: '30' }), part({ percent: '70', due: 'lading' })]
    const amounts = (currency: 'USD' | 'JPY' | 'KWD', total: string) =>
      amountsOfParts(parts, total, currency).map(each => each.amount)
    expect(amounts('USD', '12995.20')).toEqual(['3898.56', '9096.64'])
    expect(amounts('USD', '0.01')).toEqual(['0.00', '0.01'])
    expect(amounts('JPY', '1001')).toEqual(['300.00', '701.00'])
    expect(amounts('KWD', '1.001')).toEqual(['0.30', '0.7010'])
    expect(amountsOfParts([], '5.00', 'USD').map(({ part: { due }, amount }) => [due, amount])).toEqual([
      ['order', '5.00'],
    ])
  })

  test('are refused where they cannot be meant', () => {
    expect(faultOfParts([part({ percent: '30' }), part()])).toBeNull()
    expect(faultOfParts([part({ percent: '30', amount: '5' })])).toBe('both')
    expect(faultOfParts([part(), part({ percent: '30' })])).toBe('rest')
    expect(faultOfParts([part({ percent: '70' }), part({ percent: '30.01' })])).toBe('percent')
    expect(faultOfParts([part({ percent: '0' })])).toBe('percent')
    expect(faultOfParts([part({ due: 'day' })])).toBe('day')
    expect(faultOfParts([part({ dueOn: '2026-12-01' })])).toBe('day')
  })

  test('are due so many days after what they wait for, and on no day before that is known', () => {
    const events = { order: '2026-11-01', production: null, lading: '2026-12-20', arrival: null }
    expect(dueDayOf(part({ due: 'lading', days: 15 }), events)).toBe('2027-01-04')
    expect(dueDayOf(part({ due: 'arrival' }), events)).toBeNull()
    expect(dueDayOf(part({ due: 'day', dueOn: '2026-12-24' }), events)).toBe('2026-12-24')
  })
})

describe('what is owed', () => {
  test('and what is paid, less what is too much, is the total, whatever was paid and given back', () => {
    for (const { amount, next } of many) {
      const total = rounded({ amount: amount(), currency: 'USD' }).amount
      const payments = Array.from({ length: next(6) }, () => payment(amount()))
      const [first] = payments
      if (first && next(3) === 0) payments.push(payment(first.counts, { kind: 'refund' }))
      const { paid, owed, over } = balanceOf(payments, total)
      expect(minus(plus(paid, owed ?? ''), over)).toBe(total)
      expect(compareAmounts(owed ?? '', '0') === 0 || compareAmounts(over, '0') === 0).toBe(true)
      const schedule = scheduleOf(
        {
          terms: { ...noTerms, parts: [part({ percent: '30' }), part()] },
          payments,
          sum: total,
          currency: 'USD',
        },
        { order: null, production: null, lading: null, arrival: null },
      )
      expect(plus(...schedule.map(each => each.owed))).toBe(owed)
    }
  })

  test('is said as unpaid, partly paid, paid and overpaid, and paid on the day of the last payment', () => {
    const state = (payments: OrderPayment[], sum: string | null = '100.00') =>
      paymentStateOf({ payments, sum, ...settledNow({ payments, paidOn: null }, sum) })
    expect(state([])).toBe('no')
    expect(state([payment('30')])).toBe('partly')
    expect(state([payment('30'), payment('70')])).toBe('yes')
    expect(state([payment('100'), payment('0.01')])).toBe('over')
    expect(state([payment('100'), payment('40', { kind: 'refund' })])).toBe('partly')
    expect(state([payment('30')], null)).toBe('partly')
    expect(state([payment(null)], null)).toBe('yes')
    const [deposit, rest] = [payment('30'), payment('70', { paidOn: '2026-12-05' })]
    expect(settledNow({ payments: [rest, deposit], paidOn: null }, '100')).toEqual({ paidOn: '2026-12-05' })
    // More was ordered later.
    expect(settledNow({ payments: [rest, deposit], paidOn: '2026-12-05' }, '101')).toEqual({ paidOn: null })
    // Noted as paid before payments had amounts.
    expect(settledNow({ payments: [], paidOn: '2026-10-01' }, '101')).toEqual({ paidOn: '2026-10-01' })
  })
})

test('the freight on the invoices of all shipments comes to the freight', () => {
  for (const { amount, next } of many) {
    const currency = currencies[next(currencies.length)] ?? 'CNY'
    const freight = { currency, amount: rounded({ amount: amount(), currency }).amount }
    const values = Array.from({ length: 1 + next(6) }, amount)
    const whole = plus(...values)
    const told = values.map((value, i) =>
      freightPart(freight, { before: plus('0', ...values.slice(0, i)), value, whole }),
    )
    expect(plus(...told)).toBe(freight.amount)
  }
})

describe('what comes next', () => {
  const order = {
    terms: { ...noTerms, parts: [part({ percent: '30' }), part({ due: 'lading', days: 10 })] },
    payments: [] as OrderPayment[],
    sum: '100.00',
    currency: 'USD' as const,
    productionEnd: null,
    shipments: [],
  }
  const sailing = { sailingOn: '2026-12-05', sailedOn: null } as Shipment

  test('is the deposit until it is paid, then the balance once the ship has a day', () => {
    expect(nextPartOf(order, '2026-11-01')).toMatchObject({ nth: 0, owed: '30.00', dueOn: '2026-11-01' })
    const paid = { ...order, payments: [payment('30')] }
    expect(nextPartOf(paid, '2026-11-01')).toBeNull()
    expect(nextPartOf({ ...paid, shipments: [sailing] }, '2026-11-01')).toMatchObject({
      nth: 1,
      owed: '70.00',
      dueOn: '2026-12-15',
    })
    expect(nextPartOf({ ...paid, payments: [payment('100')], shipments: [sailing] }, '2026-11-01')).toBeNull()
  })

  test('a warranty ends so many months after the goods arrived, on the last day of a shorter month', () => {
    expect(warrantyEnd('2026-11-20', 12)).toBe('2027-11-20')
    expect(warrantyEnd('2026-08-31', 6)).toBe('2027-02-28')
    expect(warrantyEnd(null, 12)).toBeNull()
    expect(warrantyEnd('2026-08-31', null)).toBeNull()
  })
})
