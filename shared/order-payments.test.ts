import { describe, expect, test } from 'vitest'
import { compareAmounts, currencies, decimalsOf, minus, plus, rounded, times } from './money.ts'
import { nextPartOf, warrantyEnd } from './order-events.ts'
import {
  balanceOf,
  freightPart,
  invoicePart,
  type OrderPayment,
  paymentStateOf,
  scheduleOf,
  settledNow,
} from './order-payments.ts'
import { amountsOfParts, dueDayOf, faultOfParts, noTerms, type PaymentPart } from './order-terms.ts'
import { sumsOf } from './orders.ts'
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

interface Goods {
  price: string | null
  quantity: number
}
type Draws = (typeof many)[number]

describe('the invoices of several shipments', () => {
  const drawnOrder = ({ amount, next }: Draws) => {
    const currency = currencies[next(currencies.length)] ?? 'CNY'
    const few = next(3) === 0
    const ordered = Array.from({ length: 1 + next(4) }, () => {
      const price = next(8) === 0 ? '0' : few ? `0.${String(next(10_000)).padStart(4, '0')}` : amount()
      return { price, quantity: 1 + next(9) }
    })
    return { currency, freight: next(4) === 0 ? '0' : amount(), ordered }
  }
  /** Every piece that is to be shipped, in shipments of any size; some of them take nothing. */
  const split = ({ next }: Draws, pieces: readonly Goods[]) => {
    const sent = Array.from({ length: 1 + next(5) }, () => [] as Goods[])
    for (const { price, quantity } of pieces)
      for (let piece = 0; piece < quantity; piece++) sent[next(sent.length)]?.push({ price, quantity: 1 })
    return sent
  }
  const chargedFor = (order: Parameters<typeof invoicePart>[0], sent: readonly Goods[][]) =>
    sent.map((goods, i) => {
      const charge = invoicePart(order, { before: sent.slice(0, i).flat(), goods })
      if (charge === null) throw new Error('Every price is known')
      return charge
    })
  const worthOf = (goods: readonly Goods[], currency: (typeof currencies)[number]) =>
    plus(
      '0',
      ...goods.map(({ price, quantity }) => times({ amount: price ?? '0', currency }, quantity).amount),
    )
  const coinOf = (currency: (typeof currencies)[number]) =>
    ['1', '0.1', '0.01', '0.001'][decimalsOf(currency)] ?? '0.01'

  test('come to the order to the last coin when everything is shipped once, and each adds up', () => {
    for (const draws of many) {
      const order = drawnOrder(draws)
      const charges = chargedFor(order, split(draws, order.ordered))
      const sums = sumsOf(order.ordered, order.freight, order.currency)
      expect(plus(...charges.map(({ goods }) => goods))).toBe(sums?.goods.amount)
      expect(plus(...charges.map(({ sum }) => sum))).toBe(sums?.total.amount)
      for (const { goods, freight, sum } of charges) {
        expect(sum).toBe(plus(goods, freight))
        for (const each of [goods, freight]) {
          expect(compareAmounts(each, '0')).toBeGreaterThanOrEqual(0)
          expect(rounded({ amount: each, currency: order.currency }).amount).toBe(each)
        }
      }
    }
  })

  test('charge each shipment what its lines say, to less than a coin', () => {
    for (const draws of many) {
      const order = drawnOrder(draws)
      const sent = split(draws, order.ordered)
      for (const [i, { goods }] of chargedFor(order, sent).entries()) {
        const off = minus(goods, worthOf(sent[i] ?? [], order.currency))
        const coin = coinOf(order.currency)
        expect(compareAmounts(off.replace('-', ''), coin)).toBeLessThan(0)
      }
    }
  })

  test('differ from the order by no more than what was shipped beyond it, also again after a return, or is still open', () => {
    for (const draws of many) {
      const order = drawnOrder(draws)
      const { currency } = order
      const total = sumsOf(order.ordered, order.freight, currency)?.total.amount ?? ''
      const sent = split(draws, order.ordered)
      // Shipped beyond the order, or again after it came back: a return itself is no invoice.
      const more = order.ordered.map(({ price }) => ({ price, quantity: draws.next(4) }))
      const over = minus(plus(...chargedFor(order, [...sent, more]).map(({ sum }) => sum)), total)
      const beyond = minus(over, worthOf(more, currency)).replace('-', '')
      expect(compareAmounts(over, '0')).toBeGreaterThanOrEqual(0)
      expect(compareAmounts(beyond, coinOf(currency))).toBeLessThan(0)
      // Not everything is shipped yet, and some lines more than ordered.
      const part = [...sent.slice(1), more]
      const told = plus('0', ...chargedFor(order, part).map(({ sum }) => sum))
      const most = plus(total, worthOf(more, currency), coinOf(currency))
      expect(compareAmounts(told, most)).toBeLessThanOrEqual(0)
    }
  })

  test('of three pieces at 0.125 are 0.38 together, and of goods without charge carry the freight by pieces', () => {
    const piece = { price: '0.125', quantity: 1 }
    const order = { currency: 'USD', freight: '0', ordered: [{ price: '0.125', quantity: 3 }] } as const
    const charges = chargedFor(order, [[piece], [piece], [piece]])
    expect(charges.map(({ sum }) => sum)).toEqual(['0.13', '0.12', '0.13'])
    const free = { currency: 'USD', freight: '30', ordered: [{ price: '0', quantity: 3 }] } as const
    const sent = [[{ price: '0', quantity: 2 }], [{ price: '0', quantity: 1 }]]
    expect(chargedFor(free, sent).map(({ sum }) => sum)).toEqual(['20.00', '10.00'])
  })

  test('say nothing while a price of the order is unknown', () => {
    const order = { currency: 'USD', freight: '5', ordered: [{ price: null, quantity: 3 }] } as const
    expect(invoicePart(order, { before: [], goods: [{ price: '1', quantity: 1 }] })).toBeNull()
    const known = { ...order, ordered: [{ price: '1', quantity: 3 }] }
    expect(invoicePart(known, { before: [], goods: [{ price: null, quantity: 1 }] })).toBeNull()
  })
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
