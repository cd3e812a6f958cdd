import { describe, expect, test } from 'vitest'
import { isPaymentRight, lateOf, nextOf, type OrderState, orderStates, orderSteps, sumsOf } from './orders.ts'
import type { Shipment } from './shipments.ts'
import type { Step } from './states.ts'

const states = Object.keys(orderStates) as OrderState[]
const steps: Readonly<Record<string, Step<string>>> = orderSteps

test('every step leads to the next state or, with a reason, to the previous one', () => {
  for (const [name, { from, to, fields = {} }] of Object.entries(steps)) {
    if (to === undefined || to === 'withdrawn') continue
    const moves = from.map(state => states.indexOf(to as OrderState) - states.indexOf(state as OrderState))
    expect(moves, name).toEqual(['reason' in fields ? -1 : 1])
  }
})

test('every state but the last has one way forward, and every one but the first has one way back', () => {
  const ways = (state: string, distance: number) =>
    Object.values(steps).filter(
      ({ from, to }) =>
        to !== undefined &&
        to in orderStates &&
        from.includes(state) &&
        states.indexOf(to as OrderState) === states.indexOf(state as OrderState) + distance,
    ).length
  expect(states.map(state => ways(state, 1))).toEqual([1, 1, 1, 0])
  expect(states.map(state => ways(state, -1))).toEqual([0, 1, 1, 1])
})

test('a paid order is neither paid again nor withdrawn by its buyer', () => {
  const paid = { paidOn: '2026-11-20', payments: [] }
  const unpaid = { paidOn: null, payments: [] }
  expect(isPaymentRight('pay', paid, true)).toBe(false)
  expect(isPaymentRight('unpay', unpaid, true)).toBe(false)
  expect(isPaymentRight('withdraw', paid, false)).toBe(false)
  expect(isPaymentRight('withdraw', paid, true)).toBe(true)
  expect(isPaymentRight('withdraw', unpaid, false)).toBe(true)
  expect(isPaymentRight('ship', unpaid, true)).toBe(true)
})

describe('an order is late', () => {
  const shipment = { arrivalOn: '2026-11-20', arrivedOn: null } as Shipment
  const order = { standing: 'production' as const, productionEnd: '2026-11-20', shipments: [shipment] }

  test('in production, from the day after its planned end', () => {
    expect(lateOf(order, '2026-11-20')).toBeNull()
    expect(lateOf(order, '2026-11-21')).toBe('production')
  })

  test('in transit, while an expected shipment has not arrived', () => {
    const sailing = { ...order, standing: 'transit' as const }
    expect(lateOf(sailing, '2026-11-21')).toBe('arrival')
    const arrived = { ...shipment, arrivedOn: '2026-11-21' }
    expect(lateOf({ ...sailing, shipments: [arrived] }, '2026-11-21')).toBeNull()
    expect(lateOf({ ...order, standing: 'completed' }, '2026-11-21')).toBeNull()
  })
})

test('the sums are exact, and unknown while a price is unknown', () => {
  const line = (price: string | null, quantity: number) => ({ price, quantity })
  expect(sumsOf([line('0.1', 3), line('0.2', 1)], '0', 'USD')?.total.amount).toBe('0.50')
  expect(sumsOf([line('0.0050', 1)], '0.005', 'USD')).toMatchObject({
    goods: { amount: '0.01' },
    total: { amount: '0.01' },
  })
  expect(sumsOf([line('1', 1), line(null, 1)], '0', 'USD')).toBeNull()
})

describe('the next event of an order', () => {
  const order = (standing: 'placed' | 'transit' | 'completed', ...shipments: Partial<Shipment>[]) => ({
    standing,
    productionEnd: '2026-12-01',
    shipments: shipments as Shipment[],
  })
  const sailing = { portOfLoading: 'Qingdao', sailingOn: '2026-12-05', arrivalOn: '2026-12-30' }
  const late = { portOfDischarge: 'Mombasa', sailingOn: '2026-11-01', arrivalOn: '2026-12-03' }

  test('is the end of its production until it is shipped', () => {
    expect(nextOf(order('placed', sailing), '2026-12-10')).toEqual({
      kind: 'produced',
      day: '2026-12-01',
      port: '',
    })
  })

  test('is the first thing its shipments wait for, including on the day itself and while it is late', () => {
    expect(nextOf(order('transit', sailing, late), '2026-12-05')).toMatchObject({
      kind: 'arrives',
      port: 'Mombasa',
    })
    expect(nextOf(order('transit', sailing), '2026-12-05')).toMatchObject({ kind: 'sails', port: 'Qingdao' })
    expect(nextOf(order('transit', sailing), '2026-12-06')).toMatchObject({
      kind: 'arrives',
      day: '2026-12-30',
    })
  })

  test('is missing if everything has arrived, no day is set, or the order is completed', () => {
    expect(nextOf(order('transit', { ...late, arrivedOn: '2026-12-02' }), '2026-12-05')).toBeNull()
    expect(nextOf(order('transit', { carrier: 'COSCO' }), '2026-12-05')).toBeNull()
    expect(nextOf(order('completed', sailing), '2026-12-05')).toBeNull()
  })
})
